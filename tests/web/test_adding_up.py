"""Every row of every match adds up wherever it is shown, whoever came and left since."""

from decimal import Decimal
from random import Random

import pytest

from scorekeeper.core.sheet import sum_of
from scorekeeper.games import GAMES
from tests.extras.group.paper import written
from tests.web.table import start

PEOPLE = ("Franta", "Jana", "Míla", "Honza", "Zdeněk", "Eva", "Ota", "Iva", "Běla", "Kuba")
DEEDS = 14
TABLES = {
    **dict.fromkeys(GAMES, (4, {})),
    "taroky, for money": (5, {"tariff-point": "0,10"}),
    "makao": (5, {}),
}
"""By game: how many sit down, and what the house plays."""


@pytest.mark.parametrize("name", TABLES)
def test_every_row_adds_up_wherever_it_is_shown(phone, name):
    table = evening(phone, name, seed=1)
    check_rows(table)
    check_totals(table)


def test_who_left_stands_in_the_second_line_of_the_rows_of_then(phone):
    table = start(phone, PEOPLE[:4], "taroky")
    table.write(type="deal", declarer=0, partner=2, points=40, dealer=3)
    sit(table, (4, 1, 2, 3))
    (row,) = table.open().rows
    assert row.cells == ["–", "−5", "+5", "−5"]
    assert row.marks.startswith("Franta +5 1. pov.")
    board = phone.get(f"{table.url}/board")
    assert "Franta +5" in board.root.all("section", css="last")[0].text
    assert f"{phone.say('Left:')} Franta +5" in board.text


def test_a_penalty_of_a_table_that_has_left_keeps_its_figures(phone):
    table = start(phone, PEOPLE[:4], "taroky")
    table.write(type="renonc", seat=0, rule="taroky.renonc.follow")
    sit(table, (4, 5, 6, 7))
    (row,) = table.open().rows
    assert row.cells == ["–"] * 4
    assert row.marks.startswith("Franta −30 Jana +10 Míla +10 Honza +10")


def evening(phone, name, seed):
    """People who play, come and leave at random, and correct what they wrote."""
    random = Random(seed)
    players, house = TABLES[name]
    table = start(phone, PEOPLE[:players], name.partition(",")[0], **house)
    for _ in range(DEEDS):
        random.choice((play, play, play, come_and_go, mend))(table, random)
    come_and_go(table, random)
    return table


def play(table, random):
    if entry := written(table.match, random):
        table.record(entry)


def come_and_go(table, random):
    """Some of those who ever sat here, and perhaps somebody new, in any order."""
    match = table.match
    everybody = range(min(len(match.seating.people) + 1, len(PEOPLE)))
    sizes = [size for size in match.game.player_counts(match.house) if 3 <= size <= len(everybody)]
    sit(table, tuple(random.sample(everybody, random.choice(sizes))))


def sit(table, seats):
    match = table.match
    if match.game.check_table(len(seats), match.standing, match.house) is None:
        table.do("seat", seats, [PEOPLE[person] for person in seats], 0)


def mend(table, random):
    """A row struck out, corrected or brought back; the last step undone."""
    match = table.match
    if not match.rows or random.random() < 0.3:
        table.do("undo")
        return
    row = random.choice(match.rows)
    if row.struck:
        table.do("bring_back", row.seq)
    elif random.random() < 0.3:
        table.do("strike", row.seq)
    else:
        entry = written(match.at(row.seating.seats), random, row.before)
        if entry and entry.type == row.entry.type:
            table.do("correct", row.seq, entry)


def check_rows(table):
    """Each row that holds, on all pages that show it."""
    match, phone = table.match, table.phone
    shown = [row for row in match.rows if not row.undone]
    held = [row for row in shown if not row.struck]
    watched = phone.get(f"{table.url}/watch")
    pages = {
        "sheet": zip(reversed(shown), on_sheet(table.open("?all=1")), strict=True),
        "watch": zip(reversed(shown), on_sheet(watched), strict=True),
        "paper": zip(shown, on_paper(table.open("/print")), strict=True),
        "csv": zip(held, in_csv(table), strict=True),
        "history": zip(held, in_history(table, held), strict=True),
        "why": [(row, on_its_page(table, row)) for row in held],
        "board": zip(held[-1:], on_board(table), strict=True),
    }
    for page, rows in pages.items():
        for row, found in rows:
            if not row.struck:
                given = given_by(match, row)
                assert {who: n for who, n in found.items() if n} == given, (page, row.seq)
                assert sum(found.values()) == sum(given.values()), (page, row.seq)


