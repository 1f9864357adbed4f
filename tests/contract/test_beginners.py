"""What who never saw a game is told: how it is won, a first deal in ten lines, what words mean."""

from collections.abc import Iterator
from functools import cache

from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import HouseRules
from scorekeeper.core.sheet import Sentence
from scorekeeper.rulebook import glossary_of, open_rulebook
from tests.contract.books import EACH_BOOK, EACH_GAME, table_of
from tests.contract.switches import switches

LINES = 10
LONGEST = 200
"""Letters of a line: three or four lines of a phone."""


def houses(game: AnyGame) -> Iterator[HouseRules]:
    """House rules as usual, each with another value, and two choices together."""
    usual: HouseRules = game.house()
    yield usual
    for path, other in switches(game, usual):
        yield other
        if len(path) == 1 and isinstance(getattr(other, path[0]), str):
            yield from (house for way, house in switches(game, other) if len(way) == 1)


@cache
def told(game: AnyGame) -> tuple[tuple[str, Sentence], ...]:
    """Every sentence that some table is told, with its section, once for each of its facts."""
    found = {}
    for house in houses(game):
        worth: tuple[Sentence, ...] = sum(game.worth(house).values(), ())
        for section, each in (
            *(("first", e) for e in game.first_deal(house)),
            *(("worth", e) for e in worth),
        ):
            found[section, each.id, *each.facts.items()] = (section, each)
    return tuple(found.values())


@EACH_GAME
def test_a_first_deal_has_ten_lines_after_how_the_game_is_won(game: AnyGame) -> None:
    for house in houses(game):
        first, *lines = game.first_deal(house)
        assert first.id.startswith("won")
        assert len(lines) == LINES


@EACH_BOOK
def test_every_sentence_for_beginners_is_said_at_some_table(game: AnyGame, language: str) -> None:
    book = open_rulebook(game.folder, language)
    said = {(section, s.id, book.say(section, s.id, s.facts)) for section, s in told(game)}
    written = {(section, id) for section in ("first", "worth") for id in book.data.get(section, {})}
    assert written == {(section, id) for section, id, _ in said}, table_of(game, language, "first")
    assert not [text for _, _, text in said if len(text) > LONGEST]
    assert game.worth(game.house()).keys() <= glossary_of(book).keys()
