"""The auction, guided: only what may be bid is offered, and the result fills the deal's form."""

from typing import Any

import pytest

from scorekeeper.games.taroky.house_rules import HouseRules
from tests.web.phone import Phone
from tests.web.screen import Form, Screen
from tests.web.table import NAMES, Table, start

pytestmark = pytest.mark.table(game="taroky")

SOLO = HouseRules().tariff.solo
SAVE = {"seen": "1", "key": "5c0b3f73-0000-4000-8000-000000000001"}
"""The save that the form of the first deal sends along."""
DEAL = {**SAVE, "type": "deal", "dealer": "3", "declarer": "0", "partner": "2", "called": "XIX"}
WORDS = {
    "pass": "dobrá",
    "zakladni": "1. povinnost",
    "druha": "2. povinnost",
    "preferanc": "preferanc",
    "solo": "sólo",
}


def fields_of(form: Form) -> dict[str, Any]:
    return dict(form.fields.items())


def offered(screen: Screen) -> list[str]:
    """The bids that may be tapped."""
    buttons = [b.attrs for b in screen.form("auction").buttons]
    return [b["value"] for b in buttons if b.get("name", "")[4:].isdigit()]


def bid(phone: Phone, *bids: str) -> Screen:
    for said in bids:
        phone.submit("auction", press=WORDS[said])
    return phone.screen


def test_the_forehand_speaks_first_and_cannot_pass(table: Table) -> None:
    screen = table.open("/ask/bid")
    assert offered(screen) == ["zakladni", "druha", "preferanc", "solo"]
    assert "mluví Petr" in screen.text


def test_only_higher_bids_are_offered(table: Table) -> None:
    table.open("/ask/bid")
    assert offered(bid(table.phone, "zakladni")) == ["pass", "druha", "preferanc", "solo"]
    assert offered(bid(table.phone, "preferanc")) == ["pass", "solo"]
    screen = bid(table.phone, "solo")
    assert offered(screen) == ["pass"]
    assert [li.text for li in screen.by_id("part-bids").all("li")] == [
        "Petr 1. povinnost",
        "Jana preferanc",
        "Karel sólo",
        "Eva …",
    ]


def test_the_second_contract_says_that_it_needs_the_pagat(table: Table) -> None:
    screen = table.open("/ask/bid")
    notes = {b.attrs["value"] for b in screen.form("auction").buttons if b.all("small")}
    assert notes == {"druha"}


def test_a_bid_is_undone(table: Table) -> None:
    table.open("/ask/bid")
    bid(table.phone, "zakladni", "pass")
    screen = table.phone.submit("auction", press="Vzít zpět: Jana")
    assert "mluví Jana" in screen.text
    assert len(screen.by_id("part-bids").all("li")) == 2


def test_the_result_fills_the_form(table: Table) -> None:
    table.open("/ask/bid")
    screen = bid(table.phone, "zakladni", "druha", "pass", "pass")
    assert screen.status == 200
    assert "2. povinnost, hraje Jana" in screen.text
    button = screen.form("auction").button("Zapsat hru").attrs
    assert button["formaction"] == f"{table.url}/refill"
    form = table.phone.submit("auction", press="Zapsat hru").form("form").fields
    assert (form["contract"], form["declarer"], form["called"]) == ("druha", "1", "XIX")


def test_what_was_typed_comes_along(table: Table) -> None:
    typed = {**DEAL, "contract": "solo", "announcements-1": "trul", "points": "40"}
    table.phone.post(f"{table.url}/ask/bid", typed)
    screen = bid(table.phone, "zakladni", "pass", "pass", "pass")
    fields = screen.form("auction").fields
    assert fields.getlist("contract") == ["zakladni"]
    assert fields["announcements-1"] == "trul"
    assert fields["points"] == "40"
    screen = table.phone.submit("auction", press="Vzít zpět: Eva")
    back = fields_of(screen.form(f"{table.url}/refill"))
    assert {name: back[name] for name in typed} == typed


