"""The pages of a group, for those who look at every page."""

from collections.abc import Callable
from datetime import datetime

from playwright.sync_api import expect

from tests.browser.table import MatchPage
from tests.verification.browser.evenings import Look

EVENING = "#group a[href*='/evenings/']"
"""The way from the page of a group to its only evening."""


def go_to_evening(table: MatchPage) -> None:
    table.page.goto(str(table.page.locator(EVENING).get_attribute("href")))
    unfold(table, "#what")


def unfold_year(table: MatchPage) -> None:
    unfold(table, "table")


def unfold(table: MatchPage, found: str) -> None:
    """Opens every closed part of a page, in which something is found then."""
    for details in table.page.locator("main details").all():
        if details.get_attribute("open") is None:
            table.tap(details.locator("> summary"))
    expect(table.page.locator(found).first).to_be_visible()


VOTE = "/deck/inscribe?loser=0&" + "&".join(f"player={seat}" for seat in range(4))


def votes(*cards: str) -> str:
    return "".join(f"&vote-{turn}={card}" for turn, card in enumerate(cards))


def inscribed(path: str = "") -> Callable[[MatchPage], None]:
    def inscribe(table: MatchPage) -> None:
        page, group = table.page, table.page.url.removesuffix("/deck")
        if table.button("Begin a pack").count():
            table.tap(table.button("Begin a pack"))
        expect(page.locator(".face").first).to_be_visible()
        page.goto(group + VOTE + votes("QS", "QS", "QS", "QS"))
        if page.locator("#pub").count():
            page.fill("#pub", "Hostinec U Zlatého kohouta")
            page.fill("#town", "Tovéř")
            table.tap(table.button("Inscribe the card"))
            expect(page.locator(".written")).to_be_visible()
        if path:
            page.goto(group + path)

    return inscribe


GROUP = {
    "new group": Look("/c/new"),
    "match taken in": Look("/m/{code}/company"),
    "group": Look("{group}"),
    "group's members": Look("{group}/members"),
    "group's links": Look("{group}/share"),
    "group's history": Look("{group}/history"),
    "group's accounts": Look("{group}/accounts"),
    "member to forget": Look("{group}/members/1/forget"),
    "evening": Look("{group}", then=go_to_evening),
    "year": Look(f"{{group}}/years/{datetime.now().year}", then=unfold_year),
    "group's records": Look("{group}/records"),
    "group's member": Look("{group}/members/0"),
    "group's pack": Look("{group}/deck", then=inscribed()),
    "card signed": Look("{group}/deck", then=inscribed(VOTE + votes("AH", "AH", "7C", "KS"))),
}
