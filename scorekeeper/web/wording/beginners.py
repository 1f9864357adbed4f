"""What who never saw a game is told: its first deal, and what its words mean at a table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import HouseRules
from scorekeeper.core.sheet import Sentence
from scorekeeper.rulebook import GlossaryTerm, Rulebook, glossary_of
from scorekeeper.rulebook.sentences import table_at
from scorekeeper.web.wording.reader import book_of


@dataclass(frozen=True)
class Word:
    """A word with what it means, and what it is worth at a table; empty where that says nothing."""

    term: GlossaryTerm
    worth: str = ""


def first_deal(game: AnyGame, house: HouseRules) -> tuple[str, ...]:
    """How the game is won at a table, and then its first deal; nothing if the book tells none."""
    return tuple(_said(book_of(game), "first", *game.first_deal(house)))


def words_of(game: AnyGame, house: HouseRules | None = None) -> tuple[Word, ...]:
    """The glossary of a game; with a table's house rules also what each word is worth there."""
    book = book_of(game)
    worth = game.worth(house) if house else {}
    return tuple(
        Word(term, " ".join(_said(book, "worth", *worth.get(id, ()))))
        for id, term in glossary_of(book).items()
    )


def words_on_form(game: AnyGame, type: str, house: HouseRules) -> tuple[Word, ...]:
    """The words of the glossary that the form of an entry asks for: its fields and choices."""
    words = {word.term.id: word for word in words_of(game, house)}
    ids = dict.fromkeys(_ids(table_at(book_of(game).data, "fields", type)))
    return tuple(words[id] for id in ids if id in words)


def _ids(fields: object) -> Iterator[str]:
    for name, below in fields.items() if isinstance(fields, Mapping) else ():
        yield name.replace("_", "-")
        yield from _ids(below)


def _said(book: Rulebook, section: str, *sentences: Sentence) -> Iterator[str]:
    return (book.say(section, each.id, each.facts) for each in sentences)
