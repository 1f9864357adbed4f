"""Counting a pile three ways, and the four piles of a Varšava."""

import pytest

from tests.games.taroky.test_auction_page import DEAL, SAVE, fields_of
from tests.web.screen import Screen
from tests.web.table import Table

pytestmark = pytest.mark.table(game="taroky")


def result(screen: Screen) -> tuple[str, str]:
    """What stands in the foot: how it was counted, and both sides."""
    summary = screen.by_id("tally").all("summary")[0]
    return summary.all("span")[0].text, summary.all(css="fig")[0].text


def laid(screen: Screen) -> list[str]:
    return [li.text for li in screen.by_id("tally").all("li")]


def refused(screen: Screen, anchor: str, text: str) -> None:
    assert screen.status == 422
    assert [(where, text in said) for where, said in screen.errors] == [(anchor, True)]


def test_by_counts_without_the_ones(table: Table) -> None:
    table.open("/ask/count")
    screen = table.phone.submit("pile", **{"pile-5": "2", "pile-4": "1", "pile-tricks": "5"})
    assert screen.status == 200
    assert result(screen) == ("20 karet · 31 − 13 = 18", "18 : 52")
    assert laid(screen)[:2] == ["5 + 5 + 4 → 12", "1 + 1 + 1 → 1"]
    assert laid(screen)[-1] == "1 + 1 → 1"
    assert screen.form("pile").fields["pile-5"] == "2"


def test_by_cards(table: Table) -> None:
    table.open("/ask/count")
    cards = ["KS", "KH", "XXI", "QD", "CD"]
    changes = {"pile-way": "cards", "pile-card": cards, "pile-tricks": "4", "pile-aside": "1"}
    screen = table.phone.submit("pile", **changes)
    assert result(screen) == ("17 karet · 34 − 11 = 23", "23 : 47")
    assert sorted(screen.form("pile").fields.getlist("pile-card")) == sorted(cards)


def test_by_threes_as_the_source_counts(table: Table) -> None:
    table.fill("/ask/count", "pile", **{"pile-way": "threes"})
    for said in (9, 1, 4, 9, 6):
        screen = table.phone.submit("pile", press=f"trojice {said}")
    assert result(screen)[1] == "29 : 41"
    screen = table.phone.submit("pile", **{"pile-rest": "2", "pile-rest-points": "1"})
    assert result(screen) == ("17 karet · 41 − 11 = 30", "30 : 40")
    assert laid(screen) == [*(f"trojice {n}" for n in (9, 1, 4, 9, 6)), "zbytek 1"]
    screen = table.phone.submit("pile", press="Smazat poslední trojici")
    assert result(screen)[1] == "24 : 46"


def test_it_follows_every_tap(table: Table) -> None:
    table.open("/ask/count")
    part = table.phone.htmx("pile", **{"pile-5": "7", "pile-tricks": "12", "pile-aside": "2"})
    assert part.status == 200
    assert "html" not in [node.tag for node in part.root]
    refused_live = table.phone.htmx("pile", **{"pile-5": "7"})
    assert refused_live.status == 200
    assert "nevejde" in refused_live.text


@pytest.mark.parametrize(
    ("changes", "anchor", "text"),
    [
        ({"pile-5": "7", "pile-tricks": "1"}, "part-tricks", "do 4 karet nevejde"),
        ({"pile-tricks": "10"}, "part-tricks", "jen 35"),
        ({"pile-5": "x", "pile-tricks": "5"}, "part-5", "celé číslo"),
        ({"pile-way": "cards", "pile-card": "II"}, "part-cards", "II"),
        ({"pile-way": "threes", "pile-three": "0"}, "part-three", "1"),
        ({"pile-way": "threes", "pile-rest": "3"}, "part-rest", "2"),
    ],
)
def test_what_cannot_be_is_refused(
    table: Table, changes: dict[str, str], anchor: str, text: str
) -> None:
    sent = {"pile-way": "counts", **changes}
    refused(table.phone.post(f"{table.url}/ask/count", sent), anchor, text)


