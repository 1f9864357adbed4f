"""Small things that no other test of the game asks for; each was once left out unseen."""

from itertools import islice
from typing import Any

import pytest

from scorekeeper.core.cards import FRENCH_32
from scorekeeper.core.schema import Invalid
from scorekeeper.games.guards import Guard
from scorekeeper.games.kocka import GAME
from scorekeeper.games.kocka.referee.durch import first_guard
from scorekeeper.games.kocka.referee.inscription import elect
from scorekeeper.games.kocka.referee.plays import offends
from scorekeeper.games.kocka.referee.totals import milestones, totals_before
from tests.games.kocka.table import USUAL, at


def cards(codes: str) -> tuple[Any, ...]:
    return tuple(FRENCH_32.parse(code) for code in codes.split())


# --- the sheet -----------------------------------------------------------------------------------


def test_nobody_comes_or_goes() -> None:
    assert GAME.check_table is not None
    found = GAME.check_table(5, at(0, 0, 0, 0), USUAL)
    assert found is not None
    assert (found.id, found.field) == ("kocka.deal.four", "people")


# --- the referee ---------------------------------------------------------------------------------


def test_of_an_unknown_hand_it_is_thought_that_it_had_a_choice() -> None:
    assert list(offends(1, cards("KD"), *cards("7H"), None)) == [
        "kocka.custom.first-trick",
        "kocka.custom.minor-suits",
    ]


@pytest.mark.parametrize(
    ("tricks", "reached"),
    [
        (["7D 8C 9H TS", "7H AS KS QS"], True),
        (["7H 8C 9D TS", "8H AS KS QS"], False),
        (["7D 8H 9H TS", "JH AS KS QS"], False),
        (["7D 7H 9H TS", "8H AS KS QS"], True),
        (["7H 7D 9H TS", "8H AS KS QS"], False),
    ],
)
def test_hofmans_lead_is_a_small_heart_after_a_first_trick_of_another_suit(
    tricks: list[str], reached: bool
) -> None:
    assert ("hofmani-tah" in milestones([cards(trick) for trick in tricks])) == reached
    assert "hofmani-tah" not in milestones([cards(trick) for trick in tricks[:1]])


def test_a_suit_has_to_go_round_twice() -> None:
    once = [cards("7C 8C 9C TC"), cards("7D 8D 9D TD")]
    assert "poctiva-barva" not in milestones(once)
    assert "poctiva-barva" in milestones([*once, cards("JD QD KD AD")])


def test_who_wins_the_first_trick_stops_the_durch_that_another_led_to() -> None:
    others = {1: cards("KS"), 2: cards("7D"), 3: cards("8D")}
    assert first_guard(0, cards("QS"), others, 1) == Guard(1, *cards("KS"), *cards("QS"))
    assert first_guard(0, cards("AH"), others, 1) == Guard(1, *cards("KS"), None)
    assert first_guard(0, cards("AS"), others, 1) is None


def test_what_was_before_is_looked_for_within_one_round() -> None:
    assert (100, 100, 0, 0) in [*totals_before((110, 118, 0, 0))]
    few = len([*totals_before((0, 0, 0, 0))])
    high = totals_before((999_999_999, 999_999_999, 0, 0))
    assert len([*islice(high, few + 58)]) <= few + 57, "a round has 28 points, or −28"


def test_a_group_elects_as_the_referee_does() -> None:
    left = cards("QS AH KH 7D")
    assert elect(left, cards("AH 7D AH KH")) == cards("AH")
    assert elect(left, cards("7D AH AH 7D")) == cards("AH 7D")
    assert elect(left, cards("QS AH")) == ()
    with pytest.raises(Invalid, match=r"votes\.4: wrong-number"):
        elect(left, cards("AH AH AH AH AH"))
    with pytest.raises(Invalid, match=r"votes\.1"):
        elect(left, cards("AH 8D"))
