"""A page of another site puts nobody out and writes nothing, not through the app in the phone
either: real browsers, real other origins.

Over plain HTTP a browser does not say which site a form comes from, at 127.0.0.1 it does.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import product

import pytest

from tests.browser.table import MatchPage
from tests.verification.browser.firefox import NEEDS_FIREFOX
from tests.verification.browser.pocket import RECORDS
from tests.verification.browser.test_pocket_elsewhere import START, Cellar
from tests.verification.browser.test_trouble import open_without_next
from tests.web.table import KEY

DIRECT = ["/pocket/send", "/pocket/follow"]
ATTACKED = ["/theme", "/pocket/send", "/pocket/follow", "/no/such/page"]
WRITES = {"theme": "dark", "lang": "sk", "seat": "0", "loser": "0", "choice": "drop", "seen": "1"}
FORM = (
    "<!doctype html><form method=post enctype='{}' action='{}'>"
    f"<input name=key value={KEY}><input name=csrf_token value={'A' * 56}>"
    + "".join(f"<input name={name} value={value}>" for name, value in WRITES.items())
    + "<input name=file type=file></form><script>"
    "const chosen = new DataTransfer();"
    "chosen.items.add(new File(['{{}}'], 'evening.jsonl'));"
    "document.querySelector('[type=file]').files = chosen.files;"
    "document.forms[0].submit()</script>"
)
ENCODINGS = ("application/x-www-form-urlencoded", "multipart/form-data", "text/plain")


class Evil(BaseHTTPRequestHandler):
    """Answers /ENCODING?ADDRESS with a page that posts a form to the address by itself."""

    def do_GET(self):
        encoding, _, address = self.path[1:].partition("?")
        page = FORM.format(encoding, address).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, format, *args):
        """Says nothing."""


@pytest.fixture
def evil_port():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Evil)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()


ANSWERED_BY_PHONE = "return Boolean(document.querySelector('[data-phone]'))"
SITES = [("scores.test", "evil.test"), ("127.0.0.1", "localhost"), ("127.0.0.1", "127.0.0.1")]


@pytest.mark.parametrize(("ours", "theirs"), SITES)
def test_chromium_keeps_its_roles(open_phone, standing_server, complaints, evil_port, ours, theirs):
    complaints.expect(r"status of (400|403)|URL's origin was untrustworthy")
    base = f"http://{ours}:{standing_server.port}"
    table = MatchPage(open_phone(base_url=base))
    open_without_next(table)
    share = f"{table.page.url}/share"

    def visit(path):
        with table.page.expect_response(lambda answer: answer.request.method == "POST") as posted:
            table.page.goto(f"http://{theirs}:{evil_port}/?{base}{path}")
        assert posted.value.status in (400, 403), path
        table.page.wait_for_load_state()

    def roles_left():
        answer = table.page.goto(share)
        return answer is not None and answer.status == 200

    _attack(visit, roles_left)


@pytest.mark.pack
@pytest.mark.parametrize("signal", [True, False], ids=["with a signal", "without"])
def test_the_app_in_a_phone_passes_on_nothing_of_another_site(
    pocket, line, complaints, evil_port, signal
):
    """It answers itself, and puts nothing away; its own forms it passes on."""
    complaints.expect(r"status of 4\d\d|URL's origin was untrustworthy")
    base, code = line.url, pocket.begin()
    of_match = [f"/m/{code}{path}" for path in ("/tap", "/entries", "/undo", "/people")]
    of_phone = [f"/pocket/m/{code}", "/pocket/take-in", "/pocket/send-now"]
    line.down = not signal
    before = kept(pocket.records())
    for path, encoding in product([*ATTACKED, *of_match, *of_phone], ENCODINGS):
        if path in DIRECT:  # the worker lets the browser ask the server
            continue
        with pocket.page.expect_response(lambda answer: answer.request.method == "POST") as posted:
            pocket.page.goto(f"http://localhost:{evil_port}/{encoding}?{base}{path}")
        told = posted.value
        assert told.headers.get("x-answered-by") == "phone", path
        assert told.status in (400, 403, 404, 405), path
        pocket.page.wait_for_load_state()
        assert kept(pocket.records()) == before, path
    pocket.page.goto("/settings")
    with (
        pocket.page.expect_navigation(),
        pocket.page.expect_response(lambda answer: answer.request.method == "POST") as posted,
    ):
        pocket.tap(pocket.button("Dark"))
    assert (posted.value.status, "x-answered-by" in posted.value.headers) == (303, not signal)


@pytest.mark.pack
@pytest.mark.usefixtures("pack")
def test_other_browsers_pass_on_nothing_of_another_site(other_browser, line, evil_port):
    cellar = Cellar(other_browser, line)
    cellar.take_along()
    cellar.sit_down()
    before = kept(records(cellar))
    for line.down in (False, True):
        for path, encoding in product(("/theme", f"/m/{cellar.code}/tap"), ENCODINGS[:2]):
            other_browser.open(f"http://localhost:{evil_port}/{encoding}?{line.url}{path}")
            cellar.wait("location.hostname !== 'localhost' && document.querySelector('h1')", START)
            assert cellar.run(ANSWERED_BY_PHONE), path
            assert kept(records(cellar)) == before, path
    line.down = False
    cellar.open("/settings")
    cellar.click("[name=theme][value=dark]")
    cellar.wait("document.documentElement.dataset.theme === 'dark'", START)
    assert not cellar.run(ANSWERED_BY_PHONE)


@pytest.mark.firefox
@NEEDS_FIREFOX
def test_firefox_keeps_its_roles(firefox, standing_server, evil_port):
    base = f"http://scores.test:{standing_server.port}"
    firefox.open(f"{base}/new/kocka")
    firefox.run(
        "document.querySelectorAll('main .name input').forEach((e, i) => e.value = 'ABCD'[i]);"
        "document.querySelector('.foot .main').click()"
    )
    firefox.wait("document.querySelector('table.sheet')")
    share = f"{firefox.run('return location.href')}/share"

    def visit(path):
        firefox.open(f"http://evil.test:{evil_port}/?{base}{path}")
        firefox.wait("location.host.startsWith('scores') && document.querySelector('h1')")

    def roles_left():
        firefox.open(share)
        return bool(firefox.run("return Boolean(document.querySelector('[href*=\"/in/\"]'))"))

    _attack(visit, roles_left)


def records(cellar):
    """What the phone of another browser has put away."""
    cellar.wait(f"(document.body.title = JSON.stringify(await {RECORDS}))")
    return json.loads(str(cellar.run("return document.body.title")))


def kept(records):
    """What it would be another phone without; Python writes the rest when it first begins."""
    return {key: text for key, text in records.items() if key not in ("secret", "waits")}


def _attack(visit, roles_left):
    assert roles_left(), "the phone writes the match"
    for path in ATTACKED:
        visit(path)
        assert roles_left(), path
