"""The other entries: dokládačka, leaving it out, barrage, renonc."""

import pytest

from scorekeeper.games.kocka.entries import Dokladacka
from tests.web.phone import Phone
from tests.web.screen import Screen
from tests.web.table import KEY, NAMES, Table, start


@pytest.fixture
def due(table: Table) -> Table:
    """Petr has 53: a dokládačka is due."""
    table.rounds((28, 0, 0, 0), (25, 3, 0, 0))
    return table


@pytest.fixture
def tied(table: Table) -> Table:
    """Petr and Jana have 112 each: a barrage."""
    for _ in range(4):
        table.rounds((14, 14, 0, 0))
    table.record(Dokladacka(loser=0))
    for _ in range(4):
        table.rounds((14, 14, 0, 0))
    return table


def refused(screen: Screen, anchor: str, text: str) -> None:
    assert screen.status == 422
    assert screen.errors == [(anchor, text)]


def say(phone: Phone, id: str, **facts) -> str:
    return phone.book.say("refusals", id, facts, NAMES)


@pytest.mark.quick("games")
@pytest.mark.parametrize("how", [{}, {"how": "last-card"}, {"how": "renonc"}])
def test_who_lost_the_dokladacka(due: Table, how: dict[str, str]) -> None:
    due.phone.get(due.open().main_action[1])
    screen = due.phone.submit("form", **how)
    refused(screen, "part-loser", due.phone.book.shared["unreadable"]["missing"])
    sheet = due.phone.submit("form", loser="2")
    assert due.match.rows[-1].entry == Dokladacka(loser=2, how=how.get("how", "last-card"))
    assert due.phone.book.label("entries", "dokladacka", "name") in sheet.rows[0].marks
    assert sheet.strips == []
    assert sheet.main_action[1] == f"{due.url}/new/round"


def test_no_dokladacka_out_of_turn(table: Table) -> None:
    table.open("/new/dokladacka")
    screen = table.phone.submit("form", loser="1")
    refused(screen, "form", say(table.phone, "kocka.game.dokladacka.not-due"))
    assert screen.form("form").fields["loser"] == "1"


def test_the_table_leaves_it_out(due: Table) -> None:
    assert not {f"{due.url}/new/round"} & {*due.open().links.values()}
    due.phone.get(due.open().links[due.phone.book.label("entries", "skip-dokladacka", "record")])
    sheet = due.phone.submit("form")
    assert sheet.strips == []
    assert sheet.main_action[1] == f"{due.url}/new/round"


def test_an_optional_one_lapses(phone: Phone) -> None:
    table = start(phone, dokladacka="optional")
    table.rounds((28, 0, 0, 0), (25, 3, 0, 0))
    assert f"{table.url}/new/round" in table.open().links.values()
    table.open("/new/round")
    assert phone.submit("form", durch="1").strips == []


def test_a_barrage_between_two(tied: Table) -> None:
    assert tied.open().strips == [tied.told("notices", "barrage", seats=(0, 1), seat=0)]
    tied.phone.get(tied.open().main_action[1])
    sheet = tied.phone.submit("form", **{"points-0": "5", "points-1": "−1"})
    assert sheet.totals == ["117", "111", "0", "0"]
    assert tied.told("notices", "over", seats=(0,), seat=0, n=117) in sheet.strips
    assert tied.match.standing.loser == 0


def test_a_barrage_equal_again_goes_on(tied: Table) -> None:
    tied.open("/new/barrage")
    sheet = tied.phone.submit("form", **{"points-0": "5", "points-1": "5"})
    assert sheet.main_action[1] == f"{tied.url}/new/barrage"


@pytest.mark.parametrize(
    ("points", "id", "facts"),
    [
        (("", "", "", ""), "missing", {}),
        (("5", "", "", ""), "kocka.game.barrage.seats", {"seats": (0, 1)}),
        (("5", "4", "3", ""), "kocka.game.barrage.seats", {"seats": (0, 1)}),
        (("20", "20", "", ""), "kocka.round.sum.over", {"sum": 40, "n": 12}),
        (("5", "-29", "", ""), "kocka.game.barrage.range", {}),
    ],
)
def test_a_barrage_that_cannot_be(tied: Table, points, id: str, facts) -> None:
    typed = {f"points-{seat}": value for seat, value in enumerate(points)}
    tied.open("/new/barrage")
    screen = tied.phone.submit("form", **typed)
    missing = tied.phone.book.shared["unreadable"].get(id)
    refused(screen, "part-points", missing or say(tied.phone, id, **facts))
    assert typed.items() <= screen.form("form").fields.to_dict().items()


def test_no_barrage_and_no_round_out_of_turn(table: Table, tied: Table) -> None:
    tied.open("/new/round")
    refused(tied.phone.submit("form", durch="0"), "form", say(tied.phone, "kocka.game.barrage.due"))
    fresh = start(tied.phone)
    fresh.open("/new/barrage")
    screen = fresh.phone.submit("form", **{"points-0": "5"})
    refused(screen, "form", say(fresh.phone, "kocka.game.barrage.not-due"))


def test_a_renonc_makes_the_round_void(table: Table) -> None:
    table.phone.get(table.open().links[table.phone.book.label("entries", "renonc", "record")])
    sheet = table.phone.submit("form", seat="1", rule="kocka.look")
    assert (sheet.totals, sheet.dealer) == (["0"] * 4, "Petr")
    assert table.match.standing.bought == (0, 1, 0, 0)


def test_a_renonc_for_points_leaves_the_round(table: Table) -> None:
    table.open("/new/renonc")
    sheet = table.phone.submit("form", seat="1", points="5")
    assert (sheet.totals, sheet.dealer) == (["0", "5", "0", "0"], "Eva")
    assert table.match.standing.bought == (0,) * 4


@pytest.mark.parametrize(
    ("typed", "part", "problem", "facts"),
    [
        ({"points": "5"}, "seat", "missing", {}),
        ({"seat": "1", "points": "0"}, "points", "too-small", {"least": 1}),
        ({"seat": "1", "points": "101"}, "points", "too-large", {"most": 100}),
        ({"seat": "1", "points": "pět"}, "points", "not-a-number", {}),
    ],
)
def test_a_renonc_that_cannot_be(table: Table, typed, part: str, problem: str, facts) -> None:
    table.open("/new/renonc")
    screen = table.phone.submit("form", rule="kocka.turn", **typed)
    text = table.phone.book.shared["unreadable"][problem].format_map(facts)
    refused(screen, f"part-{part}", text)
    assert {**typed, "rule": "kocka.turn"}.items() <= screen.form("form").fields.to_dict().items()


@pytest.mark.parametrize("type", ["dispute", "", "Round", "../round"])
def test_an_unknown_entry_is_not_here(table: Table, type: str) -> None:
    save = {"type": type, "seen": "1", "key": KEY}
    assert table.phone.post(f"{table.url}/entries", save).status == 404
    assert table.phone.post(f"{table.url}/preview", save).status == 404
    assert table.open(f"/new/{type or 'x'}").status == 404


def test_the_order_is_tapped_without_a_script(phone: Phone) -> None:
    table = start(phone, game="faraon")
    table.open("/new/game")
    for name in ("Jana", "Petr", "Karel", "Jana", "Eva", "Jana"):
        screen = phone.submit("form", name)
    fields = screen.form("form").fields
    assert [fields[f"order-{place}"] for place in range(4)] == ["0", "2", "3", "1"]
    save = table.book.label("entries", "game", "save")
    sheet = phone.submit("form", save)
    assert (sheet.totals, len(sheet.rows)) == (["0", "1", "0", "0"], 1), "the last one lost"
