"""What is left of a word when its case, diacritics and ending are gone: how a search compares.

Snowball's stemmers take the endings off, or small ones of our own. Snowball expects a word as it is
spelled, and people leave diacritics out, so there a word also stands for what becomes of it without
them. In a language without a stemmer a word stands for itself.

Here belongs what becomes of a single word. Which words of a text are compared does not belong here:
that is in `terms` and `index`.
"""

import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache

from snowballstemmer import stemmer

from scorekeeper.rulebook.stems import belarusian, slovak

ALGORITHMS = {"cs": "czech", "pl": "polish", "en": "english"}
"""The languages whose endings Snowball knows."""

VOWELS = frozenset("aeiouy")
SHORT = 4
APOSTROPHES = str.maketrans("", "", "'’ʼ")
WHOLE = str.maketrans({"ł": "l", "и": "і"})
"""Letters that Unicode does not part from their strokes, or that another keyboard has instead."""


@lru_cache(maxsize=20_000)
def folded(text: str) -> str:
    """A text without case, diacritics and apostrophes, its words parted by one blank.

    >>> folded(" Srdcové  ESO "), folded("Аб’ява")
    ('srdcove eso', 'абява')
    """
    parted = unicodedata.normalize("NFKD", text.casefold()).translate(APOSTROPHES)
    letters = "".join(each for each in parted if not unicodedata.combining(each))
    return " ".join(letters.translate(WHOLE).split())


def _slovak(word: str) -> str:
    return slovak.stem(folded(word))


def _belarusian(word: str) -> str:
    return belarusian.stem(word.translate(APOSTROPHES))


OURS: Mapping[str, Callable[[str], str]] = {"sk": _slovak, "be": _belarusian}


@lru_cache(maxsize=20_000)
def stems(word: str, language: str) -> frozenset[str]:
    """What a word may be found by: two words fit if they have a stem in common."""
    spelled = unicodedata.normalize("NFC", word.lower())
    if language in OURS:
        return frozenset({_short(OURS[language](spelled))})
    return frozenset(_short(_stem(each, language)) for each in (spelled, folded(word)))


def _stem(word: str, language: str) -> str:
    # A stemmer of its own for each word: they hold the word in hand, and requests come in threads.
    if language in ALGORITHMS:
        return folded(stemmer(ALGORITHMS[language]).stemWord(word))
    return folded(word)


def _short(stem: str) -> str:
    """Stemmers leave the ending of short words: eso, esa; hra, hry."""
    ends = 2 < len(stem) <= SHORT and stem[-1] in VOWELS
    return stem[:-1] if ends else stem
