"""Sums of matches that stay in memory: a match is folded and summed up once for each version, and
its row beside the ledger tells other processes.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import tzinfo
from typing import NamedTuple, TypeVar

from scorekeeper.extras.company import NOWHERE, Company
from scorekeeper.extras.company.evenings import night_of
from scorekeeper.extras.company.records.seasons import Season
from scorekeeper.extras.company.records.stats import (
    CompanyStats,
    GameStats,
    MatchSummary,
    by_game,
    game_stats,
    members_of,
    recalled,
)
from scorekeeper.extras.company.records.summary import Summary, summary
from scorekeeper.extras.company.records.summary_rows import SummaryRows, Summed
from scorekeeper.games import UnknownGame
from scorekeeper.ledger import Event, Ledger
from scorekeeper.ledger.summaries import Version
from scorekeeper.match import fold

K = TypeVar("K")
V = TypeVar("V")

RECENT = 20
"""So many matches of a game may change without all before them being added up again."""


class _Book(NamedTuple):
    """What is counted of some matches, and of the first so many of them."""

    summaries: Sequence[MatchSummary]
    stats: GameStats
    first: int
    earlier: GameStats


def _book_of(summaries: Sequence[MatchSummary], had: _Book | None) -> _Book:
    """The book of some matches, made of what was `had` if only the recent ones are others."""
    first = had.first if had else 0
    same = had and had.summaries[:first] == summaries[:first]
    if had is None or not same or len(summaries) >= first + 2 * RECENT:
        first = max(len(summaries) - RECENT, 0)
        earlier = game_stats(summaries[:first])
    else:
        earlier = had.earlier
    return _Book(summaries, game_stats(summaries[first:], earlier), first, earlier)


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
        self._books: dict[tuple[str, Season, str], _Book] = {}

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
        ordered = sorted(
            (*told.values(), *recalled(company)),
            key=lambda each: (each.summary.begun, each.summary.code),
        )
        return tuple(ordered)

    def book(
        self, company: Company, summaries: Sequence[MatchSummary], season: Season
    ) -> CompanyStats:
        """What is counted of a company's matches in a season; only what changed is added up again:
        the book of a game in which nothing did is the same one.
        """
        games = by_game(season.of(summaries))
        return {game: self._game((company.code, season, game), games[game]) for game in games}

    def _game(self, key: tuple[str, Season, str], summaries: Sequence[MatchSummary]) -> GameStats:
        had = self._books.pop(key, None)
        book = had if had and had.summaries == summaries else _book_of(summaries, had)
        _keep(self._books, key, book, self._most_books)
        return book.stats

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
