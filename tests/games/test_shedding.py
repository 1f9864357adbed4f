"""What games of getting rid of cards all ask: a wrong deal, a card out of turn, a late claim."""

from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.house import load_house
from scorekeeper.judgements import judge_question
from scorekeeper.referee import Verdict

HAND = {"durak": 6, "faraon": 5, "makao": 5}
"""Game → the cards that each is dealt."""
EACH = pytest.mark.parametrize("key", HAND)


def verdict_on(key: str, kind: str, given: dict[str, Any], **house: str) -> Verdict:
    """The verdict on facts (JSON) of which some may be unknown, at a table of these house rules."""
    game = GAMES[key]
    return judge_question(game, load_house(game.house, house), (), kind, given).verdict


@EACH
def test_a_wrong_number_is_wrong_whether_or_not_a_card_was_shown(key: str) -> None:
    verdict = verdict_on(key, "deal", {"got": HAND[key] + 1, "seen": None})
    assert (verdict.verdict, verdict.rules) == ("offence", (f"{key}.deal.misdeal",))
    assert verdict.result == {"redeal": True}


@EACH
def test_a_right_number_leaves_open_whether_a_card_was_shown(key: str) -> None:
    verdict = verdict_on(key, "deal", {"got": HAND[key], "seen": None})
    assert (verdict.verdict, verdict.decides) == ("undecidable", "seen")
    assert verdict.witness["offence"]["seen"] is True
    assert verdict.witness["legal"]["seen"] is not True


@EACH
def test_a_shown_card_is_wrong_however_many_were_dealt(key: str) -> None:
    verdict = verdict_on(key, "deal", {"got": None, "seen": True}, misdeal="put-right")
    assert (verdict.verdict, verdict.offence) == ("offence", "misdeal")
    assert verdict.result == {"redeal": False}


@EACH
def test_nobody_played_out_of_turn_as_long_as_nobody_knows_whose_it_was(key: str) -> None:
    verdict = verdict_on(key, "out-of-turn", {"seat": 1, "turn": None})
    assert (verdict.verdict, verdict.decides) == ("undecidable", "turn")
    assert verdict.witness["legal"]["turn"] == 1


@EACH
def test_a_card_that_lay_stands_whoever_has_played_on_it(key: str) -> None:
    assert verdict_on(key, "taken-back", {"deed": "laid", "played_on": None}).verdict == "offence"
    asked = {"deed": "laid", "played_on": None}
    verdict = verdict_on(key, "taken-back", asked, card_stands="until-next")
    assert (verdict.verdict, verdict.decides) == ("undecidable", "played_on")


@EACH
def test_where_claims_are_free_nobody_needs_to_know_when_it_was_noticed(key: str) -> None:
    for until, verdict in (("next", "undecidable"), ("end", "undecidable"), ("always", "legal")):
        found = verdict_on(key, "claimed", {"noticed": None}, claimed_until=until)
        assert found.verdict == verdict, until


def test_an_olympic_hand_is_what_is_left_to_one_and_else_it_makes_no_difference() -> None:
    told: dict[str, Any] = {"got": 4, "due": None}
    assert verdict_on("faraon", "deal", told).verdict == "offence"
    verdict = verdict_on("faraon", "deal", told, mode="olympic")
    assert (verdict.verdict, verdict.decides) == ("undecidable", "due")
    assert verdict.witness["legal"]["due"] == 4
