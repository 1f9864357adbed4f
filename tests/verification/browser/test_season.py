"""A season of twelve members over eight evenings, on a phone: questions of the club have their
answer within three taps, and no page goes on and on.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from playwright.sync_api import Error, expect

from scorekeeper.web import create_app
from scorekeeper.web.http.access import token_of
from tests.browser.helpers import Finger, at_each_size, visible
from tests.browser.scripts import JS
from tests.browser.server import Server
from tests.extras.group.season import CODE, season

NAMES = (
    *("Petr", "Jana", "Karel", "Eva", "Ota", "Iva"),
    *("Čeněk", "Běla", "Řehoř", "Zdeněk", "Míla", "Franta"),
)
HIGHEST = 5_000
"""Pixels of the longest page."""
MEANT_LONG = re.compile(r"/(print|one-page)$")
"""Pages that are made for paper."""
HEIGHT = """() => Math.max(...[document.documentElement, ...document.querySelectorAll(".scroll")]
  .map((e) => e.scrollHeight))"""
WAYS = "() => [...document.querySelectorAll('a[href]')].map((a) => a.getAttribute('href'))"
NOWHERE = re.compile(r"/(in|seat)/|/(export|live)$|#")
PARTS = ((r"^/m/[^/?]+", "/m/"), (r"\d{4}-\d\d-\d\d", "day"), (r"/\d+", "/n"), (r"=[^&]*", "="))


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    """A server with the season on it, and the way to the group for who may write."""
    server = Server(tmp_path_factory.mktemp("instance"))
    with server:
        pass  # its folder is there then
    app = create_app(server.instance, {})
    with app.app_context():
        told = season(evenings=8, length=0.5, names=NAMES)
        told.write_to(app.extensions["matches"].ledger)
        way = f"/c/{CODE}/in/{token_of(CODE, 'scorer')}"
    with server:
        yield server, way


@pytest.fixture
def phone(club, open_phone):
    """A phone at the page of the group."""
    server, way = club
    phone = open_phone(base_url=server.url)
    phone.goto(way)
    return phone


@dataclass(frozen=True)
class Question:
    """What somebody asks, and the words that are tapped for it, one after the other."""

    taps: Sequence[str]
    answer: str


QUESTIONS = {
    "who came most": Question(("Tabulka a rekordy",), "Večery / 8"),
    "why do I owe": Question(("Účty", "Petr"), "Zůstatek: "),
    "who pays whom": Question(("Účty",), "Zaplaceno"),
    "what did we play on that day": Question(("20. 2. 2026",), "Faraón"),
    "who lost at kočka this year": Question(("Tabulka a rekordy", "Černá kočka"), "Proher na hru"),
    "what is the record of Taroky": Question(("Tabulka a rekordy", "Taroky"), "Naše rekordy"),
    "how is Iva doing": Question(("Nabídka", "Členové", "Iva"), "Naposledy"),
    "whose is the card": Question(("Nabídka", "Popsané karty"), "Popsané karty"),
    "where did we play in January": Question(("Všechny večery",), "U Lípy, Tovéř"),
}
MOST_TAPS = 3


def test_a_question_of_the_club_is_answered_within_three_taps(phone, faults):
    group, finger = phone.url, Finger(phone)
    for asked, question in QUESTIONS.items():
        phone.goto(group)
        with faults.at(asked):
            assert len(question.taps) <= MOST_TAPS
            for words in question.taps:
                lead(finger, visible(phone, words))
            answer = phone.locator("main, h1").filter(has_text=question.answer)
            expect(answer.first).to_be_visible()


def lead(finger, target):
    """Taps what leads to another page, or opens a list, and waits for the page."""
    expect(finger.page.locator(":root.guarded")).to_be_attached()
    finger.wait(400)  # quicker, and it would be the same tap
    address = target.get_attribute("href")
    finger.tap(target)
    if address:
        finger.page.wait_for_url(f"**{address}")


TARGETS = """() => [...document.querySelectorAll("a, button, summary")]
  .filter((each) => each.checkVisibility() && !each.matches(".skip")).length"""
MOST_TARGETS = 12


def test_no_word_of_a_list_is_broken(phone):
    group = phone.url
    evening = phone.locator("a[href*='/evenings/']").first.get_attribute("href")
    for way in (group, f"{group}/evenings", f"{group}/accounts", f"{group}/records", evening):
        phone.goto(str(way))
        for size in at_each_size(phone, ((320, 592), (360, 592), (412, 592))):
            assert phone.evaluate(JS.BROKEN) == [], (way, size)


def test_the_first_page_of_a_group_says_first_what_is_done_weekly(phone):
    assert phone.evaluate(TARGETS) <= MOST_TARGETS
    words = ("Nová hra", "Účty", "Tabulka a rekordy", "20. 2. 2026")
    places = [visible(phone, each).bounding_box() for each in words]
    assert all(place and place["y"] + place["height"] < 592 for place in places)


def test_the_year_is_printed_on_two_sheets(phone):
    phone.goto(f"{phone.url}/years/2026")
    phone.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true })")
    sheets = re.findall(rb"/Type /Page\b", phone.pdf(prefer_css_page_size=True))
    assert len(sheets) <= 2


def test_an_evening_is_sent_as_text(phone):
    """Also after something else was put in the place of what the page had at first."""
    phone.goto(str(phone.locator("a[href*='/evenings/']").first.get_attribute("href")))
    phone.evaluate("() => { navigator.share = (what) => { window.sent = what.text } }")
    for _ in range(2):
        phone.locator("[data-text]").click()
        assert "Tovéřská parta · pá 20. 2. 2026" in phone.evaluate("window.sent")
        phone.evaluate(
            "() => { const e = document.getElementById('evening'); e.outerHTML = e.outerHTML }"
        )


def test_no_page_of_a_season_goes_on_and_on(phone):
    """One page of each kind that can be reached from the group's."""
    heights = dict[str, int]()
    for way in ways_from(phone):
        if not MEANT_LONG.search(way):
            heights[way] = phone.evaluate(HEIGHT)
    assert len(heights) > 30
    assert {way: height for way, height in heights.items() if height > HIGHEST} == {}


def ways_from(page):
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
