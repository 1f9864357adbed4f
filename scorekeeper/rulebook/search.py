"""Finding a rule by its words, in a reader's language, however they are inflected.

One matcher decides whether a word of a text is a word of the query: by a common stem (see `stems`),
or because the last word of the query may still be being typed. It ranks, marks and cuts alike.
"""

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from math import log

from scorekeeper.games import GAMES
from scorekeeper.rulebook import WORDS, Rulebook, RuleText, open_rulebook, shared_words
from scorekeeper.rulebook.stems import ALGORITHMS, folded, stems

WORD = re.compile(r"[^\W_]+")
LONGEST_QUERY, MOST_WORDS = 200, 12
SNIPPET = 160
"""Letters of a rule's text that a result shows."""
BEFORE = 40
"""Of these, letters before the first word that was found."""
BEGUN = 3
"""Letters that a partial term has at least: fewer are the beginning of too many words."""
WEIGHTS: Mapping[str, int] = {"number": 6, "title": 8, "id": 4, "book": 3, "text": 1}
"""What is searched, and how much a word weighs there; `book` is the title of the game."""
ENOUGH = 4
"""The weight from which on more of the same word adds little."""


@dataclass(frozen=True)
class Piece:
    """A piece of a text, and whether it is what was looked for."""

    text: str
    found: bool


@dataclass(frozen=True)
class Hit:
    """A rule that was found: its game, its title and the part of its text that fits."""

    game: str
    book: Rulebook
    rule: RuleText
    title: tuple[Piece, ...]
    snippet: tuple[Piece, ...]


@dataclass(frozen=True)
class Term:
    """A word of a query; a `partial` one also stands for every word that begins with it."""

    word: str
    partial: bool = False

    def prefix(self, language: str) -> str:
        """The folded beginning by which a word fits too; empty if only whole words fit.

        In a language without a stemmer every term is partial.
        """
        partial = self.partial or language not in ALGORITHMS
        return folded(self.word) if partial and len(self.word) >= BEGUN else ""


class Matcher:
    """Which words of a text in a language are words of a query.

    >>> matcher = Matcher((Term("kocky"),), "cs")
    >>> matcher.fits("kočkou"), matcher.fits("karta")
    (True, False)
    """

    def __init__(self, terms: Iterable[Term], language: str) -> None:
        self.language = language
        self.stems = frozenset(stem for term in terms for stem in stems(term.word, language))
        self.prefixes = tuple(filter(None, (term.prefix(language) for term in terms)))

    def fits(self, word: str) -> bool:
        """True if a word is one of the query: by a common stem, or by its beginning."""
        if not self.stems.isdisjoint(stems(word, self.language)):
            return True
        return bool(self.prefixes) and folded(word).startswith(self.prefixes)


def search(text: str, language: str, game: str = "", most: int = 30) -> tuple[Hit, ...]:
    """The rules that fit a query, best first: those with all of its words, else with any.

    `game` is the key of one game, or empty for all.
    """
    terms = query(text)
    if not terms:
        return ()
    rules = _index(language).find(terms, game, most)
    return tuple(_hit(game, id, language, terms) for game, id in rules)


def query(text: str) -> tuple[Term, ...]:
    """The terms of a query: without "co" or "of", unless there is nothing else, and without "kdy"
    or "can" in any case. The last one is partial: it may still be being typed.

    >>> [term.word for term in query("kdy můžu flekovat")]
    ['flekovat']
    >>> [term.word for term in query('"černá" -kočka NEAR( of')]
    ['černá', 'kočka', 'NEAR']
    """
    words = [
        word for word in WORD.findall(text[:LONGEST_QUERY]) if folded(word) not in _stop_words()
    ]
    telling = [word for word in words if len(word) > 2 or not word.isalpha()] or words
    *whole, last = [*telling[:MOST_WORDS]] or [""]
    return (*map(Term, whole), Term(last, partial=True)) if last else ()


@cache
def _stop_words() -> frozenset[str]:
    """Words that ask and say nothing of what about, folded, in all languages of the app."""
    spoken = [path.stem for path in WORDS.glob("*.toml")]
    return frozenset(folded(word) for each in spoken for word in shared_words(each)["stop"])


def has_all(text: str, terms: Iterable[Term], language: str) -> bool:
    """True if each of the terms fits some word of a text in a language.

    >>> has_all("Nectěná barva", query("barvu nectě"), "cs")
    True
    """
    words = WORD.findall(text)
    matchers = (Matcher((term,), language) for term in terms)
    return all(any(map(matcher.fits, words)) for matcher in matchers)


