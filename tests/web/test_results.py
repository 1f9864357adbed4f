"""The end of an evening: the order, who pays, what is sent, what is printed."""

import re
from dataclasses import replace

import pytest

from scorekeeper.core.schema import Seat
from scorekeeper.extras.seats.consent import Took
from scorekeeper.games.kocka.entries import Dokladacka
from scorekeeper.games.taroky.entries import Deal
from scorekeeper.web.http.access import link_path
from scorekeeper.web.render import qr
from tests.web.phone import Phone
from tests.web.table import start


def taroky(phone, **house):
    """A match in which Petr and Karel have won 6 points each from the others."""
    table = start(phone, game="taroky", **house)
    table.record(Deal(Seat(0), partner=Seat(2), points=41))
    return table


def ended(table):
    """The same table when Petr has lost."""
    table.rounds((28, 0, 0, 0), (28, 0, 0, 0))
    table.record(Dokladacka(loser=Seat(1), how="last-card"))
    table.rounds((28, 0, 0, 0), (20, 8, 0, 0))
    return table


def order(screen):
    (found,) = screen.root.all("ol", css="podium")
    return [node.text for node in found.all("li")]


def texts(node, tag):
    return [each.text for each in node.all(tag)]


def test_the_sheet_of_a_game_that_is_over_is_one_closing_card(table):
    sheet = ended(table).open()
    lines = ["1. Karel 0 bodů", "1. Eva 0 bodů", "3. Jana 8 bodů", "4. Petr 104 bodů"]
    assert order(sheet) == lines
    (card,) = sheet.root.all("section", css="end-card")
    assert table.told("notices", "over", seat=0, n=104) in texts(card, "p")
    result = table.phone.get(sheet.links[table.phone.say("Send the result")])
    (told,) = result.root.all("textarea")
    first, *rest = "".join(told.pieces()).splitlines()
    assert first.startswith(f"{table.book.title} · ")
    assert first.endswith(table.book.say("texts", "played", {"n": 4}))
    assert rest[:5] == [*lines, table.told("notices", "over", seat=0, n=104)]


def test_the_last_turn_of_the_evening_is_told(table):
    table.rounds((28, 0, 0, 0), (0, 14, 7, 7), (0, 14, 0, 14))
    shown = table.open("/result").text
    since = f"{table.book.label('entries', 'round', 'of')} 3"
    assert table.phone.say("In front since %(row)s: %(who)s", row=since, who="Karel") in shown
    table.rounds((0, 0, 28, 0))
    assert "Karel" not in [p.text[-5:] for p in table.open("/result").root.all("p", css="end")]


def test_the_result_has_the_order_and_who_pays_whom(phone):
    table = taroky(phone)
    page = phone.get(table.open().links[phone.say("Result")])
    assert order(page) == [
        "1. Petr +6 bodů",
        "1. Karel +6 bodů",
        "3. Jana −6 bodů",
        "3. Eva −6 bodů",
    ]
    (pays,) = page.root.all("ul", css="pays")
    assert len(pays.all("li")) == 2
    assert page.by_id("told").text.startswith("Taroky · ")


@pytest.mark.parametrize(
    ("language", "first"), [("cs", "1. Petr +0,60 Kč"), ("en", "1. Petr +0.60 CZK")]
)
def test_each_total_says_once_what_it_is_of(app, language, first):
    table = taroky(Phone(app, language), **{"tariff-point": "0,10"})
    assert order(table.open("/result"))[0] == first


@pytest.mark.parametrize(("language", "figure"), [("cs", "0,6"), ("en", "0.6")])
def test_the_table_says_money_as_its_reader_writes_it(app, language, figure):
    table = taroky(Phone(app, language), **{"tariff-point": "0,10"})
    rows = table.phone.table(f"{table.url}/table.csv")
    assert rows[1][2:] == [figure, f"-{figure}", figure, f"-{figure}"]


def test_the_table_says_the_game_the_currency_and_the_day(phone):
    table = taroky(phone, **{"tariff-point": "0,10"})
    named, row, *_, total = phone.table(f"{table.url}/table.csv")
    assert (named[:2], total[:2]) == (["Taroky", "CZK"], ["", "Σ"])
    assert re.fullmatch(r"20\d\d-\d\d-\d\d \d\d:\d\d", row[0])
    assert phone.table(f"{taroky(phone).url}/table.csv")[0][:2] == ["Taroky", ""]


def test_a_name_is_never_a_formula(phone):
    table = start(phone, ("=1+1", "@b", "Karel", "-e"))
    assert phone.table(f"{table.url}/table.csv")[0][2:] == ["'=1+1", "'@b", "Karel", "'-e"]


def test_the_paper_has_every_row_and_a_place_for_each_signature(phone):
    table = taroky(phone, renonc_penalty="none")
    table.record(Deal(Seat(1), variant="folded"))
    page = phone.get(table.open("/result").links[phone.say("Print with signatures")])
    (sheet,) = page.root.all("table", css="paper")
    rows = sheet.all("tbody")[0].all("tr")
    assert [texts(row, "td") for row in rows] == [
        ["+6", "+6", "−6", "−6", "+6", "+6", "−6", "−6"],
        ["0", "+6", "0", "−6", "0", "+6", "0", "−6"],
    ]
    assert texts(sheet.all("tfoot")[0], "td") == ["Petr", "Jana", "Karel", "Eva"]
    (address,) = page.root.all("div", css="of-paper")
    assert qr(table.link("watcher")) in page.html
    assert address.attrs["aria-label"] == phone.say("QR code of the link for watching")
    assert table.book.label("house", "renonc_penalty", "choices", "none") in page.text


def test_a_group_sits_down_again_with_other_neighbours(table):
    page = ended(table).open("/result")
    again = table.phone.get(page.links[table.phone.say("New game, different seating")])
    names = [again.form().fields[f"player-{seat}"] for seat in range(4)]
    assert names == ["Petr", "Karel", "Eva", "Jana"]


def test_watchers_see_the_result_and_cannot_write(table, other):
    ended(table)
    watch = other.fill("/", "/watch", code=table.code)
    page = other.get(watch.links[other.say("Result")])
    assert page.status == 200
    links = page.links
    assert other.say("New game with the same people") not in links
    assert other.say("Download the evening") not in links


def test_the_day_is_that_of_play_and_not_of_a_word_about_it(table):
    """Who confirms a row on the day after moves no evening."""
    matches = table.matches
    table.rounds((28, 0, 0, 0))
    events = matches.ledger.read(table.code)
    old = [replace(e, stream="OLDER", at="2026-01-02T20:00:00Z", hash="") for e in events]
    matches.ledger.restore(old)
    matches.append_always(matches.get("OLDER"), Took(phone="p0", person=0), "k")
    with table.phone.app.test_request_context():
        way = link_path(matches.get("OLDER"), "scorer")
    table.phone.get(way)
    for path in ("result", "print"):
        assert "2. 1. 2026" in table.phone.get(f"/m/OLDER/{path}").text.replace(
            "\N{NO-BREAK SPACE}", " "
        )
