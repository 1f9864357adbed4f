"""Taroky through the pages: the deal's form, what it refuses, money, and settling up."""

import pytest

from scorekeeper.core.schema import Seat
from scorekeeper.games import GAMES
from scorekeeper.games.taroky.entries import Deal
from scorekeeper.games.taroky.house_rules import HouseRules
from scorekeeper.rulebook import open_rulebook
from tests.web.phone import Phone
from tests.web.screen import Screen
from tests.web.table import NAMES, Table, start

pytestmark = pytest.mark.table(game="taroky")

PLAIN = {"contract": "zakladni", "partner": "2", "points": "41"}
BOOK = open_rulebook(GAMES["taroky"].folder, "cs")
SAVE = BOOK.label("entries", "deal", "save")
SOLO = HouseRules().tariff.solo


def save(table: Table, **fields: object) -> Screen:
    """Saves a plain deal with what differs; a field that is None is not chosen."""
    table.open("/new/deal")
    typed = {name: value for name, value in {**PLAIN, **fields}.items() if value is not None}
    return table.phone.submit("form", SAVE, **typed)


def test_a_plain_deal_needs_a_partner_and_two_digits(table: Table) -> None:
    assert save(table).totals == ["+6", "−6", "+6", "−6"]
    assert table.match.standing.dealer == 0
    deal = table.match.rows[0].entry
    assert deal == Deal(
        Seat(0), dealer=Seat(3), called="XIX", partner=Seat(2), points=41, contract="zakladni"
    )


@pytest.mark.parametrize(
    ("fields", "totals"),
    [
        ({"partner": "alone"}, (18, -6, -6, -6)),
        ({"fleks-game": "reflek"}, (24, -24, 24, -24)),
        ({"announcements-0": ["tarocky"], "announcements-1": ["honery"]}, (6, -6, 6, -6)),
        ({"pagat-seat": "silent-1", "pagat-made": "n"}, (11, -11, 11, -11)),
        ({"contract": "druha", "pagat-made": "y"}, (16, -16, 16, -16)),
        ({"contract": "preferanc", "variant": "second"}, (36, -12, -12, -12)),
        ({"contract": "solo", "declarer": "3"}, (-6 * SOLO, -6 * SOLO, -6 * SOLO, 18 * SOLO)),
        ({"contract": "folded", "points": ""}, (0, 0, 0, 0)),
        (  # what is missing to 70
            {
                "contract": "varsava",
                "points": "",
                "points-0": "10",
                "points-1": "22",
                "points-3": "26",
            },
            (16, 4, 14, -34),
        ),
        (
            {"valat-side": "declared-2", "valat-made": "y", "fleks-valat": "flek", "points": "65"},
            (70, -70) * 2,
        ),
    ],
)
def test_the_form_can_say_every_contract(
    table: Table, fields: dict[str, object], totals: tuple[int, ...]
) -> None:
    save(table, **fields)
    assert table.totals == totals


def test_a_side_has_no_more_than_all_points(table: Table) -> None:
    screen = save(table, points="71")
    assert (screen.status, [anchor for anchor, _ in screen.errors]) == (422, ["part-points"])
    assert screen.form("form").fields["points"] == "71"
    assert table.match.version == 1


def test_what_everybody_gets_is_shown_before_it_is_saved(table: Table) -> None:
    table.open("/new/deal")
    screen = table.phone.htmx("form", **PLAIN, **{"fleks-game": "flek"})
    assert [text for text in ("+12", "−12") if text in screen.text] == ["+12", "−12"]
    assert BOOK.step("taroky.settle.base") in screen.text
    assert table.match.version == 1


def test_a_deal_opens_as_it_was_recorded(table: Table) -> None:
    save(table, partner="alone", points="39")
    form = table.open("/entries/2").form("form").fields
    assert (form["partner"], form["points"], form["contract"]) == ("alone", "39", "zakladni")
    save(table, contract="folded", points="", declarer="1")
    assert table.open("/entries/3").form("form").fields["contract"] == "folded"


def test_money_is_on_the_sheet_and_in_the_bill(phone: Phone) -> None:
    table = start(phone, game="taroky", **{"tariff-point": "0,10"})
    assert save(table).totals == ["+0,60", "−0,60", "+0,60", "−0,60"]
    bill = table.open("/result")
    assert "0,60" in bill.text
    assert bill.root.all("svg")


def test_a_preset_fills_the_tariff_and_loses_nothing(phone: Phone) -> None:
    fields = {"player-0": "Ota", "seats": "4", "preset": "tariff:taroky.net", "renonc_points": "7"}
    shown = phone.post("/new/taroky/house", fields).form("/new/taroky/names").fields
    assert (shown["tariff-small"], shown["tariff-ceiling"], shown["tariff-point"]) == (
        "4",
        "400",
        "0,05",
    )
    assert (shown["renonc_points"], shown["player-0"]) == ("7", "Ota")
    assert phone.post("/new/taroky/house", {"preset": "tariff:none"}).status == 422


