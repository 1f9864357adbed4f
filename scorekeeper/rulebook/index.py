"""An index of texts by their words, in all the languages that one reader's books speak."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from math import log

from scorekeeper.rulebook.stems import folded, stems
from scorekeeper.rulebook.terms import WORD, Term

WEIGHTS: Mapping[str, int] = {
    "number": 6,
    "title": 8,
    "id": 4,
    "also": 4,
    "book": 3,
    "text": 1,
    "source": 1,
}
"""What is searched, and how much a word weighs there; `book` is the title of the game, `also` what
else a thing is called.
"""
ENOUGH = 4
"""The weight from which on more of the same word adds little."""


@dataclass(frozen=True)
class Text:
    """Something that can be found, by the `id` that it has in a game.

    `parts` are its texts with their languages, under the names of `WEIGHTS`.
    """

    game: str
    id: str
    parts: Mapping[str, tuple[str, str]]

    @property
    def weighed(self) -> Counter[tuple[str, str]]:
        """Its words, each with its language and in lower case, with their weights."""
        weights: Counter[tuple[str, str]] = Counter()
        for name, (spoken, text) in self.parts.items():
            for word in WORD.findall(text):
                weights[spoken, word.lower()] += WEIGHTS[name]
        return weights


class Index:
    """The words of some texts.

    `words` are in lower case with the language that they belong to: word → text → weight. They
    are reached by stem, and by their beginning through a sorted list.
    """

    def __init__(self, texts: Iterable[Text]) -> None:
        self.texts: list[tuple[str, str]] = []
        self.words: dict[tuple[str, str], dict[int, int]] = {}
        for text in texts:
            self._add(text)
        self.by_stem: dict[tuple[str, str], set[str]] = defaultdict(set)
        for spoken, word in self.words:
            for stem in stems(word, spoken):
                self.by_stem[spoken, stem].add(word)
        self.sorted = sorted((spoken, folded(word), word) for spoken, word in self.words)
        self.languages = sorted({spoken for spoken, _word in self.words})

    def _add(self, text: Text) -> None:
        number = len(self.texts)
        self.texts.append((text.game, text.id))
        for word, weight in text.weighed.items():
            self.words.setdefault(word, {})[number] = weight

    def find(self, terms: Sequence[Term], game: str, most: int) -> list[tuple[str, str]]:
        """Game and id of the texts with all of the terms, else with any, best first."""
        scores = [self._scores(term, game) for term in terms]
        every = set(scores[0]).intersection(*scores)
        return self._best(every or set().union(*scores), scores, most)

    def find_all(self, terms: Sequence[Term], game: str, most: int) -> list[tuple[str, str]]:
        """Game and id of the texts with all of the terms, best first."""
        scores = [self._scores(term, game) for term in terms]
        return self._best(set(scores[0]).intersection(*scores), scores, most)

    def _best(
        self, texts: Iterable[int], scores: Sequence[Mapping[int, float]], most: int
    ) -> list[tuple[str, str]]:
        total = {text: sum(each.get(text, 0.0) for each in scores) for text in texts}
        best = sorted(total, key=lambda text: (-total[text], text))
        return [self.texts[text] for text in best[:most]]

    def _scores(self, term: Term, game: str) -> dict[int, float]:
        """Rule → how well it fits a term: a rare word says more than a common one."""
        weights: Counter[int] = Counter()
        for word in self._fitting(term):
            weights.update(self.words[word])
        rarity = log(1 + len(self.texts) / (1 + len(weights)))
        return {
            text: rarity * weight / (weight + ENOUGH)
            for text, weight in weights.items()
            if game in ("", self.texts[text][0])
        }

    def _fitting(self, term: Term) -> set[tuple[str, str]]:
        """The words that a `Matcher` of the term would take, without asking it for each."""
        fitting: set[tuple[str, str]] = set()
        for spoken in self.languages:
            for stem in stems(term.word, spoken):
                fitting |= {(spoken, word) for word in self.by_stem.get((spoken, stem), ())}
            if prefix := term.prefix:
                fitting |= {(spoken, word) for word in self._beginning(spoken, prefix)}
        return fitting

    def _beginning(self, spoken: str, prefix: str) -> Iterator[str]:
        start = bisect_left(self.sorted, (spoken, prefix, ""))
        rows = (self.sorted[at] for at in range(start, len(self.sorted)))
        begun = takewhile(lambda row: row[0] == spoken and row[1].startswith(prefix), rows)
        return (word for _spoken, _folded, word in begun)
