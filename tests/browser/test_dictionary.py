"""A browser that keeps dictionaries is sent only what is new on the page that it follows."""

from playwright.sync_api import Request, expect

from tests.browser.conftest import OpenPhone
from tests.browser.table import MatchPage

MOST = 450
"""Bytes of a save for a watcher, without the headers."""


def test_a_watcher_is_sent_what_is_new(
    table: MatchPage, open_phone: OpenPhone, live_server: str
) -> None:
    table.open(dealer=3)
    watcher = open_phone(base_url=live_server)
    watcher.context.add_cookies(table.page.context.cookies())
    watcher.goto(f"{table.page.url}/watch")
    line = watcher.context.new_cdp_session(watcher)
    line.send("Network.enable")
    codings: dict[str, str] = {}
    sizes: list[tuple[str, int]] = []

    def note(event: dict) -> None:
        if "/watch?since=" in event["response"]["url"]:
            headers = {name.lower(): text for name, text in event["response"]["headers"].items()}
            codings[event["requestId"]] = headers.get("content-encoding", "")

    def weigh(event: dict) -> None:
        if event["requestId"] in codings and event["dataLength"]:
            sizes.append((codings[event["requestId"]], event["encodedDataLength"]))

    line.on("Network.responseReceived", note)
    line.on("Network.dataReceived", weigh)
    for seat in range(3):
        with watcher.expect_event("requestfinished", is_news):
            table.durch(seat)
        expect(watcher.locator("#watch")).to_have_attribute("data-version", str(seat + 2))
    line.send("Network.disable")  # what was said before has been heard then
    (first, _), *later = sizes
    assert first == "br"
    assert [coding for coding, _size in later] == ["dcz", "dcz"]
    assert 0 < max(size for _coding, size in later) <= MOST, later


def is_news(request: Request) -> bool:
    """Whether a watcher asked for what is new."""
    return "/watch?since=" in request.url
