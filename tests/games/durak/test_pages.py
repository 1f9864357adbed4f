"""Durak at the pages: fools, draws, epaulettes, teams, too small a pack, and what is refused."""

import pytest

from scorekeeper.core.named_house import NamedHouse
from scorekeeper.core.schema import Seat
from scorekeeper.games import GAMES
from scorekeeper.games.durak.entries import FinishedGame
from scorekeeper.stream.kinds import InvalidEvent
from tests.web.played import NAMES, explained, ranks, refused, sit_down, statistics, write
from tests.web.table import KEY, Table


@pytest.fixture
def table(phone):
    return sit_down(phone, "durak", 4)


def attack(table, attacker):
    facts = {"attacker": attacker, "defender": (attacker + 1) % len(table.match.names)}
    return table.told("notices", "attack", **facts)


def test_an_evening(phone):
    table = sit_down(phone, "durak", 4, epaulettes="1")
    sheet = table.open()
    assert sheet.strips == [table.told("notices", "lowest-trump")]
    assert f"{table.url}/new/game" in sheet.links.values()
    sheet = write(table, "game", fool="2")
    assert (sheet.totals, sheet.dealer) == (["0", "0", "1", "0"], "Karel")
    assert sheet.strips == [attack(table, 1)]
    sheet = write(table, "game", fool="2", epaulettes="2")
    assert sheet.totals == ["0", "0", "2", "0"]
    assert table.told("notices", "epaulettes", seat=2, n=2) in sheet.rows[0].marks
    assert table.told("notices", "streak", seat=2, n=2) in sheet.rows[0].marks
    sheet = write(table, "game", draw=["0", "3"])
    assert sheet.totals == ["0", "0", "2", "0"]
    assert table.told("notices", "draw", seats=(0, 3)) in sheet.rows[0].marks
    assert sheet.strips == [table.told("notices", "lowest-trump")]
    assert write(table, "game", fool="0").strips == [attack(table, 3)]
    explained(table)
    assert statistics(table) == {
        "fool": ["1", "0", "2", "0"],
        "draw": ["1", "1", "1", "1"],
        "epaulettes": ["0", "0", "2", "0"],
        "streak": ["1", "0", "2", "0"],
    }
    assert [rank.split()[:2] for rank in ranks(table)] == [
        ["1.", "Jana"],
        ["1.", "Eva"],
        ["3.", "Petr"],
        ["4.", "Karel"],
    ]


def test_seven_do_not_begin_with_36_cards(phone):
    players = {f"player-{seat}": name for seat, name in enumerate(NAMES[:7])}
    fields = {**players, "seats": "7", "dealer": "0", "key": KEY}
    screen = phone.post("/new/durak", fields)
    assert (screen.status, screen.errors[0][0]) == (422, "part-pack")
    sheet = phone.post("/new/durak", {**fields, "house": "y", "pack": "52"})
    more = Table(phone, sheet.url.removeprefix("/m/"))
    assert write(more, "game", fool="6").totals == ["0"] * 6 + ["1"]


def test_an_older_match_of_seven_goes_on_with_52_cards(phone):
    table, game = Table(phone, "DURAK7AT36"), GAMES["durak"]
    matches = phone.app.extensions["matches"]
    matches.open(table.code, game, NAMES[:7], 0, game.house(), KEY)
    with phone.client.session_transaction() as session:
        session["roles"] = [(table.code, "scorer")]
    assert table.open().strips == [table.told("notices", "pack", n=6)]
    said = table.told("refusals", "durak.pack", players=7, n=6)
    refused(write(table, "game", fool="6"), "form", said, fool="6")
    assert not table.match.rows
    sheet = phone.fill(table.open().links[phone.say("From now on we play …")], pack="52")
    assert sheet.strips == [table.told("notices", "lowest-trump")]
    assert phone.submit("tap", NAMES[6]).totals == ["0"] * 6 + ["1"]
    match = table.match
    with pytest.raises(InvalidEvent):
        matches.agree(match, NamedHouse(game, "", game.house()), match.version, "k")


def test_corrected_struck_out_and_undone(table):
    phone, save = table.phone, table.phone.say("Save the correction")
    table.record(FinishedGame(fool=Seat(1)), FinishedGame(fool=Seat(1)))
    table.open("/entries/2")
    assert phone.htmx("form", fool="0").tally == ["0 → 1", "1 → 0", "0", "0"]
    sheet = phone.submit("form", save, fool="0")
    assert sheet.totals == ["1", "1", "0", "0"]
    assert phone.say("corrected") in sheet.rows[1].marks
    assert table.told("notices", "streak", seat=1, n=2) not in sheet.rows[0].marks
    sheet = table.fill("/entries/3", "form", phone.say("Strike out"))
    assert (sheet.totals, sheet.dealer) == (["1", "0", "0", "0"], "Petr")
    assert phone.submit(f"{table.url}/undo").totals == ["1", "1", "0", "0"]
    assert phone.submit(f"{table.url}/undo").totals == ["0", "2", "0", "0"]


def test_teams_are_named_by_their_players(phone):
    """A button for each team, on the sheet and in the form; a tap says what it did before."""
    table = sit_down(phone, "durak", 4, teams="2v2")
    names = table.match.names
    pairs = [" + ".join(names[team::2]) for team in (0, 1)]
    buttons = table.open().by_id("tap").all("button")
    assert [" ".join(button.text.split()) for button in buttons] == pairs
    form = table.open("/new/game")
    assert [each.text for each in form.by_id("lost_team").all("option")][1:] == pairs
    phone.fill(table.url, f"{table.url}/tap", pairs[1])
    assert table.match.rows[-1].entry == FinishedGame(lost_team=1)
