"""Černá kočka at the pages: a round by cards or numbers, a durch, and what is refused."""

import pytest

from scorekeeper.core.schema import Seat
from scorekeeper.core.sheet import dump_entry
from scorekeeper.games.kocka.entries import Round
from tests.web.screen import Screen
from tests.web.table import KEY, Table

ASK = "kocka.round.no-trick.ask"
CARDS = ("AH", "KH", "QH", "JH", "TH", "9H", "8H", "7H", "QS")


def cards(seats: str) -> dict[str, str]:
    """Who took which card, in the order of CARDS; a blank is nobody."""
    return {f"cards-{card}": seat.strip() for card, seat in zip(CARDS, seats, strict=True)}


def numbers(*points: str) -> dict[str, str]:
    return {f"points-{seat}": value for seat, value in enumerate(points)}


def refused(screen: Screen, anchor: str, text: str, **typed: str) -> None:
    """The answer names the field, says the sentence, and shows what was typed."""
    assert (screen.status, screen.errors) == (422, [(anchor, text)])
    assert typed.items() <= screen.form("form").fields.to_dict().items()


def answered(table: Table, took: list[str], **typed: str) -> Screen:
    """The form sent, asked back, and sent with who without points took a trick."""
    refused(table.phone.submit("form", **typed), "part-took", table.told("refusals", ASK))
    return table.phone.submit("form", took=took)


def test_nine_cards_to_four_players(table: Table) -> None:
    table.open("/new/round")
    sheet = answered(table, ["nobody"], **cards("012012010"))
    assert sheet.way == (table.url,)
    assert sheet.rows[0].cells == ["18", "6", "4", "−1"]


def test_three_numbers_give_the_fourth(table: Table) -> None:
    table.open("/new/round?by=numbers")
    sheet = answered(table, ["nobody"], **numbers("11", "0", " 3 ", ""))
    assert sheet.rows[0].cells == ["11", "−1", "3", "14"]


@pytest.mark.parametrize("way", ["cards", "numbers"])
def test_a_durch_and_a_caught_one(table: Table, way: str) -> None:
    for field, seat, cells in (("durch", "1", "−1 −28 −1 −1"), ("durch_caught", "2", "0 0 28 0")):
        sheet = table.fill(f"/new/round?by={way}", "form", **{field: seat})
        assert sheet.rows[0].cells == cells.split()


@pytest.mark.parametrize("way", ["cards", "numbers"])
@pytest.mark.parametrize(
    ("took", "cells"),
    [
        (["2", "3"], ["10", "18", "0", "0"]),
        (["3"], ["10", "18", "−1", "0"]),
        (["nobody"], ["10", "18", "−1", "−1"]),
    ],
)
def test_who_has_no_points_is_not_written_with_a_trick_unasked(
    table: Table, way: str, took: list[str], cells: list[str]
) -> None:
    """By numbers two are enough: they have all 28."""
    told = cards("11111111" + "0") if way == "cards" else numbers("10", "18", "", "")
    table.open(f"/new/round?by={way}")
    assert table.phone.htmx("form", **told).tally == ["10", "18", "0", "0"]
    assert answered(table, took, **told).rows[0].cells == cells


def test_an_answer_and_that_nobody_did_are_asked_again(table: Table) -> None:
    table.open("/new/round?by=numbers")
    screen = answered(table, ["2", "nobody"], **numbers("10", "18", "", ""))
    refused(screen, "part-took", table.told("refusals", ASK))


def all_points(way: str) -> dict[str, str]:
    """All 28 points to the first seat, with one tap or by numbers."""
    return {"rest": "0"} if way == "cards" else numbers("28", "0", "0", "0")


@pytest.mark.parametrize("way", ["cards", "numbers"])
@pytest.mark.parametrize(
    ("took", "cells"),
    [
        (["1"], ["28", "0", "−1", "−1"]),
        (["2", "3"], ["28", "−1", "0", "0"]),
        (["1", "2", "3"], ["28", "0", "0", "0"]),
        (["nobody"], ["−28", "−1", "−1", "−1"]),
    ],
)
def test_all_points_of_one_are_not_written_before_it_is_told_who_took_a_trick(
    table: Table, way: str, took: list[str], cells: list[str]
) -> None:
    table.open(f"/new/round?by={way}")
    screen = table.phone.submit("form", **all_points(way))
    refused(screen, "part-took", table.told("refusals", ASK))
    assert not table.match.rows
    assert table.phone.submit("form", took=took).rows[0].cells == cells
    dumped = dump_entry(table.match.rows[0].entry)
    assert "took" not in dumped
    assert dumped.get("no_trick", []) is not None


@pytest.mark.parametrize("way", ["cards", "numbers"])
def test_the_preview_asks_who_took_a_trick(table: Table, way: str) -> None:
    table.open(f"/new/round?by={way}")
    part = table.phone.htmx("form", **all_points(way))
    assert [
        box.attrs["value"] for box in part.root.all("input") if box.attrs["type"] == "checkbox"
    ] == [*("1", "2", "3"), "nobody"]
    table.phone.submit("form", **all_points(way))
    part = table.phone.htmx("form", took=["nobody"])
    assert part.tally == ["−28", "−1", "−1", "−1"]


def test_a_correction_of_a_vagon_shows_who_took_a_trick(table: Table) -> None:
    table.fill("/new/round", "form", rest="0")
    table.phone.submit("form", took=["1", "2", "3"])
    form = table.open(f"/entries/{table.match.rows[0].seq}")
    assert form.form("form").fields.getlist("took") == ["of-123", "1", "2", "3"]


