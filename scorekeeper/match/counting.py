"""What is counted over a match: totals as they ran and statistics, by person, whoever sat where."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from scorekeeper.match import Match
from scorekeeper.match.rows import Row
from scorekeeper.sheet import PenaltyEntry, Stat

Running = tuple[int | None, ...]
"""Points by person; None for who has not come yet."""
Lineup = tuple[int | None, ...]
"""The person on each seat; None for who has no part in what is counted."""


def running_totals(match: Match) -> Iterator[Running]:
    """The totals before the first entry and after each that counts."""
    totals: list[int | None] = [None] * len(match.seating.people)
    for seat, person in enumerate(match.first_seats):
        totals[person] = match.opened.totals[seat]
    yield tuple(totals)
    for row in match.rows:
        if not row.struck:
            for seat, person in enumerate(row.seating.seats):
                totals[person] = row.after.totals[seat]
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
    """The person who led after a row; None if several did."""
    places = match.game.ranking(row.after.totals)
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
    """The statistics of a match: those of each company that played together, taken together.

    Who had no part in an entry, resting or out of the match, is not counted in it.
    """
    counting = [row for row in match.rows if not row.struck]
    companies = groupby(counting, key=_company)
    parts = [(people, _of_company(match, len(people), tuple(rows))) for people, rows in companies]
    if not parts:
        parts = [(match.seating.seats, _of_company(match, len(match.seating.seats), ()))]
    ids = dict.fromkeys(stat.id for _, stats in parts for stat in stats)
    return tuple(_together(match, id, parts) for id in ids)


def _company(row: Row) -> Lineup:
    """The person on each seat, None for who had no part."""
    absent = row.entry.absent(row.before)
    people = enumerate(row.seating.seats)
    return tuple(None if seat in absent else person for seat, person in people)


def _of_company(match: Match, seats: int, rows: Sequence[Row]) -> tuple[Stat, ...]:
    stats: tuple[Stat, ...] = match.game.statistics([row.entry for row in rows], seats)
    return stats


def _together(match: Match, id: str, parts: Sequence[tuple[Lineup, tuple[Stat, ...]]]) -> Stat:
    """One statistic by person."""
    found: dict[int, list[tuple[Fraction, int]]] = {}
    longest = False
    for seats, stats in parts:
        for stat in (stat for stat in stats if stat.id == id):
            longest = stat.longest
            here = ((seat, person) for seat, person in enumerate(seats) if person is not None)
            for seat, person in here:
                weight = stat.of[seat] if stat.of else 0
                found.setdefault(person, []).append((stat.values[seat], weight))
    of_each = [found.get(person, []) for person in range(len(match.seating.people))]
    weights = tuple(sum(weight for _, weight in mine) for mine in of_each)
    values = tuple(_one(mine, longest=longest) for mine in of_each)
    return Stat(id, values, weights if any(weights) else (), longest)


def _one(parts: Sequence[tuple[Fraction, int]], *, longest: bool) -> Fraction:
    """The figure of a person from those of each company: a sum, the greatest, or an average."""
    values = [value for value, _ in parts]
    if longest:
        return max(values, default=Fraction(0))
    if weights := sum(weight for _, weight in parts):
        return sum((value * weight for value, weight in parts), Fraction(0)) / weights
    return sum(filter(None, values), Fraction(0))
