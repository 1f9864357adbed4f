"""A real phone-sized browser on a real server."""

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.cutting import FaultyProxy
from tests.browser.firefox import NEEDS_FIREFOX, Firefox
from tests.browser.helpers import Complaints, Taps, hear_all
from tests.browser.pocket import NO_LINE, Pocket, be_built
from tests.browser.server import Server
from tests.browser.table import MatchPage
from tests.browser.webkit import NEEDS_WEBKIT, WebKit

BROWSERS = ("chromium-headless-shell", "chromium")
"""The same browser; the first has no window of its own to draw and is twice as quick."""
QUIET = (
    "--no-sandbox",  # tests may run as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP *.test 127.0.0.1",  # for tests that need more than one site
)
PHONE = {
    "has_touch": True,
    "is_mobile": True,
    "locale": "cs-CZ",
    "timezone_id": "Europe/Prague",
    "reduced_motion": "reduce",
}

OpenPhone = Callable[..., Page]

# A browser, its server and other tests share two cores: what has not come is waited for.
expect.set_options(timeout=20_000)


def phone_options(width: int, height: int, others: dict[str, Any]) -> dict[str, Any]:
    """What a browser context of a phone is opened with; `others` come before what is usual."""
    size = {"width": width, "height": height}
    return {"viewport": size, "screen": size, **PHONE, **others}


HERE = Path(__file__).parent
POCKET = "pocket"
"""The standing phone that took the app along."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests of this folder."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


def chromium() -> str | None:
    """The browser's file; None if there is none."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict) -> dict:
    if chromium() is None:
        pytest.fail("the browser tests need Chromium: `make test` installs it", pytrace=False)
    return {**browser_type_launch_args, "executable_path": chromium(), "args": list(QUIET)}


@pytest.fixture(scope="session")
def base_url() -> None:
    """In place of the plugin's own, which pytest warns about; `phone` knows its server."""


@pytest.fixture(scope="session")
def standing_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The real app with an empty instance folder; one for each test worker, which ends it never."""
    server = Server(tmp_path_factory.mktemp("instance"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def live_server(standing_server: Server) -> str:
    """The address of the real app."""
    return standing_server.url


@pytest.fixture(scope="session")
def standing_line(standing_server: Server) -> FaultyProxy:
    """A line to the app that a test may cut; the one of the phone that took the app along."""
    return FaultyProxy(standing_server.port)


@pytest.fixture
def line(standing_line: FaultyProxy) -> Iterator[FaultyProxy]:
    """The line of the phone that took the app along."""
    yield standing_line
    standing_line.down = standing_line.mute = standing_line.cut = standing_line.holds = False
    standing_line.question = standing_line.answer = standing_line.stalled = None
    standing_line.stalls = b""
    standing_line.late.set()


@pytest.fixture
def pocket(
    browser: Browser,
    standing_phones: dict[str, Page],
    pack: None,
    line: FaultyProxy,
    complaints: Complaints,
) -> Iterator[Pocket]:
    """A phone that took the app along: it does so once, and is given up where a test has failed."""
    page = standing_phones.pop(POCKET, None)
    fresh = page is None
    if page is None:
        page = browser.new_context(**phone_options(360, 592, {"base_url": line.url})).new_page()
    complaints.listen(page)
    complaints.expect(NO_LINE)
    pocket = Pocket(page, "faraon")
    if fresh:
        pocket.take_along()
    yield pocket
    hear_all(page)
    complaints.leave(page)
    complaints.check()
    line.down = line.mute = False
    page.goto("/")
    if pocket.strip.is_hidden() and pocket.packs():
        standing_phones[POCKET] = page
    else:
        page.context.close()


@pytest.fixture
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for one test, which may kill it."""
    server = Server(tmp_path_factory.mktemp("instance"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def standing_firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """A Firefox; one for each test worker. Its profile keeps what pages put away."""
    with closing(Firefox(tmp_path_factory.mktemp("firefox"))) as firefox:
        yield firefox


@pytest.fixture
def firefox(standing_firefox: Firefox) -> Iterator[Firefox]:
    """The Firefox, at no page."""
    yield standing_firefox
    standing_firefox.open("about:blank")


@pytest.fixture
def webkit() -> Iterator[WebKit]:
    """A WebKit of this test alone."""
    with closing(WebKit()) as browser:
        yield browser


@pytest.fixture(
    params=[
        pytest.param("firefox", marks=[pytest.mark.firefox, NEEDS_FIREFOX]),
        pytest.param("webkit", marks=NEEDS_WEBKIT),
    ]
)
def other_browser(request: pytest.FixtureRequest) -> Firefox | WebKit:
    """Each of the browsers that are not Chromium."""
    browser: Firefox | WebKit = request.getfixturevalue(request.param)
    return browser


@pytest.fixture(scope="session")
def pack(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What a phone takes along is built; skips a test where that cannot be."""
    be_built(tmp_path_factory.getbasetemp().parent / "pack.lock")


@pytest.fixture
def complaints() -> Complaints:
    """What the browser complained of in this test; `expect(pattern)` lets one pass."""
    return Complaints()


@pytest.fixture
def open_phone(
    new_context: Callable, live_server: str, complaints: Complaints
) -> Iterator[OpenPhone]:
    """Opens one more phone: `open_phone(width=360, height=592, **options of new_context)`.

    It is at our server, unless another `base_url` is given: `phone.goto("/")`.
    """
    phones: list[Page] = []

    def open_one(width: int = 360, height: int = 592, **options: object) -> Page:
        options = {"base_url": live_server, **options}
        phone = new_context(**phone_options(width, height, options)).new_page()
        complaints.listen(phone)
        phones.append(phone)
        return phone

    yield open_one
    for phone in phones:
        if not phone.is_closed():
            hear_all(phone)
    complaints.check()


@pytest.fixture(scope="session")
def standing_phones(browser: Browser) -> dict[str, Page]:
    """Size and options → the phone that was opened with them."""
    return {}


@pytest.fixture
def standing_phone(
    browser: Browser, live_server: str, standing_phones: dict[str, Page], complaints: Complaints
) -> Iterator[OpenPhone]:
    """Like `open_phone`, but each phone is opened only once, for tests that look at many pages.

    It comes back with nothing typed into it and in light colours.
    """
    in_use: list[Page] = []

    def take(width: int = 360, height: int = 592, **options: Any) -> Page:
        all_options = phone_options(width, height, {"base_url": live_server, **options})
        key = json.dumps(all_options, sort_keys=True)
        phone = standing_phones.get(key)
        if phone is None:
            phone = standing_phones[key] = browser.new_context(**all_options).new_page()
        else:
            phone.emulate_media(color_scheme="light")
            phone.goto("/static/icon.svg")  # a page that stores nothing when it is left
            phone.evaluate("sessionStorage.clear()")
        complaints.listen(phone)
        in_use.append(phone)
        return phone

    yield take
    for phone in in_use:
        hear_all(phone)
        complaints.leave(phone)
    complaints.check()


@pytest.fixture
def phone(open_phone: OpenPhone) -> Page:
    """An ordinary phone."""
    return open_phone()


@pytest.fixture
def small_phone(open_phone: OpenPhone) -> Page:
    """The smallest phone that has to do."""
    return open_phone(320, 568)


@pytest.fixture
def taps(phone: Page) -> Taps:
    """The thumb on `phone`."""
    return Taps(phone)


@pytest.fixture
def table(phone: Page) -> MatchPage:
    """A table of Černá kočka on `phone`."""
    return MatchPage(phone)
