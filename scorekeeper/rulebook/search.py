"""The one search of books and referee: what players say leads to the rules that answer, and each to
what can be checked about it: its offence, its questions, its decided quarrels, the likeliest first.

Rules are found in a reader's language by all forms of their words, by what players call things, and
by the words of the document that they come from, in the language of that.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import cast

from scorekeeper.core.house_rules import HouseRules
from scorekeeper.games import GAMES
from scorekeeper.rulebook import (
    WORDS,
    GlossaryTerm,
    Rulebook,
    RuleText,
    glossary_of,
    open_rulebook,
    shared_words,
)
from scorekeeper.rulebook.decisions import Decision, decision_of, decision_words, decisions_of
from scorekeeper.rulebook.fallback import language_of
from scorekeeper.rulebook.index import (
    STOP_WORD_WEIGHT,
    SYNONYM,
    WORD,
    Index,
    IndexedText,
    Likeness,
    Piece,
    Term,
    highlighted,
    name_keys,
    snippet,
)
from scorekeeper.rulebook.sources import GAP, source_of
from scorekeeper.rulebook.stems import normalized, stems

LONGEST_QUERY, MOST_WORDS, MOST_TERMS = 300, 16, 4
QUARREL = 0.5
"""What the best of its decided quarrels adds to a rule."""
THING = 1.3
"""What a word counts by which a glossary calls a thing: more than a verb does."""
EXACT_BONUS = 1000.0
"""What it adds to be called just what was typed."""
MIN_MARKED = 0.6
"""How near a word has to be to what was typed to be marked."""


@dataclass(frozen=True)
class Hit:
    """A rule that was found: its game, its title, its text and the part of it that fits.

    If only the document that it comes from has the words, the snippet is of that. `spoken` is the
    language of the snippet. What can be checked: the `offence` if breaking it is listed, the kinds
    of `questions` that turn on it, and decided quarrels, the likeliest first.
    """

    game: str
    book: Rulebook
    rule: RuleText
    title: tuple[Piece, ...]
    text: tuple[Piece, ...]
    snippet: tuple[Piece, ...]
    spoken: str
    offence: str
    questions: tuple[str, ...]
    decisions: tuple[Decision, ...]


@dataclass(frozen=True)
class GlossaryHit:
    """A term that was found, by its own name or by what else it is called (`also`)."""

    game: str
    book: Rulebook
    term: GlossaryTerm
    title: tuple[Piece, ...]
    also: tuple[Piece, ...]


def search(
    text: str, language: str, game: str = "", most: int = 12, house: HouseRules | None = None
) -> tuple[Hit, ...]:
    """The rules that answer what was said, the likeliest first; of one game as a table plays it.

    `game` is the key of one game, or empty for all.
    """
    if not (terms := query(text, language)):
        return ()
    rules, turning = _rules_index(language), _turning(language)
    scores = _scored(rules, terms, game)
    quarrels: dict[int, dict[int, float]] = defaultdict(dict)
    for at, score in _scored(_decisions_index(language), terms, game).items():
        quarrels[turning[at]][at] = score
    for at, found in quarrels.items():
        scores[at] = scores.get(at, 0.0) + QUARREL * max(found.values())
    best = sorted(scores, key=lambda at: (-round(scores[at], 6), at))[:most]
    words = _marking(terms, rules)
    return tuple(_hit(rules.texts[at], language, house, quarrels.get(at, {}), words) for at in best)


def search_glossary(text: str, language: str, game: str) -> tuple[GlossaryHit, ...]:
    """The terms of glossaries that are called by all telling words of a query, best first."""
    if not (typed := query(text, language)):
        return ()
    index = _terms_index(language)
    terms = [term for term in typed if term.is_telling] or typed
    scores = [index.find([term], game) for term in terms]
    every = set(scores[0]).intersection(*scores)
    best = sorted(every, key=lambda at: (-sum(each[at] for each in scores), at))
    words = _marking(terms, index)
    return tuple(_glossary_hit(index.texts[at], language, words) for at in best[:MOST_TERMS])


def query(text: str, language: str) -> tuple[Term, ...]:
    """The terms of a query; words such as "co" or "kdy" count little. The last one is partial: it
    may still be being typed.

    >>> [(term.word, term.worth) for term in query("kdy vynesl flek", "cs")]
    [('kdy', 0.15), ('vynesl', 1.0), ('flek', 1.3)]
    """
    words = WORD.findall(text[:LONGEST_QUERY])[:MOST_WORDS]
    return tuple(_term(word, language, at == len(words)) for at, word in enumerate(words, 1))


def _term(word: str, language: str, partial: bool) -> Term:
    spoken = _synonyms(language)
    if normalized(word) in _little_words() or (len(word) < 3 and word.isalpha()):
        return Term(word, partial, STOP_WORD_WEIGHT, spoken.language)
    worth = 1.0 if spoken.things.isdisjoint(stems(word, spoken.language)) else THING
    others = tuple((other, worth * counts) for other, counts in spoken.of(word))
    return Term(word, partial, worth, spoken.language, others)


@cache
def _little_words() -> frozenset[str]:
    """Words that say nothing of what about, folded, in all languages of the app."""
    spoken = [path.stem for path in WORDS.glob("*.toml")]
    return frozenset(normalized(word) for each in spoken for word in shared_words(each)["stop"])


class Synonyms:
    """Words that mean the same, in groups: of everyday speech, and what `things` are called."""

    def __init__(
        self, language: str, groups: Iterable[Sequence[str]], things: Iterable[Sequence[str]]
    ) -> None:
        self.language = language
        called = tuple(things)
        self.groups = (*groups, *called)
        self.things = {stem for names in called for name in names for stem in stems(name, language)}
        self.by_stem: dict[str, set[int]] = defaultdict(set)
        for number, group in enumerate(self.groups):
            for stem in (stem for word in group for stem in stems(word, language)):
                self.by_stem[stem].add(number)
        self.alike = Likeness(self.by_stem)

    def of(self, word: str) -> tuple[tuple[str, float], ...]:
        """The words that mean the same as one, each with what it counts."""
        worth: dict[str, float] = {}
        for stem in stems(word, self.language):
            for known, like in self.alike.to(stem).items():
                for other in (each for n in self.by_stem[known] for each in self.groups[n]):
                    worth[other] = max(SYNONYM * like, worth.get(other, 0.0))
        return tuple(worth.items())


@cache
def _synonyms(language: str) -> Synonyms:
    """What the words of all games tell to be the same, and what glossaries call a thing."""
    books = [open_rulebook(game.folder, language) for game in GAMES.values()]
    called = (
        [name for name in (each.term, *each.also.split(", ")) if WORD.fullmatch(name)]
        for book in books
        for each in glossary_of(book).values()
    )
    told = cast(Sequence[str], books[0].shared.get("alike", ()))
    return Synonyms(books[0].language, (row.split() for row in told), called)


@cache
def _rules_index(language: str) -> Index:
    # Two threads that ask first may both build it; each has a whole one.
    return Index(_rules(language))


def _rules(language: str) -> Iterator[IndexedText]:
    for key, game in GAMES.items():
        book, spoken = open_rulebook(game.folder, language), source_of(game.folder).language
        for rule in book.rules.values():
            own = {"number": rule.number, "title": rule.title, "id": rule.id, "text": rule.text}
            said = {"slang": book.text("slang", rule.id), "offence": book.text("offences", rule.id)}
            parts = _in(book.language, {**own, **said, "book": book.title})
            there = _in(spoken, {"source": _source_text(game.folder, rule.id)})
            yield IndexedText(key, rule.id, {**parts, **there})


def _in(language: str, texts: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    return {name: (language_of(text, language), text) for name, text in texts.items()}


def _source_text(folder: Path, id: str) -> str:
    """What the document says on a rule; empty if nothing."""
    excerpts = source_of(folder).excerpts.get(id, ())
    return f" {GAP} ".join(excerpt.text for excerpt in excerpts)


def _scored(index: Index, terms: Sequence[Term], game: str) -> dict[int, float]:
    """How well each text of an index fits, by its place; what is called just so fits best."""
    scores = index.find(terms, game)
    typed = " ".join(term.word for term in terms)
    keys = name_keys(typed, terms[0].language)
    named = {at: worth for key in keys for at, worth in index.named.get(key, {}).items()}
    for at, worth in named.items():
        if at in scores:
            scores[at] += worth * EXACT_BONUS
    return scores


@cache
def _decisions_index(language: str) -> Index:
    texts = list[IndexedText]()
    for key, game in GAMES.items():
        book, words = open_rulebook(game.folder, language), decision_words(game, language)
        for each in decisions_of(game):
            said = words.of(each)
            own = {"number": each.name, "title": said.title, "text": f"{said.quarrel} {said.why}"}
            texts.append(IndexedText(key, str(each.number), _in(book.language, own)))
    return Index(texts)


@cache
def _turning(language: str) -> Sequence[int]:
    """For each quarrel of the index, the place of the rule that it turns on."""
    places = {(each.game, each.id): at for at, each in enumerate(_rules_index(language).texts)}
    books = {key: open_rulebook(game.folder, language) for key, game in GAMES.items()}
    decided = (
        (each.game, decision_of(GAMES[each.game], int(each.id)).example.rule)
        for each in _decisions_index(language).texts
    )
    return [places[game, books[game].rule(rule).id] for game, rule in decided]


@cache
def _terms_index(language: str) -> Index:
    books = {key: open_rulebook(game.folder, language) for key, game in GAMES.items()}
    return Index(
        IndexedText(key, id, _in(book.language, {"title": each.term, "also": each.also}))
        for key, book in books.items()
        for id, each in glossary_of(book).items()
    )


def _marking(terms: Iterable[Term], index: Index) -> frozenset[str]:
    """The words of an index that stand for a query, so that they are marked."""
    near = (item for term in terms if term.is_telling for item in index.near(term).items())
    return frozenset(
        word for stem, like in near if like >= MIN_MARKED for word in index.by_stem[stem]
    )


def _hit(
    text: IndexedText,
    language: str,
    house: HouseRules | None,
    quarrels: Mapping[int, float],
    words: frozenset[str],
) -> Hit:
    game = GAMES[text.game]
    book = open_rulebook(game.folder, language, house)
    rule = book.rule(text.id)
    title, own = highlighted(rule.title, words), highlighted(rule.text, words)
    shown, spoken = own, language_of(rule.text, book.language)
    if not any(piece.found for piece in (*title, *own)):
        there = highlighted(_source_text(game.folder, text.id), words)
        if any(piece.found for piece in there):
            shown, spoken = there, source_of(game.folder).language
    decided = _decisions_index(language).texts
    best = [
        decision_of(game, int(decided[at].id))
        for at in sorted(quarrels, key=lambda at: (-quarrels[at], at))
    ]
    likely = [str(each.example.case.get("kind")) for each in best]
    kinds = _questions(language).get((text.game, rule.id), ())
    return Hit(
        text.game,
        book,
        rule,
        title,
        own,
        snippet(shown),
        spoken,
        book.text("offences", rule.id),
        tuple(dict.fromkeys([kind for kind in likely if kind in kinds] + [*kinds])),
        tuple(best),
    )


@cache
def _questions(language: str) -> Mapping[tuple[str, str], tuple[str, ...]]:
    """Game and rule → the kinds of question that turn on it, those of most quarrels first."""
    asked: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for key, game in GAMES.items():
        book = open_rulebook(game.folder, language)
        for each in decisions_of(game):
            kind = str(each.example.case.get("kind"))
            asked[key, book.rule(each.example.rule).id][kind] += kind in game.kinds
        for rule in game.rules:
            turning = [k for k, declared in game.kinds.items() if issubclass(declared, rule.asks)]
            asked[key, book.rule(rule.id).id].update(turning)
    return {rule: tuple(k for k, n in told.most_common() if n) for rule, told in asked.items()}


def _glossary_hit(text: IndexedText, language: str, words: frozenset[str]) -> GlossaryHit:
    book = open_rulebook(GAMES[text.game].folder, language)
    term = glossary_of(book)[text.id]
    return GlossaryHit(
        text.game, book, term, highlighted(term.term, words), highlighted(term.also, words)
    )
