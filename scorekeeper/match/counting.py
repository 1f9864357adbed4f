"""What is counted over a match: totals as they ran and statistics, by person, whoever sat where."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from scorekeeper.match import Match
from scorekeeper.match.rows import Row
from scorekeeper.match.seating import Seats
from scorekeeper.sheet import Stat

Running = tuple[int | None, ...]
"""Points by person; None for who has not come yet."""


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


def statistics(match: Match) -> tuple[Stat, ...]:
    """The statistics of a match: those of each company that sat together, taken together."""
    counting = [row for row in match.rows if not row.struck]
    companies = groupby(counting, key=lambda row: row.seating.seats)
    parts = [(seats, _of_company(match, seats, tuple(rows))) for seats, rows in companies]
    if not parts:
        parts = [(match.seating.seats, _of_company(match, match.seating.seats, ()))]
    ids = dict.fromkeys(stat.id for _, stats in parts for stat in stats)
    return tuple(_together(match, id, parts) for id in ids)


def _of_company(match: Match, seats: Seats, rows: Sequence[Row]) -> tuple[Stat, ...]:
    stats: tuple[Stat, ...] = match.game.statistics([row.entry for row in rows], len(seats))
    return stats


def _together(match: Match, id: str, parts: Sequence[tuple[Seats, tuple[Stat, ...]]]) -> Stat:
    """One statistic by person."""
    found: dict[int, list[tuple[Fraction, int]]] = {}
    longest = False
    for seats, stats in parts:
        for stat in (stat for stat in stats if stat.id == id):
            longest = stat.longest
            for seat, person in enumerate(seats):
                weight = stat.of[seat] if stat.of else 0
                found.setdefault(person, []).append((stat.values[seat], weight))
    people = range(len(match.seating.people))
    return Stat(id, tuple(_one(found.get(person, []), longest=longest) for person in people))


def _one(parts: Sequence[tuple[Fraction, int]], *, longest: bool) -> Fraction:
    """The figure of a person from those of each company: a sum, the greatest, or an average."""
    values = [value for value, _ in parts]
    if longest:
        return max(values, default=Fraction(0))
    if weights := sum(weight for _, weight in parts):
        return sum((value * weight for value, weight in parts), Fraction(0)) / weights
    return sum(values, Fraction(0))
