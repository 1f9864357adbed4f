"""What is counted over a match: totals as they ran and statistics, by person, whoever sat where."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, repeat

from scorekeeper.core.sheet import PenaltyEntry, Stat
from scorekeeper.match import Match
from scorekeeper.match.rows import Row

Running = tuple[int | None, ...]
"""Points by person; None for who has not come yet."""
Lineup = tuple[int | None, ...]
"""The person on each seat; None for who has no part in what is counted."""


def running_totals(match: Match) -> Iterator[Running]:
    """What each has before the first entry and after each that counts: the total, or what is
    played on with.
    """
    totals: list[int | None] = [None] * len(match.seating.people)
    for seat, person in enumerate(match.first_seats):
        totals[person] = match.game.figures(match.opened)[seat]
    yield tuple(totals)
    for row in match.rows:
        if not row.struck:
            figures = match.game.figures(row.after)
            for seat, person in enumerate(row.seating.seats):
                totals[person] = figures[seat]
            yield tuple(totals)


def led_since(match: Match) -> Row | None:
    """The row since which one and the same leads alone, whatever was written later; None if nobody
    leads alone, or somebody did from the first row on.
    """
    rows = [row for row in match.rows if not row.struck]
    leads = [_alone_in_front(match, row) for row in rows]
    if not leads or leads[-1] is None:
        return None
    since = len(leads) - next((n for n, who in enumerate(reversed(leads)) if who != leads[-1]), 0)
    return rows[since] if since < len(leads) else None


def _alone_in_front(match: Match, row: Row) -> int | None:
    places = match.game.places(row.after)
    best = [seat for place, seat in places if place == 1]
    return row.seating.seats[best[0]] if len(best) == 1 else None


def reasons_of_totals(match: Match) -> Mapping[int, list[tuple[str, int]]]:
    """Person → what the total is made of, row by row: a rule, or `penalties`, and the points."""
    reasons: dict[int, list[tuple[str, int]]] = {person: [] for person in match.totals}
    for row in match.rows:
        if not row.struck:
            penalty = isinstance(row.entry, PenaltyEntry)
            for line in row.lines:
                for person, points in zip(row.seating.seats, line.points, strict=True):
                    reasons[person].append(("penalties" if penalty else line.rule, points))
    return reasons


def statistics(match: Match) -> tuple[Stat, ...]:
    """The statistics of a match: those of each lineup that played together, taken together.

    Who had no part in an entry, resting or out of the match, is not counted in it.
    """
    counting = [row for row in match.rows if not row.struck]
    lineups = [(people, tuple(rows)) for people, rows in groupby(counting, key=_by_lineup)]
    parts: dict[str, list[tuple[Lineup, Stat]]] = {}
    for people, rows in lineups or [(match.seating.seats, ())]:
        entries = [row.entry for row in rows]
        for stat in match.game.statistics(entries, len(people)):
            parts.setdefault(stat.id, []).append((people, stat))
    return tuple(_together(len(match.seating.people), each) for each in parts.values())


def _by_lineup(row: Row) -> Lineup:
    absent = row.entry.absent(row.before)
    people = enumerate(row.seating.seats)
    return tuple(None if seat in absent else person for seat, person in people)


def _together(people: int, parts: Sequence[tuple[Lineup, Stat]]) -> Stat:
    _lineup, first = parts[0]
    sums, of = [0] * people, [0] * people
    for lineup, stat in parts:
        for person, n, weight in zip(lineup, stat.sums, stat.of or repeat(0), strict=False):
            if person is not None:
                sums[person] = max(sums[person], n) if first.longest else sums[person] + n
                of[person] += weight
    return Stat(first.id, tuple(sums), tuple(of) if any(of) else (), first.longest)
