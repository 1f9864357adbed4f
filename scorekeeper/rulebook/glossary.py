"""The glossary of a game's book: its own words, each explained to a newcomer in a sentence."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.rulebook import Rulebook
from scorekeeper.rulebook.sentences import table_at, text_at


@dataclass(frozen=True)
class GlossaryTerm:
    """A word as the book uses it, and what it means; `also` is what else players call it."""

    id: str
    term: str
    also: str
    text: str


def glossary_of(book: Rulebook) -> Mapping[str, GlossaryTerm]:
    """The terms by id, in the order of the book; nothing if the book has no glossary.

    >>> from scorekeeper.games import GAMES
    >>> from scorekeeper.rulebook import open_rulebook
    >>> glossary_of(open_rulebook(GAMES["taroky"].folder, "cs"))["forehand"].also
    'forhont, přední ruka'
    """
    return {id: _term(book, id) for id in table_at(book.data, "glossary")}


def _term(book: Rulebook, id: str) -> GlossaryTerm:
    term, text = (text_at(book.data, "glossary", id, part) for part in ("term", "text"))
    return GlossaryTerm(id, term, book.text("glossary", id, "also"), text)
