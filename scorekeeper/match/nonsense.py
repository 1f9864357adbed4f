"""What an event from outside says that makes no sense, and how its shape is read."""

import re
from collections.abc import Callable, Mapping
from inspect import get_annotations
from typing import Any, TypeVar

from scorekeeper.cards import Pack
from scorekeeper.match import Match
from scorekeeper.rulebook import Rulebook, open_rulebook
from scorekeeper.schema import Invalid, LoadContext, load

LANGUAGE = "en"
"""The language of the reasons; a book says the same things in each of its languages."""
CODE = re.compile(r"[A-Z0-9]{1,16}")
"""What the code of a match looks like."""
PHONE_CODE = re.compile(r"[A-Z0-9]{8}")
"""The code of a match that a phone began without a signal."""
MOST = 10**9
"""The most points of a line and the largest number in a ruling, up or down."""
NO_CARDS = LoadContext(0, Pack("none", ()))
T = TypeVar("T")


class Nonsense(ValueError):
    """An event makes no sense here: `field` leads to the fault, `why` says what is right."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field, self.why = field, why

    def under(self, prefix: str) -> "Nonsense":
        """The same fault, its field seen from one level further out."""
        return Nonsense(f"{prefix}.{self.field}", self.why)


def read(cls: type[T], data: Any, players: int = 0) -> T:
    """The members of a JSON object that a shape names; others are of no concern. Raises Invalid."""
    others = frozenset(data) if isinstance(data, Mapping) else frozenset()
    return load(cls, data, LoadContext(players, Pack("none", ())), ignore=others)


def exact(cls: type[T], data: object, *others: str) -> T:
    """A body that has these members, and perhaps `others`, which are looked at apart. Raises
    Invalid.
    """
    return load(cls, data, NO_CARDS, ignore=frozenset(others))


def check_members(data: Mapping[str, Any], shape: type) -> None:
    """Raises Invalid at a member that a body does not have: nobody would read it, or forget it."""
    known = get_annotations(shape)
    if unknown := next((name for name in data if name not in known), None):
        raise Invalid(unknown, "unknown-field", known=", ".join(known))


def under(prefix: str, check: Callable[[], T]) -> T:
    """What a check gives; its errors are seen from one level further out."""
    try:
        return check()
    except (Invalid, Nonsense) as fault:
        raise fault.under(prefix) from None


def check_person(match: Match, person: int) -> None:
    """Raises Nonsense unless a match knows a person of this number."""
    last = len(match.seating.people) - 1
    if not 0 <= person <= last:
        raise Nonsense("person", f"people are numbered from 0 to {last}")


def english(match: Match) -> Rulebook:
    """The words of the match's game for the reasons."""
    return open_rulebook(match.game.folder, LANGUAGE)


def knows(book: Rulebook, rule: str) -> bool:
    """True if a book has a rule."""
    try:
        return bool(book.rule(rule))
    except KeyError:
        return False