def test_once_saved_it_leads_to_the_sheet(table: Table) -> None:
    """Back to the auction and "send again" put no old taps into the form of the next deal."""
    table.open("/ask/bid")
    bid(table.phone, "zakladni", "pass", "pass", "pass")
    auction = fields_of(table.phone.screen.form("auction"))
    deal = fields_of(table.phone.submit("auction", press="Zapsat hru").form("form"))
    assert (deal["seen"], deal["key"]) == (auction["seen"], auction["key"])
    table.phone.post(
        f"{table.url}/entries", {**deal, "called": "XIX", "partner": "2", "points": "40"}
    )
    again = table.phone.post(f"{table.url}/refill", auction)
    assert (again.status, again.url) == (200, table.url)


def test_another_phone_wrote_meanwhile(table: Table) -> None:
    typed = {**DEAL, "contract": "zakladni", "points": "40"}
    assert table.phone.post(f"{table.url}/entries", typed).status == 200
    late = {**typed, "key": "5c0b3f73-0000-4000-8000-000000000002"}
    screen = table.phone.post(f"{table.url}/refill", late)
    assert screen.status == 409
    assert "Někdo byl rychlejší" in screen.text


def test_a_form_without_its_save_is_refused(table: Table) -> None:
    assert table.phone.post(f"{table.url}/refill", {"type": "deal"}).status == 422


def test_of_five_only_four_bid(phone: Phone) -> None:
    screen = start(phone, (*NAMES, "Milan"), "taroky", dealer="1").open("/ask/bid")
    for name in ("Karel", "Eva", "Milan", "Petr"):
        assert f"mluví {name}" in screen.text
        screen = bid(phone, "zakladni" if name == "Karel" else "pass")
    assert "1. povinnost, hraje Karel" in screen.text
    assert screen.form("auction").fields["declarer"] == "2"


def test_the_form_may_say_who_pauses(phone: Phone) -> None:
    table = start(phone, (*NAMES, "Milan"), "taroky", dealer="1")
    typed = {"type": "deal", "dealer": "2", "pausing": "3"}
    assert "mluví Milan" in phone.post(f"{table.url}/ask/bid", typed).text
    wrong = {"type": "deal", "dealer": "x", "pausing": "9"}
    assert "mluví Karel" in phone.post(f"{table.url}/ask/bid", wrong).text


@pytest.mark.parametrize(
    ("bids", "kept"),
    [
        ({"bid-0": "pass"}, 0),
        ({"bid-0": "druha", "bid-1": "zakladni"}, 1),
        ({"bid-0": "zakladni", "bid-1": "all of it"}, 1),
        ({"bid-0": "zakladni", "bid-2": "pass"}, 1),
        ({"bid-3": "solo"}, 0),
    ],
)
def test_what_may_not_be_bid_is_refused(table: Table, bids: dict[str, str], kept: int) -> None:
    screen = table.phone.post(f"{table.url}/ask/bid", {**DEAL, **bids})
    assert screen.status == 422
    assert [anchor for anchor, _ in screen.errors] == ["part-bids"]
    fields = screen.form("auction").fields
    assert [name for name in fields if name in bids] == list(bids)[:kept]
    assert fields["partner"] == DEAL["partner"]


def prospects(screen: Screen, level: int) -> dict[str, list[list[str]]]:
    """What each contract brings with a flek: the figures of winning and of losing by ten."""
    table = screen.root.all("table", css="by-flek")[level]
    return {
        row.all("th")[0].text: [
            [fig.text for fig in cell.all("span", css="fig")] for cell in row.all("td")
        ]
        for row in table.all("tr")[1:]
    }


def test_the_auction_tells_what_a_contract_would_bring(table: Table) -> None:
    screen = table.open("/ask/bid")
    usual = prospects(screen, 0)
    assert usual["1. povinnost s partnerem"] == [["+10", "−10"], ["−10", "+10"]]
    assert usual["2. povinnost s partnerem"] == [["+20", "−20"], ["−20", "+20"]]  # and its pagát
    assert usual["preferanc druhý"] == [["+60", "−20"], ["−60", "+20"]]
    all_three, each = 120 * SOLO, 40 * SOLO
    won, lost = [f"+{all_three}", f"−{each}"], [f"−{all_three}", f"+{each}"]
    assert prospects(screen, 2)["sólo"] == [won, lost]
    assert "+10" in table.phone.post(f"{table.url}/ask/bid", {**DEAL, "bid-0": "zakladni"}).text
