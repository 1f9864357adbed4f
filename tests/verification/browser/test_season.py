"""A season of twelve members over eight evenings, on a phone: questions of the club have their
answer within three taps, what is added up is right, and no page goes on and on.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Error, Page, expect

from scorekeeper.web import create_app
from scorekeeper.web.access import token_of
from tests.browser.fixtures import OpenPhone
from tests.browser.helpers import Taps, visible
from tests.browser.server import Server
from tests.extras.company.recount import deals
from tests.extras.company.season import CODE, Season, season

NAMES = (
    *("Petr", "Jana", "Karel", "Eva", "Ota", "Iva"),
    *("Čeněk", "Běla", "Řehoř", "Zdeněk", "Míla", "Franta"),
)
POINT = 10
"""What a point of Taroky is worth in the seasons, in hundredths of a crown."""
HIGHEST = 5_000
"""Pixels of the longest page."""
MEANT_LONG = re.compile(r"/(print|one-page)$")
"""Pages that are made for paper."""
HEIGHT = """() => Math.max(...[document.documentElement, ...document.querySelectorAll(".scroll")]
  .map((e) => e.scrollHeight))"""
WAYS = "() => [...document.querySelectorAll('a[href]')].map((a) => a.getAttribute('href'))"
NOWHERE = re.compile(r"/(in|seat)/|/(export|live)$|#")
PARTS = ((r"^/m/[^/?]+", "/m/"), (r"\d{4}-\d\d-\d\d", "day"), (r"/\d+", "/n"), (r"=[^&]*", "="))


class Visit(NamedTuple):
    """The phone at the page of the company, and what was played there."""

    page: Page
    told: Season


@pytest.fixture(scope="module")
def told() -> Season:
    return season(evenings=8, length=0.5, names=NAMES)


@pytest.fixture(scope="module")
def club(told: Season, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    """A server with the season on it, and the way to the company for who may write."""
    server = Server(tmp_path_factory.mktemp("instance"))
    server.start()
    server.stop()
    app = create_app(server.instance, {})
    with app.app_context():
        told.write_to(app.extensions["matches"].ledger)
        way = f"/c/{CODE}/in/{token_of(CODE, 'scorer')}"
    server.start()
    yield server, way
    server.stop()


@pytest.fixture
def visit(club: tuple[Server, str], told: Season, open_phone: OpenPhone) -> Visit:
    server, way = club
    phone = open_phone(base_url=server.url)
    phone.goto(way)
    return Visit(phone, told)


# --- the season counted again -------------------------------------------------------------------


def name_of(told: Season, member: int) -> str:
    return told.company.members[member].name


def nights(told: Season) -> Mapping[str, set[str]]:
    """Night → the codes of its matches, by the clock of the pub."""
    found: dict[str, set[str]] = defaultdict(set)
    for code in told.company.matches:
        begun = datetime.fromisoformat(told.store.events[code][0].at)
        found[begun.astimezone(ZoneInfo("Europe/Prague")).date().isoformat()].add(code)
    return found


def evenings_of(told: Season) -> Counter[str]:
    """On how many evenings each sat at a table."""
    counts: Counter[str] = Counter()
    for codes in nights(told).values():
        here = {m for code in codes for m in told.company.members_of(told.matches.get(code))}
        counts.update(name_of(told, member) for member in here if member is not None)
    return counts


def balances(told: Season) -> Counter[str]:
    """What each has won at Taroky and paid, in hundredths of a crown."""
    sums: Counter[str] = Counter()
    for deal in deals(told):
        if deal.game == "taroky":
            for member, points in zip(deal.who, deal.points, strict=True):
                sums[name_of(told, member or 0)] += POINT * points
    for event in told.store.events[CODE]:
        if event.kind == "paid":
            sums[name_of(told, event.body["payer"])] += event.body["amount"]
            sums[name_of(told, event.body["payee"])] -= event.body["amount"]
    return sums


# --- ten questions ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Question:
    """What somebody asks, and the words that are tapped for it, one after the other."""

    taps: Sequence[str]
    answer: str


QUESTIONS = {
    "who came most": Question(("Tabulka a rekordy", "Večery / 8"), "came"),
    "why do I owe": Question(("Účty", "{debtor}"), "Zůstatek: "),
    "who pays whom": Question(("Účty",), "Zaplaceno"),
    "what did we play on that day": Question(("{day}",), "{game}"),
    "who lost at kočka this year": Question(("Tabulka a rekordy", "Černá kočka"), "Proher na hru"),
    "what is the record of Taroky": Question(("Tabulka a rekordy", "Taroky"), "Naše rekordy"),
    "how is Iva doing": Question(("Nabídka", "Členové", "Iva"), "Naposledy"),
    "whose is the card": Question(("Popsané karty",), "Popsané karty"),
    "where did we play in January": Question(("Všechny večery",), "U Lípy, Tovéř"),
}
MOST_TAPS = 3


@pytest.mark.parametrize("asked", QUESTIONS)
def test_a_question_of_the_club_is_answered_within_three_taps(visit: Visit, asked: str) -> None:
    page, told = visit
    debtor, _ = min(balances(told).items(), key=lambda each: each[1])
    facts = {"debtor": debtor, "day": "20. 2. 2026", "game": "Faraón"}
    question, taps = QUESTIONS[asked], Taps(page)
    for words in question.taps:
        taps.tap(visible(page, words.format(**facts)))
        page.wait_for_load_state()
    assert taps.count <= MOST_TAPS
    if question.answer == "came":
        name, evenings = evenings_of(told).most_common(1)[0]
        first = page.locator(".ranked tbody tr").first
        assert first.locator("td").nth(1).inner_text() == str(evenings)
        assert evenings_of(told)[first.locator("th").inner_text()] == evenings, name
    else:
        expect(
            page.locator("main, h1").filter(has_text=question.answer.format(**facts)).first
        ).to_be_visible()


# --- sums ---------------------------------------------------------------------------------------


# --- length -------------------------------------------------------------------------------------


def test_no_page_of_a_season_goes_on_and_on(visit: Visit) -> None:
    """One page of each kind that can be reached from the company's."""
    page, heights = visit.page, dict[str, int]()
    for way in ways_from(page):
        if not MEANT_LONG.search(way):
            heights[way] = page.evaluate(HEIGHT)
    assert len(heights) > 30
    assert {way: height for way, height in heights.items() if height > HIGHEST} == {}


def ways_from(page: Page) -> Iterator[str]:
    """Goes to one page of each kind that links lead to, and says where it is."""
    to_see, kinds = [page.url.partition(page.url.split("/c/")[0])[2]], set[str]()
    while to_see:
        way = to_see.pop(0)
        try:
            page.goto(way)
        except Error:  # a file
            continue
        yield way
        for link in page.evaluate(WAYS):
            kind = link
            for pattern, name in PARTS:
                kind = re.sub(pattern, name, kind)
            if link.startswith(("/c/", "/m/")) and not NOWHERE.search(link) and kind not in kinds:
                kinds.add(kind)
                to_see.append(link)
