"""What a group played, added up: per game and member, with records, and runs of games won and
lost over all evenings; all the time, or in a calendar year.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import groupby

from scorekeeper.core.records import Feat
from scorekeeper.extras.group import NOWHERE, Pub
from scorekeeper.extras.group.records.summary import (
    MATCHES,
    Ending,
    Key,
    Summary,
    Tally,
    add,
)


def longest(steps: Iterable[bool]) -> int:
    """The longest run of True.

    >>> longest([True, True, False, True])
    2
    """
    return max((sum(1 for _ in run) for goes_on, run in groupby(steps) if goes_on), default=0)


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
    """The best of its kind so far: whose it is, and the match and row that made it.

    `members` is empty for a feat of the table; of players whom nobody knows none is told. Others
    who did the same later hold `shared` records: each of them one.
    """

    feat: Feat
    members: tuple[int, ...]
    night: date
    match: str
    row: int
    shared: tuple["Record", ...] = ()

    @property
    def all(self) -> tuple["Record", ...]:
        """The record of each who holds it, the first one first."""
        return (self, *self.shared)


@dataclass
class MemberStats:
    """What is counted of a member in a game."""

    tallies: dict[Key, Tally] = field(default_factory=dict)
    endings: list[Ending] = field(default_factory=list)

    def get(self, key: Key) -> Tally:
        return self.tallies.get(key, Tally(0))

    @property
    def longest_won(self) -> int:
        """The longest run of games won, once all games are added."""
        return longest(won for won, _ in self.endings)

    @property
    def longest_lost(self) -> int:
        return longest(lost for _, lost in self.endings)


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


GroupStats = Mapping[str, GameStats]
"""Game's key → what is counted of it."""


def group_stats(told: Iterable[MatchSummary]) -> GroupStats:
    """The book of some matches, the oldest first."""
    book: dict[str, GameStats] = {}
    for each in told:
        _add(book.setdefault(each.summary.game, GameStats()), each)
    return book


def in_year(told: Iterable[MatchSummary], year: int | None) -> tuple[MatchSummary, ...]:
    """The matches of a calendar year; all of them for None."""
    return tuple(each for each in told if year in (None, each.night.year))


def years(told: Iterable[MatchSummary]) -> tuple[int, ...]:
    """The calendar years in which anything was played, the newest first."""
    return tuple(sorted({each.night.year for each in told}, reverse=True))


def _add(book: GameStats, told: MatchSummary) -> None:
    """Adds a match to the book of its game, in place."""
    book.matches += 1
    for person, tallies in told.summary.tallies.items():
        if (member := told.members[person]) is not None and MATCHES in tallies:
            add(book.accounts.setdefault(member, MemberStats()).tallies, tallies.items())
    for person, endings in told.summary.endings.items():
        if (member := told.members[person]) is not None:
            book.accounts.setdefault(member, MemberStats()).endings.extend(endings)
    _add_records(book, told)


def _add_records(book: GameStats, told: MatchSummary) -> None:
    for feat, people, row in told.summary.marks:
        known = tuple(m for person in people if (m := told.members[person]) is not None)
        record = Record(feat, known, told.night, told.summary.code, row)
        had = book.records.get((feat.id, feat.unit))
        if had is None or _beats(feat, had.feat):
            book.records[feat.id, feat.unit] = record
        elif feat.value == had.feat.value and known not in [each.members for each in had.all]:
            book.records[feat.id, feat.unit] = replace(had, shared=(*had.shared, record))


def _beats(feat: Feat, other: Feat) -> bool:
    return feat.value < other.value if feat.least else feat.value > other.value
