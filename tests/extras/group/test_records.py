"""Records of a short season: what a year counts, and what memory does with corrections."""

from dataclasses import replace
from datetime import UTC, date
from functools import cache

from scorekeeper.extras.group.evenings import played
from scorekeeper.extras.group.records.stats import MatchSummary, in_year, summarise, years
from scorekeeper.extras.group.records.stats_cache import StatsCache
from tests.extras.group.season import season as play


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
