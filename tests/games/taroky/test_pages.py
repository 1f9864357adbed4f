"""Taroky through the pages: the deal's form, what it refuses, money, and settling up."""

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.taroky.house_rules import HouseRules
from scorekeeper.rulebook import open_rulebook
from tests.web.table import NAMES

pytestmark = pytest.mark.table(game="taroky")

PLAIN = {"contract": "zakladni", "partner": "2", "points": "41"}
BOOK = open_rulebook(GAMES["taroky"].folder, "cs")
SAVE = BOOK.label("entries", "deal", "save")
SOLO = HouseRules().tariff.solo


def save(table, **fields):
    """Saves a plain deal with what differs; a field that is None is not chosen."""
    table.open("/new/deal")
    typed = {name: value for name, value in {**PLAIN, **fields}.items() if value is not None}
    return table.phone.submit("form", SAVE, **typed)


def test_a_side_has_no_more_than_all_points(table):
    screen = save(table, points="71")
    assert (screen.status, [anchor for anchor, _ in screen.errors]) == (422, ["part-points"])
    assert screen.form("form").fields["points"] == "71"
    assert table.match.version == 1


def test_a_solo_costs_what_the_tariff_says(table):
    save(table, contract="solo", declarer="3")
    assert table.totals == (-6 * SOLO, -6 * SOLO, -6 * SOLO, 18 * SOLO)


def test_what_everybody_gets_is_shown_before_it_is_saved(table):
    table.open("/new/deal")
    screen = table.phone.htmx("form", **PLAIN, **{"fleks-game": "flek"})
    assert [text for text in ("+12", "−12") if text in screen.text] == ["+12", "−12"]
    assert BOOK.step("taroky.settle.base") in screen.text
    assert table.match.version == 1


def test_a_preset_fills_the_tariff_and_loses_nothing(phone):
    fields = {"player-0": "Ota", "seats": "4", "preset": "tariff:taroky.net", "renonc_points": "7"}
    shown = phone.post("/new/taroky/house", fields).form("/new/taroky/names").fields
    filled = {"tariff-small": "4", "tariff-ceiling": "400", "tariff-point": "0,05"}
    assert shown.to_dict().items() >= {**filled, "renonc_points": "7", "player-0": "Ota"}.items()
    assert phone.post("/new/taroky/house", {"preset": "tariff:none"}).status == 422


def test_nothing_is_chosen_of_a_pagat_or_a_valat_until_it_is_told(table):
    def chosen(screen, name):
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


def test_each_player_has_a_tile_for_what_he_declares_and_for_what_he_does_silently(table):
    controls = table.open("/new/deal").form("form").controls
    for name in ("pagat-seat", "valat-side"):
        offered = [c.attrs["value"] for c in controls if c.attrs.get("name") == name]
        assert [value for value in offered if value] == [
            f"{how}-{seat}" for seat in range(4) for how in ("declared", "silent")
        ]
