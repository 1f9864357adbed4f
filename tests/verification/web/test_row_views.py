"""How much a sheet works: a row is made once until something changes that it tells."""

import pytest

from scorekeeper.games.kocka.entries import Round
from scorekeeper.match import Match
from scorekeeper.match.rows import Row
from scorekeeper.web.wording import rows
from scorekeeper.web.wording.rows import RowView
from tests.web.table import Table
from tests.web.test_sheet import notice


def test_a_row_is_made_once_until_something_changes_that_it_tells(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []

    def counted(match: Match, row: Row, words: tuple[str, ...]) -> RowView:
        made.append(row.seq)
        return make(match, row, words)

    make = rows._row_view
    monkeypatch.setattr(rows, "_row_view", counted)
    table.record(Round(points=(14, 14, 0, 0)), Round(durch=0))
    table.open()
    table.open("/watch")
    assert made == [3, 2]
    table.rounds((0, 8, 20, 0))
    table.open()
    assert made == [3, 2, 4]
    table.do("note", 2, "o pivo")
    assert "o pivo" in table.open().rows[2].marks
    assert made == [3, 2, 4, 2]
    table.do("rename", ("Petra", "Jana", "Karel", "Eva"), 3)
    marks = table.open().rows[1].marks
    assert "Petra" in marks
    assert notice(table, "durch", 0) in marks


def test_few_views_of_a_row_are_kept(table: Table) -> None:
    table.rounds((0, 8, 20, 0))
    for n in range(2 * rows.MOST_VIEWS):
        table.do("note", 2, f"note {n}")
        assert f"note {n}" in table.open().rows[0].marks
    assert len(table.match.row(2).views) <= rows.MOST_VIEWS
