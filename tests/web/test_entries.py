"""The other entries: dokládačka, leaving it out, barrage, renonc; and playing with a pot."""

import pytest

from scorekeeper.games.kocka.entries import Dokladacka
from tests.web.played import refused
from tests.web.table import KEY, NAMES, start


@pytest.fixture
def due(table):
    """Petr has 53: a dokládačka is due."""
    table.rounds((28, 0, 0, 0), (25, 3, 0, 0))
    return table


def tie(table):
    """Petr and Jana have 112 each: a barrage."""
    level = [(14, 14, 0, 0)] * 4
    table.rounds(*level)
    table.record(Dokladacka(loser=0))
    table.rounds(*level)


def say(phone, id, **facts):
    return phone.book.say("refusals", id, facts, NAMES)


@pytest.mark.parametrize("how", [{}, {"how": "last-card"}, {"how": "renonc"}])
def test_who_lost_the_dokladacka(due, how):
    due.phone.get(due.open().main_action[1])
    screen = due.phone.submit("form", **how)
    refused(screen, "part-loser", due.phone.book.shared["unreadable"]["missing"])
    sheet = due.phone.submit("form", loser="2")
    assert due.match.rows[-1].entry == Dokladacka(loser=2, how=how.get("how", "last-card"))
    assert due.phone.book.label("entries", "dokladacka", "name") in sheet.rows[0].marks
    assert sheet.strips == []
    assert sheet.main_action[1] == f"{due.url}/new/round"


def test_no_dokladacka_out_of_turn(table):
    table.open("/new/dokladacka")
    screen = table.phone.submit("form", loser="1")
    refused(screen, "form", say(table.phone, "kocka.game.dokladacka.not-due"))
    assert screen.form("form").fields["loser"] == "1"


def test_the_table_leaves_it_out(due):
    assert not {f"{due.url}/new/round"} & {*due.open().links.values()}
    sheet = due.phone.fill(
        due.open().links[due.phone.book.label("entries", "skip-dokladacka", "record")], "form"
    )
    assert sheet.strips == []
    assert sheet.main_action[1] == f"{due.url}/new/round"


def test_a_barrage_between_two(table):
    tie(table)
    assert table.open().strips == [table.told("notices", "barrage", seats=(0, 1), seat=0)]
    sheet = table.phone.fill(
        table.open().main_action[1], "form", **{"points-0": "5", "points-1": "−1"}
    )
    assert sheet.totals == ["117", "111", "0", "0"]
    assert table.told("notices", "over", seats=(0,), seat=0, n=117) in sheet.strips
    assert table.match.standing.loser == 0


def test_a_renonc_makes_the_round_void(table):
    sheet = table.phone.fill(
        table.open().links[table.phone.book.label("entries", "renonc", "record")],
        "form",
        seat="1",
        rule="kocka.look",
    )
    assert (sheet.totals, sheet.dealer) == (["0"] * 4, "Petr")
    assert table.match.standing.bought == (0, 1, 0, 0)


@pytest.mark.parametrize(
    ("typed", "part", "problem", "facts"),
    [
        ({"points": "5"}, "seat", "missing", {}),
        ({"seat": "1", "points": "0"}, "points", "too-small", {"least": 1}),
        ({"seat": "1", "points": "101"}, "points", "too-large", {"most": 100}),
        ({"seat": "1", "points": "pět"}, "points", "not-a-number", {}),
    ],
)
def test_a_renonc_that_cannot_be(table, typed, part, problem, facts):
    table.open("/new/renonc")
    screen = table.phone.submit("form", rule="kocka.turn", **typed)
    text = table.phone.book.shared["unreadable"][problem].format_map(facts)
    refused(screen, f"part-{part}", text)
    assert {**typed, "rule": "kocka.turn"}.items() <= screen.form("form").fields.to_dict().items()


@pytest.mark.parametrize("type", ["dispute", "", "Round", "../round"])
def test_an_unknown_entry_is_not_here(table, type):
    save = {"type": type, "seen": "1", "key": KEY}
    assert table.phone.post(f"{table.url}/entries", save).status == 404
    assert table.phone.post(f"{table.url}/preview", save).status == 404
    assert table.open(f"/new/{type or 'x'}").status == 404


def test_the_order_is_tapped_without_a_script(phone):
    table = start(phone, game="faraon")
    table.open("/new/game")
    for name in ("Jana", "Petr", "Karel", "Jana", "Eva", "Jana"):
        screen = phone.submit("form", name)
    fields = screen.form("form").fields
    assert [fields[f"order-{place}"] for place in range(4)] == ["0", "2", "3", "1"]
    save = table.book.label("entries", "game", "save")
    sheet = phone.submit("form", save)
    assert (sheet.totals, len(sheet.rows)) == (["0", "1", "0", "0"], 1), "the last one lost"


@pytest.mark.parametrize(("points", "figure"), [("10", "−30"), ("20", "−60")])
def test_the_page_of_a_penalty_says_what_it_costs(phone, points, figure):
    """Before it is written, by the house rules of this table."""
    table = start(phone, game="taroky", renonc_points=points)
    table.open("/new/renonc")
    form = phone.screen.form("form")
    sent = {**{name: value for name, value in form.fields.items() if value}, "seat": "1"}
    assert figure not in phone.screen.text
    assert figure in phone.post(f"{table.url}/preview", sent).by_id("tally").text


POT = {"tariff-pot": "y", "tariff-renonc": "20", "ante": "10"}


def test_the_pot_stands_on_the_sheet_and_in_the_accounts(phone):
    table = start(phone, game="taroky", **POT)
    table.fill("/new/deal", declarer="0", contract="zakladni", partner="2", points="41")
    sheet = table.open("")
    assert sheet.totals == ["−4", "−16", "−4", "−16"]
    assert table.told("notices", "pot", n=40) in sheet.text
    accounts = table.open("/result")
    assert phone.say("The pot") in accounts.text
    assert phone.say("Nobody owes anybody anything.") not in accounts.text
    assert table.match.standing.pot == 40


def test_the_strip_says_what_a_deal_would_do_to_the_pot(phone):
    table = start(phone, game="taroky", **POT)
    assert pot_of(table.open("/new/deal")) == "0"
    deal = {"declarer": "0", "contract": "zakladni", "partner": "2", "points": "35"}
    assert pot_of(phone.htmx("form", **deal)) == "0 → 40"
    phone.submit("form", **deal)
    table.open("/new/deal")
    next_deal = {**deal, "declarer": "1", "partner": "3"}
    silent = {"pagat-seat": "silent-1", "pagat-made": "y"}
    assert pot_of(phone.htmx("form", **next_deal, **silent)) == "40 → 20"
    assert pot_of(table.open(f"/entries/{table.match.rows[0].seq}")) == "40"
    assert pot_of(phone.htmx("form", **silent | {"pagat-seat": "silent-0"})) == "40 → 20"


def test_a_table_without_a_pot_has_none_on_its_strip(phone):
    assert not start(phone, game="taroky").open("/new/deal").root.all(css="pot")


def pot_of(screen):
    """What stands in the strip beside the sign of the pot."""
    return screen.root.all(css="pot")[0].all("span", css="fig")[0].text
