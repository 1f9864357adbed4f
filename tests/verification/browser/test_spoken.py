"""What is shown of a sentence fits every phone, in each language, however large the text."""

from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.browser.helpers import (
    assert_accessible_in_both_themes,
    assert_fits,
    assert_no_sideways_scroll,
    at_each_size,
    enlarge_text,
)
from tests.browser.table import LOCALES
from tests.verification.breadth import sample
from tests.verification.web.test_spoken import SENTENCES

GAMES = sorted({line["game"] for line in SENTENCES})


@pytest.mark.parametrize("game", GAMES)
def test_a_judged_sentence_fits(standing_phone, game):
    lines = [line for line in SENTENCES if line["game"] == game]
    for line in sample(lines, len(lines) // 2):
        phone = standing_phone(locale=LOCALES[line["language"]])
        phone.goto(f"/referee/{game}?q={quote(line['say'])}")
        first = phone.locator("#said").locator(".word, .ask, .told").first
        for _size in at_each_size(phone, ((360, 592), (320, 592))):
            expect(first).to_be_in_viewport(ratio=1)
            assert_fits(phone)
        assert_accessible_in_both_themes(phone)
        enlarge_text(phone)
        for _size in at_each_size(phone, ((360, 592), (320, 592))):
            assert_no_sideways_scroll(phone)


def test_without_a_script_a_sentence_is_asked_and_answered(open_phone):
    phone = open_phone(java_script_enabled=False)
    phone.goto("/referee/durak")
    phone.locator("#q").fill("křížového krále přebil pikovou devítkou")
    phone.locator("form[role=search] button").tap()
    said = phone.locator("#said")
    said.locator(".values a").first.tap()
    expect(said.locator(".word")).to_be_in_viewport(ratio=1)
    said.get_by_role("button").tap()
    expect(phone.locator(".word")).to_be_visible()
