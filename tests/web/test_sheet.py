"""The score sheet: columns by seat, totals on top, newest first, notes, and what has to be told."""

from dataclasses import replace

import pytest

from scorekeeper.games.kocka.entries import Dokladacka, Renonc, Round
from tests.web.phone import PARTIAL, Phone
from tests.web.table import KEY, start


def notice(table, id, *seats, **facts):
    told = {"seats": seats, "seat": seats[0], **facts}
    return table.phone.book.say("notices", id, told, table.match.names)


def record_label(phone, type, n):
    return phone.book.label("entries", type, "record").format(n=n)


def test_an_empty_sheet_says_what_comes(table):
    sheet = table.open()
    assert table.phone.say("Nothing yet. After the first entry the list will be here.") in (
        sheet.text
    )
    label, url = sheet.main_action
    assert (label, url) == (record_label(table.phone, "round", 1), f"{table.url}/new/round")
    assert not sheet.has_id("undo")
    assert not sheet.has_id("redo")


def test_rows_are_newest_first_under_the_totals(table):
    table.record(Round(points=(14, 14, 0, 0), no_trick=frozenset({2})))
    table.rounds((0, 8, 20, 0))
    sheet = table.open()
    assert sheet.names == ["Petr", "Jana", "Karel", "Eva"]
    assert sheet.totals == ["14", "22", "19", "0"]
    assert [row.cells for row in sheet.rows] == [["0", "8", "20", "0"], ["14", "14", "−1", "0"]]
    name = table.phone.book.label("entries", "round", "name")
    assert [row.name.replace(" ", "") for row in sheet.rows] == [f"{name}2", f"{name}1"]


def end(table, *losers):
    """Petr takes everything until the game is over; dokládačkas are lost as told."""
    while not table.match.standing.over:
        if table.match.standing.due:
            table.record(*map(Dokladacka, losers[:1]))
        table.rounds((26, 2, 0, 0))


def test_the_end_says_who_buys_what(phone):
    table = start(phone, stake="rum", stake_price="50")
    table.record(Renonc(seat=2))
    end(table, 0)
    sheet = table.open()
    assert sheet.strips[:2] == [notice(table, "over", 0, n=104), notice(table, "dabl", 0)]
    petr, karel = sheet.strips[2:]
    assert "Petr: 2 rundy za dokládačku a hru (rum) · 400" in petr
    assert "Karel: 1 runda za renonc (rum) · 200" in karel
    again = phone.say("New game with the same people")
    assert sheet.main_action == (again, f"{table.url}/again")


def test_undo_and_redo_say_what_they_take_back(table):
    table.rounds((28, 0, 0, 0), (0, 28, 0, 0))
    phone, name = table.phone, table.phone.book.label("entries", "round", "name")
    sheet = table.open()
    assert sheet.by_id("undo").text == phone.say("Undo: %(name)s", name=f"{name} 2")
    sheet = phone.submit(f"{table.url}/undo")
    assert sheet.totals == ["28", "0", "0", "0"]
    assert len(sheet.rows) == 1
    assert sheet.by_id("undo").text == phone.say("Undo: %(name)s", name=f"{name} 1")
    assert sheet.by_id("redo").text == phone.say("Redo: %(name)s", name=f"{name} 2")
    sheet = phone.submit(f"{table.url}/redo")
    assert sheet.totals == ["28", "28", "0", "0"]
    assert not sheet.has_id("redo")


def test_htmx_gets_the_sheet_alone(table):
    table.rounds((28, 0, 0, 0))
    table.open()
    part = table.phone.htmx(f"{table.url}/undo")
    assert (part.status, part.way) == (200, ())
    assert [node.tag for node in part.root.inside if not isinstance(node, str)] == ["div"]
    assert part.by_id("match")
    assert part.totals == ["0"] * 4
    assert part.headers["HX-Push-Url"] == table.url
    assert {"HX-Request", "HX-Request-Type"} <= set(part.headers["Vary"].split(", "))