class _Index:
    """The words of all rules as the books of one reader's language spell them.

    `words` are in lower case with the language that they belong to: word → rule → weight. They
    are reached by stem, and by their beginning through a sorted list.
    """

    def __init__(self, language: str) -> None:
        self.rules: list[tuple[str, str]] = []
        self.words: dict[tuple[str, str], dict[int, int]] = {}
        for key, game in GAMES.items():
            book = open_rulebook(game.folder, language)
            for rule in book.rules.values():
                self._add(key, book, rule)
        self.by_stem: dict[tuple[str, str], set[str]] = defaultdict(set)
        for spoken, word in self.words:
            for stem in stems(word, spoken):
                self.by_stem[spoken, stem].add(word)
        self.sorted = sorted((spoken, folded(word), word) for spoken, word in self.words)
        self.languages = sorted({spoken for spoken, _word in self.words})

    def _add(self, game: str, book: Rulebook, rule: RuleText) -> None:
        number = len(self.rules)
        self.rules.append((game, rule.id))
        for word, weight in _weighed(book, rule).items():
            self.words.setdefault((book.language, word), {})[number] = weight

    def find(self, terms: Sequence[Term], game: str, most: int) -> list[tuple[str, str]]:
        """Game and id of the rules with all of the terms, else with any, best first."""
        scores = [self._scores(term, game) for term in terms]
        every = set(scores[0]).intersection(*scores)
        some = every or set().union(*scores)
        total = {rule: sum(each.get(rule, 0.0) for each in scores) for rule in some}
        best = sorted(total, key=lambda rule: (-total[rule], rule))
        return [self.rules[rule] for rule in best[:most]]

    def _scores(self, term: Term, game: str) -> dict[int, float]:
        """Rule → how well it fits a term: a rare word says more than a common one."""
        weights: Counter[int] = Counter()
        for word in self._fitting(term):
            weights.update(self.words[word])
        rarity = log(1 + len(self.rules) / (1 + len(weights)))
        return {
            rule: rarity * weight / (weight + ENOUGH)
            for rule, weight in weights.items()
            if game in ("", self.rules[rule][0])
        }

    def _fitting(self, term: Term) -> set[tuple[str, str]]:
        """The words that a `Matcher` of the term would take, without asking it for each."""
        fitting: set[tuple[str, str]] = set()
        for spoken in self.languages:
            for stem in stems(term.word, spoken):
                fitting |= {(spoken, word) for word in self.by_stem.get((spoken, stem), ())}
            if prefix := term.prefix(spoken):
                fitting |= {(spoken, word) for word in self._beginning(spoken, prefix)}
        return fitting

    def _beginning(self, spoken: str, prefix: str) -> Iterator[str]:
        start = bisect_left(self.sorted, (spoken, prefix, ""))
        rows = (self.sorted[at] for at in range(start, len(self.sorted)))
        begun = takewhile(lambda row: row[0] == spoken and row[1].startswith(prefix), rows)
        return (word for _spoken, _folded, word in begun)


@cache
def _index(language: str) -> _Index:
    # Two threads that ask first may both build it; each has a whole one.
    return _Index(language)


def _weighed(book: Rulebook, rule: RuleText) -> Counter[str]:
    """The words of a rule in lower case with their weights."""
    texts = {
        "number": rule.number,
        "title": rule.title,
        "id": rule.id,
        "book": book.title,
        "text": rule.text,
    }
    weights: Counter[str] = Counter()
    for name, text in texts.items():
        for word in WORD.findall(text):
            weights[word.lower()] += WEIGHTS[name]
    return weights


def _hit(game: str, id: str, language: str, terms: Sequence[Term]) -> Hit:
    book = open_rulebook(GAMES[game].folder, language)
    rule, matcher = book.rule(id), Matcher(terms, book.language)
    return Hit(game, book, rule, marked(rule.title, matcher), _snippet(marked(rule.text, matcher)))


def marked(text: str, matcher: Matcher) -> tuple[Piece, ...]:
    """A text in pieces: the words that were looked for, and what lies between."""
    return tuple(_pieces(text, matcher))


def _pieces(text: str, matcher: Matcher) -> Iterator[Piece]:
    end = 0
    for match in WORD.finditer(text):
        if matcher.fits(match[0]):
            yield Piece(text[end : match.start()], False)
            yield Piece(match[0], True)
            end = match.end()
    yield Piece(text[end:], False)


def _snippet(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """So much of a text as a result shows, from a little before the first word that was found."""
    first = next((at for at, piece in enumerate(pieces) if piece.found), 0)
    shown, room = [], SNIPPET
    if first:
        shown.append(Piece(_ending(pieces[first - 1].text, first > 1), False))
    for piece in pieces[first:]:
        if room <= 0:
            break
        shown.append(piece if len(piece.text) <= room else Piece(_beginning(piece, room), False))
        room -= len(piece.text)
    return tuple(piece for piece in shown if piece.text)


def _ending(text: str, more: bool) -> str:
    """The end of a text, cut at a word."""
    if len(text) <= BEFORE and not more:
        return text
    return "… " + text[-BEFORE:].partition(" ")[2]


def _beginning(piece: Piece, room: int) -> str:
    """The beginning of a text, cut at a word."""
    return piece.text[:room].rpartition(" ")[0] + " …"
