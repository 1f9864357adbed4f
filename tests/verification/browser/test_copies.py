"""Copies of the app on one host, each under its own path: none sees or takes what is another's."""

import threading

import pytest
from playwright.sync_api import expect
from werkzeug.exceptions import NotFound
from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.serving import make_server

from scorekeeper.extras.pocket.pack.site import site_files, write_site
from scorekeeper.web import create_app
from tests.browser.helpers import wait_until
from tests.browser.scripts import JS
from tests.verification.browser.pocket import BOOT, NO_LINE, Pocket
from tests.verification.browser.test_site import begin, host, newer, shelf, site

__all__ = ["host", "shelf", "site"]
pytestmark = pytest.mark.pack

STORAGE = "import('%s/static/extras/pocket/storage.js')"


@pytest.fixture
def two_sites(host, shelf, tmp_path):
    write_site(host.folder / "other", site_files(newer(shelf, tmp_path / "newer")))
    return host


def test_two_sites_on_one_host_live_apart(two_sites, open_phone, complaints):
    """Also what lies under the plain name: it is read by the one it belongs to."""
    complaints.expect(r"status of 404|net::ERR_")
    page = open_phone(base_url=two_sites.url)
    sheet = play(page, "/cards/")
    before = page.evaluate("caches.keys()")
    page.evaluate(JS.PLAIN)
    Pocket(page).end_worker()
    other = play(page, "/other/")
    two_sites.stop()
    expect_there(page, other)

    two_sites.start()
    leave(page, "/other/pocket")
    expect(page.locator("#take")).to_be_visible()
    plain = ["pack-0123", "scorekeeper"]
    assert page.evaluate(JS.NAMES) == sorted((*plain, *before)), "they are another's"

    two_sites.stop()
    expect_there(page, sheet)
    kept = page.evaluate(JS.NAMES)
    assert all(name.startswith("scorekeeper/cards/") for name in kept), kept
    page.goto("/cards/")
    expect(page.locator(".evening")).to_contain_text("Jana")
    two_sites.start()
    leave(page, "/cards/pocket")
    expect(page.locator("#take")).to_be_visible()
    assert page.evaluate(JS.NAMES) == []


def play(page, path):
    """Takes the app of a site, which knows of no evening, and begins a match: its address."""
    page.goto(path)
    begin(page)
    expect(page.locator(".evening")).to_have_count(0)
    page.goto(f"{path}new/kocka")
    return sit(page)


def expect_there(page, sheet):
    """A sheet is shown by a worker that begins anew."""
    Pocket(page).end_worker()
    page.goto(sheet)
    expect(page.get_by_role("table")).to_be_visible(timeout=BOOT)


def sit(page):
    table = Pocket(page)
    table.fill_names()
    table.start()
    return page.url


def leave(page, offer):
    """Removes the copy that is offered there."""
    page.goto(offer)
    if page.locator("details.why summary").count():
        page.locator("details.why summary").tap()
    page.locator("#leave").tap()


@pytest.fixture
def houses(tmp_path):
    folders = {f"/{name}": tmp_path / name for name in ("cards", "other")}
    apps = {path: create_app(folder, {}).wsgi_app for path, folder in folders.items()}
    server = make_server("127.0.0.1", 0, DispatcherMiddleware(NotFound(), apps), threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()


def test_two_houses_on_one_host_live_apart(pack, houses, open_phone, complaints):
    complaints.expect(NO_LINE)
    page = open_phone(base_url=f"http://127.0.0.1:{houses.port}")
    sheets = {}
    for path in ("/cards", "/other"):
        page.goto(f"{path}/pocket")
        page.locator("#take").tap()
        expect(page.locator("#leave")).to_be_visible(timeout=3 * BOOT)
        page.goto(f"{path}/new/faraon")
        sheets[path] = sit(page)
        code = page.url.rpartition("/")[2]
        wait_until(page, f"async () => (await {STORAGE % path}).get('s/{code}')", BOOT)
    leave(page, "/other/pocket")
    expect(page.locator("#take")).to_be_visible()
    houses.shutdown()
    houses.server_close()
    Pocket(page).end_worker()
    page.goto(sheets["/cards"])
    expect(page.locator("#match")).to_be_visible(timeout=BOOT)
