"""The table of a dokládačka: from the first jack to the sheet, and every false cink in between."""

from collections.abc import Sequence

import pytest
from flask import Flask

from scorekeeper.core.cards import FRENCH_32
from scorekeeper.games.kocka.entries import Dokladacka
from scorekeeper.web.games.kocka import free_page
from tests.web.phone import PARTIAL, Phone, put_into
from tests.web.screen import Node, Screen
from tests.web.table import NAMES, Table, start

ASK = "/ask/dokladacka"
ROWS = [f"{rank}{suit}" for suit in "SHDC" for rank in "JQKAT987"]


@pytest.fixture
def due(table: Table) -> Table:
    """Petr reached 50; the round went to Jana, Eva dealt first and Karel deals now."""
    table.rounds((28, 0, 0, 0), (14, 10, 4, 0), (10, 14, 4, 0))
    return table


def loser_begins(phone: Phone, *points: tuple[int, int, int, int]) -> Table:
    table = start(phone, dokladacka_first="loser-of-round")
    table.rounds(*points)
    return table


def tap(phone: Phone, *moves: str) -> Screen:
    for move in moves:
        said = "Cink" if move == "cink" else phone.book.card(move)
        phone.submit("dokladacka", press=said)
        assert phone.screen.status == 200, phone.screen.text
    return phone.screen


def keys(screen: Screen) -> set[str]:
    """The cards that can be tapped."""
    buttons = [b.attrs for b in screen.form("dokladacka").buttons]
    return {b["value"] for b in buttons if b.get("name") == "move"} - {"cink"}


def laid(screen: Screen) -> int:
    return len(screen.root.all("div", css="laid"))


def players(screen: Screen) -> list[Node]:
    return screen.root.all("div", "button", css="seat")


def turn(screen: Screen) -> str:
    """Whose turn the strip of players marks; nobody's before the first and after the last card."""
    marks = ("aria-current", "aria-pressed")
    marked = [s for s in players(screen) if "true" in map(s.attrs.get, marks)]
    assert len(marked) < 2
    return marked[0].all("b")[0].text if marked else ""


def says(screen: Screen) -> str:
    (sentence,) = screen.root.all("p", css="says") + screen.root.all("p", css="strip")
    return sentence.text


def sent(first: int | str, moves: Sequence[str]) -> dict[str, object]:
    return {"first": str(first), "move": list(moves)}


def test_the_entry_leads_to_the_table(due: Table) -> None:
    screen = due.open("/new/dokladacka")
    url = screen.links[due.phone.book.label("texts", "lay")]
    assert url == due.url + ASK
    screen = due.phone.get(url)
    assert (screen.status, screen.heading) == (200, "Dokládačka")
    assert screen.links[due.phone.say("Back")] == f"{due.url}/new/dokladacka"


def test_a_whole_dokladacka(due: Table) -> None:
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


def test_what_can_be_laid_is_what_the_rows_offer(due: Table) -> None:
    due.open(ASK)
    assert keys(tap(due.phone, "JH", "QH", "TH")) == {"JS", "JD", "JC", "KH", "9H"}
    cells = due.phone.screen.by_id("part-cards").all("div", "button", css="cell")
    assert [c.attrs.get("value") for c in cells if c.tag == "button"] == [
        *("JS", "KH", "9H", "JD", "JC"),
    ]
    assert len(cells) == len(FRENCH_32.cards)


def test_the_last_move_is_undone(due: Table) -> None:
    start, after_one = due.open(ASK), tap(due.phone, "JH")
    tap(due.phone, "cink")
    back = due.phone.submit("dokladacka", press="Vzít zpět")
    assert (turn(back), keys(back)) == (turn(after_one), keys(after_one))
    back = due.phone.submit("dokladacka", press="Vzít zpět")
    assert (turn(back), keys(back)) == (turn(start), keys(start))
    assert "Vzít zpět" not in back.form("dokladacka").node.text


def test_a_false_cink_is_proven_and_written(due: Table) -> None:
    due.phone.post(due.url + ASK, sent(0, ["JH", "cink", "QH", "TH", "KH"]))
    screen = tap(due.phone, "JS")
    assert says(screen) == "Prohrává Jana. Cink neplatil, v ruce: pikový kluk."
    (strip,) = screen.root.all("p", css="strip")
    assert strip.attrs["role"] == "alert"
    form = due.phone.submit("write", press="prohrává Jana").form("form").fields
    assert (form["loser"], form["how"]) == ("1", "renonc")
    due.phone.submit("form", press="Zapsat")
    assert due.match.rows[-1].entry == Dokladacka(loser=1, how="renonc")


