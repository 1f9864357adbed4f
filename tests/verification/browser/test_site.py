"""A site of plain files: fetched once from a host that only hands files out, then without any."""

import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scorekeeper.extras.pocket.pack.building import PACK_FOLDER, write_manifest, zip_of
from scorekeeper.extras.pocket.pack.site import site_files, write_site
from scorekeeper.extras.pocket.pages.pack import Part, read_pack
from tests.browser.helpers import (
    assert_accessible_in_both_themes,
    assert_fits,
    enlarge_text,
    wait_until,
)
from tests.browser.referee import Referee
from tests.browser.server import free_port
from tests.browser.table import NAMES, TYPICAL, TYPICAL_POINTS, MatchPage
from tests.verification.browser.firefox import NEEDS_FIREFOX
from tests.verification.browser.pocket import Pocket

pytestmark = pytest.mark.pack
FIRST_START = 60_000
"""Milliseconds for a first start on a machine that does other things as well."""
SLOW_3G = {"latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
WAITS = "navigator.serviceWorker.getRegistration().then((all) => !!all.waiting)"
NEEDS_SERVER = "This phone works on its own: sharing and watching need a server."
NEWER = b"/* newer */"
STYLE = "fetch('static/app.css?' + Math.random()).then((style) => style.text())"


@dataclass
class Host:
    """`python -m http.server` on a folder: it hands out files and knows nothing else."""

    folder: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        words = (
            *("-u", "-m", "http.server", "--bind", "127.0.0.1"),
            *("--directory", str(self.folder), str(self.port)),
        )
        nowhere = subprocess.DEVNULL
        self.process = subprocess.Popen(
            [sys.executable, *words], stdin=nowhere, stdout=subprocess.PIPE, stderr=nowhere
        )
        assert self.process.stdout
        assert self.process.stdout.readline(), "it says where it listens"

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.communicate(timeout=5)
            self.process = None


@pytest.fixture(scope="session")
def shelf(pack):
    return PACK_FOLDER


@pytest.fixture(scope="session")
def site(shelf, tmp_path_factory):
    """A host's folder with a site in it, under a path."""
    folder = tmp_path_factory.mktemp("host")
    write_site(folder / "cards", site_files(shelf))
    return folder


@pytest.fixture
def host(site, tmp_path):
    host = Host(shutil.copytree(site, tmp_path / "host"))
    host.start()
    yield host
    host.stop()


def begin(page):
    """Takes the app, from the start page until it opens by itself."""
    page.locator("#take").tap()
    expect(page.locator(".tiles-2")).to_be_visible(timeout=FIRST_START)


def newer(shelf, folder):
    """The pack of another version: its style says so."""
    made = read_pack(shelf)
    shutil.copytree(shelf, folder)
    (app,) = (part for part in made.parts if part.name == "app.zip")
    with zipfile.ZipFile(BytesIO((shelf / app.file).read_bytes())) as given:
        files = {name: given.read(name) for name in given.namelist()}
    files["scorekeeper/static/app.css"] += NEWER
    data = zip_of(files)
    (folder / "app.newer.zip").write_bytes(data)
    part = Part("app.zip", "app.newer.zip", len(data), len(data))
    write_manifest(folder, made.version, [part if each == app else each for each in made.parts])
    return folder


def test_an_evening_without_a_network(host, open_phone, complaints, tmp_path):
    complaints.expect(r"status of (404|503)|net::ERR_")
    shutil.copytree(host.folder / "cards", host.folder, dirs_exist_ok=True)
    page = open_phone(base_url=host.url)
    page.goto("/")
    begin(page)
    table = MatchPage(page)
    table.open_by_hand()
    sheet = page.url
    table.round_by_cards(TYPICAL, rest=2)
    host.stop()

    page.reload()
    table.expect_rows(1)
    table.durch(1)
    table.expect_rows(2)
    ask_the_referee(page, sheet)
    page.goto("/rules/kocka")
    expect(page.locator("main")).to_contain_text("28")

    Pocket(page).end_worker()
    page.goto(sheet)
    table.expect_rows(2)
    table.expect_row(1, TYPICAL_POINTS)
    page.goto(f"{sheet}/share")
    expect(page.get_by_text(table.says(NEEDS_SERVER))).to_be_visible()
    move_a_match(table, sheet, tmp_path / "match.jsonl")
    look_at_its_own_pages(page)
    page.goto("/index.html")
    expect(page.locator(".evening")).to_contain_text("Jana")
    host.start()
    remove(page)


def look_at_its_own_pages(page):
    for path in ("/pocket", "/pocket/matches", "/pocket/take-in"):
        page.goto(path)
        assert_fits(page)
        assert_accessible_in_both_themes(page)


def remove(page):
    """Takes the app away, with all that it kept: what is left is the start page."""
    page.goto("/pocket")
    page.locator("details.why summary").tap()
    page.locator("#leave").tap()
    expect(page.locator("#take")).to_be_visible()
    assert page.evaluate("caches.keys()") == []
    assert page.evaluate("indexedDB.databases()") == []
    assert page.evaluate("navigator.serviceWorker.getRegistrations()") == []


def ask_the_referee(page, sheet):
    referee = Referee(page)
    page.goto(f"{sheet}/disputes/play")
    referee.pick(("KD", "QS", "7D", "AH"))
    referee.judge()
    expect(referee.word).to_be_visible()


def move_a_match(table, sheet, file):
    """Keeps a match as a file and takes it in again: nothing is there twice."""
    table.page.goto(sheet)
    with table.page.expect_download() as download:
        table.menu(table.says("Keep as a file"))
    download.value.save_as(file)
    table.page.goto("/pocket/take-in")
    table.page.locator("#file").set_input_files(file)
    table.tap(table.button("Import it"))
    table.expect_rows(2)


def test_a_newer_site_says_so_and_starts_when_it_is_let(
    host, shelf, open_phone, tmp_path, complaints
):
    complaints.expect(r"status of 404")
    page = open_phone(base_url=f"{host.url}/cards/")
    page.goto("")
    begin(page)
    begin_a_match(page)
    fetch_a_newer_one(page, host, newer(shelf, tmp_path / "newer"))
    page.goto("rules")
    notice = page.locator("#newer")
    expect(notice).to_contain_text(MatchPage(page).says("A new version is here."))
    assert_fits(page)
    assert_accessible_in_both_themes(page)
    assert NEWER.decode() not in page.evaluate(STYLE), "somebody may be in the middle of something"
    host.stop()
    with page.expect_navigation():
        notice.get_by_role("button").tap()
    expect(notice).to_be_hidden()
    assert NEWER.decode() in page.evaluate(STYLE)
    page.goto("")
    expect(page.locator(".evening")).to_contain_text("Petr, Jana, Karel, Eva")


def begin_a_match(page):
    """As on a server's own path: here it is below the site's."""
    page.goto("new/kocka")
    table = MatchPage(page)
    table.fill_names()
    table.start()
    assert "/cards/m/" in page.url


def fetch_a_newer_one(page, host, shelf):
    """The host has another version now, and the phone has fetched it."""
    shutil.rmtree(host.folder / "cards")
    write_site(host.folder / "cards", site_files(shelf))
    page.goto("rules")
    page.evaluate("navigator.serviceWorker.getRegistration().then((all) => all.update())")
    wait_until(page, f"() => {WAITS}", FIRST_START)
    expect(page.locator("#newer")).to_be_visible()


@pytest.mark.firefox
@NEEDS_FIREFOX
def test_firefox_needs_no_network_either(host, firefox):
    firefox.open(f"{host.url}/cards/")
    firefox.run("document.getElementById('take').click()")
    firefox.wait("document.querySelector('.tiles-2')", FIRST_START / 1000)
    host.stop()
    firefox.open(f"{host.url}/cards/new/kocka")
    for seat, name in enumerate(NAMES):
        firefox.run(f"document.querySelectorAll('input[type=text]')[{seat}].value = '{name}'")
    firefox.run("document.querySelector('.foot .main').click()")
    firefox.wait("document.querySelector('table')")
    firefox.open(f"{host.url}/cards/")
    firefox.wait(f"document.querySelector('.evening').innerText.includes('{NAMES[0]}')")


def test_the_start_page_is_there_at_once_and_fits(host, open_phone):
    page = open_phone(base_url=f"{host.url}/cards/")
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {"offline": False, **SLOW_3G})
    page.goto("")
    shown = page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    assert shown < 2000
    assert page.evaluate("document.documentElement.lang") == "cs"
    expect(page.locator("#take")).to_be_visible()
    for language in ("be", "en", "cs"):
        page.locator(f"nav [lang={language}]").tap()
        expect(page.locator("html")).to_have_attribute("lang", language)
        assert_fits(page)
    assert_accessible_in_both_themes(page)
    page.set_viewport_size({"width": 320, "height": 568})
    enlarge_text(page)
    assert_fits(page)


REGISTER = "navigator.serviceWorker.register = async () => {{ throw new {}; }}"
IN_THE_WAY = {
    "Object.defineProperty(self, 'isSecureContext', {value: false})": "https",
    "Object.defineProperty(navigator, 'serviceWorker', {value: undefined})": "starý",
    REGISTER.format("DOMException('no', 'SecurityError')"): "soukromém okně",
    REGISTER.format("DOMException('full', 'QuotaExceededError')"): "není místo",
    REGISTER.format("Error('redundant')"): "Spojení se přerušilo",
    REGISTER.format("TypeError('module')"): "starý",
}


def test_what_is_in_the_way_is_said(host, open_phone, faults):
    for breaks, said in IN_THE_WAY.items():
        page = open_phone(base_url=f"{host.url}/cards/")
        page.add_init_script(breaks)
        page.goto("")
        with faults.at(breaks):
            if page.locator("#take").is_visible():
                page.locator("#take").tap()
            expect(page.locator("#said")).to_contain_text(said)
