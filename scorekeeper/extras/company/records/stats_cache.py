"""Sums of matches that stay in memory: a match is folded and summed up once for each version, and
its row beside the ledger tells other processes.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import tzinfo
from typing import TypeVar

from scorekeeper.extras.company import NOWHERE, Company
from scorekeeper.extras.company.evenings import night_of
from scorekeeper.extras.company.records.stats import (
    CompanyStats,
    GameStats,
    MatchSummary,
    by_game,
    game_stats,
    in_year,
    members_of,
)
from scorekeeper.extras.company.records.summary import Summary, summary
from scorekeeper.extras.company.records.summary_rows import SummaryRows, Summed
from scorekeeper.games import UnknownGame
from scorekeeper.ledger import Event, Ledger
from scorekeeper.ledger.summaries import Version
from scorekeeper.match import fold

K = TypeVar("K")
V = TypeVar("V")
_Book = tuple[Sequence[MatchSummary], GameStats]
"""Some matches, and what is counted of them."""


def _as_seen_by(company: Company, match: Summary, zone: tzinfo) -> MatchSummary:
    return MatchSummary(
        match,
        members_of(company, match),
        company.nights.get(match.code) or night_of(match.begun, zone),
        company.pubs.get(match.code, NOWHERE),
    )


def _keep(kept: dict[K, V], key: K, value: V, most: int) -> None:
    """Puts something behind all that is kept, and lets go of what was asked for long ago."""
    kept[key] = value
    while len(kept) > most:
        kept.pop(next(iter(kept)), None)


class StatsCache:
    """The sums of a ledger's matches and the books of its companies, the last `most` of each.

    What is asked of the ledger is the last event of each match, all at once; only a match that is
    new or has changed is looked up, and only one without a row is read.
    """

    def __init__(self, ledger: Ledger, most: int = 5_000, books: int = 100) -> None:
        self._ledger, self._most, self._most_books = ledger, most, books
        self._rows = SummaryRows(ledger)
        self._sums: dict[str, Summed] = {}
        self._told: dict[tuple[str, tzinfo], tuple[Company, dict[str, MatchSummary]]] = {}
        self._books: dict[tuple[str, int | None, str], _Book] = {}

    def summarise(self, company: Company, zone: tzinfo) -> tuple[MatchSummary, ...]:
        """The matches of a company that are there, in figures, the oldest first."""
        newest = self._ledger.newest(list(company.matches))
        before, had = self._told.pop((company.code, zone), (company, {}))
        told = {
            each.code: known
            if before is company and (known := had.get(each.code)) and known.summary is each
            else _as_seen_by(company, each, zone)
            for each in self._sums_of(newest)
            if each
        }
        _keep(self._told, (company.code, zone), (company, told), self._most_books)
        order = sorted(told.values(), key=lambda each: (each.summary.begun, each.summary.code))
        return tuple(order)

    def book(
        self, company: Company, summaries: Sequence[MatchSummary], year: int | None = None
    ) -> CompanyStats:
        """What is counted of a company's matches in a year; the book of a game in which nothing
        changed is the same one.
        """
        games = by_game(in_year(summaries, year))
        return {game: self._game((company.code, year, game), games[game]) for game in games}

    def _game(
        self, key: tuple[str, int | None, str], summaries: Sequence[MatchSummary]
    ) -> GameStats:
        had = self._books.pop(key, None)
        if had is None or had[0] != summaries:
            had = summaries, game_stats(summaries)
        _keep(self._books, key, had, self._most_books)
        return had[1]

    def _sums_of(self, newest: Mapping[str, Version]) -> list[Summary | None]:
        """Matches in figures: as they are in memory, else in their rows, else folded anew."""
        had = {code: self._sums.get(code) for code in newest}
        known = {code: each for code, each in had.items() if each and each[0] == newest[code]}
        changed = {code: version for code, version in newest.items() if code not in known}
        known |= self._rows.read(changed)
        folded = {code: _folded(self._ledger.read(code)) for code in changed if code not in known}
        self._rows.write(folded)
        known |= folded
        for code in newest:  # who was asked for last stays longest
            self._sums.pop(code, None)
            _keep(self._sums, code, known[code], self._most)
        return [known[code][1] for code in newest]


def _folded(events: Sequence[Event]) -> Summed:
    """A match in figures; without any for what is no match, and for one of a game that is not here:
    nothing of it can be counted until it is.
    """
    last = events[-1].seq, events[-1].key
    if "names" in events[0].body:
        with suppress(UnknownGame):
            return last, summary(fold(events))
    return last, None
