"""What a company played, added up: per game and member, with records, and runs of games won and
lost over all evenings; all the time, or in a calendar year.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property

from scorekeeper.extras.company import NOWHERE, Company, Pub
from scorekeeper.extras.company.evenings import PlayedMatch
from scorekeeper.extras.company.records.summary import (
    MATCHES,
    Ending,
    Key,
    RowRef,
    Summary,
    Tally,
    add,
    summary,
)
from scorekeeper.records import Feat


@dataclass(frozen=True)
class Streak:
    """So many on end, and the row with which it became so long."""

    length: int = 0
    place: RowRef | None = None


NONE = Streak()


@dataclass(frozen=True)
class Streaks:
    """The longest runs of a player: `won` on end, or `lost`."""

    won: Streak = NONE
    lost: Streak = NONE


def streaks(endings: Iterable[tuple[str, Sequence[Ending]]]) -> Streaks:
    """The runs of a player's games by the code of their match, the oldest first."""
    steps = [(code, *ending) for code, ended in endings for ending in ended]
    return Streaks(
        _longest((code, row, won) for code, row, won, _ in steps),
        _longest((code, row, lost) for code, row, _, lost in steps),
    )


def _longest(steps: Iterable[tuple[str, int, bool]]) -> Streak:
    """The first of the longest runs."""
    longest, now = NONE, 0
    for code, row, goes_on in steps:
        now = now + 1 if goes_on else 0
        if now > longest.length:
            longest = Streak(now, RowRef(code, row))
    return longest


@dataclass(frozen=True)
class MatchSummary:
    """A match in figures, as the book sees it: as `PlayedMatch`, but without the match itself.

    `members` has the member's number for each person; None is somebody whom nobody knows.
    """

    summary: Summary
    members: tuple[int | None, ...]
    night: date
    pub: Pub = NOWHERE


@dataclass(frozen=True)
class Record:
    """The best of its kind so far: whose it is, and the row that made it.

    `members` is empty for a feat of the table; of players whom nobody knows none is told. Others
    who did the same later hold `shared` records: each of them one.
    """

    feat: Feat
    members: tuple[int, ...]
    night: date
    place: RowRef
    shared: tuple["Record", ...] = ()

    @property
    def all(self) -> tuple["Record", ...]:
        """The record of each who holds it, the first one first."""
        return (self, *self.shared)


@dataclass
class MemberStats:
    """What is counted of a member in a game."""

    tallies: dict[Key, Tally] = field(default_factory=dict)
    endings: list[tuple[str, Sequence[Ending]]] = field(default_factory=list)

    def get(self, key: Key) -> Tally:
        """How much something was."""
        return self.tallies.get(key, Tally(0))

    @cached_property
    def streaks(self) -> Streaks:
        """The longest runs of games won and lost, once all games are added."""
        return streaks(self.endings)


@dataclass
class GameStats:
    """All that is counted of one game: by member, and its records by id."""

    accounts: dict[int, MemberStats] = field(default_factory=dict)
    records: dict[tuple[str, str], Record] = field(default_factory=dict)
    matches: int = 0

    @property
    def ids(self) -> Mapping[Key, None]:
        """All that was counted of anybody, in the order of the game."""
        return dict.fromkeys(key for each in self.accounts.values() for key in each.tallies)


CompanyStats = Mapping[str, GameStats]
"""Game's key → what is counted of it."""


def company_stats(told: Iterable[MatchSummary]) -> CompanyStats:
    """The book of some matches, the oldest first."""
    return {game: game_stats(matches) for game, matches in by_game(told).items()}


def by_game(told: Iterable[MatchSummary]) -> Mapping[str, Sequence[MatchSummary]]:
    """The matches of each game."""
    found: dict[str, list[MatchSummary]] = {}
    for each in told:
        found.setdefault(each.summary.game, []).append(each)
    return found


def game_stats(told: Iterable[MatchSummary]) -> GameStats:
    """The book of some matches of one game, the oldest first."""
    book = GameStats()
    for each in told:
        _add(book, each)
    return book


def in_year(told: Iterable[MatchSummary], year: int | None) -> tuple[MatchSummary, ...]:
    """The matches of a calendar year; all of them for None."""
    return tuple(each for each in told if year in (None, each.night.year))


def years(told: Iterable[MatchSummary]) -> tuple[int, ...]:
    """The calendar years in which anything was played, the newest first."""
    return tuple(sorted({each.night.year for each in told}, reverse=True))


def summarise(book: Iterable[PlayedMatch]) -> tuple[MatchSummary, ...]:
    """Matches in figures."""
    return tuple(
        MatchSummary(summary(each.match), each.members, each.night, each.pub) for each in book
    )


def members_of(company: Company, match: Summary) -> tuple[int | None, ...]:
    """The member for each person of a match: as `Company.members_of`, without the match."""
    said = company.matches[match.code]
    known = (company.called(name) for name in match.people[len(said) :])
    return (*said, *(member.number if member else None for member in known))


def _add(book: GameStats, told: MatchSummary) -> None:
    """Adds a match to the book of its game, in place."""
    book.matches += 1
    for person, tallies in told.summary.tallies.items():
        if (member := told.members[person]) is not None and MATCHES in tallies:
            add(book.accounts.setdefault(member, MemberStats()).tallies, tallies.items())
    for person, endings in told.summary.endings.items():
        if (member := told.members[person]) is not None:
            account = book.accounts.setdefault(member, MemberStats())
            account.endings.append((told.summary.code, endings))
    _add_records(book, told)


def _add_records(book: GameStats, told: MatchSummary) -> None:
    for feat, people, row in told.summary.marks:
        known = tuple(m for person in people if (m := told.members[person]) is not None)
        record = Record(feat, known, told.night, RowRef(told.summary.code, row))
        had = book.records.get((feat.id, feat.unit))
        if had is None or _beats(feat, had.feat):
            book.records[feat.id, feat.unit] = record
        elif feat.value == had.feat.value and known not in [each.members for each in had.all]:
            book.records[feat.id, feat.unit] = replace(had, shared=(*had.shared, record))


def _beats(feat: Feat, other: Feat) -> bool:
    """True if a record is broken."""
    return feat.value < other.value if feat.least else feat.value > other.value
