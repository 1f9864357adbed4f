"""Finding rules, decisions and terms of glossaries by their words, in a reader's language, however
they are inflected; rules also by the words of the document that they come from, in the language of
that.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from scorekeeper.games import GAMES
from scorekeeper.rulebook import WORDS, Rulebook, RuleText, open_rulebook, shared_words
from scorekeeper.rulebook.decisions import Decision, decision_of, decision_words, decisions_of
from scorekeeper.rulebook.glossary import GlossaryTerm, glossary_of
from scorekeeper.rulebook.index import Index, Text
from scorekeeper.rulebook.sources import GAP, source_of
from scorekeeper.rulebook.stems import folded
from scorekeeper.rulebook.terms import WORD, Matcher, Piece, Term, marked, snippet

LONGEST_QUERY, MOST_WORDS = 200, 12


@dataclass(frozen=True)
class Hit:
    """A rule that was found: its game, its title and the part of its text that fits.

    If only the document that it comes from has the words, the snippet is of that. `spoken` is the
    language of the snippet.
    """

    game: str
    book: Rulebook
    rule: RuleText
    title: tuple[Piece, ...]
    snippet: tuple[Piece, ...]
    spoken: str


@dataclass(frozen=True)
class DecisionHit:
    """A decision that was found: its game, its title and the part of the quarrel that fits."""

    game: str
    book: Rulebook
    decision: Decision
    title: tuple[Piece, ...]
    snippet: tuple[Piece, ...]
    spoken: str


@dataclass(frozen=True)
class GlossaryHit:
    """A term that was found, by its own name or by what else it is called (`also`)."""

    game: str
    book: Rulebook
    term: GlossaryTerm
    title: tuple[Piece, ...]
    also: tuple[Piece, ...]


def search(text: str, language: str, game: str = "", most: int = 22) -> tuple[Hit, ...]:
    """The rules that fit a query, best first: those with all of its words, else with any.

    `game` is the key of one game, or empty for all.
    """
    terms = query(text)
    if not terms:
        return ()
    rules = _index(language).find(terms, game, most)
    return tuple(_hit(game, id, language, terms) for game, id in rules)


def search_decisions(
    text: str, language: str, game: str = "", most: int = 6
) -> tuple[DecisionHit, ...]:
    """The decisions that have all words of a query, best first."""
    terms = query(text)
    if not terms:
        return ()
    numbers = _index_of_decisions(language).find_all(terms, game, most)
    return tuple(_decision_hit(game, int(n), language, terms) for game, n in numbers)


def search_glossary(
    text: str, language: str, game: str = "", most: int = 4
) -> tuple[GlossaryHit, ...]:
    """The terms of glossaries that are called by all words of a query, best first."""
    terms = query(text)
    if not terms:
        return ()
    found = _index_of_terms(language).find_all(terms, game, most)
    return tuple(_glossary_hit(game, id, language, terms) for game, id in found)


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


@cache
def _index(language: str) -> Index:
    # Two threads that ask first may both build it; each has a whole one.
    return Index(_rules(language))


def _rules(language: str) -> Iterator[Text]:
    for key, game in GAMES.items():
        book, spoken = open_rulebook(game.folder, language), source_of(game.folder).language
        for rule in book.rules.values():
            own = {"number": rule.number, "title": rule.title, "id": rule.id, "text": rule.text}
            parts = _in(book.language, {**own, "book": book.title})
            there = _in(spoken, {"source": _source_text(game.folder, rule.id)})
            yield Text(key, rule.id, {**parts, **there})


def _in(language: str, texts: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Some texts, each with its language."""
    return {name: (language, text) for name, text in texts.items()}


def _source_text(folder: Path, id: str) -> str:
    """What the document says on a rule; empty if nothing."""
    excerpts = source_of(folder).excerpts.get(id, ())
    return f" {GAP} ".join(excerpt.text for excerpt in excerpts)


@cache
def _index_of_decisions(language: str) -> Index:
    return Index(_decisions(language))


def _decisions(language: str) -> Iterator[Text]:
    for key, game in GAMES.items():
        book, words = open_rulebook(game.folder, language), decision_words(game, language)
        for each in decisions_of(game):
            said = words.of(each)
            own = {"number": each.name, "title": said.title, "text": f"{said.quarrel} {said.why}"}
            yield Text(key, str(each.number), _in(book.language, {**own, "book": book.title}))


@cache
def _index_of_terms(language: str) -> Index:
    return Index(_terms(language))


def _terms(language: str) -> Iterator[Text]:
    for key, game in GAMES.items():
        book = open_rulebook(game.folder, language)
        for id, each in glossary_of(book).items():
            yield Text(key, id, _in(book.language, {"title": each.term, "also": each.also}))


def _hit(game: str, id: str, language: str, terms: Sequence[Term]) -> Hit:
    folder = GAMES[game].folder
    book, source = open_rulebook(folder, language), source_of(folder)
    rule, matcher = book.rule(id), Matcher(terms, book.language)
    title, text = marked(rule.title, matcher), marked(rule.text, matcher)
    there = marked(_source_text(folder, id), Matcher(terms, source.language))
    if _any_found(there) and not _any_found((*title, *text)):
        return Hit(game, book, rule, title, snippet(there), source.language)
    return Hit(game, book, rule, title, snippet(text), book.language)


def _any_found(pieces: Sequence[Piece]) -> bool:
    return any(piece.found for piece in pieces)


def _decision_hit(game: str, number: int, language: str, terms: Sequence[Term]) -> DecisionHit:
    book = open_rulebook(GAMES[game].folder, language)
    decision, matcher = decision_of(GAMES[game], number), Matcher(terms, book.language)
    said = decision_words(GAMES[game], language).of(decision)
    title, text = marked(said.title, matcher), snippet(marked(said.quarrel, matcher))
    return DecisionHit(game, book, decision, title, text, book.language)


def _glossary_hit(game: str, id: str, language: str, terms: Sequence[Term]) -> GlossaryHit:
    book = open_rulebook(GAMES[game].folder, language)
    term, matcher = glossary_of(book)[id], Matcher(terms, book.language)
    return GlossaryHit(game, book, term, marked(term.term, matcher), marked(term.also, matcher))
