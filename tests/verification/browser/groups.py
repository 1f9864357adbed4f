"""The pages of a group, for those who look at every page."""

from collections.abc import Callable
from datetime import datetime

from playwright.sync_api import expect

from tests.browser.table import MatchPage
from tests.verification.browser.evenings import Evenings, plain

EVENING = "#group a[href*='/evenings/']"
"""The way from the page of a group to its only evening."""


def in_group(path: str) -> Callable[[MatchPage, Evenings], None]:
    """A page of a group that was founded by the people of a match, and has played it."""

    def visit(table: MatchPage, evenings: Evenings) -> None:
        table.page.goto(evenings.group + path)

    return visit


def evening(table: MatchPage, evenings: Evenings) -> None:
    in_group("")(table, evenings)
    table.page.goto(str(table.page.locator(EVENING).get_attribute("href")))
    unfold(table)
    expect(table.page.locator("#what")).to_be_visible()


def year(table: MatchPage, evenings: Evenings) -> None:
    in_group(f"/years/{datetime.now().year}")(table, evenings)
    unfold(table)
    expect(table.page.locator("table").first).to_be_visible()


def unfold(table: MatchPage) -> None:
    """Opens every closed part of a page."""
    for details in table.page.locator("main details").all():
        if details.get_attribute("open") is None:
            table.tap(details.locator("> summary"))


VOTE = "/deck/inscribe?loser=0&" + "&".join(f"player={seat}" for seat in range(4))


def votes(*cards: str) -> str:
    """The rest of the address of a vote: the cards that were voted for, in turn."""
    return "".join(f"&vote-{turn}={card}" for turn, card in enumerate(cards))


def in_deck(path: str) -> Callable[[MatchPage, Evenings], None]:
    """A page of a group's pack, in which a card is inscribed."""

    def visit(table: MatchPage, evenings: Evenings) -> None:
        page, group = table.page, evenings.group
        page.goto(f"{group}/deck")
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

    return visit


GROUP: dict[str, Callable[[MatchPage, Evenings], None]] = {
    "new group": plain("/c/new"),
    "match taken in": plain("/m/{code}/company"),
    "group": in_group(""),
    "group's members": in_group("/members"),
    "group's links": in_group("/share"),
    "group's history": in_group("/history"),
    "group's accounts": in_group("/accounts"),
    "member to forget": in_group("/members/1/forget"),
    "evening": evening,
    "year": year,
    "group's records": in_group("/records"),
    "group's member": in_group("/members/0"),
    "group's pack": in_deck(""),
    "card signed": in_deck(VOTE + votes("AH", "AH", "7C", "KS")),
}
