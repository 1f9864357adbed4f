"""A player calls the referee: his phone hears it at once, and the player who is coming."""

import re

from playwright.sync_api import expect

from tests.browser.companies import in_company
from tests.browser.conftest import OpenPhone
from tests.browser.evenings import Evenings, send_evening
from tests.browser.helpers import assert_fits, glance
from tests.browser.table import NAMES, MatchPage

SOON = 4_000
"""Milliseconds; below the poll of five seconds."""


def test_a_call_is_heard_and_answered_at_once(open_phone: OpenPhone, live_server: str) -> None:
    scorer = MatchPage(open_phone(base_url=live_server))
    request = scorer.page.context.request
    evenings = Evenings(NAMES, {"rows": send_evening(request, NAMES, ())}, {})
    in_company("")(scorer, evenings)
    company = scorer.page.url
    scorer.page.goto(f"{company}/referee/link")
    referee = MatchPage(open_phone(base_url=live_server))
    referee.page.goto(str(scorer.page.locator("a[href*='/in/']").get_attribute("href")))
    referee.page.fill("#name", "Karel")
    referee.tap(referee.button("I am a referee"))
    expect(referee.page.locator("#life")).to_have_text(referee.says("live"))

    scorer.page.goto(f"/m/{evenings.codes['rows']}/seats?of=3")
    eva = MatchPage(open_phone(base_url=live_server))
    eva.page.goto(str(scorer.page.locator("a[href*='/seat/']").get_attribute("href")))
    eva.tap(eva.link("Call the referee"))
    eva.page.fill("#note", "Kdo vynáší?")
    eva.tap(eva.button("Call the referee"))

    expect(referee.page.locator(".waits")).to_contain_text("Kdo vynáší?", timeout=SOON)
    expect(referee.page).to_have_title(re.compile(r"^\(1\) "))
    assert_fits(referee.page)
    glance(referee.page)
    referee.tap(referee.button("I am coming"))
    coming = eva.says("%(name)s is coming to you.").replace("%(name)s", "Karel")
    expect(eva.page.get_by_role("status").filter(has_text=coming)).to_be_visible(timeout=SOON)
    expect(referee.page).not_to_have_title(re.compile(r"^\("))