def test_the_result_goes_back_to_the_deal(table: Table) -> None:
    screen = table.phone.post(f"{table.url}/ask/count", {**DEAL, "points": "12"})
    assert screen.status == 200
    screen = table.phone.submit(
        "pile", press="Spočítat", **{"pile-5": "2", "pile-4": "1", "pile-tricks": "5"}
    )
    carried = screen.form("pile").fields
    assert {name: carried[name] for name in DEAL} == DEAL
    assert "points" not in carried
    assert fields_of(screen.form(f"{table.url}/refill"))["points"] == "12"
    form = table.phone.submit("pile", press="Hotovo")
    assert form.status == 200
    assert form.form("form").fields["points"] == "18"
    assert form.form("form").fields["partner"] == DEAL["partner"]


def test_what_goes_back_is_what_was_tapped_last(table: Table) -> None:
    table.phone.post(f"{table.url}/ask/count", DEAL)
    last = {"pile-5": "2", "pile-4": "1", "pile-tricks": "5"}
    form = table.phone.submit("pile", press="Hotovo", **last)
    assert form.form("form").fields["points"] == "18"
    table.phone.post(f"{table.url}/ask/count", DEAL)
    screen = table.phone.submit("pile", press="Hotovo", **{**last, "pile-tricks": "0"})
    refused(screen, "part-tricks", "nevejde")


def test_one_pile_of_a_varsava_does_not_go_back(table: Table) -> None:
    sent = {**VARSAVA, "pile-way": "counts", "pile-done": "y"}
    screen = table.phone.post(f"{table.url}/ask/count", sent)
    assert result(screen)[1] == "0 : 70"
    assert not [b for b in screen.form("pile").buttons if "Hotovo" in b.text]


VARSAVA = {**SAVE, "type": "deal", "contract": "varsava", "declarer": "0", "dealer": "3"}


def four(sizes: str, points: str = "") -> dict[str, str]:
    typed = {f"pile-size-{seat}": n for seat, n in enumerate(sizes.split())}
    return typed | {f"pile-points-{seat}": n for seat, n in enumerate(points.split())}


@pytest.mark.parametrize(
    ("sizes", "total"), [("12 12 15 15", 70), ("13 13 13 15", 69), ("13 13 14 14", 70)]
)
def test_the_sizes_of_four_piles_give_the_total(table: Table, sizes: str, total: int) -> None:
    table.phone.post(f"{table.url}/ask/count", VARSAVA)
    screen = table.phone.submit("pile", **four(sizes))
    assert screen.status == 200
    assert result(screen) == (f"součet má být {total}", f"Σ {total}")


def test_four_piles_go_back_to_the_deal(table: Table) -> None:
    screen = table.phone.post(f"{table.url}/ask/count", {**VARSAVA, "points-0": "10"})
    assert screen.form("pile").fields["pile-points-0"] == "10"
    screen = table.phone.submit("pile", **four("12 12 15 15", "10 20 20 20"))
    assert screen.status == 200
    form = table.phone.submit("pile", press="Hotovo")
    assert form.status == 200
    fields = form.form("form").fields
    assert [fields[f"points-{seat}"] for seat in range(4)] == ["10", "20", "20", "20"]


@pytest.mark.parametrize(
    ("sizes", "points", "text"),
    [
        ("12 12 15 14", "", "54"),
        ("12 12 15 15", "10 20 20 21", "70"),
        ("12 12 15 x", "", "celé číslo"),
    ],
)
def test_four_piles_that_cannot_be(table: Table, sizes: str, points: str, text: str) -> None:
    sent = {**VARSAVA, "pile-way": "varsava", **four(sizes, points)}
    refused(table.phone.post(f"{table.url}/ask/count", sent), "part-varsava", text)
