"""Records of a short season: what a year counts, and what memory does with corrections."""

from contextlib import closing
from dataclasses import replace
from datetime import UTC, date
from functools import cache
from pathlib import Path

from scorekeeper.extras.group.evenings import played
from scorekeeper.extras.group.records.stats import MatchSummary, in_year, years
from scorekeeper.extras.group.records.stats_cache import StatsCache
from scorekeeper.ledger import Event
from scorekeeper.ledger.chain import rehashed
from scorekeeper.ledger.sqlite import SqliteLedger
from tests.extras.group.season import season as play
from tests.extras.group.season import summarise


@cache
def told() -> tuple[MatchSummary, ...]:
    season = play(evenings=6)
    return summarise(played(season.group, season.played, UTC))


def test_a_year_counts_its_own_nights_only() -> None:
    before = replace(told()[0], night=date(2025, 12, 31))
    two = (before, *told()[1:])
    assert years(two) == (2026, 2025)
    assert in_year(two, 2025) == (before,)
    assert in_year(two, 2026) == told()[1:]
    assert in_year(two, None) == two


def test_memory_says_the_same_and_sees_every_change() -> None:
    again = play(evenings=6)
    memory = StatsCache(again.store, most=1_000)
    first = memory.summarise(again.group, UTC)
    assert first == summarise(played(again.group, again.played, UTC))
    second = memory.summarise(again.group, UTC)
    assert all(now.summary is then.summary for now, then in zip(second, first, strict=True))
    match = again.played[0]
    again.matches.strike(match, match.rows[-1].seq, match.version, "strike")
    second = memory.summarise(again.group, UTC)
    assert second == summarise(played(again.group, again.played, UTC))
    assert second != first
    assert StatsCache(again.store, most=1).summarise(again.group, UTC) == second


def test_the_next_process_recalls_what_was_worked_out(tmp_path: Path) -> None:
    told, seen = play(evenings=6), []
    with closing(SqliteLedger(str(tmp_path / "scorekeeper.db"))) as ledger:
        ledger.restore(*([*rehashed(events)] for events in told.store.events.values()))
        first = StatsCache(ledger).summarise(told.group, UTC)
        assert first == summarise(played(told.group, told.played, UTC))
        following = StatsCache(Watched(ledger, seen))
        assert following.summarise(told.group, UTC) == first
        assert not seen
        ledger.append(code := first[0].summary.code, len(ledger.read(code)), "k", "closed", {})
        StatsCache(Watched(ledger, seen)).summarise(told.group, UTC)
        assert seen == [code]


class Watched:
    """A ledger that notes which matches are read."""

    def __init__(self, ledger: SqliteLedger, seen: list[str]) -> None:
        self._seen, self._ledger, self.figures = seen, ledger, ledger.figures
        self.newest = ledger.newest

    def read(self, match: str, after: int = 0) -> list[Event]:
        self._seen.append(match)
        return self._ledger.read(match, after)
