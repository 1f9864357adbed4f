"""Firefox brings old taps back in its own way: no form may come back with them.

These tests run where Firefox is installed, with Mozilla's own driver: `pip install
marionette-driver`, `apt-get install firefox-esr`. Elsewhere they are skipped, and say so.
"""

import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from babel.support import Translations

from tests.browser.cutting import CuttingLine
from tests.browser.server import Server
from tests.browser.table import NAMES, WORDS
from tests.browser.test_back import CHANGED, FORMS, Form

FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
driver = pytest.importorskip("marionette_driver", reason="needs Mozilla's marionette-driver")
pytestmark = [
    pytest.mark.firefox,
    pytest.mark.skipif(FIREFOX is None, reason="needs Firefox"),
    # The driver leaves its own probing sockets to the garbage collector.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
SAYS = Translations.load(WORDS, ["cs"]).gettext
ENTRIES = ("taroky", "kocka-cards", "kocka-numbers", "faraon", "makao", "durak")


class Firefox:
    """A Firefox without a window at the end of a line; what it runs itself is out of its reach."""

    def __init__(self, client: Any, line: CuttingLine) -> None:
        self.client, self.line = client, line

    def run(self, script: str, *arguments: object) -> Any:
        return self.client.execute_script(script, arguments, sandbox="system")

    def wait(self, condition: str) -> None:
        driver.Wait(self.client, timeout=20).until(lambda _: self.run(f"return {condition}"))

    def open(self, path: str) -> None:
        self.client.navigate(f"{self.line.url}{path}")

    def sit(self, game: str) -> str:
        """Begins a match; gives its path."""
        self.open(f"/new/{game}")
        fill = "document.querySelectorAll('main .name input').forEach((e, i) => e.value = names[i])"
        self.run(f"const names = arguments[0]; {fill}", NAMES)
        self.save()
        self.wait("document.querySelector('table.sheet') && true")
        return str(self.run("return location.pathname"))

    def save(self) -> None:
        self.run("document.querySelector('.foot .main').click()")

    def fill(self, form: Form) -> None:
        for name, value in form.taps.items():
            tap = "document.querySelector(`main [name='${arguments[0]}'][value='${arguments[1]}']`)"
            self.run(f"{tap}.click()", name, value)
        for name, value in form.typed.items():
            field = "document.querySelector(`main [name='${arguments[0]}']`)"
            self.run(f"{field}.value = arguments[1]", name, value)

    def back(self) -> None:
        self.client.go_back()
        self.wait("document.querySelector('main [name=key]') && true")

    @property
    def key(self) -> str:
        return str(self.run("return document.querySelector('main [name=key]').value"))

    @property
    def changed(self) -> list[str]:
        """The controls that do not stand as the server sent them."""
        found: list[str] = self.run(f"return ({CHANGED})(document.querySelector('#form'))")
        return found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("instance"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def firefox(server: Server) -> Iterator[Firefox]:
    client = driver.marionette.Marionette(
        bin=FIREFOX, headless=True, prefs={"intl.accept_languages": "cs"}
    )
    client.start_session()
    yield Firefox(client, CuttingLine(server.port))
    client.delete_session()
    client.cleanup()


@pytest.fixture(params=ENTRIES)
def form(request: pytest.FixtureRequest) -> Form:
    return FORMS[request.param]


def test_a_lost_answer_in_firefox(firefox: Firefox, form: Form) -> None:
    """The form stays until the save arrives; after Back it is fresh, and says what it wrote."""
    path = firefox.sit(form.game)
    firefox.open(f"{path}/{form.path}")
    firefox.fill(form)
    key, firefox.line.cut = firefox.key, True
    firefox.save()
    firefox.wait("document.getElementById('status').className === 'strip'")
    assert firefox.run("return location.pathname") == f"{path}/{form.path}".partition("?")[0]
    firefox.line.cut = False
    firefox.wait(f"location.pathname === '{path}'")
    firefox.wait("document.querySelectorAll('table.sheet tbody').length === 1")
    firefox.back()
    assert firefox.key != key
    assert firefox.changed == []
    written = SAYS("Already written: %(what)s.").partition("%")[0]
    firefox.wait(f"document.getElementById('status').textContent.startsWith('{written}')")


def test_a_lost_answer_in_firefox_without_scripts(firefox: Firefox, form: Form) -> None:
    path = firefox.sit(form.game)
    firefox.client.set_pref("javascript.enabled", False)
    try:
        firefox.open(f"{path}/{form.path}")
        firefox.fill(form)
        key, firefox.line.cut = firefox.key, True
        firefox.save()
        firefox.wait("location.pathname.endsWith('/entries')")
        firefox.line.cut = False
        firefox.back()
        assert firefox.key != key
        assert firefox.changed == []
    finally:
        firefox.line.cut = False
        firefox.client.set_pref("javascript.enabled", True)
