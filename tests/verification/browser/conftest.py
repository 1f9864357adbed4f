"""The same browser and server as in `tests/browser`, other browsers, and a phone with the app."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.fixtures import *  # noqa: F403 (each fixture)
from tests.browser.fixtures import phone_options
from tests.browser.helpers import Complaints, hear_all
from tests.browser.server import Server
from tests.verification.browser.cutting import FaultyProxy
from tests.verification.browser.driven import Driven
from tests.verification.browser.firefox import NEEDS_FIREFOX, Firefox
from tests.verification.browser.pocket import NO_LINE, Pocket, be_built
from tests.verification.browser.webkit import NEEDS_WEBKIT, WebKit

POCKET = "pocket"
"""The standing phone that took the app along."""


@pytest.fixture(scope="session")
def standing_line(standing_server: Server) -> FaultyProxy:
    """A line to the app that a test may cut; the one of the phone that took the app along."""
    return FaultyProxy(standing_server.port)


@pytest.fixture
def line(standing_line: FaultyProxy) -> Iterator[FaultyProxy]:
    """The line of the phone that took the app along."""
    yield standing_line
    standing_line.mend()


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
    line.mend()
    page.goto("/")
    if pocket.strip.is_hidden() and pocket.packs():
        standing_phones[POCKET] = page
    else:
        page.context.close()


@pytest.fixture(scope="session")
def standing_firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """A Firefox; one for each test worker. Its profile keeps what pages put away."""
    with closing(Firefox(tmp_path_factory.mktemp("firefox"))) as firefox:
        yield firefox


@pytest.fixture
def firefox(standing_firefox: Firefox) -> Iterator[Firefox]:
    yield standing_firefox
    standing_firefox.open("about:blank")


@pytest.fixture
def webkit() -> Iterator[WebKit]:
    with closing(WebKit()) as browser:
        yield browser


@pytest.fixture(
    params=[
        pytest.param("firefox", marks=[pytest.mark.firefox, NEEDS_FIREFOX]),
        pytest.param("webkit", marks=NEEDS_WEBKIT),
    ]
)
def other_browser(request: pytest.FixtureRequest) -> Driven:
    browser: Driven = request.getfixturevalue(request.param)
    return browser


@pytest.fixture(scope="session")
def pack(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What a phone takes along is built; skips a test where that cannot be."""
    be_built(tmp_path_factory.getbasetemp().parent / "pack.lock")
