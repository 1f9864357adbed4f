"""Names of people as they are typed: tidied, and refused with the reason."""

import re
from collections.abc import Sequence
from unicodedata import normalize

from scorekeeper.schema import Invalid

LONGEST_NAME = 30
WHO = "…"
"""What stands for a name that was forgotten, or typed into a note."""
JOINER = "\u200d"
"""Makes one emoji of several; elsewhere it would only make two equal names look alike."""
EMOJI = "\u2300-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff"
STRAY = re.compile(f"(?<![{EMOJI}\ufe0f]){JOINER}|{JOINER}(?![{EMOJI}])")


class BadName(ValueError):
    """A name that cannot be taken: `problem` is empty, invisible, too-long or twice."""

    def __init__(self, seat: int, problem: str, name: str = "") -> None:
        super().__init__(f"name of seat {seat}: {problem}")
        self.seat, self.problem, self.name = seat, problem, name

    def at(self, path: str) -> Invalid:
        """The same as a problem of data, at its place there."""
        code = "missing" if self.problem == "empty" else self.problem
        instead = " ".join(visible(self.name).split())
        return Invalid(path, code, item=self.name, longest=LONGEST_NAME, instead=instead)


def proper_names(entered: Sequence[str]) -> tuple[str, ...]:
    """Names by seat, tidied. Raises BadName for one that cannot be taken.

    >>> proper_names(["  Petr ", "Jana"])
    ('Petr', 'Jana')
    >>> proper_names(["Petr", "petr"])
    Traceback (most recent call last):
    scorekeeper.names.BadName: name of seat 1: twice
    >>> proper_names(["Petr\u200b"])
    Traceback (most recent call last):
    scorekeeper.names.BadName: name of seat 0: invisible
    """
    names = tuple(" ".join(normalize("NFC", STRAY.sub("", name)).split()) for name in entered)
    folded = [name.casefold() for name in names]
    for seat, name in enumerate(names):
        if not visible(name).strip():
            raise BadName(seat, "empty")
        if visible(name) != name:
            raise BadName(seat, "invisible", entered[seat])
        if len(name) > LONGEST_NAME:
            raise BadName(seat, "too-long", entered[seat])
        if folded.index(folded[seat]) != seat:
            raise BadName(seat, "twice", entered[seat])
    return names


def visible(text: str) -> str:
    """A text without signs that cannot be seen, which have no place in a page.

    >>> visible("Ka\u200brel\u202e")
    'Karel'
    """
    return "".join(letter for letter in text if letter.isprintable() or letter == JOINER)


def check_visible(path: str, text: str) -> None:
    """Raises Invalid for a text with a sign that cannot be seen: what would be right is without."""
    if visible(text) != text:
        raise Invalid(path, "invisible", instead=" ".join(visible(text).split()))
