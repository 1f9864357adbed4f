"""What Firefox and WebKit find in the pages that everybody sees, looked through as in Chromium."""

import json
from dataclasses import dataclass

import pytest

from tests.browser.helpers import ALL, COLOURS, report
from tests.browser.referee import Referee
from tests.browser.scripts import JS
from tests.browser.taroky import SOLO, TarokyTable


@dataclass(frozen=True)
class Table:
    """A match on the server, and the link that lets another phone write in it."""

    home: str
    path: str
    link: str
    verdict: str


@pytest.fixture
def table(standing_phone, live_server):
    phone = standing_phone(360, 592)
    taroky = TarokyTable(phone).open()
    path = phone.url.partition("#")[0].removeprefix(live_server)
    for points in (52, 40, 37):
        taroky.record({**SOLO, "points": points})
    link = taroky.link_to("write")
    phone.goto("/referee/kocka/play")
    referee = Referee(phone, "kocka")
    referee.pick(("KD", "QS", "7D", "AH"))
    referee.judge()
    referee.tap(phone.get_by_role("link", name=taroky.says("Share")))
    phone.wait_for_url("**/v/*")
    table = Table(live_server, path, link, phone.url.removeprefix(live_server))
    assert {phone.request.get(page).status for page in pages(table)} == {200}
    return table


def pages(table):
    yield from ("/", "/new/kocka", "/referee", "/referee/durak", "/referee/kocka/play", "/rules")
    yield from ("/rules/taroky", "/rules/taroky/taroky.talon.owner", "/rules/kocka/decisions")
    yield from ("/rules/kocka/glossary", "/settings", table.verdict, table.path)
    for page in ("new/deal", "people", "share", "result", "history", "board", "me", "print"):
        yield f"{table.path}/{page}"
    yield from (f"{table.path}/disputes", f"{table.path}/disputes/play")


def test_nothing_keeps_anybody_out(other_browser, table, faults):
    """No violation of WCAG 2.2 AA that a machine can find, in dark and in light."""
    other_browser.open(table.link)
    for page in pages(table):
        other_browser.open(f"{table.home}{page}")
        for theme, rules in (("light", ALL), ("dark", COLOURS)):
            with faults.at(f"{page} {theme}"):
                other_browser.run(JS.LOOK, theme, rules)
                other_browser.wait("document.documentElement.dataset.faults")
                violations = json.loads(str(other_browser.run(JS.READ)))
                assert not violations, "\n".join(
                    line for each in violations for line in report(each)
                )
