"""A page of another site puts nobody out: real browsers, real other origins.

Over plain HTTP a browser does not say which site a form comes from, at 127.0.0.1 it does.
"""

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.browser.conftest import OpenPhone
from tests.browser.firefox import NEEDS_FIREFOX, Firefox
from tests.browser.helpers import Complaints
from tests.browser.server import Server
from tests.browser.table import MatchPage
from tests.browser.test_trouble import open_without_next

ATTACKED = ["/theme", "/pocket/send", "/pocket/follow", "/no/such/page"]
FORM = (
    "<!doctype html><form method=post action='{}'><input name=theme value=dark></form>"
    "<script>document.forms[0].submit()</script>"
)


class Evil(BaseHTTPRequestHandler):
    """Answers /?ADDRESS with a page that posts a form to the address by itself."""

    def do_GET(self) -> None:
        page = FORM.format(self.path.partition("?")[2]).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@pytest.fixture
def evil_port() -> Iterator[int]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Evil)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()


SITES = [("scores.test", "evil.test"), ("127.0.0.1", "localhost"), ("127.0.0.1", "127.0.0.1")]


@pytest.mark.parametrize(("ours", "theirs"), SITES)
def test_chromium_keeps_its_roles(
    open_phone: OpenPhone,
    standing_server: Server,
    complaints: Complaints,
    evil_port: int,
    ours: str,
    theirs: str,
) -> None:
    complaints.expect(r"status of (400|403)|URL's origin was untrustworthy")
    base = f"http://{ours}:{standing_server.port}"
    table = MatchPage(open_phone(base_url=base))
    open_without_next(table)
    share = f"{table.page.url}/share"

    def visit(path: str) -> None:
        with table.page.expect_response(lambda answer: answer.request.method == "POST") as posted:
            table.page.goto(f"http://{theirs}:{evil_port}/?{base}{path}")
        assert posted.value.status in (400, 403), path
        table.page.wait_for_load_state()

    def roles_left() -> bool:
        answer = table.page.goto(share)
        return answer is not None and answer.status == 200

    _attack(visit, roles_left)


@pytest.mark.firefox
@NEEDS_FIREFOX
def test_firefox_keeps_its_roles(firefox: Firefox, standing_server: Server, evil_port: int) -> None:
    base = f"http://scores.test:{standing_server.port}"
    firefox.open(f"{base}/new/kocka")
    firefox.run(
        "document.querySelectorAll('main .name input').forEach((e, i) => e.value = 'ABCD'[i]);"
        "document.querySelector('.foot .main').click()"
    )
    firefox.wait("document.querySelector('table.sheet')")
    share = f"{firefox.run('return location.href')}/share"

    def visit(path: str) -> None:
        firefox.open(f"http://evil.test:{evil_port}/?{base}{path}")
        firefox.wait("location.host.startsWith('scores') && document.querySelector('h1')")

    def roles_left() -> bool:
        firefox.open(share)
        return bool(firefox.run("return Boolean(document.querySelector('[href*=\"/in/\"]'))"))

    _attack(visit, roles_left)


def _attack(visit: Callable[[str], None], roles_left: Callable[[], bool]) -> None:
    assert roles_left(), "the phone writes the match"
    for path in ATTACKED:
        visit(path)
        assert roles_left(), path
