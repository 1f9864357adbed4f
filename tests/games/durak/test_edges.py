"""Small things that no other test of the game asks for; each was once left out unseen."""

from typing import Any

import pytest

from scorekeeper.cases import judge_case
from scorekeeper.games.durak import GAME
from scorekeeper.games.durak.house import HouseRules
from scorekeeper.referee import judge

USUAL = HouseRules()


def answer(kind: str, given: Any, **house: Any) -> Any:
    return judge_case({"game": "durak", "kind": kind, "given": given, "house": house})


@pytest.mark.parametrize(("bout", "n", "broken"), [(1, 5, False), (1, 6, True), (2, 6, False)])
def test_the_first_bout_has_five_cards_however_they_are_laid(
    bout: int, n: int, broken: bool
) -> None:
    cards = ["6H", "6S", "6D", "6C", "7H", "7S"][:n]
    given = {"cards": cards, "defender_hand": 6, "bout": bout}
    rules = answer("attack", given, first_bout_five=True)["rules"]
    assert ("durak.attack-size" in rules) == broken


@pytest.mark.parametrize(("beaten", "fits"), [(17, True), (18, False)])
def test_no_more_cards_are_beaten_than_the_pack_has(beaten: int, fits: bool) -> None:
    found = answer(
        "take", {"unbeaten": ["6H", "6S"], "beaten": beaten, "trump": "S"}, at_most_six=False
    )
    assert ("error" not in found) == fits
    if not fits:
        assert found["field"] == "given.beaten"
        assert "17" in found["error"]


@pytest.mark.parametrize(
    ("beaten", "hand", "unknown"), [(0, None, ()), (1, None, ("hand",)), (1, ["7H"], ())]
)
def test_the_hand_matters_only_to_who_has_beaten_a_card(
    beaten: int, hand: Any, unknown: tuple[str, ...]
) -> None:
    given = {"unbeaten": ["6H"], "beaten": beaten, "trump": "S", "hand": hand}
    assert GAME.read_dispute("take", given, USUAL).unknown() == unknown


@pytest.mark.parametrize(
    ("given", "unknown"),
    [
        ({"fool": 1}, ()),
        ({}, ("lowest",)),
        ({"trumpless": True}, ("dealer",)),
        ({"trumpless": True, "dealer": 2}, ()),
        ({"lowest": {}}, ("dealer",)),
        ({"lowest": {"1": "6S"}}, ()),
    ],
)
def test_who_attacks_first_is_unknown_as_long_as_it_matters(
    given: Any, unknown: tuple[str, ...]
) -> None:
    first = GAME.read_dispute("first-attack", {"players": 3, **given}, USUAL)
    assert first.unknown() == unknown


def test_a_transfer_in_the_first_bout_depends_on_the_game() -> None:
    house = HouseRules(variant="transfer", transfer_first_bout="first-game")
    given = {"attack": ["6H"], "card": "6D", "next_hand": 6, "bout": 1, "trump": "S"}
    transfer = GAME.read_dispute("transfer", given, house)
    assert transfer.unknown() == ("first_game",)
    assert {way.first_game for way in transfer.completions(house)} == {True, False}
    known = GAME.read_dispute("transfer", {**given, "first_game": True}, house)
    assert (known.unknown(), list(known.completions(house))) == ((), [])


def test_trump_is_none_of_spades_where_they_are_apart() -> None:
    given = {"attack": ["6H"], "card": "6D", "next_hand": 6, "bout": 2, "trump": "S"}
    found = answer("transfer", given, variant="transfer", spades_by_spades=True)
    assert found["field"] == "given.trump"


def test_the_bout_decides_where_the_first_has_five_cards() -> None:
    given = {
        "attack": ["6H", "6D", "7H", "8S", "9S"],
        "beat": ["7D", "8H", "9H", "TS", "JS"],
        "card": "6S",
        "seat": 2,
        "attacker": 0,
        "defender": 1,
        "players": 4,
        "defender_hand": 1,
        "took": False,
        "passed": [0],
    }
    house = HouseRules(first_bout_five=True)
    verdict = judge(GAME.rules, GAME.read_dispute("throw-in", given, house), house)
    assert (verdict.verdict, verdict.decides) == ("undecidable", "bout")
    assert verdict.witness["offence"]["bout"] == 1


def test_of_a_team_of_two_the_partner_attacks_for_who_is_out() -> None:
    given = {"players": 4, "attacker": 0, "defender": 1, "took": False, "teams": "2v2"}
    assert answer("next", given)["result"] == answer("next", given, teams="2v2")["result"]


@pytest.mark.parametrize(("seat", "decides"), [(0, "defender_hand"), (2, "passed")])
def test_who_throws_in_decides_what_is_asked_first(seat: int, decides: str) -> None:
    """Of the attacker how many may lie there, of another whether the attacker is done."""
    untold = dict.fromkeys(("defender_hand", "took", "passed", "out"))
    throw = {"players": 4, "attack": ["8H"], "card": "8S", "seat": seat, **untold}
    found = answer("throw-in", {**throw, "attacker": 0, "defender": 1})
    assert (found["verdict"], found["decides"]) == ("undecidable", decides)
    assert set(found["witness"]) == {"legal", "offence"}