def test_of_five_the_dealer_pauses(phone: Phone) -> None:
    table = start(phone, (*NAMES, "Milan"), game="taroky", dealer="4")
    assert phone.say("%(name)s deals", name="Milan") in table.open().text
    assert phone.say("%(names)s pauses", names="Milan") not in table.phone.screen.text
    save(table, partner="2")
    assert table.totals == (6, -6, 6, -6, 0)
    assert table.match.standing.dealer == 0
    save(table, declarer="1", partner="3")
    assert table.totals == (6, 0, 0, 0, -6)


def test_who_pauses_can_be_changed_for_a_deal(phone: Phone) -> None:
    table = start(phone, (*NAMES, "Milan", "Zdena"), game="taroky", dealer="5")
    assert table.open("/new/deal").form("form").fields["declarer"] == "0"
    save(table, partner="4", pausing=["1", "2"])
    assert table.totals == (6, 0, 0, -6, 6, -6)
    screen = save(table, declarer="1", partner="3", pausing=["0"])
    assert screen.status == 422
    assert screen.by_id("part-pausing")


TILES = ("declared", "silent")


def test_nothing_is_chosen_of_a_pagat_or_a_valat_until_it_is_told(table: Table) -> None:
    def chosen(screen: Screen, name: str) -> list[str | None]:
        controls = screen.form("form").controls
        ticked = (c for c in controls if c.attrs.get("name") == name and "checked" in c.attrs)
        return [control.attrs["value"] for control in ticked]

    sent = {"pagat-seat": "declared-1", "valat-side": "declared-0", "announcements-1": ["barvy"]}
    for screen in (table.open("/new/deal"), save(table, **sent)):
        assert (chosen(screen, "pagat-made"), chosen(screen, "valat-made")) == ([], [])
    assert screen.status == 422
    assert chosen(screen, "pagat-seat") == ["declared-1"]
    assert chosen(screen, "valat-side") == ["declared-0"]
    assert chosen(screen, "announcements-1") == ["barvy"]
    assert BOOK.say("refusals", "taroky.pagat.made", {"seat": 1}, NAMES) in screen.text


def test_each_player_has_a_tile_for_what_he_declares_and_for_what_he_does_silently(
    table: Table,
) -> None:
    controls = table.open("/new/deal").form("form").controls
    for name in ("pagat-seat", "valat-side"):
        offered = [c.attrs["value"] for c in controls if c.attrs.get("name") == name]
        assert [value for value in offered if value] == [
            f"{how}-{seat}" for seat in range(4) for how in TILES
        ]


@pytest.mark.parametrize(
    ("fields", "shown"),
    [
        (
            {"pagat-seat": "declared-1", "pagat-made": "n"},
            {"pagat-seat": "declared-1", "pagat-made": "n"},
        ),
        (
            {"pagat-seat": "silent-2", "pagat-made": "y"},
            {"pagat-seat": "silent-2", "pagat-made": "y"},
        ),
        (
            {"valat-side": "declared-3", "valat-made": "n"},
            {"valat-side": "declared-opponents", "valat-made": "n"},
        ),
        ({"valat-side": "silent-2", "points": "70"}, {"valat-side": "silent-0"}),
        ({"contract": "druha", "pagat-made": "n"}, {"contract": "druha", "pagat-made": "n"}),
    ],
)
def test_a_correction_shows_pagat_and_valat_as_they_were_written(
    table: Table, fields: dict[str, object], shown: dict[str, str]
) -> None:
    save(table, **fields)
    before = table.match.rows[0].entry
    form = table.open("/entries/2").form("form")
    assert {name: form.fields.get(name) for name in shown} == shown
    table.phone.submit("form", points="66")
    after = table.match.rows[0].entry
    assert (after.pagat, after.valat, after.points) == (before.pagat, before.valat, 66)


def test_a_clash_opens_the_first_player_that_it_names(table: Table) -> None:
    screen = save(table, **{"announcements-2": ["trul"], "announcements-3": ["trul"]})
    assert screen.status == 422
    (view,) = [n for n in screen.root.all("input", css="view") if "checked" in n.attrs]
    assert view.attrs["value"] == "2"


def test_the_way_to_the_contract_says_so_without_scripts(table: Table) -> None:
    """Scripts may be on and yet not arrive."""
    assert table.open("/new/deal").by_id("said-contract").text == BOOK.label("texts", "contract")


def test_a_table_that_plays_no_varsava_is_not_offered_one(phone: Phone) -> None:
    for plays, offered in (("y", True), ("n", False)):
        table = start(phone, game="taroky", varsava=plays)
        controls = table.open("/new/deal").form("form").controls
        contracts = {c.attrs["value"] for c in controls if c.attrs.get("name") == "contract"}
        assert ("varsava" in contracts) == offered
