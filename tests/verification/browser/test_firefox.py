"""Firefox brings old taps back in its own way: no form may come back with them.

`make test` installs Firefox where it may; elsewhere these tests are skipped, and say so.
"""

from collections.abc import Iterator

import pytest
from babel.support import Translations

from tests.browser.server import Server
from tests.browser.table import NAMES, WORDS
from tests.verification.browser.cutting import FaultyProxy
from tests.verification.browser.firefox import NEEDS_FIREFOX, Firefox
from tests.verification.browser.test_back import CHANGED, FORMS, Form
from tests.verification.browser.webkit import WebKit

pytestmark = [pytest.mark.firefox, NEEDS_FIREFOX]
SAYS = Translations.load(WORDS, ["cs"]).gettext
FORM, TALLY = "document.querySelector('#form')", "document.querySelector('#tally').textContent"


class MatchPage:
    """A browser at the end of a line, and the hand that fills in forms with it."""

    def __init__(self, firefox: Firefox | WebKit, line: FaultyProxy) -> None:
        self.firefox, self.line = firefox, line
        self.run, self.wait = firefox.run, firefox.wait

    def open(self, path: str) -> None:
        self.firefox.open(f"{self.line.url}{path}")

    def sit(self, game: str) -> str:
        """Begins a match; gives its path."""
        self.open(f"/new/{game}")
        fill = "document.querySelectorAll('main .name input').forEach((e, i) => e.value = names[i])"
        self.run(f"const names = arguments[0]; {fill}", NAMES)
        self.save()
        self.wait("document.querySelector('table.sheet')")
        return str(self.run("return location.pathname"))

    def save(self) -> None:
        self.click(".foot .main[type=submit]")

    def click(self, selector: str, times: int = 1) -> None:
        """So many clicks, one as soon after the other as can be."""
        click = "for (let n = arguments[1]; n; n--) document.querySelector(arguments[0]).click()"
        self.run(click, selector, times)

    def tap(self, name: str, value: str) -> None:
        self.click(f"main [name='{name}'][value='{value}']")

    def fill(self, form: Form) -> None:
        for name, value in form.taps.items():
            self.tap(name, value)
        for name, value in form.typed.items():
            field = "document.querySelector(`main [name='${arguments[0]}']`)"
            self.run(f"{field}.value = arguments[1]", name, value)

    def back(self) -> None:
        self.firefox.back()
        self.wait("document.querySelector('main [name=key]')")

    @property
    def key(self) -> str:
        return str(self.run("return document.querySelector('main [name=key]').value"))

    @property
    def changed(self) -> list[str]:
        """The controls that do not stand as the server sent them."""
        names: list[str] = self.run(f"return ({CHANGED})({FORM})")
        return names


@pytest.fixture(scope="module")
def whole_line(standing_server: Server) -> FaultyProxy:
    """Without news: by them a page may learn before its next try that the save has arrived."""
    return FaultyProxy(standing_server.port, holds=True)


@pytest.fixture
def table(firefox: Firefox, whole_line: FaultyProxy) -> Iterator[MatchPage]:
    yield MatchPage(firefox, whole_line)
    whole_line.cut = False  # for the next test


@pytest.fixture(params=["taroky", "kocka-numbers"])
def form(request: pytest.FixtureRequest) -> Form:
    return FORMS[request.param]


def test_a_lost_answer_in_firefox(table: MatchPage, form: Form) -> None:
    """The form stays until the save arrives; after Back it is fresh, and says what it wrote."""
    path = table.sit(form.game)
    table.open(f"{path}/{form.path}")
    table.fill(form)
    key, table.line.cut = table.key, True
    table.save()
    table.wait("document.querySelector('#status.strip')")
    assert table.run("return location.pathname") == f"{path}/{form.path}".partition("?")[0]
    table.line.cut = False
    table.wait(f"location.pathname === '{path}'")
    table.wait("document.querySelectorAll('table.sheet tbody').length === 1")
    table.back()
    assert table.key != key
    assert table.changed == []
    written = SAYS("Already written: %(what)s.").partition("%")[0]
    table.wait(f"document.getElementById('status').textContent.startsWith('{written}')")


def test_a_lost_answer_in_firefox_without_scripts(table: MatchPage, form: Form) -> None:
    path = table.sit(form.game)
    table.firefox.let_scripts_run(False)
    try:
        table.open(f"{path}/{form.path}")
        table.fill(form)
        key, table.line.cut = table.key, True
        table.save()
        table.wait("location.pathname.endsWith('/entries')")
        table.line.cut = False
        table.back()
        assert table.key != key
        assert table.changed == []
    finally:
        table.firefox.let_scripts_run(True)


def test_figures_follow_the_taps_and_a_draft_outlives_a_reload_in_firefox(
    table: MatchPage,
) -> None:
    table.open(f"{table.sit('taroky')}/new/deal")
    table.fill(FORMS["taroky"])
    points = "document.querySelector('[name=points]')"
    table.run(f"{points}.dispatchEvent(new Event('input', {{bubbles: true}}))")
    table.wait(f"/Petr.?\\+6/.test({TALLY})")
    table.tap("contract", "preferanc")
    table.firefox.reload()
    table.wait("document.querySelector('[name=contract][value=preferanc]').checked")


def test_picked_cards_come_back_in_firefox(table: MatchPage) -> None:
    """Cards tapped for a question stand in the page's address: reload and Back bring them."""
    table.open(f"{table.sit('kocka')}/disputes/play")
    picked = "document.querySelector('main input[type=hidden][value=AH]')"
    table.run("document.querySelector('.key[value=AH]').click()")
    table.wait(picked)
    table.firefox.reload()
    table.wait(picked)
    table.open("/rules")
    table.firefox.back()
    table.wait(picked)
