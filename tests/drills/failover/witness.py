"""A phone's browser that saves while the leader dies: it says so, and goes on by itself."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

TOLD = 20_000
"""Milliseconds until a phone must have said that nothing is saved yet."""
SAVED = 90_000
SHEET = re.compile(r"/m/\w+$")


class Witness:
    """A phone with an open form of a round, filled in."""

    def __init__(self, table: Any) -> None:
        self.table = table
        self.said = ""

    def save(self) -> None:
        """Taps Save once; waits until the page has said why not, and then shows the sheet."""
        from playwright.sync_api import expect

        page = self.table.page
        self.table.tap(self.table.save_button())
        status = page.locator("#status.strip")
        expect(status).to_be_visible(timeout=TOLD)
        self.said = status.inner_text()
        page.wait_for_url(SHEET, timeout=SAVED)
        self.table.expect_rows(1)


@contextmanager
def witness(url: str) -> Iterator[Witness | None]:
    """A browser at an app; None where there is no browser."""
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import QUIET, chromium, phone_options
    from tests.browser.table import TYPICAL, MatchPage

    if chromium() is None:
        yield None
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(QUIET))
        page = browser.new_context(**phone_options(360, 592, {"base_url": url})).new_page()
        table = MatchPage(page)
        table.open()
        table.write()
        table.cards(TYPICAL, rest=2)
        yield Witness(table)
        browser.close()
