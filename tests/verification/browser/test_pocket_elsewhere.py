"""Browsers of other makers play without a signal as well, and come home: Firefox and WebKit."""

import pytest

from tests.verification.browser.driven import FORM, DrivenTable
from tests.verification.browser.pocket import BOOT, RECORDS, losers, written

pytestmark = [pytest.mark.pack, pytest.mark.usefixtures("pack")]
START = BOOT / 1000
"""Seconds that a phone may take to begin anew."""
PACKS = "(await caches.keys()).filter((name) => name.startsWith('scorekeeper/'))"
REGISTRATION = "await navigator.serviceWorker.getRegistration()"


class Cellar(DrivenTable):
    """A browser at the end of a line, which plays Faraón on the app that it took along."""

    code = ""

    def take_along(self):
        self.open("/pocket")
        self.click("#take")
        self.wait("!document.getElementById('leave').hidden", 3 * START)

    def sit_down(self):
        """Begins a match, and waits until the phone has it."""
        self.code = self.sit("faraon").rpartition("/")[2]
        self.wait(f"(await {RECORDS})['s/{self.code}'] === '1'")

    def lose(self, seat, times=1):
        self.click(f"#tap button[value='{seat}']", times)

    def expect_rows(self, rows):
        """So many rows stand on the sheet, and nothing is on its way."""
        sheet = f"document.querySelectorAll('table.sheet tbody').length === {rows}"
        self.wait(f"{sheet} && !document.querySelector('.htmx-request')", START)

    def expect_strip(self, shown):
        """What every page says of the signal."""
        hidden = "document.getElementById('pocket').hidden"
        self.wait(f"!{hidden}" if shown else hidden, START)

    def reload(self):
        """Loads the page anew as people do; Firefox's driver would pass its worker by."""
        self.run("document.body.id = 'left'; location.reload()")
        self.wait("document.readyState === 'complete' && document.body.id !== 'left'", START)

    def come_home(self):
        """There is a signal again, and all that waited is sent."""
        self.line.down = False
        self.open("/pocket/waiting")
        self.run("document.querySelector('main button')?.click()")
        self.wait("document.querySelector('.empty')", START)


@pytest.fixture
def cellar(other_browser, line):
    return Cellar(other_browser, line)


def test_an_evening_in_a_cellar(cellar, standing_server):
    cellar.take_along()
    cellar.sit_down()

    cellar.line.down = True
    cellar.lose(2)
    cellar.expect_rows(1)
    cellar.expect_strip(shown=True)
    cellar.lose(0, times=2)
    cellar.expect_rows(2)
    cellar.lose(1)
    cellar.expect_rows(3)
    cellar.click("#undo")
    cellar.expect_rows(2)
    correct_the_first(cellar)
    keep_a_draft(cellar)
    cellar.come_home()
    cellar.expect_strip(shown=False)
    assert losers(written(standing_server, cellar.code)) == [2, 0, 1]
    assert [fact(event.body) for event in written(standing_server, cellar.code)[4:]] == [
        {"event": 4},
        {"event": 2, "loser": 3},
    ]

    let_a_newer_app_take_over(cellar)
    cellar.come_home()
    assert losers(written(standing_server, cellar.code)) == [2, 0, 1, 1]


def fact(body):
    """Which event one that undoes or corrects is about, and who lost by it."""
    entry = body.get("entry")
    loser = {"loser": entry["loser"]} if isinstance(entry, dict) else {}
    return {"event": body["event"], **loser}


def correct_the_first(cellar):
    """Another player lost the first game; after Back the form is fresh."""
    cellar.open(f"/m/{cellar.code}/entries/2")
    cellar.tap("loser", "3")
    cellar.save()
    cellar.wait("document.querySelector('table.sheet')", START)
    cellar.browser.back()
    cellar.wait(FORM, START)
    cellar.wait(f"{FORM}.loser.value === '3'", START)
    assert cellar.changed == []


def keep_a_draft(cellar):
    """What is tapped and not saved outlives a page that is loaded anew."""
    cellar.open(f"/m/{cellar.code}/new/game")
    cellar.tap("loser", "2")
    cellar.reload()
    cellar.wait(f"{FORM}.loser.value === '2'", START)


def let_a_newer_app_take_over(cellar):
    """A newer one comes, and what the older one wrote without a signal is read by it."""
    cellar.open(f"/m/{cellar.code}")
    cellar.wait(f"(document.body.id = {PACKS}.join())")
    older = str(cellar.run("return document.body.id"))
    name = older.removeprefix("scorekeeper/").encode()
    cellar.line.other = (name, b"f" * len(name))
    cellar.wait(f"({REGISTRATION}).update().then(() => true)", START)
    cellar.wait(f"({REGISTRATION}).waiting", 3 * START)
    cellar.line.other, cellar.line.down = (b"", b""), True
    cellar.reload()
    cellar.expect_strip(shown=True)
    cellar.lose(1)
    cellar.expect_rows(3)
    cellar.open("/")
    cellar.wait(f"!{PACKS}.includes('{older}')", START)
    cellar.open(f"/m/{cellar.code}")
    cellar.expect_rows(3)
