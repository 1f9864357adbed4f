"""Every page: each language and theme, small phones, the longest names, text at 200 %."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

import pytest
from playwright.sync_api import APIRequestContext, Browser, Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.helpers import (
    Complaints,
    assert_accessible,
    assert_no_scroll,
    assert_no_sideways_scroll,
    assert_nothing_clipped,
    assert_targets,
    enlarge_text,
)
from tests.browser.table import NAMES, TYPICAL, Table

LOCALES = {"cs": "cs-CZ", "en": "en-GB"}
TYPICAL_LONG = ("Bartoloměj Kos", "Přemysl Novák.", "Kateřina Malá.", "Maxmilián Wolf")
LONGEST = tuple(letter * 30 for letter in ("W", "M", "Ž", "Q"))

Fields = dict[str, str | list[str]]
VAGON: Fields = {"points-0": "28", "points-1": "0", "points-2": "0"}
EVEN: Fields = {"points-0": "14", "points-1": "14", "points-2": "0"}
CARDS: Fields = {"cards-QS": "1", "cards-AH": "2", "rest": "3", "no_trick": ["0"]}
DURCH: Fields = {"durch": "3"}
ROWS = [("round", fields) for fields in (CARDS, DURCH, EVEN, *[DURCH] * 8)]
LOST = ("dokladacka", {"loser": "0", "how": "last-card"})
RENONC = ("renonc", {"seat": "0", "rule": "kocka.follow", "points": "100"})
EVENINGS: dict[str, list[tuple[str, Fields]]] = {
    "empty": [],
    "rows": ROWS,
    "due": [*ROWS, ("round", VAGON), ("round", VAGON)],
    "barrage": [*[("round", EVEN)] * 4, LOST, *[("round", EVEN)] * 4],
    "end": [*ROWS, ("round", VAGON), ("round", VAGON), LOST, RENONC],
}


@dataclass(frozen=True)
class Evenings:
    """Matches in every state by name, and the cookies of the phone that may write in them."""

    names: Sequence[str]
    codes: dict[str, str]
    cookies: dict


@pytest.fixture(scope="session")
def open_evenings(browser: Browser, live_server: str) -> Callable[[Sequence[str]], Evenings]:
    """Sends every evening to the server once for each company."""
    known: dict[Sequence[str], Evenings] = {}

    def opened(names: Sequence[str]) -> Evenings:
        if names not in known:
            context = browser.new_context(base_url=live_server)
            codes = {
                name: send_evening(context.request, names, entries)
                for name, entries in EVENINGS.items()
            }
            known[names] = Evenings(names, codes, context.storage_state())
            context.close()
        return known[names]

    return opened


def send_evening(
    phone: APIRequestContext, names: Sequence[str], entries: list[tuple[str, Fields]]
) -> str:
    """A match with its entries, without the browser; gives its code."""
    typed: Fields = {f"player-{seat}": name for seat, name in enumerate(names)}
    answer = send(phone, "/new/kocka", "/new/kocka", {**typed, "dealer": "3", "seats": "4"})
    code = answer.partition("/m/")[2]
    for type, fields in entries:
        sent = send(phone, f"/m/{code}/new/{type}", f"/m/{code}/entries", fields)
        assert sent.endswith(f"/m/{code}"), f"{type} {fields} was refused"
    return code


def send(phone: APIRequestContext, form: str, to: str, fields: Fields) -> str:
    """Sends a form with the hidden fields that it has; gives the address that it leads to."""
    page = phone.get(form).text()
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page))
    kept = {name: hidden[name] for name in ("csrf_token", "key", "seen", "type") if name in hidden}
    body = urlencode({**kept, **fields}, doseq=True)
    return phone.post(
        to, data=body, headers={"Content-Type": "application/x-www-form-urlencoded"}
    ).url


def plain(path: str, evening: str = "rows") -> Callable[[Table, Evenings], None]:
    """A page that has an address."""

    def visit(table: Table, evenings: Evenings) -> None:
        table.page.goto(path.format(code=evenings.codes[evening]))

    return visit


def house_rules(table: Table, evenings: Evenings) -> None:
    table.page.goto("/new/kocka")
    rules = table.says("House rules: %(agreed)s").partition("%")[0]
    table.tap(table.page.get_by_role("button", name=re.compile(f"^{rules}")))
    expect(table.button("Done")).to_be_visible()


def names_missing(table: Table, evenings: Evenings) -> None:
    table.page.goto("/new/kocka")
    table.tap(table.button("Start the game"))
    expect(table.page.get_by_text(table.says("A name is missing here."))).to_be_visible()


def round_filled(table: Table, evenings: Evenings) -> None:
    plain("/m/{code}/new/round")(table, evenings)
    table.cards(TYPICAL, rest=2, no_trick=[3])
    table.expect_strip((7, 6, 15, -1))


def round_refused(table: Table, evenings: Evenings) -> None:
    plain("/m/{code}/new/round?by=numbers")(table, evenings)
    table.numbers((10, 10, 10, 0))
    table.tap(table.save_button())
    expect(table.page.get_by_role("alert")).to_be_visible()


def durch_asked(table: Table, evenings: Evenings) -> None:
    plain("/m/{code}/new/round")(table, evenings)
    table.cards({}, rest=2, no_trick=[0, 1, 3])
    table.tap(table.save_button())
    yes = table.book.say("questions", "kocka.round.durch.ask.yes", {"seat": 2}, table.names)
    expect(table.page.get_by_role("button", name=yes)).to_be_visible()


def row_corrected(row: int) -> Callable[[Table, Evenings], None]:
    """A round that is being corrected, with its reasons open."""

    def visit(table: Table, evenings: Evenings) -> None:
        plain("/m/{code}")(table, evenings)
        table.tap(table.row(row))
        table.tap(table.page.get_by_text(table.says("Why these points?")))

    return visit


def menu(table: Table, evenings: Evenings) -> None:
    plain("/m/{code}")(table, evenings)
    table.tap(table.page.locator("summary").filter(has_text=table.says("Menu")))


def shared(table: Table, evenings: Evenings) -> None:
    plain("/m/{code}/share")(table, evenings)
    table.tap(table.page.get_by_text(table.says("Hand over the scoring")))


PAGES: dict[str, Callable[[Table, Evenings], None]] = {
    "home": plain("/"),
    "names": plain("/new/kocka"),
    "names again": plain("/new/kocka?again={code}"),
    "names missing": names_missing,
    "house rules": house_rules,
    "sheet empty": plain("/m/{code}", "empty"),
    "sheet": plain("/m/{code}", "rows"),
    "sheet due": plain("/m/{code}", "due"),
    "sheet barrage": plain("/m/{code}", "barrage"),
    "sheet end": plain("/m/{code}", "end"),
    "menu": menu,
    "round": plain("/m/{code}/new/round"),
    "round filled": round_filled,
    "round by numbers": plain("/m/{code}/new/round?by=numbers"),
    "round refused": round_refused,
    "durch asked": durch_asked,
    "dokladacka": plain("/m/{code}/new/dokladacka", "due"),
    "skip dokladacka": plain("/m/{code}/new/skip-dokladacka", "due"),
    "barrage": plain("/m/{code}/new/barrage", "barrage"),
    "renonc": plain("/m/{code}/new/renonc"),
    "correction by cards": row_corrected(1),
    "correction by numbers": row_corrected(3),
    "people": plain("/m/{code}/people"),
    "share": shared,
    "watch": plain("/m/{code}/watch", "due"),
    "history": plain("/m/{code}/history"),
    "rules": plain("/rules/kocka"),
    "rules of all games": plain("/rules"),
    "rules found": plain("/rules?q=renonc"),
    "no rule found": plain("/rules/kocka?q=xyzzyx"),
    "rule": plain("/rules/kocka/kocka.follow"),
    "rule at a table": plain("/m/{code}/rules/kocka.game.pay"),
    "error": plain("/nowhere"),
}

Visit = Callable[[Sequence[str], tuple[int, int]], Table]


@pytest.fixture
def visit(
    request: pytest.FixtureRequest,
    open_phone: OpenPhone,
    open_evenings: Callable[[Sequence[str]], Evenings],
    live_server: str,
    complaints: Complaints,
) -> Iterator[Visit]:
    """Opens the page of this test on a phone of some size, with these names."""
    name, language = request.param
    if name == "error":
        complaints.expect("status of 404")

    def visited(names: Sequence[str], size: tuple[int, int]) -> Table:
        evenings = open_evenings(names)
        phone = open_phone(
            *size, base_url=live_server, storage_state=evenings.cookies, locale=LOCALES[language]
        )
        table = Table(phone, names, language)
        PAGES[name](table, evenings)
        expect(table.title).to_be_visible()
        return table

    return visited


EVERY = pytest.mark.parametrize(
    "visit",
    [pytest.param((page, lang), id=f"{page}-{lang}") for page in PAGES for lang in LOCALES],
    indirect=True,
)


@EVERY
def test_page(visit: Visit) -> None:
    page = visit(NAMES, (360, 592)).page
    fits(page)
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme)
        assert_accessible(page)
    enlarge_text(page)
    fits(page)


@EVERY
def test_page_with_long_names_on_the_smallest_phone(visit: Visit) -> None:
    page = visit(TYPICAL_LONG, (320, 568)).page
    fits(page)
    enlarge_text(page)
    fits(page)
    page = visit(LONGEST, (320, 568)).page
    fits(page)
    page.emulate_media(color_scheme="dark")
    assert_accessible(page)


def fits(page: Page) -> None:
    assert_targets(page)
    assert_no_sideways_scroll(page)
    assert_nothing_clipped(page)


@pytest.mark.parametrize("names", [NAMES, TYPICAL_LONG], ids=["short", "long"])
@pytest.mark.parametrize(
    "visit", [pytest.param(("round", lang), id=lang) for lang in LOCALES], indirect=True
)
def test_a_round_by_cards_needs_no_scrolling(visit: Visit, names: Sequence[str]) -> None:
    table = visit(names, (360, 592))
    assert_no_scroll(table.page)
    table.take(0, ["AH", "7H", "8H"])
    assert_no_scroll(table.page)
    table.take(1, ["KH", "JH"])
    table.say("rest", 2)
    table.expect_strip((7, 6, 15, 0))
    assert_no_scroll(table.page)


@pytest.mark.parametrize("visit", [pytest.param(("round", "cs"), id="cs")], indirect=True)
def test_what_is_tapped_in_a_round_is_large(visit: Visit) -> None:
    page = visit(NAMES, (360, 592)).page
    for group in page.get_by_role("group").filter(has=page.get_by_role("radio")).all():
        box = group.bounding_box()
        assert box is not None
        assert box["width"] >= 80
        assert box["height"] >= 48
    for card in ("AH", "9H", "QS"):
        box = Table(page).tile(card).bounding_box()
        assert box is not None
        assert box["width"] >= 110
        assert box["height"] >= 84