def test_the_page_says_who_has_to_lay(due: Table) -> None:
    screen = due.phone.post(due.url + ASK, sent(0, ["cink", "cink"]))
    assert says(screen) == "Kdo má kartu v rámečku, nesmí říct cink."
    assert says(tap(due.phone, "cink")) == "Eva nesmí říct cink."


def test_what_all_denied_one_of_them_holds(due: Table) -> None:
    due.phone.post(due.url + ASK, sent(0, ["cink", "cink", "cink"]))
    screen = tap(due.phone, "cink")
    assert says(screen) == (
        "Ukažte karty. Cink neplatil tomu, kdo má: "
        "pikový kluk, srdcový kluk, kárový kluk a křížový kluk."
    )
    assert keys(screen) == set()
    buttons = [b.text for b in screen.form("write").buttons]
    assert buttons == [f"Zapsat: prohrává {name}" for name in NAMES]
    form = due.phone.submit("write", press="Karel").form("form").fields
    assert (form["loser"], form["how"]) == ("2", "renonc")


def test_somebody_else_may_begin_while_nothing_lies(due: Table) -> None:
    due.open(ASK)
    for name in ("Petr", "Eva"):
        assert turn(due.phone.submit("dokladacka", press=name)) == name
    screen = tap(due.phone, "JH")
    assert turn(screen) == "Petr"
    assert not screen.root.all("button", css="seat")


def test_a_round_that_several_lost_asks_who_begins(phone: Phone) -> None:
    screen = loser_begins(phone, (28, 0, 0, 0), (14, 0, 14, 0), (14, 0, 14, 0)).open(ASK)
    assert (turn(screen), says(screen), keys(screen)) == ("", "Kdo začíná?", set())
    assert "Cink" not in screen.form("dokladacka").node.text
    screen = phone.submit("dokladacka", press="Karel")
    assert (turn(screen), len(keys(screen))) == ("Karel", 4)


@pytest.mark.parametrize(
    ("moves", "kept", "why"),
    [
        (["JH", "1X"], 1, "„1X“"),
        (["JH", "JH"], 1, "dvakrát"),
        (["JH", "QS"], 1, "2.3 "),
        (["JH", "cink", "QH", "TH", "KH", "JS", "cink"], 6, "2.4 "),
    ],
)
def test_a_move_that_cannot_be(due: Table, moves: list[str], kept: int, why: str) -> None:
    screen = due.phone.post(due.url + ASK, sent(0, moves))
    assert screen.status == 422
    ((anchor, text),) = screen.errors
    assert anchor == "part-cards"
    assert why in text
    assert screen.form("dokladacka").fields.getlist("move") == moves[:kept]


@pytest.mark.parametrize("first", ["4", "-1", "x", ""])
def test_nobody_sits_there(due: Table, first: str) -> None:
    screen = due.phone.post(due.url + ASK, sent(first, ["JH"]))
    assert (screen.status, laid(screen), len(screen.errors)) == (422, 0, 1)


def test_it_can_be_loaded_again(due: Table) -> None:
    page = due.open(ASK)
    part = due.phone.post(due.url + ASK, sent(2, ["JH", "cink"]), **PARTIAL)
    swapped = Screen("", 200, part.headers, put_into(page.html, part.html))
    url = swapped.by_id("lay").attrs["data-url"]
    assert url == f"{due.url}{ASK}?first=2&move=JH&move=cink"
    for screen in (swapped, due.phone.get(url)):
        assert (turn(screen), laid(screen)) == ("Petr", 1)


def test_when_none_is_due_nothing_is_written(table: Table) -> None:
    screen = table.phone.post(table.url + ASK, sent(0, ROWS[:31]))
    assert "Prohrává Eva." in screen.text
    assert f"{table.url}/refill" not in [form.action for form in screen.forms]
    assert screen.links[table.phone.say("Back")] == table.url


def test_without_a_match(app: Flask) -> None:
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