def test_what_is_not_known_yet_is_no_figure(table: Table) -> None:
    table.open("/new/round?by=numbers")
    assert table.phone.htmx("form", **numbers("7", "", "", "")).tally == ["7", "–", "–", "–"]


@pytest.mark.parametrize(
    ("typed", "problem", "facts"),
    [
        ("1.5", "not-a-number", {}),
        ("9" * 5000, "not-a-number", {}),
        ("29", "too-large", {"most": 28}),
    ],
)
def test_what_is_no_number_of_points(table: Table, typed: str, problem: str, facts) -> None:
    table.open("/new/round?by=numbers")
    screen = table.phone.submit("form", **numbers("10", typed, "", "0"))
    text = table.phone.book.shared["unreadable"][problem].format_map(facts)
    refused(screen, "part-points", text)
    assert screen.by_id("points-1").attrs["value"] == typed
    assert screen.by_id("points-1").attrs["aria-invalid"] == "true"


def test_three_without_a_trick_asks_for_the_durch(table: Table) -> None:
    """No form can say so, but an older page that is sent now."""
    typed, ask = numbers("0", "28", "0", "0"), "kocka.round.durch.ask"
    save = {"type": "round", "seen": "1", "key": KEY, "by": "numbers"}
    sent = {**save, **typed, "no_trick": ["0", "2", "3"]}
    screen = table.phone.post(f"{table.url}/entries", sent)
    assert screen.status == 422
    assert screen.by_id("question").text == table.told("refusals", ask, seat=1)
    assert screen.links[table.told("questions", f"{ask}.no", seat=1)] == "#form"
    assert screen.form("errors").fields["key"] == screen.form("form").fields["key"]
    sheet = table.phone.submit("errors", table.told("questions", f"{ask}.yes", seat=1))
    assert sheet.rows[0].cells == ["−1", "−28", "−1", "−1"]
    assert table.match.rows[0].entry == Round(durch=1)


def test_a_refused_round_keeps_its_key_and_can_be_mended(table: Table) -> None:
    table.open("/new/round?by=numbers")
    key = table.phone.screen.form("form").fields["key"]
    screen = table.phone.submit("form", **numbers("9", "9", "9", "0"))
    assert screen.form("form").fields["key"] == key
    assert answered(table, ["3"], **numbers("9", "9", "10", "0")).totals[2] == "10"


@pytest.mark.parametrize(
    "forged",
    [{"cards-QS": "4"}, {"cards-QS": "x"}, {"durch": "1", "no_trick": "7"}, {"no_trick": "\x00"}],
)
def test_forged_rounds_are_refused(table: Table, forged: dict[str, str]) -> None:
    save = {"type": "round", "seen": "1", "key": KEY}
    screen = table.phone.post(f"{table.url}/entries", {**save, **forged})
    assert screen.status == 422
    assert screen.errors
    assert table.match.version == 1


def test_enter_saves_and_never_strikes_out(table: Table) -> None:
    """A browser's Enter presses the first submit button of the form."""
    table.rounds((28, 0, 0, 0))
    for path in ("/new/round?by=numbers", "/entries/2"):
        assert "formaction" not in table.open(path).form("form").buttons[0].attrs, path


def test_the_preview_says_what_is_missing(table: Table) -> None:
    table.open("/new/round")
    save = table.phone.book.label("entries", "round", "save")
    missing = "kocka.round.cards.missing"
    for fields, lacks, facts, tally in (
        ({}, "kocka.round.nothing", {}, None),
        (cards("  0 0 0  "), missing, {"sum": 5, "n": 6, "cards": ()}, "5 0 0 0"),
        ({"rest": "1", **cards("  0 0 0  ")}, ASK, {}, "5 23 0 0"),
    ):
        part = table.phone.htmx("form", **fields)
        assert part.save == f"{save} · {table.told('short', lacks, **facts)}"
        assert tally is None or part.tally == tally.split()
    done = table.phone.htmx("form", rest="1", **cards(" 20130   "))
    assert (done.save, done.tally) == (save, ["4", "19", "4", "1"])
    assert [node.attrs["id"] for node in done.root.inside if not isinstance(node, str)] == ["tally"]
    assert table.match.version == 1, "a preview writes nothing"


def test_the_preview_of_nonsense_is_calm(table: Table) -> None:
    table.open("/new/round?by=numbers")
    part = table.phone.htmx("form", **numbers("x", "", "", ""))
    assert (part.status, part.tally) == (200, ["–"] * 4)


def test_the_preview_without_a_script_is_the_whole_page(table: Table) -> None:
    fields = {"type": "round", "by": "numbers", **numbers("9", "9", "9", "")}
    screen = table.phone.post(f"{table.url}/preview", fields)
    assert (screen.status, screen.tally) == (200, ["9", "9", "9", "1"])


def way_at(table: Table) -> str:
    """By what a new round is asked for."""
    inputs = table.open("/new/round").root.all("input")
    return next(each.attrs["value"] for each in inputs if each.attrs.get("name") == "by")


def test_the_way_of_the_last_round_comes_again(table: Table) -> None:
    """By numbers or by cards, as this table does; a durch says neither."""
    assert way_at(table) == "cards"
    table.rounds((7, 6, 15, 0))
    assert way_at(table) == "numbers"
    table.record(Round(durch=Seat(2)))
    assert way_at(table) == "numbers"
    table.record(Round(rest=Seat(1), no_trick=frozenset({Seat(0)})))
    assert way_at(table) == "cards"
