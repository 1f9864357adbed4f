"""An evening of a game that is a package, installed by pip beside a wheel of the app."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from scorekeeper.extras.pocket.pack.building import WORKSHOP
from scorekeeper.extras.pocket.pack.node import CannotBuild, fetch_pyodide
from scorekeeper.rulebook import open_rulebook
from tests.browser.conftest import OpenPhone
from tests.browser.helpers import Complaints
from tests.browser.pocket import NO_LINE, Pocket, written
from tests.browser.server import Server
from tests.packages.site import PRSI, ROOT, install

pytestmark = [pytest.mark.pack, pytest.mark.walk("40 s: a house with one more game is packed")]
NAMES = ("Petr", "Jana", "Karel")
TOP, PLAYED, HELD = "9L", "KB", "9H"
"""A card, what was wrongly played on it, and what else was in hand."""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """What a process is begun with in a house that is a wheel and Prší, with a pack of both."""
    site = tmp_path_factory.mktemp("site")
    for project in (ROOT, PRSI):
        install(project, site)
    environment = {"PYTHONPATH": str(site), "PYTHONSAFEPATH": "1"}
    try:
        fetch_pyodide(WORKSHOP)
    except CannotBuild as why:
        pytest.skip(str(why))
    command = [sys.executable, "-m", "scorekeeper", "pack"]
    subprocess.run(command, env={**os.environ, **environment}, cwd=site, check=True)
    return environment


@pytest.fixture
def server(environment: Mapping[str, str], tmp_path: Path) -> Iterator[Server]:
    """A server in that house."""
    server = Server(tmp_path, environment=environment)
    server.start()
    yield server
    server.stop()


class Prsi(Pocket):
    """A phone at a table of Prší, which is no game of this process: its book is read here."""

    def __init__(self, page: Page) -> None:
        super().__init__(page, "prsi", names=NAMES)
        self.book = open_rulebook(PRSI / "pubscorekeeper_prsi", "cs")

    def suit(self, code: str) -> Locator:
        """The tab of a card's suit."""
        own = self.page.locator(f":scope > [value='{code[-1]}']")
        return self.page.locator(".suits .pick").filter(has=own)

    def settle(self, name: str) -> None:
        """A card that did not fit, by its keys; what it costs is written for somebody."""
        self.dispute()
        self.question()
        self.pick([TOP, PLAYED, HELD])
        self.judge()
        self.expect_word("NOT ALLOWED")
        expect(self.page.locator("main")).to_contain_text("nesedí ani barva, ani hodnota")
        self.tap(self.offender(name))
        self.expect_sheet()


def test_an_evening_with_a_signal_and_without(
    server: Server, open_phone: OpenPhone, complaints: Complaints
) -> None:
    complaints.expect(NO_LINE)
    prsi = Prsi(open_phone(base_url=server.url))
    prsi.page.goto("/")
    expect(prsi.page.get_by_text("Prší 1.0.0 (Scorekeeper contributors)")).to_be_visible()
    prsi.take_along()
    prsi.sit_down()
    code, sheet = prsi.code, prsi.page.url
    prsi.lose(1, 2)
    assert prsi.totals() == [0, 1, 1]
    prsi.expect_kept(code, 3)

    server.stop()
    prsi.wake()
    prsi.lose(1, 0)
    prsi.settle("Karel")
    prsi.expect_waiting(3)
    prsi.page.goto("/rules/prsi/prsi.seven")
    expect(prsi.title).to_contain_text("Sedmy")
    prsi.page.goto("/rules/prsi/one-page")
    expect(prsi.page.get_by_text("Na sedmu si další hráč")).to_be_visible()
    prsi.sit_down()
    prsi.lose(2)
    another = prsi.code

    server.start()
    prsi.send()
    expect(prsi.strip).to_be_hidden()
    assert [lost(event.body) for event in written(server, code)[1:5]] == [1, 2, 1, 0]
    assert written(server, code)[5].body["entry"]["rule"] == "prsi.match"
    assert [lost(event.body) for event in written(server, another)[1:]] == [2]
    prsi.page.goto(sheet)
    assert prsi.totals() == [1, 2, 1]


def lost(body: Mapping[str, object]) -> object:
    """Who lost a game, as its event says."""
    entry = body["entry"]
    return entry["lost"] if isinstance(entry, dict) else entry
