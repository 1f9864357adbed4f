"""The newer questions of Černá kočka, asked on the sheet and without a match, key by key."""

import pytest
from flask import Flask

from tests.web.asking import Asking
from tests.web.phone import Phone
from tests.web.table import start


@pytest.fixture(params=["alone", "at the sheet"])
def asking(request: pytest.FixtureRequest, app: Flask) -> Asking:
    phone = Phone(app, "en")
    return Asking(phone, "kocka", start(phone).url if request.param != "alone" else "")


def told(asking: Asking, *parts: str) -> None:
    for part in parts:
        assert part in asking.phone.screen.text, asking.phone.screen.text


def test_who_takes_a_trick(asking: Asking) -> None:
    asking.ask("winner", "TD", "AC", "KD", "QS", leader="2")
    told(asking, "The trick goes to", "king of diamonds")


def test_who_deals_first(asking: Asking) -> None:
    asking.open("first-dealer")
    for seat, code in enumerate(("KD", "8H", "8C", "TS")):
        asking.press("role", f"cards-{seat}")
        asking.pick(code)
    asking.judge()
    told(asking, "deals", "eight of clubs")


def test_tricks_left_unturned(asking: Asking) -> None:
    asking.open("unturned")
    asking.tell(seat="2", **{"won_tricks-1": "0", "won_tricks-3": "0"})
    asking.press("role", "tricks-0")
    asking.pick("AC", "KH", "7C", "8C")
    asking.judge()
    told(asking, "Everything that is left goes to", "24")


def test_tricks_left_unturned_in_a_durch_are_asked_back(asking: Asking) -> None:
    asking.open("unturned")
    asking.tell(seat="2", **{f"won_tricks-{seat}": "0" for seat in (0, 1, 3)})
    asking.press("role", "tricks-2")
    asking.pick("AC", "KH", "7C", "8C")
    asking.judge()
    told(asking, "Missing: whether somebody could still stop the durch")


def test_which_card_is_inscribed_with_two_votes_for_one(asking: Asking) -> None:
    asking.open("inscribe")
    asking.tell(loser="1", owner="3")
    for seat, code in enumerate(("AH", "7C", "AH", "7C")):
        asking.press("role", f"votes-{seat}")
        asking.pick(code)
    asking.judge()
    told(asking, "A tie", "ace of hearts", "seven of clubs")


def test_a_durch_by_the_cards(asking: Asking) -> None:
    asking.open("durch-shown")
    asking.tell(seat="1")
    asking.press("role", "hand")
    asking.pick("AS", "QS")
    asking.press("role", "others-3")
    asking.pick("KS", "7S")
    asking.judge()
    told(asking, "The durch is caught")


def test_a_durch_that_is_sure_by_the_hand_alone(asking: Asking) -> None:
    asking.open("durch-shown")
    asking.tell(seat="1")
    asking.press("role", "hand")
    asking.pick("AS", "KS")
    asking.judge()
    told(asking, "The durch holds")


def test_the_milestones_of_a_round_come_to_the_sheet(app: Flask) -> None:
    phone = Phone(app, "en")
    table = start(phone)
    asking = Asking(phone, "kocka", table.url)
    asking.open("audit")
    asking.tell(leader="0")
    asking.press("picked", " ".join(HONEST_CLUBS))
    screen = asking.judge()
    told(asking, "It happened: čachnov and honest suit.")
    phone.get(screen.links[phone.say("Put it on the sheet")])
    phone.submit("form")
    (row,) = table.match.rows
    assert row.entry.milestones == {"cachnov", "poctiva-barva"}
    assert "čachnov" in table.open().text
    phone.get(f"{table.url}/entries/{row.seq}")
    phone.submit("form")
    assert table.match.rows[0].entry.milestones == row.entry.milestones, "a correction keeps them"


HONEST_CLUBS = (
    *("7C", "8C", "9C", "AC", "KC", "TC", "JC", "QC"),
    *("7D", "8D", "9D", "AD", "TD", "JD", "QD", "KD"),
    *("7S", "8S", "QS", "KS", "9S", "TS", "JS", "AS"),
    *("7H", "8H", "9H", "TH", "JH", "QH", "KH", "AH"),
)


POINTS = {"points-0": "28", "points-1": "0", "points-2": "0", "points-3": "0"}


@pytest.mark.parametrize(
    ("told_so", "cells"),
    [
        ({"took": ["1"]}, ["28", "0", "−1", "−1"]),
        ({"no_trick": ["3"]}, ["28", "0", "0", "−1"]),
        ({"took": ["1", "2", "3"]}, ["28", "0", "0", "0"]),
    ],
)
def test_what_all_points_are_worth_is_not_said_before_it_is_told_who_took_a_trick(
    asking: Asking, told_so: dict[str, list[str]], cells: list[str]
) -> None:
    asking.open("round")
    asking.judge(**POINTS)
    told(asking, asking.book.say("missing", "no_trick", {}))
    asking.open("round")
    asking.judge(**POINTS, **told_so)
    said = asking.phone.screen.text.partition("Points of the round: ")[2].partition(".")[0]
    assert [each.split()[-1] for each in said.split(",")] == cells


def test_a_zero_is_not_taken_for_a_trick(asking: Asking) -> None:
    asking.open("round")
    asking.judge(**{**POINTS, "points-0": "14", "points-1": "14"})
    told(asking, asking.book.say("missing", "no_trick", {}))


@pytest.mark.parametrize("kind", ["claim", "unturned"])
def test_cards_thrown_in_are_told_by_tricks_and_points(asking: Asking, kind: str) -> None:
    asking.open(kind)
    numbers = {"won_tricks-0": "1", "won_tricks-1": "0", "won_tricks-3": "0", "won_points-0": "0"}
    asking.judge(seat="2", **numbers)
    told(asking, "28")


def test_cards_thrown_in_before_the_first_trick(asking: Asking) -> None:
    asking.open("claim")
    asking.judge(seat="2", **{f"won_tricks-{seat}": "0" for seat in range(4)})
    told(asking, "Missing: whether somebody could still stop the durch")


@pytest.mark.parametrize("mine", [[], ["AC", "KH", "7C", "8C"]])
def test_nothing_is_stated_of_the_others_that_nobody_told(asking: Asking, mine: list[str]) -> None:
    asking.open("claim")
    asking.tell(seat="2")
    asking.press("role", "taken-2")
    asking.pick(*mine)
    asking.judge()
    told(asking, "Missing: who else has taken a trick")
    told(asking, asking.book.data["answers"]["claim"]["durch"], "Penalty points")
