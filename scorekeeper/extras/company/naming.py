"""The names of one person, and a text in which he is not named, in whatever case of a language."""

import re
from collections.abc import Iterable, Iterator

from scorekeeper.names import WHO

WORD = re.compile(r"\w+")
SHORTEST, ENDING = 3, 3
"""Letters of a name that may have an ending, and the most that an ending has."""
VOWELS = "aáeéěiíoóuúůyýąęаеёіоуыэюяьй"
SOFT = {"k": "c", "h": "z", "g": "z", "r": "ř", "d": "ď", "t": "ť", "n": "ň"}
"""What the last letter of a stem becomes before some endings: Lenka → Lence, Petr → Petře."""


class Names:
    """Every name that somebody had.

    >>> petr = Names(["Petr", "Jirka"])
    >>> petr.without("Petrovi to projde, Petře! Jirko, s Jirkou; Petřín zůstane")
    '… to projde, …! …, s …; Petřín zůstane'
    >>> "PETR" in petr, "Petra" in petr
    (True, False)
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.known = frozenset(name.casefold() for name in names)
        words = {word for name in self.known for word in WORD.findall(name)}
        self._words = frozenset(words)
        self._stems = tuple({stem for word in words for stem in _stems(word)})
        whole = (name for name in self.known if not WORD.search(name))
        self._signs = re.compile("|".join(map(re.escape, sorted(whole))) or r"(?!)")

    def __contains__(self, name: str) -> bool:
        """True if it is one of the names, however it is capitalised."""
        return name.casefold() in self.known

    def without(self, text: str) -> str:
        """A text with `WHO` wherever one of the names stands."""
        said = WORD.sub(lambda word: WHO if self._names(word[0].casefold()) else word[0], text)
        return self._signs.sub(WHO, said)

    def _names(self, word: str) -> bool:
        return word in self._words or any(
            word.startswith(stem) and len(word) <= len(stem) + ENDING for stem in self._stems
        )


def _stems(word: str) -> Iterator[str]:
    """What the cases of a name begin with: Jana, Jan-y; Karel, Karl-a; Lenka, Lenk-y, Lenc-e."""
    if len(word) < SHORTEST:
        return
    stem = word[:-1] if word[-1] in VOWELS else word
    fleeting = len(word) > SHORTEST and word[-1] not in VOWELS and word[-2] in "eěёо"
    for each in (stem, word[:-2] + word[-1]) if fleeting else (stem,):
        yield each
        if each[-1] in SOFT:
            yield each[:-1] + SOFT[each[-1]] + "e"
            yield each[:-1] + SOFT[each[-1]] + "i"
