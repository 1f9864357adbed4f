"""Small things that no other test of the game asks for; each was once left out unseen."""

from typing import Any

import pytest

from scorekeeper.cards import GERMAN_32
from scorekeeper.cases import judge_case, score
from scorekeeper.games.faraon import GAME
from scorekeeper.games.faraon.entries import FinishedGame
from scorekeeper.games.faraon.house import HouseRules
from scorekeeper.games.faraon.referee.cards import lays, orders
from scorekeeper.referee import judge
from scorekeeper.rulebook import open_rulebook
from scorekeeper.web import LANGUAGES
from tests.games.faraon.table import follow, lost, match, olympic, refusal

USUAL = HouseRules()


def answer(kind: str, given: Any, **house: Any) -> Any:
    return judge_case({"game": "faraon", "kind": kind, "given": given, "house": house})


def cards(codes: str) -> tuple[Any, ...]:
    return tuple(GERMAN_32.parse(code) for code in codes.split())


# --- the sheet -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("packs", "most"), [(1, 5), (2, 10)])
def test_so_many_can_come_as_the_packs_are_for(packs: int, most: int) -> None:
    house = HouseRules(packs=packs)
    assert GAME.check_table is not None
    assert GAME.check_table(most, match(2), house) is None
    found = GAME.check_table(most + 1, match(2), house)
    assert found is not None
    assert (found.id, found.field) == ("faraon.goal.packs", "packs")
    assert found.facts == {"players": most + 1, "n": most}


def test_nobody_joins_an_olympic_match() -> None:
    assert GAME.check_table is not None
    found = GAME.check_table(4, match(3, house=olympic()), olympic())
    assert found is not None
    assert (found.id, found.field) == ("faraon.olympic.table", "people")


def test_an_olympic_match_on_paper_goes_on_with_what_is_left() -> None:
    paper = {"type": "paper", "points": [1, 4, 2], "dealer": 0}
    now = follow(match(3, house=olympic(3)), paper, olympic(3))
    assert (now.losses, now.cards, now.out) == ((1, 4, 2), (2, 0, 1), (1,))


def test_the_last_in_the_order_has_lost() -> None:
    found = refusal(lost(1, order=[1, 0, 2]), match(3))
    assert found is not None
    assert (found.id, found.facts) == ("faraon.loser.last", {"seat": 1, "last": 2})
    assert FinishedGame.from_shorthand({"order": [2, 0, 1]}) == {"loser": 1, "order": [2, 0, 1]}
    assert FinishedGame.from_shorthand({"order": [2, 0, 1], "loser": 0})["loser"] == 0
    assert FinishedGame.from_shorthand({"loser": 2}) == {"loser": 2}


# --- the referee ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "given", "field"),
    [
        ("play", {"top": "8L", "cards": ["9L"], "hand": ["9L", "KH", "KH"]}, "hand"),
        ("play", {"top": "8L", "cards": ["9L", "9L"]}, "cards"),
        ("finish", {"last": []}, "last"),
        ("finish", {"last": ["8L", "9L", "TL", "UL", "OL"]}, "last"),
        ("wrong-seven", {"sevens": 1, "cards": []}, "cards"),
        ("wrong-seven", {"sevens": 4, "cards": ["7L"]}, "sevens"),
        ("camouflage", {"cards": [], "said": "9"}, "cards"),
        ("camouflage", {"cards": ["8L", "9L", "TL", "UL", "OL"], "said": "9"}, "cards"),
        ("sevens", {"plays": [{"seat": 0, "cards": 2, "how": "return"}]}, "plays.0.cards"),
        (
            "sevens",
            {"plays": [{"seat": n, "cards": 1, "how": "return"} for n in (0, 1)]},
            "plays",
        ),
        ("ace-answer", {"aces": 1, "by": 0, "answers": [7]}, "answers.0"),
    ],
)
def test_an_error_is_shown_where_it_is(kind: str, given: Any, field: str) -> None:
    players = {} if kind in ("wrong-seven", "camouflage") else {"players": 3}
    assert answer(kind, {**players, **given}).get("field") == f"given.{field}"


def test_one_card_may_be_called_something_else() -> None:
    verdict = answer("camouflage", {"cards": ["8L"], "said": "9", "checked": True})
    assert verdict["verdict"] == "offence"


@pytest.mark.parametrize(
    ("seats", "wrong", "turn"), [((0, 1, 3), 3, 2), ((0, 1, 2, 2), 2, 3), ((3, 0, 2), 2, 1)]
)
def test_whose_turn_it_was_follows_the_last_in_order(
    seats: tuple[int, ...], wrong: int, turn: int
) -> None:
    given = {"players": 4, "plays": [{"seat": seat, "cards": 1} for seat in seats]}
    verdict = judge(GAME.rules, GAME.read_dispute("sevens", given, USUAL), USUAL)
    assert verdict.facts == {"seat": wrong, "turn": turn}


def test_the_rule_on_ranks_applies_to_several_cards() -> None:
    def rules(*laid: str) -> Any:
        return answer("wrong-seven", {"sevens": 1, "cards": laid})["rules"]

    assert rules("7L") == ["faraon.seven"]
    assert rules("7L", "7H") == ["faraon.match.rank", "faraon.seven"]


def test_what_a_chain_names_is_what_was_put_into_it() -> None:
    def rules(how: str) -> set[str]:
        plays = [{"seat": 0, "cards": 1}, {"seat": 1, "cards": 1, "how": how}]
        return set(answer("sevens", {"players": 4, "plays": plays})["rules"])

    assert rules("faraon") == {"faraon.seven.order", "faraon.unter", "faraon.seven"}
    assert rules("return") == {"faraon.seven.order", "faraon.red-seven", "faraon.seven"}


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


def test_paper_on_which_one_is_left_is_no_olympic_match_that_goes_on() -> None:
    paper = {"type": "paper", "points": [3, 3, 1], "dealer": 0}
    found = refusal(paper, match(3, house=olympic(3)), olympic(3))
    assert found is not None
    assert (found.id, found.field) == ("faraon.loser.paper.cards", "points")
    assert found.facts == {"n": 3}


@pytest.mark.parametrize(("times", "fits"), [(-1, False), (0, True), (200, True), (201, False)])
def test_nobody_burns_more_than_two_hundred_times(times: int, fits: bool) -> None:
    case = {"players": ["A", "B"], "entries": [lost(0, burnt={"1": times})]}
    assert ("error" not in score({"game": "faraon", **case})) == fits


def test_what_came_after_four_is_held_against_the_last_of_them() -> None:
    given = {"cards": ["KL", "KH", "KB", "KA"], "after": "8L"}
    rules = answer("burnt", given)["rules"]
    assert {"faraon.burnt", "faraon.match"} <= set(rules)


@pytest.mark.parametrize("language", LANGUAGES)
def test_after_an_ace_nobody_is_told_that_he_plays_who_may_be_stopped(language: str) -> None:
    """Rule 12: the next one stands unless he answers. What a card leaves to him is said alike."""
    told = open_rulebook(GAME.folder, language).answer("play", "again", False)
    turn = {"cs": "řadě", "sk": "rade", "pl": "kolej", "be": "ходзіць", "en": "turn"}
    assert told
    assert turn[language] not in told.lower()
