"""An index of texts by their words, in all the languages that one reader's books speak; the words
of a query, and what is shown of a text in which some of them were found.

A rare word says more than a common one, a title more than a text, and what is nearly the word that
was typed a little less than the word itself.
"""

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, takewhile
from math import log

from scorekeeper.rulebook.fallback import in_language_of
from scorekeeper.rulebook.stems import normalized, stems

WORD = re.compile(r"[^\W_]+(?:['’ʼ](?=[а-яўі])[^\W_]+)*")
"""An apostrophe is a letter only where Cyrillic goes on: аб’ява, but dealer’s."""
SNIPPET = 160
"""Letters of a text that a result shows."""
BEFORE = 40
"""Of these, letters before the first word that was found."""
BEGUN = 3
"""Letters that a partial term has at least: fewer are the beginning of too many words."""


@dataclass(frozen=True)
class Piece:
    """A piece of a text, and whether it is what was looked for."""

    text: str
    found: bool


@dataclass(frozen=True)
class Term:
    """A word of a query; a `partial` one also stands for every word that begins with it.

    `worth` is what it counts, `others` are words of a `language` that mean the same, with what they
    count.
    """

    word: str
    partial: bool = False
    worth: float = 1.0
    language: str = ""
    others: tuple[tuple[str, float], ...] = ()

    @property
    def is_telling(self) -> bool:
        """True unless it is a word such as "who", which says little."""
        return self.worth > STOP_WORD_WEIGHT

    @property
    def prefix(self) -> str:
        """The folded beginning by which a word fits too; empty if only whole words fit."""
        return normalized(self.word) if self.partial and len(self.word) >= BEGUN else ""


def highlighted(text: str, words: Container[str]) -> tuple[Piece, ...]:
    """A text in pieces: the words that were looked for, in lower case, and what lies between."""
    cuts = [0, len(text)]
    for match in WORD.finditer(text):
        if match[0].lower() in words:
            cuts[-1:-1] = match.span()
    return tuple(
        Piece(in_language_of(text[start:end], text), at % 2 == 1)
        for at, (start, end) in enumerate(pairwise(cuts))
    )