def test_a_row_that_was_scored_anew_is_shown_anew(table):
    """As where a phone settles two sides: the same save, with its key, comes to other points."""
    table.rounds((28, 0, 0, 0))
    before, row = table.open().rows, table.match.events[-1]
    lines = [{**line, "points": line["points"][::-1]} for line in row.body["lines"]]
    table.matches.ledger.rewrite([replace(row, body={**row.body, "lines": lines})])
    assert table.match.standing.totals == (0, 0, 0, 28)
    assert table.open().rows != before


def test_thirty_rows_are_shown_and_the_rest_is_a_tap_away(table):
    table.record(*[Round(durch=n % 4) for n in range(40)])
    sheet = table.open()
    assert len(sheet.rows) == 30
    (older,) = sheet.root.all("a", css="older")
    assert "10" in older.text
    everything = table.phone.get(older.attrs["href"])
    assert len(everything.rows) == 40
    assert everything.rows[0].cells == sheet.rows[0].cells


@pytest.mark.parametrize("shown", ["<b>Petr</b>", "{seat}", "%(name)s", "Ž" * 30])
def test_names_are_only_ever_text(phone, shown):
    table = start(phone, (shown, "Jana", "Karel", "Eva"))
    table.record(Round(durch=0))
    sheet = table.open()
    assert sheet.names[0] == shown
    assert f"{shown}: durch" in sheet.rows[0].marks
    for path in ("/watch", "/history", "/people", "/new/round", "/new/renonc", "/again"):
        assert table.open(path).status == 200
    assert phone.get("/").status == 200


def test_each_phone_is_shown_the_sheet_in_its_own_way(app, table):
    """The page is rendered once and used again: never for somebody who looks at it otherwise."""
    table.rounds((28, 0, 0, 0))
    czech = table.open()
    english = Phone(app, "en")
    english.client.set_cookie(
        app.config["SESSION_COOKIE_NAME"],
        table.phone.client.get_cookie(app.config["SESSION_COOKIE_NAME"]).value,
    )
    assert english.get(table.url).lang == "en"
    assert table.open().text == czech.text
    english.post("/theme", {"theme": "dark"})
    assert 'data-theme="dark"' in english.get(table.url).html
    assert "data-theme" not in table.open().html
    part = table.phone.get(table.url, **PARTIAL).html
    assert part.strip().startswith('<div id="match"')
    assert table.open().html.startswith("<!doctype html>")


def test_the_sheet_sends_its_own_address_and_a_new_key_each_time(table):
    table.rounds((14, 14, 0, 0), (0, 0, 14, 14))
    pages = [table.open(), table.open(), table.open("?all=1")]
    settings = [page.links[table.phone.say("Settings")] for page in pages]
    assert settings == [
        f"/settings?next={table.url}",
        f"/settings?next={table.url}",
        f"/settings?next={table.url}%3Fall%3D1",
    ]
    assert len({page.form(f"{table.url}/undo").filled({})["key"] for page in pages}) == 3


@pytest.mark.parametrize("game", ["faraon", "makao", "durak"])
def test_one_tap_says_who_lost_and_losses_are_strokes(phone, game):
    table = start(phone, game=game)
    label = table.book.label("entries", "game", "tap")
    assert table.open().form("tap").node.all("b")[0].text == label
    for lost in range(1, 8):
        screen = phone.submit("tap", "Karel")
        assert (screen.totals, len(screen.rows)) == (["0", "0", str(lost), "0"], lost)
    total = screen.root.all("tr", css="totals")[0]
    assert table.book.label("texts", "total") in total.text
    assert [i.attrs["class"] for i in total.all("i")] == ["t5", "t2"]
    assert phone.submit(f"{table.url}/undo").totals == ["0", "0", "6", "0"]


def test_a_team_loses_by_a_tap_on_one_of_it(phone):
    table = start(phone, game="durak", teams="2v2")
    assert table.fill("", "tap", "Eva").totals == ["0", "1", "0", "1"]