def check_totals(table):
    """The totals of those who are there and of those who left, on all pages that show them."""
    match, phone = table.match, table.phone
    totals = {match.seating.people[person]: money(match, n) for person, n in match.totals.items()}
    sheet, watch = table.open(), phone.get(f"{table.url}/watch")
    for screen in (sheet, watch):
        if screen.root.all("tr", css="totals"):
            seated = dict(zip(screen.names, map(number, screen.totals), strict=True))
            assert {**seated, **left_below(screen)} == totals
    head, *_, last = phone.table(f"{table.url}/table.csv")
    assert dict(zip(head[2:], map(number, last[2:]), strict=True)) == totals
    result = table.open("/result").root.all("ol", css="podium")[0]
    assert {name_of(li): number(fig(li)) for li in result.all("li")} == totals
    board = phone.get(f"{table.url}/board").root
    scores = {name_of(li): number(fig(li)) for li in board.all("ul", css="scores")[0].all("li")}
    away = [p for p in board.all("p", css="figures") if p.text.startswith(phone.say("Left:"))]
    assert {**scores, **by_icon(away)} == totals


def given_by(match, row):
    """What a row gives to whom, of those to whom it gives anything."""
    seats = row.seating.seats
    points = zip(seats, sum_of(row.lines, len(seats)), strict=True)
    return {match.seating.people[person]: money(match, n) for person, n in points if n}


def money(match, points):
    stake = match.game.stake(match.house)
    return Decimal(points * stake.point) / 100 if stake else Decimal(points)


def number(text):
    """A figure as it is printed; a dash or an empty cell is nothing."""
    plain = text.replace("−", "-").replace(",", ".").replace("\N{NO-BREAK SPACE}", "")
    return Decimal(plain) if plain.strip("–") else Decimal(0)


def fig(node):
    return node.all(css="fig")[0].text


def name_of(node):
    return node.all("b")[0].text


def on_sheet(screen):
    """The figures of each row: those in columns, and those of who left in its second line."""
    for body in screen.root.all("tbody"):
        cells = [td for td in body.all("td") if td.all(css="fig") and "data-of" in td.attrs]
        beside = [span for span in body.all("span") if span.all("span", css="fig")]
        yield {
            **{td.attrs["data-of"]: number(fig(td)) for td in cells},
            **named(span.text for span in beside if "fig" not in span.attrs.get("class", "")),
        }


def named(texts):
    """Figures behind their names: "Franta +5"."""
    pairs = (text.replace("\N{NO-BREAK SPACE}", " ").rpartition(" ") for text in texts)
    return {name.strip(): number(figure) for name, _, figure in pairs}


def left_below(screen):
    """The totals of who left, below those of the others."""
    below = [each for tr in screen.root.all("tr", css="left") for each in tr.all("a", "span")]
    people = [each for each in below if each.all("b") and each.all(css="fig")]
    return {name_of(each): number(fig(each)) for each in people}


def on_paper(screen):
    """What each row gave: every other figure; the ones between are the totals."""
    table = screen.root.all("table", css="paper")[0]
    names = [th.text for th in table.all("thead")[0].all("th")][1:]
    for tr in table.all("tbody")[0].all("tr"):
        yield dict(zip(names, (number(td.text) for td in tr.all("td")[::2]), strict=True))


def in_csv(table):
    head, *lines, _totals = table.phone.table(f"{table.url}/table.csv")
    for line in lines:
        yield dict(zip(head[2:], map(number, line[2:]), strict=True))


def in_history(table, rows):
    """What the history says of the event that gave each row its content."""
    match, events = table.match, list(history(table))
    by_name = match.seating.everybody != match.first_seats
    for row in rows:
        said = events[-row.versions[-1]].all("p", css="help")
        text = said[0].text if said else ""
        figures = map(number, text.split())
        names = match.seating.names_at(row.seating.seats)
        yield named(text.split(", ")) if by_name else dict(zip(names, figures, strict=bool(said)))


def history(table):
    screen = table.open("/history")
    while True:
        yield from screen.root.all("ol", css="events")[0].all("li")
        older = screen.root.all("a", css="older")
        if not older:
            return
        screen = table.phone.get(older[0].attrs["href"])


def on_its_page(table, row):
    sums = table.open(f"/entries/{row.seq}/why").root.all("ul", css="sums")
    return {name_of(li): number(fig(li)) for li in sums[0].all("li")} if sums else {}


def on_board(table):
    """What the board says of the last row that holds."""
    for news in table.phone.get(f"{table.url}/board").root.all("section", css="last"):
        yield by_icon(news.all("p", css="figures"))


def by_icon(lines):
    """Names with figures, each behind its player's sign, which has his colour."""
    spans = [span for line in lines for span in line.all("span")]
    colours = {f"p{sign}" for sign in range(len(PEOPLE))}
    return named(span.text for span in spans if span.attrs.get("class") in colours)
