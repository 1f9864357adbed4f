"""The pages of a company, for those who look at every page."""

from collections.abc import Callable
from datetime import datetime

from playwright.sync_api import expect

from tests.browser.table import MatchPage
from tests.verification.browser.evenings import Evenings, plain


def in_company(path: str) -> Callable[[MatchPage, Evenings], None]:
    """A page of a company that was founded by the people of a match, and has played it."""

    def visit(table: MatchPage, evenings: Evenings) -> None:
        table.page.goto(evenings.company + path)

    return visit


def evening(table: MatchPage, evenings: Evenings) -> None:
    """The page of an evening, with its forms open."""
    in_company("")(table, evenings)
    table.page.goto(str(table.page.locator("h2 a").first.get_attribute("href")))
    for details in table.page.locator("main details").all():
        table.tap(details.locator("summary"))
    expect(table.page.locator("#what")).to_be_visible()


def year(table: MatchPage, evenings: Evenings) -> None:
    """The page of the year."""
    in_company(f"/years/{datetime.now().year}")(table, evenings)
    expect(table.page.locator("table").first).to_be_visible()


VOTE = "/deck/inscribe?loser=0&" + "&".join(f"player={seat}" for seat in range(4))


def votes(*cards: str) -> str:
    """The rest of the address of a vote: the cards that were voted for, in turn."""
    return "".join(f"&vote-{turn}={card}" for turn, card in enumerate(cards))


def in_deck(path: str) -> Callable[[MatchPage, Evenings], None]:
    """A page of a company's pack, in which a card is inscribed."""

    def visit(table: MatchPage, evenings: Evenings) -> None:
        page, company = table.page, evenings.company
        page.goto(f"{company}/deck")
        if table.button("Begin a pack").count():
            table.tap(table.button("Begin a pack"))
        expect(page.locator(".face").first).to_be_visible()
        page.goto(company + VOTE + votes("QS", "QS", "QS", "QS"))
        if page.locator("#pub").count():
            page.fill("#pub", "Hostinec U Zlatého kohouta")
            page.fill("#town", "Tovéř")
            table.tap(table.button("Inscribe the card"))
            expect(page.locator(".written")).to_be_visible()
        if path:
            page.goto(company + path)

    return visit


COMPANY: dict[str, Callable[[MatchPage, Evenings], None]] = {
    "new company": plain("/c/new"),
    "match taken in": plain("/m/{code}/company"),
    "company": in_company(""),
    "company's members": in_company("/members"),
    "company's links": in_company("/share"),
    "company's history": in_company("/history"),
    "company's accounts": in_company("/accounts"),
    "member to forget": in_company("/members/1/forget"),
    "evening": evening,
    "year": year,
    "company's records": in_company("/records"),
    "company's member": in_company("/members/0"),
    "company's pack": in_deck(""),
    "card signed": in_deck(VOTE + votes("AH", "AH", "7C", "KS")),
}
