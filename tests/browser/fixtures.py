"""A real phone-sized browser on a real server, for every folder with tests in a browser."""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.helpers import Complaints, Taps, hear_all
from tests.browser.server import Server
from tests.browser.table import MatchPage

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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests of the folders that take these fixtures."""
    for item in items:
        if item.path.parent.name == "browser":
            item.add_marker(pytest.mark.browser)


def chromium() -> str | None:
    """The browser's file; None if there is none."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict) -> dict:
    if chromium() is None:
        lacks = pytest.fail if os.environ.get("CI") else pytest.skip
        lacks("not asked in a browser, as there is no Chromium: apt-get install chromium")
    return {**browser_type_launch_args, "executable_path": chromium(), "args": list(QUIET)}


@pytest.fixture(scope="session")
def base_url() -> None:
    """In place of the plugin's own, which pytest warns about; `phone` knows its server."""


@pytest.fixture(scope="session")
def standing_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The real app with an empty instance folder; one for each test worker, which ends it never."""
    with Server(tmp_path_factory.mktemp("instance")) as server:
        yield server


@pytest.fixture(scope="session")
def live_server(standing_server: Server) -> str:
    """The address of the real app."""
    return standing_server.url


@pytest.fixture
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for one test, which may kill it."""
    with Server(tmp_path_factory.mktemp("instance")) as server:
        yield server


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
            phone.set_viewport_size({"width": width, "height": height})
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


@pytest.fixture
def begun(table: MatchPage) -> MatchPage:
    """A table that has just sat down."""
    return table.open()
