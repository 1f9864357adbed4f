"""Names of people as they are typed: tidied, and refused with the reason."""

import re
from collections.abc import Iterable, Sequence
from unicodedata import combining, normalize

from scorekeeper.core.schema import Invalid

MAX_NAME_LENGTH = 30
SHORTEST_NEAR = 4
"""Letters of a name of which one may be wrong: "Iva" and "Eva" are two people."""
FORGOTTEN_NAME = "…"
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
        instead = " ".join(strip_invisible(self.name).split())
        return Invalid(path, code, item=self.name, longest=MAX_NAME_LENGTH, instead=instead)


def clean_names(entered: Sequence[str]) -> tuple[str, ...]:
    """Names by seat, tidied. Raises BadName for one that cannot be taken.

    >>> clean_names(["  Petr ", "Jana"])
    ('Petr', 'Jana')
    >>> clean_names(["Petr", "petr"])
    Traceback (most recent call last):
    scorekeeper.core.names.BadName: name of seat 1: twice
    >>> clean_names(["Petr\u200b"])
    Traceback (most recent call last):
    scorekeeper.core.names.BadName: name of seat 0: invisible
    """
    names = tuple(" ".join(normalize("NFC", STRAY.sub("", name)).split()) for name in entered)
    folded = [name.casefold() for name in names]
    for seat, name in enumerate(names):
        if not strip_invisible(name).strip():
            raise BadName(seat, "empty")
        if strip_invisible(name) != name:
            raise BadName(seat, "invisible", entered[seat])
        if len(name) > MAX_NAME_LENGTH:
            raise BadName(seat, "too-long", entered[seat])
        if folded.index(folded[seat]) != seat:
            raise BadName(seat, "twice", entered[seat])
    return names


def near(name: str, known: Iterable[str]) -> str:
    """Whom somebody probably means by a name that nobody of those known has; empty for nobody.

    >>> near("Eva Novotna", ["Petr", "Eva"]), near("jana", ["Jána"]), near("Ivo", ["Jana"])
    ('Eva', 'Jána', '')
    """
    typed = _plain(name)
    return next((each for each in known if typed and _are_near(typed, _plain(each))), "")


def _plain(name: str) -> str:
    """A name without accents, capitals and signs between its words."""
    letters = normalize("NFD", name.casefold())
    return " ".join("".join(a if a.isalnum() else " " for a in letters if not combining(a)).split())


def _are_near(one: str, other: str) -> bool:
    """True if the words of one begin the other, or a letter is wrong, missing or too much."""
    if (
        not other
        or one == other
        or f"{one} ".startswith(f"{other} ")
        or f"{other} ".startswith(f"{one} ")
    ):
        return bool(other)
    short, long = sorted((one, other), key=len)
    if len(short) < SHORTEST_NEAR or len(long) - len(short) > 1:
        return False
    at = next((at for at, letter in enumerate(short) if letter != long[at]), len(short))
    rest = short[at:] if len(long) > len(short) else short[at + 1 :]
    return (
        rest == long[at + 1 :]
        or short[at:] == long[at + 1 : at + 2] + long[at : at + 1] + long[at + 2 :]
    )


def strip_invisible(text: str) -> str:
    """A text without signs that cannot be seen, which have no place in a page.

    >>> strip_invisible("Ka\u200brel\u202e")
    'Karel'
    """
    return "".join(letter for letter in text if letter.isprintable() or letter == JOINER)


def validate_visible(path: str, text: str) -> None:
    """Raises Invalid for a text with a sign that cannot be seen: what would be right is without."""
    if strip_invisible(text) != text:
        raise Invalid(path, "invisible", instead=" ".join(strip_invisible(text).split()))
