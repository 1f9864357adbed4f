"""The house rules of every game on a phone: short, below headings that stay, and searched."""

import pytest
from playwright.sync_api import expect

from tests.browser.forms import sit_down
from tests.browser.table import NAMES

SCREENS, HEIGHT = 4, 592
STAYS = """() => [...document.querySelectorAll(".house section")].every((section) => {
  section.lastElementChild.scrollIntoView({block: "center"});
  const heading = section.querySelector("h2"), box = heading.getBoundingClientRect();
  return document.elementFromPoint(box.left + 4, box.top + box.height / 2) === heading;
})"""
"""At the last rule of each section its heading is in sight."""


def house_page(open_phone, game, **options):
    """The house rules of a match that has begun."""
    phone = open_phone(360, HEIGHT, **options)
    phone.goto(f"{sit_down(phone.request, game, NAMES, dealer='0')}/house")
    return phone


@pytest.mark.parametrize("game", ["taroky", "kocka", "faraon", "makao", "durak"])
def test_house_rules_in_mid_match_are_four_screens(open_phone, game):
    phone = house_page(open_phone, game)
    tall = phone.evaluate("document.querySelector('.scroll').scrollHeight")
    assert tall <= SCREENS * HEIGHT
    assert phone.evaluate(STAYS), "what scrolls below a heading is not under it"


def test_the_search_leaves_what_says_it(open_phone):
    phone = house_page(open_phone, "taroky")
    phone.locator("#search").fill("Body za Rénonc")
    expect(phone.locator("#part-renonc_points")).to_be_visible()
    expect(phone.locator("#part-varsava")).to_be_hidden()
    expect(phone.locator(".house h2:visible")).to_have_count(1)
    phone.locator("#search").fill("")
    expect(phone.locator("#part-varsava")).to_be_visible()


def test_without_scripts_everything_is_there(open_phone):
    phone = house_page(open_phone, "taroky", java_script_enabled=False)
    expect(phone.locator("#search")).to_be_hidden()
    parts = phone.locator(".house .part").count()
    expect(phone.locator(".house .part:visible")).to_have_count(parts)
