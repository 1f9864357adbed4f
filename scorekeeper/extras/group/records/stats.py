"""What a group played, added up: per game and member, with records, and runs of games won and
lost over all evenings; all the time, or in a calendar year. Who played best: a season over all
games by the points of its evenings, each game by its own figures; a guest, and who came too seldom,
has figures but no place.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from scorekeeper.core.game import AnyGame, Feat
from scorekeeper.extras.group import NOWHERE, Group, Pub, Ranking
from scorekeeper.extras.group.records import summary
from scorekeeper.extras.group.records.summary import MATCHES, Ending, Key, Share, Summary, Tally


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
            summary.add(book.accounts.setdefault(member, MemberStats()).tallies, tallies.items())
    for person, endings in told.summary.endings.items():
        if (member := told.members[person]) is not None:
            book.accounts.setdefault(member, MemberStats()).endings.extend(endings)
    _add_records(book, told)


def _add_records(book: GameStats, told: MatchSummary) -> None:
    for feat, people, row in told.summary.marks:
        known = tuple(m for person in people if (m := told.members[person]) is not None)
        record = Record(feat, known, told.night, told.summary.code, row)
        had = book.records.get((feat.id, feat.unit))
        value, best = feat.value, had.feat.value if had else 0
        if had is None or (value < best if feat.least else value > best):
            book.records[feat.id, feat.unit] = record
        elif value == best and known not in [each.members for each in had.all]:
            book.records[feat.id, feat.unit] = replace(had, shared=(*had.shared, record))


class Attended(NamedTuple):
    """An evening of somebody who came, and what he had of each of its matches."""

    night: date
    matches: tuple[Share, ...]

    @property
    def points(self) -> Fraction:
        """His points of the evening: the average of its matches."""
        return _together([self])


@dataclass(frozen=True)
class SeasonRow:
    """A member in the table of a season: his place, if he has one, and the evenings he came to,
    the oldest first. `points` are their average or their sum, as the group ranks.
    """

    member: int
    place: int | None
    evenings: tuple[Attended, ...]
    points: Fraction


@dataclass(frozen=True)
class GameRow:
    """A member in the table of a game; without an `average` he has no place either."""

    member: int
    place: int | None
    stats: MemberStats
    average: Fraction | None


def least_of(ranking: Ranking, came: Iterable[int]) -> int:
    """How often one has to come for a place, if all came so often: whoever came most sets it, since
    in a large group nobody is there each time.

    >>> least_of(Ranking(least=33), [1, 8]), least_of(Ranking(least=0), [1, 8])
    (3, 1)
    """
    return max(-(-max(came, default=0) * ranking.least // 100), 1)


def evening_points(told: Iterable[MatchSummary]) -> Mapping[int, tuple[Attended, ...]]:
    """Member → the evenings that he came to, the oldest first.

    Matches of one night in two pubs are of one evening.
    """
    found: dict[int, dict[date, list[Share]]] = {}
    for each in told:
        for person, share in each.summary.left_behind.items():
            if (member := each.members[person]) is not None:
                found.setdefault(member, {}).setdefault(each.night, []).append(share)
    return {
        member: tuple(Attended(night, tuple(nights[night])) for night in sorted(nights))
        for member, nights in found.items()
    }


def season_table(group: Group, told: Sequence[MatchSummary]) -> tuple[SeasonRow, ...]:
    """Everybody who came in a season, the best first; then those who have no place."""
    came, ranking = evening_points(told), group.ranking
    least = least_of(ranking, map(len, came.values()))
    points = {
        member: _together(nights) / (len(nights) if ranking.by == "average" else 1)
        for member, nights in came.items()
    }
    ranked = {
        member: points[member]
        for member, nights in came.items()
        if len(nights) >= least and not group.members[member].guest
    }
    places = _places(ranked)
    rows = (SeasonRow(m, places.get(m), came[m], points[m]) for m in came)
    return tuple(sorted(rows, key=lambda row: (row.place is None, -row.points, row.member)))


def game_table(group: Group, game: AnyGame, book: GameStats) -> tuple[GameRow, ...]:
    """Everybody who played a game in a season, the best first; then those who have no place."""
    known = {m: stats for m, stats in sorted(book.accounts.items()) if MATCHES in stats.tallies}
    least = least_of(group.ranking, (stats.get(MATCHES).n for stats in known.values()))
    averages = {member: average_of(game, stats) for member, stats in known.items()}
    sign = 1 if game.higher_wins else -1
    places = _places(
        {
            member: sign * average
            for member, average in averages.items()
            if average is not None
            and known[member].get(MATCHES).n >= least
            and not group.members[member].guest
        }
    )
    rows = (GameRow(m, places.get(m), known[m], averages[m]) for m in known)
    return tuple(sorted(rows, key=lambda row: (row.place or len(known) + 1, row.member)))


def average_of(game: AnyGame, stats: MemberStats) -> Fraction | None:
    """What a member is ranked by in a game: points a match; where points are bad, losses a game."""
    good, bad = (summary.POINTS, MATCHES), (summary.LOST, summary.PLAYED)
    what, of = good if game.higher_wins else bad
    return Fraction(stats.get(what).n, n) if (n := stats.get(of).n) else None


def _places(worth: Mapping[int, Fraction]) -> Mapping[int, int]:
    """Member → place; equals share it."""
    return {m: 1 + sum(w > mine for w in worth.values()) for m, mine in worth.items()}


def _together(nights: Iterable[Attended]) -> Fraction:
    """What evenings come to: shares of the same whole are added first, for there are thousands."""
    sums: dict[int, int] = {}
    for _night, matches in nights:
        for n, of in matches:
            whole = of * len(matches)
            sums[whole] = sums.get(whole, 0) + n
    return sum((Fraction(n, of) for of, n in sums.items()), Fraction(0))
