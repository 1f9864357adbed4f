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
    asking.tell(seat="2")
    asking.press("role", "tricks-0")
    asking.pick("AC", "KH", "7C", "8C")
    asking.judge()
    told(asking, "Everything that is left goes to", "24")


def test_tricks_left_unturned_in_a_durch_are_asked_back(asking: Asking) -> None:
    asking.open("unturned")
    asking.tell(seat="2")
    asking.press("role", "tricks-2")
    asking.pick("AC", "KH", "7C", "8C")
    asking.judge()
    told(asking, "Whether somebody could still stop the durch is missing")


def test_which_card_is_inscribed_with_two_votes_for_one(asking: Asking) -> None:
    asking.open("inscribe")
    asking.tell(loser="1", owner="3")
    for seat, code in enumerate(("AH", "7C", "AH", "7C")):
        asking.press("role", f"votes-{seat}")
        asking.pick(code)
    asking.judge()
    told(asking, "To be drawn for", "ace of hearts", "seven of clubs")


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
