"""Small things that no other test of the game asks for; each was once left out unseen."""

from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.makao import GAME
from scorekeeper.games.makao.house_rules import HouseRules
from scorekeeper.rulebook import open_rulebook
from scorekeeper.web import LANGUAGES

USUAL = HouseRules()


@pytest.mark.parametrize(
    ("packs", "jokers", "number"),
    [(1, "out", 52), (2, "out", 104), (1, "wild", 54), (2, "wild", 108)],
)
def test_the_house_says_how_many_cards_there_are(packs: int, jokers: Any, number: int) -> None:
    assert len(tuple(GAME.pack(HouseRules(packs=packs, jokers=jokers)))) == number


def test_more_cards_are_a_list_of_codes() -> None:
    play = GAME.read_dispute("play", {"top": "5S", "cards": ["5H", "5D"], "players": 4}, USUAL)
    assert play.choice() == ["5H", "5D"]


def test_four_play_until_one_is_left_and_so_do_five_until_three_are_out() -> None:
    assert [len(GAME.start(n, 0, USUAL).places[0]) for n in (2, 3, 4, 5, 6)] == [1, 2, 3, 3, 3]


@pytest.mark.parametrize(
    ("language", "on_top"), [("cs", "Navrchu"), ("pl", "Na wierzchu"), ("be", "Зверху")]
)
def test_the_top_card_is_called_so_in_every_verdict(language: str, on_top: str) -> None:
    """Not what lies at the bottom: the form asks for the card on top."""
    book = open_rulebook(GAME.folder, language)
    told = [book.text("verdicts", id) for id in ("makao.match.unlike", "makao.draw")]
    assert all(f"{on_top}: {{top:card}}" in text for text in told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_misses_no_turn_is_told_of_none(language: str) -> None:
    book = open_rulebook(GAMES["makao"].folder, language)
    assert not book.answer("unanswered", "misses", 0, (), {"misses": 0})
    assert "2" in book.answer("unanswered", "misses", 2, (), {"misses": 2})
