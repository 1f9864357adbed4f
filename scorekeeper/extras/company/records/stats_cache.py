"""Sums of matches that stay in memory: a match is folded and summed up once for each version, and
its row beside the ledger tells other processes.
"""

from collections.abc import Mapping, Sequence
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
from scorekeeper.extras.company.records.summary_rows import SummaryRows, Summed
from scorekeeper.ledger import Event, Ledger
from scorekeeper.ledger.summaries import Version
from scorekeeper.match import fold


class StatsCache:
    """The sums of a ledger's matches and the books of its companies, the last `most` of each.

    What is asked of the ledger is the last event of each match, all at once; only a match that is
    new or has changed is looked up, and only one without a row is read.
    """

    def __init__(self, ledger: Ledger, most: int = 5_000, books: int = 100) -> None:
        self._ledger, self._most, self._most_books = ledger, most, books
        self._rows = SummaryRows(ledger)
        self._sums: dict[str, Summed] = {}
        self._books: dict[tuple[str, Season, str], tuple[Sequence[MatchSummary], GameStats]] = {}

    def summarise(self, company: Company, zone: tzinfo) -> tuple[MatchSummary, ...]:
        """The matches of a company that are there, in figures, the oldest first."""
        newest = self._ledger.newest(list(company.matches))
        told = (
            MatchSummary(
                each,
                members_of(company, each),
                company.nights.get(each.code) or night_of(each.begun, zone),
                company.pubs.get(each.code, NOWHERE),
            )
            for each in self._sums_of(newest)
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
            self._sums[code] = known[code]
        while len(self._sums) > self._most:
            self._sums.pop(next(iter(self._sums)), None)
        return [known[code][1] for code in newest]


def _folded(events: Sequence[Event]) -> Summed:
    last = events[-1].seq, events[-1].key
    return last, summary(fold(events)) if "names" in events[0].body else None
