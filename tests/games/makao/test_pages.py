"""Makao at the pages: evenings of two to six by who lost or by the order out, and refusals."""

import pytest

from scorekeeper.core.schema import Seat
from scorekeeper.games.makao.entries import FinishedGame
from tests.web.played import explained, ranks, refused, sit_down, statistics, write


@pytest.fixture
def table(phone):
    return sit_down(phone, "makao", 4)


def order(seats):
    return {f"out-{at}": seat for at, seat in enumerate(seats)}


# Players, who lost (and nothing else), who went out in order; and the losses after both games.
EVENINGS = [
    (2, "1", "1", (1, 1)),
    (4, "0", "312", (2, 0, 0, 0)),
    (6, "045", "312", (2, 0, 0, 0, 2, 2)),
]


@pytest.mark.parametrize(("players", "lost", "out", "totals"), EVENINGS)
def test_an_evening(phone, players, lost, out, totals):
    table = sit_down(phone, "makao", players)
    assert f"{table.url}/new/game" in table.open().links.values()
    deals = table.match.standing.dealer
    sheet = write(table, "game", lost=list(lost))
    losers = tuple(map(int, lost))
    assert sheet.totals == [str(int(seat in losers)) for seat in range(players)]
    assert table.told("notices", "lost", seats=losers) in sheet.rows[0].marks
    assert table.match.standing.dealer == (deals + 1) % players
    sheet = write(table, "game", **order(out))
    assert sheet.totals == list(map(str, totals))
    assert table.told("notices", "order", seats=tuple(map(int, out))) in sheet.rows[0].marks
    assert f"{table.url}/new/game" in table.open().links.values()
    explained(table)
    counted = statistics(table)
    assert counted["lost"] == list(map(str, totals))
    assert set(counted) == {"lost"}, "one game does not say who won"
    best = min(totals)
    assert sum(rank.startswith("1.") for rank in ranks(table)) == totals.count(best)


def test_corrected_struck_out_and_undone(table):
    phone, save = table.phone, table.phone.say("Save the correction")
    table.record(
        FinishedGame(lost=frozenset({Seat(0)})), FinishedGame(out=(Seat(1), Seat(2), Seat(3)))
    )
    fields = table.open("/entries/3").form("form").fields
    assert [fields[f"out-{at}"] for at in range(4)] == ["1", "2", "3", ""]
    sheet = phone.submit("form", save, **{"out-2": "0"})
    assert sheet.totals == ["1", "0", "0", "1"]
    assert phone.say("corrected") in sheet.rows[0].marks
    assert table.match.standing.places[0] == (0, 0, 1)
    bad = table.fill("/entries/2", "form", save, lost=["0", "3"])
    said = table.told("refusals", "makao.end.losers", n=1, players=4)
    refused(bad, "part-lost", said, lost=["0", "3"])
    sheet = table.fill("/entries/2", "form", phone.say("Strike out"))
    assert (sheet.totals, sheet.rows[1].struck) == (["0", "0", "0", "1"], True)
    assert phone.submit(f"{table.url}/undo").totals == ["1", "0", "0", "1"]
    assert phone.submit(f"{table.url}/undo").totals == ["2", "0", "0", "0"]
