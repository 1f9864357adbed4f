"""What Firefox and WebKit find in the pages that everybody sees, looked through as in Chromium."""

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from scorekeeper.testing.faults import Faults
from tests.browser.conftest import OpenPhone
from tests.browser.firefox import FIREFOX, Firefox
from tests.browser.helpers import ALL, report
from tests.browser.referee import Referee
from tests.browser.taroky import TarokyTable
from tests.browser.webkit import MISSING, WebKit

pytestmark = pytest.mark.walk("Chromium looks at every page with each run")
SOLO = {"contract": "solo", "declarer": 3, "points": 52}
LOOK = f"""{AXE_SCRIPT};
  const [theme, options] = arguments, root = document.documentElement;
  root.dataset.theme = theme;
  window.axe.run(document, {{...options, resultTypes: ["violations"]}})
    .then(({{violations}}) => JSON.stringify(violations), fault => String(fault))
    .then(faults => {{ root.dataset.faults = faults; }});"""
READ = """const {dataset} = document.documentElement, {faults} = dataset;
delete dataset.faults;
return faults;"""


@dataclass(frozen=True)
class Table:
    """A match on the server, and the link that lets another phone write in it."""

    home: str
    path: str
    link: str
    verdict: str


@pytest.fixture
def table(standing_phone: OpenPhone, live_server: str) -> Table:
    phone = standing_phone(360, 592, base_url=live_server)
    taroky = TarokyTable(phone)
    taroky.open()
    path = f"/m/{phone.url.rpartition('/m/')[2].partition('#')[0]}"
    for points in (52, 40, 37):
        taroky.record(SOLO | {"points": points})
    phone.goto(f"{path}/share")
    handed = phone.locator("details").filter(has_text=taroky.says("Hand over the scoring"))
    link = handed.locator("a[href*='/in/']").get_attribute("href")
    assert link
    phone.goto("/referee/kocka/play")
    referee = Referee(phone, "kocka")
    referee.pick(("KD", "QS", "7D", "AH"))
    referee.judge()
    referee.tap(phone.get_by_role("link", name=taroky.says("Share")))
    phone.wait_for_url("**/v/*")
    table = Table(live_server, path, link, phone.url.removeprefix(live_server))
    assert {phone.request.get(page).status for page in pages(table)} == {200}
    return table


@pytest.fixture(
    params=[
        pytest.param(
            "firefox",
            marks=[
                pytest.mark.firefox,
                pytest.mark.skipif(FIREFOX is None, reason="needs Firefox"),
            ],
        ),
        pytest.param("webkit", marks=pytest.mark.skipif(MISSING, reason="needs WebKit")),
    ]
)
def engine(request: pytest.FixtureRequest) -> Iterator[Firefox | WebKit]:
    if request.param == "firefox":
        yield request.getfixturevalue("firefox")
    else:
        with closing(WebKit()) as browser:
            yield browser


def pages(table: Table) -> Iterator[str]:
    yield from ("/", "/new/kocka", "/referee", "/referee/durak", "/referee/kocka/play", "/rules")
    yield from ("/rules/taroky", "/rules/taroky/taroky.talon.owner", "/rules/kocka/decisions")
    yield from ("/rules/kocka/glossary", "/settings", table.verdict, table.path)
    for page in ("new/deal", "people", "share", "result", "history", "board", "me", "print"):
        yield f"{table.path}/{page}"
    yield from (f"{table.path}/disputes", f"{table.path}/disputes/play")


def test_nothing_keeps_anybody_out(engine: Firefox | WebKit, table: Table, faults: Faults) -> None:
    """No violation of WCAG 2.2 AA that a machine can find, in dark and in light."""
    engine.open(table.link)
    for page in pages(table):
        engine.open(f"{table.home}{page}")
        for theme in ("light", "dark"):
            with faults.at(f"{page} {theme}"):
                engine.run(LOOK, theme, ALL)
                engine.wait("document.documentElement.dataset.faults")
                violations = json.loads(str(engine.run(READ)))
                assert not violations, "\n".join(
                    line for each in violations for line in report(each)
                )
