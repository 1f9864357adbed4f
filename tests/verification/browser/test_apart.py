"""What excludes each other in a form switches: what is tapped last takes the place of the other, so
that nothing is refused for standing there twice.
"""

from itertools import product

import pytest
from playwright.sync_api import expect

from scorekeeper.games.taroky.entries import EXCLUDED
from tests.browser.table import GameTable, MatchPage
from tests.browser.taroky import TarokyTable

GIVEN = """() => [...new FormData(document.getElementById("form"))]
  .filter(([name, value]) => value && !/^(csrf_token|key|seen|type|by|brush|view)$/.test(name))
  .map(([name, value]) => `${name}=${value}`)"""
DURCH = ("durch=1", "durch_caught=2")
KOCKA = [*product(("cards-QS=0", "rest=3", *DURCH), DURCH)]
SMALL = [("faraon", "loser=1", "order"), ("makao", "lost=1", "out"), ("durak", "fool=1", "draw=2")]


def given(page):
    found = page.evaluate(GIVEN)
    return set(found)


def tap(page, what):
    name, _, value = what.partition("=")
    if value:
        page.locator(f'#form [name="{name}"][value="{value}"]').dispatch_event("click")
    else:
        page.locator(f"#form .in-order button[name={name}]").first.dispatch_event("click")


def of(page, what):
    """What of a control, or of an order, stands in the form."""
    names = {each for each in given(page) if each.startswith(f"{what}-")}
    return {what} & given(page) if "=" in what else names


def expect_switched(page, one, other):
    """Either of two takes the place of the other."""
    for first, then in ((one, other), (other, one)):
        if not of(page, first):
            tap(page, first)
        assert of(page, first), first
        tap(page, then)
        assert of(page, then), (first, then)
        assert not of(page, first), (first, then)


def test_kocka(phone):
    MatchPage(phone).open().write()
    for one, other in KOCKA:
        if one != other:
            phone.evaluate("document.getElementById('form').reset()")
            expect_switched(phone, one, other)
    phone.evaluate("document.getElementById('form').reset()")
    tap(phone, "rest=0")
    expect(phone.locator("[name=took]").first).to_be_attached()
    expect_switched(phone, "took=1", "took=nobody")


def test_by_numbers_too(phone):
    MatchPage(phone).open().write().by("numbers")
    tap(phone, "durch=1")
    phone.locator("#form [name=points-0]").fill("7")
    assert not any(each.startswith("durch") for each in given(phone))
    tap(phone, "durch_caught=1")
    assert given(phone) == {"durch_caught=1"}


@pytest.mark.parametrize(("game", "one", "other"), SMALL)
def test_who_lost(phone, game, one, other):
    GameTable(phone, game).open().write()
    phone.wait_for_load_state()
    expect_switched(phone, one, other)


def test_announcements(phone):
    """Of one player: what two of them say is another thing."""
    TarokyTable(phone).open().write()
    for large, excluded in EXCLUDED.items():
        for small in sorted(excluded):
            phone.evaluate("document.getElementById('form').reset()")
            expect_switched(phone, f"announcements-0={large}", f"announcements-0={small}")
    tap(phone, "announcements-1=trul")
    tap(phone, "announcements-2=honery")
    assert given(phone) >= {"announcements-1=trul", "announcements-2=honery"}
