"""What is left of a word when its case, diacritics and ending are gone: how a search compares.

The endings are taken off by Snowball's stemmers, which expect a word as it is spelled. People leave
diacritics out, so a word also stands for what the stemmer makes of it without them.
"""

import unicodedata
from functools import lru_cache

from snowballstemmer import stemmer

ALGORITHMS = {"cs": "czech", "sk": "czech", "pl": "polish", "en": "english"}
"""Snowball knows no Slovak; its endings are near enough to the Czech ones."""

VOWELS = frozenset("aeiouy")
SHORT = 4


@lru_cache(maxsize=20_000)
def folded(text: str) -> str:
    """A text without case and diacritics, its words parted by one blank.

    >>> folded(" Srdcové  ESO ")
    'srdcove eso'
    """
    parted = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(each for each in parted if not unicodedata.combining(each))
    return " ".join(letters.split())


@lru_cache(maxsize=20_000)
def stems(word: str, language: str) -> frozenset[str]:
    """What a word may be found by: two words fit if they have a stem in common."""
    spelled = unicodedata.normalize("NFC", word.lower())
    return frozenset(_short(_stem(each, language)) for each in (spelled, folded(word)))


def _stem(word: str, language: str) -> str:
    # A stemmer of its own for each word: they hold the word in hand, and requests come in threads.
    if language not in ALGORITHMS:
        return folded(word)
    return folded(stemmer(ALGORITHMS[language]).stemWord(word))


def _short(stem: str) -> str:
    """Stemmers leave the ending of short words: eso, esa; hra, hry."""
    ends = 2 < len(stem) <= SHORT and stem[-1] in VOWELS
    return stem[:-1] if ends else stem
