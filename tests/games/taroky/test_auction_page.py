"""The auction, guided: what its help tells beside `helps.jsonl`."""

import pytest

from scorekeeper.games.taroky.house_rules import HouseRules

pytestmark = pytest.mark.table(game="taroky")

SOLO = HouseRules().tariff.solo


def test_once_saved_it_leads_to_the_sheet(table):
    """Back to the auction and "send again" put no old taps into the form of the next deal."""
    table.open("/ask/bid")
    for said in ("1. povinnost", *["dobrá"] * 3):
        table.phone.submit("auction", press=said)
    auction = table.phone.screen.form("auction").fields.to_dict()
    deal = table.phone.submit("auction", press="Zapsat hru").form("form").fields.to_dict()
    assert (deal["seen"], deal["key"]) == (auction["seen"], auction["key"])
    table.phone.post(
        f"{table.url}/entries", {**deal, "called": "XIX", "partner": "2", "points": "40"}
    )
    again = table.phone.post(f"{table.url}/refill", auction)
    assert (again.status, again.url) == (200, table.url)


def prospects(screen, level):
    """What each contract brings with a flek: the figures of winning and of losing by ten."""
    table = screen.root.all("table", css="by-flek")[level]
    return {
        row.all("th")[0].text: [
            [fig.text for fig in cell.all("span", css="fig")] for cell in row.all("td")
        ]
        for row in table.all("tr")[1:]
    }


def test_the_auction_tells_what_a_contract_would_bring(table):
    screen = table.open("/ask/bid")
    usual = prospects(screen, 0)
    assert usual["1. povinnost s partnerem"] == [["+10", "−10"], ["−10", "+10"]]
    assert usual["2. povinnost s partnerem"] == [["+20", "−20"], ["−20", "+20"]]  # and its pagát
    assert usual["preferanc druhý"] == [["+60", "−20"], ["−60", "+20"]]
    all_three, each = 120 * SOLO, 40 * SOLO
    won, lost = [f"+{all_three}", f"−{each}"], [f"−{all_three}", f"+{each}"]
    assert prospects(screen, 2)["sólo"] == [won, lost]
    assert (
        "+10"
        in table.phone.post(f"{table.url}/ask/bid", {"type": "deal", "bid-0": "zakladni"}).text
    )
