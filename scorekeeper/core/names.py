"""Names of people as they are typed: tidied, and refused with the reason."""

import re
from collections.abc import Mapping, Sequence
from unicodedata import combining, normalize

from scorekeeper.core.schema import Invalid

MAX_NAME_LENGTH = 30
SHORTEST_NEAR = 4
"""Letters of a name of which one may be wrong: "Iva" and "Eva" are two people."""
SHORTEST_STEM = 3
VOWELS = "aeiouyаеоуыэюя"
FAMILIAR_ENDING = re.compile(
    "(?:ic|in|en|an|us|ul|un|ec|ac|yn|ун|ач|ан|ен)?(?:k[ao]|ek|ик|ка|ко)$|i[kn]$|us$"
)
"""What makes a name familiar: Ev-ička, Petř-ík, Jan-ko."""
FLEETING = re.compile("[eе](?=[^aeiouy]$)")
"""Karel, but Karl-ík."""
FAMILIAR: Mapping[str, Sequence[str]] = {
    name: familiar.split()
    for name, familiar in {
        "alois": "lojza lojzik",
        "antonin": "tonda tonik",
        "barbara": "basia",
        "frantisek": "fero",
        "jakub": "kuba",
        "jan": "honza jenda janek",
        "jaroslav": "jarda",
        "joanna": "asia",
        "josef": "pepa pepik",
        "jozef": "jozo",
        "juraj": "duro",
        "karel": "kaja",
        "katarzyna": "kasia",
        "krzysztof": "krzysiek",
        "ladislav": "lada laco",
        "malgorzata": "gosia",
        "marie": "manka maruska",
        "michal": "misa miso",
        "pavol": "palo",
        "petr": "peta",
        "stanislav": "standa stano",
        "stanislaw": "staszek",
        "stefan": "stevo",
        "vaclav": "vasek venca",
        "vladimir": "lada vlada",
        "zdenek": "zdenda",
        "zofia": "zosia",
        "аляксандр": "саша алесь",
        "дзмітрыи": "дзіма",
        "міхаіл": "міша",
    }.items()
}
"""Familiar names that no ending explains, without accents."""
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


def are_near(one: str, other: str) -> bool:
    """True if two names are probably of one person: they differ by case, accents, a letter, or one
    is the short or the familiar form of the other.

    >>> are_near("Eva Novotna", "Eva"), are_near("jana", "Jána"), are_near("Evička", "Eva")
    (True, True, True)
    >>> are_near("Ivva", "Iva"), are_near("Honza", "Jan"), are_near("Tom", "Tomáš")
    (True, True, True)
    >>> are_near("Ivo", "Iva"), are_near("Petr K.", "Petr N."), are_near("Jan", "Jana")
    (False, False, False)
    """
    first, second = _words(one), _words(other)
    if not first or not second:
        return False
    pairs = [*zip(first, second, strict=False)]
    return "".join(first) == "".join(second) or all(
        _are_words_near(*pair, begins=at == 0) for at, pair in enumerate(pairs)
    )


def _words(name: str) -> list[str]:
    """The words of a name without accents, capitals and other signs."""
    letters = normalize("NFD", name.casefold().replace("ł", "l"))
    return "".join(a if a.isalnum() else " " for a in letters if not combining(a)).split()


def _are_words_near(one: str, other: str, *, begins: bool) -> bool:
    if not begins and 1 in (len(one), len(other)):  # an initial
        return one[0] == other[0]
    short, long = sorted((one, other), key=len)
    is_form = any(_is_form(*pair) for pair in ((short, long), (long, short)))
    return one == other or is_form or _is_slip(short, long)


def _is_form(one: str, other: str) -> bool:
    """True if a word is short or familiar for another: Tom – Tomáš, Evička – Eva, Honza – Jan."""
    stem, plain = FAMILIAR_ENDING.sub("", one), other.rstrip(VOWELS)
    is_familiar = stem != one and len(stem) > 1 and stem in (plain, FLEETING.sub("", plain))
    stem = stem.rstrip(VOWELS)
    return (
        is_familiar
        or (len(stem) >= SHORTEST_STEM and other.startswith(stem) and len(other) > len(stem) + 1)
        or one in FAMILIAR.get(other, ())
    )


def _is_slip(short: str, long: str) -> bool:
    """True if a letter is wrong, missing or too much, or two are exchanged; of a short name only
    if one is doubled.
    """
    at = next((at for at, letter in enumerate(short) if letter != long[at]), len(short))
    if len(long) - len(short) == 1 and len(short) > 1 and long[at] == long[at - 1]:
        return short[at:] == long[at + 1 :]
    if len(short) < SHORTEST_NEAR or len(long) - len(short) > 1:
        return False
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
