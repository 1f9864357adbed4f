"""Who played best: a season over all games by the points of its evenings, each game by its own
figures. Whoever came too seldom, and a guest, has figures but no place.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.core.game import AnyGame
from scorekeeper.extras.group import Group, Ranking
from scorekeeper.extras.group.records.stats import GameStats, MatchSummary, MemberStats
from scorekeeper.extras.group.records.summary import LOST, MATCHES, PLAYED, POINTS, Share


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
    points = {member: _season_points(ranking, nights) for member, nights in came.items()}
    ranked = {
        member: points[member]
        for member, nights in came.items()
        if len(nights) >= least and not group.members[member].guest
    }
    places = _places(ranked)
    rows = (SeasonRow(m, places.get(m), came[m], points[m]) for m in came)
    return tuple(sorted(rows, key=lambda row: (row.place is None, -row.points, row.member)))


def _season_points(ranking: Ranking, nights: Sequence[Attended]) -> Fraction:
    points = _together(nights)
    return points / len(nights) if ranking.by == "average" else points


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
    what, of = (POINTS, MATCHES) if game.higher_wins else (LOST, PLAYED)
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
