"""Sums of matches that stay in memory: a match is folded and summed up once for each version."""

from collections.abc import Sequence
from datetime import tzinfo

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
from scorekeeper.ledger import Event, Ledger
from scorekeeper.match import fold

Version = tuple[int, str]
"""The number and the key of a match's last event; whoever forgets a name changes the keys."""


class StatsCache:
    """The sums of a ledger's matches and the books of its companies, the last `most` of each.

    What is asked of the ledger is the last event of each match, all at once; only a match that is
    new or has changed is read.
    """

    def __init__(self, ledger: Ledger, most: int = 5_000, books: int = 100) -> None:
        self._ledger, self._most, self._most_books = ledger, most, books
        self._sums: dict[str, tuple[Version, Summary | None]] = {}
        self._books: dict[tuple[str, Season, str], tuple[Sequence[MatchSummary], GameStats]] = {}

    def summarise(self, company: Company, zone: tzinfo) -> tuple[MatchSummary, ...]:
        """The matches of a company that are there, in figures, the oldest first."""
        newest = self._ledger.newest(list(company.matches))
        found = (self._sum(code, version) for code, version in newest.items())
        told = (
            MatchSummary(
                each,
                members_of(company, each),
                company.nights.get(each.code) or night_of(each.begun, zone),
                company.pubs.get(each.code, NOWHERE),
            )
            for each in found
            if each
        )
        ordered = sorted(
            (*told, *recalled(company)), key=lambda each: (each.summary.begun, each.summary.code)
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
        book = had[1] if had and had[0] == summaries else game_stats(summaries)
        self._books[key] = (summaries, book)
        while len(self._books) > self._most_books:
            self._books.pop(next(iter(self._books)), None)
        return book

    def _sum(self, code: str, version: Version) -> Summary | None:
        """A match in figures; None for what is no match, though a file may say it is."""
        had = self._sums.pop(code, None)
        found = had[1] if had and had[0] == version else _summary(self._ledger.read(code))
        self._sums[code] = (version, found)
        while len(self._sums) > self._most:
            self._sums.pop(next(iter(self._sums)), None)
        return found


def _summary(events: Sequence[Event]) -> Summary | None:
    return summary(fold(events)) if "names" in events[0].body else None
