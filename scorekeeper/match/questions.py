"""A question to the referee with its answer, as a match keeps it: a copy of the whole judgement.

The copy makes an exported match complete by itself.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from scorekeeper import explanation
from scorekeeper.dispute import Admitted
from scorekeeper.fields import spec
from scorekeeper.judgements import Judgement, load_judgement
from scorekeeper.match import Match
from scorekeeper.match.checks import check_seat, english, knows
from scorekeeper.referee import Penalty
from scorekeeper.rulebook import Rulebook
from scorekeeper.schema import dump_fields, load
from scorekeeper.stream.kinds import STRICT
from scorekeeper.stream.nonsense import Nonsense, under
from scorekeeper.stream.roles import EventNo, Name, Text, Word

MOST = 10**9
"""The largest number in a penalty."""


@dataclass(frozen=True)
class _Admission:
    """What is given of an offence that the table agrees on."""

    rule: str


@dataclass(frozen=True)
class _Cost(Penalty):
    """A penalty, its numbers as large as they can be."""

    each: int | None = spec(None, ge=0, le=MOST)
    amount: int | None = spec(None, ge=0, le=MOST)
    buys: int | None = spec(None, ge=0, le=MOST)


@dataclass(frozen=True)
class _Verdict:
    """A verdict; the shape of `facts`, `result` and `witness` depends on the question."""

    verdict: Literal["legal", "offence", "undecidable"]
    rules: tuple[str, ...]
    offence: str | None = None
    missing: tuple[str, ...] = ()
    decides: str | None = None
    whatever: bool = False
    customs: tuple[str, ...] = ()
    facts: Mapping[str, object] = field(default_factory=dict, hash=False)
    result: Mapping[str, object] = field(default_factory=dict, hash=False)
    witness: Mapping[str, object] = field(default_factory=dict, hash=False)
    instead: tuple[object, ...] = ()
    possible: tuple[object, ...] = ()
    penalty: _Cost | None = None


@dataclass(frozen=True, kw_only=True)
class Question:
    """A question with its verdict; `link` is the code under which that is kept."""

    link: Word
    game: Word
    house: Mapping[str, object] = field(hash=False)
    names: tuple[Name, ...]
    kind: Word
    given: Mapping[str, object] = field(hash=False)
    verdict: Mapping[str, object] = field(hash=False)

    def check(self, match: Match) -> None:
        """A page can show it: it is of this game, and there are words for all of it."""
        if self.game != match.game.key:
            raise Nonsense("game", f"this is a match of {match.game.key}")
        house = under("house", lambda: match.game.read_house(self.house))
        verdict = under("verdict", lambda: load(_Verdict, self.verdict, STRICT))
        book = english(match)
        for id in (*verdict.rules, *verdict.customs):
            if not knows(book, id):
                raise Nonsense("verdict.rules", f"{match.game.key} has no rule {id!r}")
        if self.kind == Admitted.kind:
            under("given", lambda: load(_Admission, self.given, STRICT))
        else:
            match.game.read_question(self.kind, self.given, house)
        _check_words(load_judgement(dump_fields(self)), book)


@dataclass(frozen=True, kw_only=True)
class Ruling(Question):
    """What the table made of a verdict.

    `seat` is the offender's in the match, `about` the row that somebody objected to.
    """

    how: Literal["applied", "agreed", "waived"]
    seat: int | None
    note: Text
    about: EventNo | None = None

    def check(self, match: Match) -> None:
        """The same, of somebody who sits there, about a row that there is."""
        if self.seat is not None:
            check_seat("seat", self.seat, len(match.names))
        if self.about is not None and not match.has_row(self.about):
            raise Nonsense("about", f"event {self.about} recorded no entry to be decided about")
        super().check(match)


def _check_words(judgement: Judgement, book: Rulebook) -> None:
    """Raises Nonsense unless there are words for everything that a page says of a judgement."""
    try:
        tuple(_words(judgement, book))
    except (LookupError, TypeError, ValueError, AssertionError, AttributeError):
        raise Nonsense("verdict", "there are no words for this verdict on this question") from None


def _words(judgement: Judgement, book: Rulebook) -> Iterator[object]:
    verdict = judgement.verdict
    yield explanation.sentence(judgement, book)
    yield from explanation.answers(judgement, book)
    yield [explanation.play(judgement, book, choice) for choice in verdict.instead]
    if explanation.lists_breaches(judgement):
        for _, proof in explanation.breaches(judgement, book):
            yield proof and (book.card(proof["card"]), f"{proof['trick']:d}")
    if verdict.verdict == "offence":
        yield explanation.onward(judgement, book)
