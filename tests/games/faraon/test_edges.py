"""Small things that no other test of the game asks for; each was once left out unseen."""

from typing import Any

import pytest

from scorekeeper.core.cards import GERMAN_32
from scorekeeper.games.faraon import GAME
from scorekeeper.games.faraon.entries import FinishedGame
from scorekeeper.games.faraon.house_rules import HouseRules
from scorekeeper.games.faraon.referee.layout import lays, orders
from scorekeeper.referee.cases import judge_case
from scorekeeper.rulebook import open_rulebook
from scorekeeper.web import LANGUAGES
from tests.games.faraon.table import lost, match, olympic, refusal

USUAL = HouseRules()


def answer(kind: str, given: Any, **house: Any) -> Any:
    return judge_case({"game": "faraon", "kind": kind, "given": given, "house": house})


def cards(codes: str) -> tuple[Any, ...]:
    return tuple(GERMAN_32.parse(code) for code in codes.split())


@pytest.mark.parametrize(("packs", "most"), [(1, 5), (2, 10)])
def test_so_many_can_come_as_the_packs_are_for(packs: int, most: int) -> None:
    house = HouseRules(packs=packs)
    assert GAME.check_table(most, match(2), house) is None
    found = GAME.check_table(most + 1, match(2), house)
    assert (found.id, found.field) == ("faraon.goal.packs", "packs")
    assert found.facts == {"players": most + 1, "n": most}


def test_nobody_joins_an_olympic_match() -> None:
    found = GAME.check_table(4, match(3, house=olympic()), olympic())
    assert (found.id, found.field) == ("faraon.olympic.table", "people")


def test_the_last_in_the_order_has_lost() -> None:
    found = refusal(lost(1, order=[1, 0, 2]), match(3))
    assert (found.id, found.facts) == ("faraon.loser.last", {"seat": 1, "last": 2})
    assert FinishedGame.from_shorthand({"order": [2, 0, 1]}) == {"loser": 1, "order": [2, 0, 1]}
    assert FinishedGame.from_shorthand({"order": [2, 0, 1], "loser": 0})["loser"] == 0
    assert FinishedGame.from_shorthand({"loser": 2}) == {"loser": 2}


def test_cards_of_a_rank_are_laid_in_every_order_however_many() -> None:
    four = cards("KL KH KB KA")
    assert len(list(orders(four))) == 4 + 12 + 24 + 24
    assert max(map(len, orders((*four, four[0])))) == 5
    assert list(lays(cards("KL"))) == [cards("KL")]


def test_instead_of_another_ober_the_same_suit_may_be_named() -> None:
    play = {
        "top": "8L",
        "cards": ["OL"],
        "players": 2,
        "names_suit": "H",
        "hand": ["OL", "OB", "9L"],
    }
    ways = list(GAME.read_dispute("play", play, USUAL).alternatives(USUAL))
    assert {str(way.cards[0]): way.names_suit for way in ways if len(way.cards) == 1} == {
        "OL": "H",
        "OB": "H",
        "9L": None,
    }


def test_of_an_unknown_hand_two_are_thought_of() -> None:
    play = {"top": "8L", "cards": ["9L"], "players": 2}
    ways = list(GAME.read_dispute("play", play, USUAL).completions(USUAL))
    assert [len(way.hand) for way in ways] == [1, 2]
    assert ways[1].hand[1] not in cards("8L 9L")


@pytest.mark.parametrize("language", LANGUAGES)
def test_after_an_ace_nobody_is_told_that_he_plays_who_may_be_stopped(language: str) -> None:
    """Rule 12: the next one stands unless he answers. What a card leaves to him is said alike."""
    told = open_rulebook(GAME.folder, language).answer("play", "again", False)
    turn = {"cs": "řadě", "sk": "rade", "pl": "kolej", "be": "ходзіць", "en": "turn"}
    assert told
    assert turn[language] not in told.lower()
