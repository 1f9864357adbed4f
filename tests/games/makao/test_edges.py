"""Small things that no other test of the game asks for; each was once left out unseen."""

from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.makao import GAME
from scorekeeper.games.makao.house import HouseRules
from scorekeeper.referee import judge
from scorekeeper.rulebook import open_rulebook
from scorekeeper.web import LANGUAGES

USUAL = HouseRules()


def verdict(kind: str, house: HouseRules = USUAL, **given: Any) -> Any:
    return judge(GAME.rules, GAME.read_dispute(kind, given, house), house)


@pytest.mark.parametrize(
    ("packs", "jokers", "number"),
    [(1, "out", 52), (2, "out", 104), (1, "wild", 54), (2, "wild", 108)],
)
def test_the_house_says_how_many_cards_there_are(packs: int, jokers: Any, number: int) -> None:
    assert len(tuple(GAME.pack(HouseRules(packs=packs, jokers=jokers)))) == number


def test_what_does_not_match_is_told_from_the_first_card_on() -> None:
    given = {"top": "5S", "cards": ["5H", "6H", "5D"], "players": 4}
    assert verdict("play", **given).facts == {
        "top": "5H",
        "cards": ["6H"],
        "wrong": "mixed",
        "takes": 2,
    }


@pytest.mark.parametrize(
    ("given", "rule", "demand", "n"),
    [
        ({"top": "2S", "attack": 2, "cards": ["5H"]}, "makao.attack.answer", None, 2),
        ({"top": "4S", "skips": 3, "cards": ["5H"]}, "makao.skip.answer", None, 3),
        ({"top": "JS", "rank": "7", "cards": ["5H"]}, "makao.demand.answer", "7", 0),
        ({"top": "AS", "suit": "D", "cards": ["5H"]}, "makao.demand.answer", "D", 0),
        ({"top": "6S", "cards": ["5H"]}, "makao.match", None, 0),
    ],
)
def test_what_does_not_fit_says_what_was_faced(
    given: Any, rule: str, demand: str | None, n: int
) -> None:
    found = verdict("play", players=4, **given)
    assert found.rules[0] == rule
    assert (found.facts["demand"], found.facts["n"]) == (demand, n)
    assert found.facts["cards"] == ["5H"]


def test_two_cards_are_matched_whatever_had_to_be_answered() -> None:
    attack = {"top": "2S", "attack": 2, "players": 4}
    assert "makao.match" not in verdict("play", cards=["3S"], **attack).rules
    assert "makao.match" in verdict("play", cards=["3S", "3H"], **attack).rules


def test_no_more_turns_can_be_missed_than_there_are_fours() -> None:
    from scorekeeper.cases import judge_case

    def field(skips: int, **house: Any) -> Any:
        given = {"top": "4S", "skips": skips, "cards": ["4H"], "players": 4}
        return judge_case({"game": "makao", "kind": "play", "given": given, "house": house}).get(
            "field"
        )

    assert field(12) is None
    assert field(8, jokers="out") is None
    assert field(9, jokers="out") == "given.skips"
    assert field(6, packs=1) is None
    assert field(7, packs=1) == "given.skips"


def test_an_unnamed_joker_is_the_unknown_of_a_play_and_of_a_chain() -> None:
    play = GAME.read_dispute("play", {"top": "5S", "cards": ["JOKER"], "players": 4}, USUAL)
    assert play.unknown() == ("cards",)
    named = GAME.read_dispute("play", {"top": "5S", "cards": ["JOKER=5S"], "players": 4}, USUAL)
    assert (named.unknown(), list(named.completions(USUAL))) == ((), [])
    plays = [{"seat": 0, "cards": ["2S"]}, {"seat": 1, "cards": ["JOKER"]}]
    chain = GAME.read_dispute("attack", {"plays": plays, "players": 4}, USUAL)
    assert chain.unknown() == ("plays",)


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
