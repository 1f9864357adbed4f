"""Černá kočka at the pages: a round by cards or numbers, a durch, and what is refused."""

import pytest

from scorekeeper.core.schema import Seat
from scorekeeper.games.kocka.entries import Round
from tests.web.table import KEY

ASK = "kocka.round.no-trick.ask"
CARDS = ("AH", "KH", "QH", "JH", "TH", "9H", "8H", "7H", "QS")


def cards(seats):
    """Who took which card, in the order of CARDS; a blank is nobody."""
    return {f"cards-{card}": seat.strip() for card, seat in zip(CARDS, seats, strict=True)}


def numbers(*points):
    return {f"points-{seat}": value for seat, value in enumerate(points)}


def refused(screen, anchor, text, **typed):
    """The answer names the field, says the sentence, and shows what was typed."""
    assert (screen.status, screen.errors) == (422, [(anchor, text)])
    assert typed.items() <= screen.form("form").fields.to_dict().items()


@pytest.mark.parametrize(
    ("typed", "problem", "facts"),
    [
        ("1.5", "not-a-number", {}),
        ("9" * 5000, "not-a-number", {}),
        ("29", "too-large", {"most": 28}),
    ],
)
def test_what_is_no_number_of_points(table, typed, problem, facts):
    table.open("/new/round?by=numbers")
    screen = table.phone.submit("form", **numbers("10", typed, "", "0"))
    text = table.phone.book.shared["unreadable"][problem].format_map(facts)
    refused(screen, "part-points", text)
    assert screen.by_id("points-1").attrs["value"] == typed
    assert screen.by_id("points-1").attrs["aria-invalid"] == "true"


def test_three_without_a_trick_asks_for_the_durch(table):
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


def test_a_refused_round_keeps_its_key_and_can_be_mended(table):
    table.open("/new/round?by=numbers")
    key, mended = table.phone.screen.form("form").fields["key"], numbers("9", "9", "10", "0")
    screen = table.phone.submit("form", **numbers("9", "9", "9", "0"))
    assert screen.form("form").fields["key"] == key
    refused(table.phone.submit("form", **mended), "part-took", table.told("refusals", ASK))
    assert table.phone.submit("form", took=["3"]).totals[2] == "10"


def test_enter_saves_and_never_strikes_out(table):
    """A browser's Enter presses the first submit button of the form."""
    table.rounds((28, 0, 0, 0))
    for path in ("/new/round?by=numbers", "/entries/2"):
        assert "formaction" not in table.open(path).form("form").buttons[0].attrs, path


def test_the_preview_says_what_is_missing(table):
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


def way_at(table):
    inputs = table.open("/new/round").root.all("input")
    return next(each.attrs["value"] for each in inputs if each.attrs.get("name") == "by")


def test_the_way_of_the_last_round_comes_again(table):
    """By numbers or by cards, as this table does; a durch says neither."""
    assert way_at(table) == "cards"
    table.rounds((7, 6, 15, 0))
    assert way_at(table) == "numbers"
    table.record(Round(durch=Seat(2)))
    assert way_at(table) == "numbers"
    table.record(Round(rest=Seat(1), no_trick=frozenset({Seat(0)})))
    assert way_at(table) == "cards"
