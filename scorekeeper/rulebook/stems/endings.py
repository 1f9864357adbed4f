"""The endings of a language, which are taken off words, the longest first."""

from collections.abc import Mapping, Sequence

Endings = Sequence[tuple[str, int]]
"""Endings, each with the letters that at least have to remain without it."""


def longest_first(least: Mapping[int, str]) -> Endings:
    """Endings as a table tells them: letters that have to remain → endings between blanks.

    >>> longest_first({2: "a ami", 3: "ov"})
    [('ami', 2), ('ov', 3), ('a', 2)]
    """
    told = [(ending, letters) for letters, each in least.items() for ending in each.split()]
    return sorted(told, key=lambda each: -len(each[0]))


def without_ending(word: str, endings: Endings) -> str:
    """A word without the first of the endings that leaves enough of it.

    >>> without_ending("kartami", [("ami", 2), ("i", 2)])
    'kart'
    """
    for ending, letters in endings:
        if word.endswith(ending) and len(word) - len(ending) >= letters:
            return word.removesuffix(ending)
    return word