def snippet(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """So much of a text as a result shows, from a little before the first word that was found."""
    first = next((at for at, piece in enumerate(pieces) if piece.found), 0)
    shown, room = [], SNIPPET
    if first:
        text = pieces[first - 1].text
        cut = first > 1 or len(text) > BEFORE
        shown.append(Piece("… " + text[-BEFORE:].partition(" ")[2] if cut else text, False))
    for piece in pieces[first:]:
        if room <= 0:
            break
        begun = f"{piece.text[:room].rpartition(' ')[0]} …"
        shown.append(piece if len(piece.text) <= room else Piece(begun, False))
        room -= len(piece.text)
    return tuple(piece for piece in shown if piece.text)


LanguageWord = tuple[str, str]
"""A language, and a word of it in lower case, or its stem."""

WEIGHTS: Mapping[str, float] = {
    "number": 6,
    "title": 4,
    "id": 4,
    "also": 4,
    "slang": 4,
    "offence": 4,
    "book": 1,
    "text": 1,
    "source": 0.3,
}
"""What is searched, and how much a word weighs there; `book` is the title of the game, `also` what
else a thing is called, `slang` what players say for it, `offence` what breaking it is called.
"""
NAMES = frozenset({"title", "number", "id"})
"""What a text is called by."""
SLANG_WEIGHT = 0.5
"""What it counts beside that to be called something by players only."""
SATURATION = 1.2
"""The weight from which on more of the same word adds little."""
LENGTH_PENALTY = 0.6
"""How much it takes from a word that its text is long: 0 nothing, 1 all that it is longer."""
MIN_LIKENESS = 0.5
"""The likeness from which on a stem stands for another."""
MOST_ASKED = 4000
"""Words whose likeness to others is remembered."""
SYNONYM, STOP_WORD_WEIGHT = 0.65, 0.15
"""What a word of the same meaning counts, and a word that says little."""


@dataclass(frozen=True)
class IndexedText:
    """Something that can be found, by the `id` that it has in a game.

    `parts` are its texts with their languages, under the names of `WEIGHTS`.
    """

    game: str
    id: str
    parts: Mapping[str, tuple[str, str]]

    @property
    def names(self) -> Iterator[tuple[str, float]]:
        """All that it is called, in the keys of names, with what that counts: by the book, then by
        players.
        """
        for part, (spoken, text) in self.parts.items():
            if part in NAMES:
                yield from ((key, 1.0) for key in name_keys(text, spoken))
        if "slang" in self.parts:
            spoken, slang = self.parts["slang"]
            for said in slang.split(", "):
                yield from ((key, SLANG_WEIGHT) for key in name_keys(said, spoken))

    @property
    def weighed(self) -> Counter[LanguageWord]:
        weights: Counter[LanguageWord] = Counter()
        for name, (spoken, text) in self.parts.items():
            for word in WORD.findall(text):
                weights[spoken, word.lower()] += WEIGHTS[name]  # type: ignore[assignment]
        return weights


def name_keys(text: str, language: str) -> tuple[str, str]:
    """What two forms of a name, or two ways to write it, have in common.

    >>> set(name_keys("Renonců", "cs")) & set(name_keys("renonc", "cs"))
    {'renonc'}
    >>> set(name_keys("Kdo útočí", "cs")) & set(name_keys("kdo utoci", "cs"))
    {'kdo utoci'}
    """
    words = WORD.findall(text)
    return normalized(" ".join(words)), " ".join(min(stems(word, language)) for word in words)


class Index:
    """The words of some texts: stem → text → weight.

    `words` are in lower case, each with the language that it belongs to, and reached by their
    stems, or by their beginning through a sorted list; whole texts by what they are called.
    """

    def __init__(self, texts: Iterable[IndexedText]) -> None:
        self.texts = tuple(texts)
        weighed = [text.weighed for text in self.texts]
        sizes = [sum(words.values()) for words in weighed]
        usual = sum(sizes) / max(len(sizes), 1)
        self.words: dict[LanguageWord, frozenset[str]] = {}
        self.by_stem: dict[LanguageWord, set[str]] = defaultdict(set)
        self.weights: dict[LanguageWord, dict[str, dict[int, float]]] = {}
        for number, (words, size) in enumerate(zip(weighed, sizes, strict=True)):
            long = 1 - LENGTH_PENALTY + LENGTH_PENALTY * size / usual
            for (spoken, word), weight in words.items():
                for stem in self._stems_of(spoken, word):
                    games = self.weights.setdefault((spoken, stem), {})
                    holders = games.setdefault(self.texts[number].game, defaultdict(float))
                    holders[number] += weight / long
        self.sorted = sorted((spoken, normalized(word), word) for spoken, word in self.words)
        self.languages = sorted({spoken for spoken, _word in self.words})
        self.alike = {
            each: Likeness(stem for spoken, stem in self.by_stem if spoken == each)
            for each in self.languages
        }
        self.named: dict[str, dict[int, float]] = defaultdict(dict)
        for number, text in enumerate(self.texts):
            for name, worth in text.names:
                self.named[name].setdefault(number, worth)
        self.in_game = Counter(text.game for text in self.texts)

    def _stems_of(self, spoken: str, word: str) -> frozenset[str]:
        if (spoken, word) not in self.words:
            self.words[spoken, word] = stems(word, spoken)
            for stem in self.words[spoken, word]:
                self.by_stem[spoken, stem].add(word)
        return self.words[spoken, word]

    def find(self, terms: Sequence[Term], game: str) -> dict[int, float]:
        """IndexedText, by its place in `texts` → how well it fits, if any word does."""
        total: dict[int, float] = defaultdict(float)
        for term in terms:
            for text, score in self._scores(term, game).items():
                total[text] += score
        return total

    def _scores(self, term: Term, game: str) -> dict[int, float]:
        """IndexedText → how well it fits a term; a rare word says more."""
        scores: dict[int, float] = {}
        every = self.in_game[game] if game else len(self.texts)
        for stem, near in self.near(term).items():
            games = self.weights[stem]
            holders = [games.get(game, {})] if game else list(games.values())
            holding = sum(map(len, holders))
            worth = near * log(1 + (every - holding + 0.5) / (holding + 0.5))
            for text, weight in (item for each in holders for item in each.items()):
                score = worth * weight / (weight + SATURATION)
                scores[text] = max(score, scores.get(text, 0.0))
        return scores

    def near(self, term: Term) -> dict[LanguageWord, float]:
        """The stems that stand for a term, with how near they are to it, up to 1."""
        near: dict[LanguageWord, float] = {}
        for spoken in self.languages:
            known = ((spoken, stem) for stem in stems(term.word, spoken))
            near.update({stem: term.worth for stem in known if stem in self.by_stem})
        for word, worth in ((term.word, term.worth), *term.others):
            for stem, likeness in self._near(word, term.language).items():
                each = (term.language, stem)
                near[each] = max(likeness * worth, near.get(each, 0.0))
        if term.prefix:
            for spoken, stem in self._begun(term.prefix):
                near[spoken, stem] = term.worth
        return near

    def _near(self, word: str, spoken: str) -> dict[str, float]:
        if spoken not in self.alike:
            return {}
        near: dict[str, float] = {}
        for stem in stems(word, spoken):
            for known, likeness in self.alike[spoken].to(stem).items():
                near[known] = max(likeness, near.get(known, 0.0))
        return near

    def _begun(self, prefix: str) -> Iterator[LanguageWord]:
        for spoken in self.languages:
            start = bisect_left(self.sorted, (spoken, prefix, ""))
            rows = (self.sorted[at] for at in range(start, len(self.sorted)))
            for row in takewhile(lambda row: row[1].startswith(prefix), rows):
                if row[0] != spoken:
                    break
                yield from ((spoken, stem) for stem in self.words[spoken, row[2]])


class Likeness:
    """Which of some stems are spelled much like another: by the three letters that both have."""

    def __init__(self, stems: Iterable[str]) -> None:
        self.sizes = {stem: len(_trigrams(stem)) for stem in stems}
        self.holders: dict[str, list[str]] = defaultdict(list)
        for stem in self.sizes:
            for three in _trigrams(stem):
                self.holders[three].append(stem)
        self.to = lru_cache(MOST_ASKED)(self._to)

    def _to(self, stem: str) -> Mapping[str, float]:
        """The stems that are like one, with how much, up to 1."""
        common = Counter(each for three in _trigrams(stem) for each in self.holders.get(three, ()))
        size = len(_trigrams(stem))
        alike = {each: 2 * n / (size + self.sizes[each]) for each, n in common.items()}
        near = {each: like**2 for each, like in alike.items() if like >= MIN_LIKENESS}
        return near | ({stem: 1.0} if stem in self.sizes else {})


@lru_cache(maxsize=50_000)
def _trigrams(stem: str) -> frozenset[str]:
    begun = f" {stem} " if len(stem) < 4 else f" {stem}"
    return frozenset(begun[at : at + 3] for at in range(max(len(begun) - 2, 1)))
