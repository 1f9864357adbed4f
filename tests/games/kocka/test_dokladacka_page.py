"""The table of a dokládačka: from the first jack to the sheet, and every false cink in between."""

import pytest

from scorekeeper.games.kocka.entries import Dokladacka
from scorekeeper.web.games.kocka import free_page
from tests.web.phone import PARTIAL, put_into
from tests.web.screen import Screen
from tests.web.table import NAMES

ASK = "/ask/dokladacka"
ROWS = [f"{rank}{suit}" for suit in "SHDC" for rank in "JQKAT987"]


@pytest.fixture
def due(table):
    """Petr reached 50; the round went to Jana, Eva dealt first and Karel deals now."""
    table.rounds((28, 0, 0, 0), (14, 10, 4, 0), (10, 14, 4, 0))
    return table


def tap(phone, *moves):
    for move in moves:
        said = "Cink" if move == "cink" else phone.book.card(move)
        phone.submit("dokladacka", press=said)
        assert phone.screen.status == 200, phone.screen.text
    return phone.screen


def keys(screen):
    """The cards that can be tapped."""
    buttons = [b.attrs for b in screen.form("dokladacka").buttons]
    return {b["value"] for b in buttons if b.get("name") == "move"} - {"cink"}


def laid(screen):
    return len(screen.root.all("div", css="laid"))


def players(screen):
    return screen.root.all("div", "button", css="seat")


def turn(screen):
    """Whose turn the strip of players marks; nobody's before the first and after the last card."""
    marks = ("aria-current", "aria-pressed")
    marked = [s for s in players(screen) if "true" in map(s.attrs.get, marks)]
    assert len(marked) < 2
    return marked[0].all("b")[0].text if marked else ""


def says(screen):
    (sentence,) = screen.root.all("p", css="says") + screen.root.all("p", css="strip")
    return sentence.text


def sent(first, moves):
    return {"first": str(first), "move": list(moves)}


def test_a_whole_dokladacka(due):
    screen = due.open(ASK)
    phone, first = due.phone, (due.match.standing.dealer + 1) % 4
    for n, code in enumerate(ROWS[:29]):
        assert turn(screen) == NAMES[(first + n) % 4]
        assert code in keys(screen)
        assert laid(screen) == n
        screen = tap(phone, code)
    assert "1. venku" in players(screen)[first].text
    assert "1 karta" in players(screen)[first - 1].text
    screen = tap(phone, *ROWS[29:31])
    loser = NAMES[first - 1]
    assert (says(screen), keys(screen), turn(screen)) == (f"Prohrává {loser}.", set(), "")
    assert "Cink" not in screen.form("dokladacka").node.text
    form = phone.submit("write", press=f"prohrává {loser}").form("form").fields
    assert (form["loser"], form["how"]) == (str(NAMES.index(loser)), "last-card")
    assert phone.submit("form", press="Zapsat").url == due.url
    assert due.match.rows[-1].entry == Dokladacka(loser=NAMES.index(loser))


def test_it_can_be_loaded_again(due):
    page = due.open(ASK)
    part = due.phone.post(due.url + ASK, sent(2, ["JH", "cink"]), **PARTIAL)
    swapped = Screen("", 200, part.headers, put_into(page.html, part.html))
    url = swapped.by_id("lay").attrs["data-url"]
    assert url == f"{due.url}{ASK}?first=2&move=JH&move=cink"
    for screen in (swapped, due.phone.get(url)):
        assert (turn(screen), laid(screen)) == ("Petr", 1)


def test_without_a_match(app):
    """The page needs nothing of a match; names are numbers, and it asks who begins."""
    with app.test_request_context("/?first=3&move=JH&move=cink", headers={"Accept-Language": "cs"}):
        html = free_page("/table", "/").get_data(as_text=True)
    screen = Screen("/table", 200, {}, html)  # type: ignore[arg-type]
    assert (turn(screen), laid(screen)) == ("hráč 2", 1)
    assert screen.form("dokladacka").action == "/table"
    with app.test_request_context("/", headers={"Accept-Language": "en"}):
        html = free_page("/table", "/").get_data(as_text=True)
    assert "Who begins?" in html
    assert "player 4" in html
