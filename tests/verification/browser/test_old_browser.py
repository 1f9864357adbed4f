"""Browsers that know no `:has()`: what cannot be painted there is told in words instead."""

import re

import pytest
from playwright.sync_api import expect

from tests.verification.browser.test_old_hands import opened
from tests.verification.browser.writing import FORMS

VISIBLE = "e => e.checkVisibility({visibilityProperty: true, opacityProperty: true})"


def without_has(route):
    """A stylesheet as such a browser reads it: what asks for `:has()` is left out."""
    css = route.fetch().text()
    css = css.replace("@supports not selector(:has(*))", "@media all")
    css = css.replace("@supports selector(:has(*))", "@media not all")
    route.fulfill(body=re.sub(r":has\(", ":has-no(", css), content_type="text/css")


@pytest.fixture
def phone(standing_phone):
    page = standing_phone()
    page.route("**/*.css*", without_has)
    page.goto("/")
    yield page
    page.unroute("**/*.css*")


@pytest.mark.parametrize("form", ["kocka-cards", "taroky"])
def test_every_radio_button_that_is_seen_has_words_beside_it(phone, form):
    page = opened(phone, FORMS[form])
    brushes = page.locator(".brush, .view")
    assert brushes.count() >= 4
    for brush in [each for each in brushes.all() if each.evaluate(VISIBLE)]:
        words = brush.locator("xpath=following-sibling::*[1]")
        expect(words).to_be_visible()
        assert words.inner_text().strip()


def test_the_words_stand_only_where_they_are_needed(standing_phone):
    page = opened(standing_phone(), FORMS["kocka-cards"])
    expect(page.locator(".old").first).to_be_hidden()