def test_who_is_out_of_the_match_cannot_lose_a_game(phone):
    table = start(phone, ("Petr", "Jana", "Karel"), "faraon", mode="olympic", olympic_start="1")
    table.fill("", "tap", "Petr")
    assert [b.text for b in phone.screen.form("tap").buttons] == ["Jana", "Karel"]
    phone.submit("tap", "Jana")
    assert "tap" not in [form.node.attrs.get("id") for form in phone.screen.forms]


@pytest.mark.parametrize("seat", ["9", "x", "", "-1"])
def test_a_tap_on_nobody_writes_nothing(phone, seat):
    table = start(phone, game="faraon")
    fields = {"type": "game", "seat": seat, "seen": "1", "key": KEY}
    assert phone.post(f"{table.url}/tap", fields).status == 422
    assert table.match.version == 1


def test_the_next_dealer_is_told_where_the_next_entry_begins(table):
    def reminders():
        small = table.open().by_id("match").all("small")
        return [node.text for node in small if node.attrs.get("aria-hidden")]

    assert reminders() == [table.phone.say("%(name)s deals", name="Eva")]
    table.rounds((14, 14, 0, 0))
    assert reminders() == [table.phone.say("%(name)s deals", name="Petr")]


@pytest.mark.parametrize(
    ("game", "helps"),
    [
        ("taroky", ("bid", "count")),
        ("faraon", ("sevens", "ace-answer")),
        ("makao", ("attack", "skip")),
        ("durak", ("bout", "refill")),
    ],
)
def test_what_is_asked_for_in_mid_trick_stands_on_the_sheet(phone, game, helps):
    table = start(phone, game=game)
    foot = table.open().root.all("div", css="foot")[0]
    shown = {a.text: a.attrs["href"] for a in foot.all("a")}
    for kind in helps:
        assert shown[table.book.question(kind)] == f"{table.url}/ask/{kind}"


def test_the_table_of_a_dokladacka_is_at_hand_while_it_is_due(table):
    lay = table.book.question("dokladacka")
    assert lay not in [a.text for a in table.open().root.all("div", css="foot")[0].all("a")]
    table.rounds((28, 0, 0, 0), (28, 0, 0, 0))
    assert lay in [a.text for a in table.open().root.all("div", css="foot")[0].all("a")]


def test_an_empty_sheet_has_no_dead_place_in_its_foot(phone):
    table = start(phone)
    assert '<span aria-hidden="true"></span>' not in table.open().html
    table.rounds((7, 7, 7, 7))
    assert phone.say("Undo: %(name)s", name="").strip() in table.open().text


def test_names_that_begin_alike_are_told_apart_where_they_are_cut(phone):
    table = start(phone, ("Bartoloměj Kos", "Bartoloměj Vlk", "Karel", "Eva"))
    heads = [each.text for each in table.open().by_id("match").all("th") if "Kos" in each.text]
    assert any("B. Kos" in head and "Bartoloměj Kos" in head for head in heads)


def write(table, seq, text):
    return table.fill(f"/entries/{seq}/why", f"{table.url}/entries/{seq}/note", note=text)


def quoted(phone, note):
    return phone.say("“%(note)s”", note=note)


def test_a_note_stands_on_the_sheet_and_is_taken_back(table):
    table.rounds((14, 14, 0, 0), (28, 0, 0, 0))
    sheet = write(table, 2, " Eva  <b>blafovala</b> ")
    told = quoted(table.phone, "Eva <b>blafovala</b>")
    assert told in sheet.text
    name = f"{table.book.label('entries', 'round', 'name')} 1"
    assert sheet.by_id("undo").text == table.phone.say(
        "Undo: %(name)s", name=table.phone.say("note: %(what)s", what=name)
    )
    assert told not in table.phone.submit(f"{table.url}/undo").text
    assert told in table.phone.submit(f"{table.url}/redo").text
    assert told in table.open("/watch").text
    assert told in table.open("/print").text
