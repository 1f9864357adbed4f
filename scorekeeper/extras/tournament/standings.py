"""Who is first: place points of each table, with the balance where they are equal."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from scorekeeper.extras.tournament import Table, Tournament
from scorekeeper.extras.tournament.shapes import Opened
from scorekeeper.extras.tournament.tables import excess_in


@dataclass(frozen=True)
class Score:
    """What a player has so far; who shares a place has the same one."""

    player: int
    place: int
    points: Fraction
    balance: int
    played: int
    pauses: int


@dataclass(frozen=True)
class _Sum:
    """What is added up for a player."""

    player: int
    points: Fraction
    balance: int
    played: int
    pauses: int


def excess_of(tournament: Tournament, balances: Sequence[int], pot: int = 0) -> int:
    """By how much the balances of a table miss their sum."""
    return excess_in(tournament.game, balances, pot)


def places_of(tournament: Tournament, table: Table) -> tuple[int, ...]:
    """The place of each seat, as the game says or by the balances; equals share one."""
    if table.places:
        return table.places
    by_seat = {seat: place for place, seat in tournament.game.ranking(table.balances)}
    return tuple(by_seat[seat] for seat in range(len(table.balances)))


def points_of(tournament: Tournament, table: Table) -> tuple[Fraction, ...]:
    """The place points of each seat: who share places share their points, too."""
    places, points = places_of(tournament, table), tournament.opened.points
    return tuple(_shared(points, place, places.count(place)) for place in places)


def _shared(points: Sequence[int], place: int, sharers: int) -> Fraction:
    """What each gets of those who share so many places from this one on."""
    return Fraction(sum(points[place - 1 : place - 1 + sharers]), sharers)


def pause_points(opened: Opened) -> Fraction:
    """What a pause gives."""
    if opened.pause == "nothing":
        return Fraction(0)
    return Fraction(sum(opened.points[: opened.size]), opened.size)


def standings(tournament: Tournament) -> tuple[Score, ...]:
    """Everybody who ever entered, best first."""
    sums = [_sum_of(tournament, player.number) for player in tournament.known]
    worth = {each.player: _worth(tournament, each) for each in sums}
    ranked = sorted(sums, key=lambda each: worth[each.player], reverse=True)
    return tuple(
        Score(
            each.player,
            1 + sum(other > worth[each.player] for other in worth.values()),
            each.points,
            each.balance,
            each.played,
            each.pauses,
        )
        for each in ranked
    )


def _worth(tournament: Tournament, each: _Sum) -> tuple[Fraction, Fraction]:
    """What players are compared by: points, then the balance.

    Where points are a penalty, who played less would have fewer: there the average counts.
    """
    if tournament.game.higher_wins:
        return each.points, Fraction(each.balance)
    return each.points, -Fraction(each.balance, each.played or 1)


def _sum_of(tournament: Tournament, player: int) -> _Sum:
    points, balance, played, pauses = Fraction(0), 0, 0, 0
    for round_ in tournament.rounds:
        if player in round_.pauses:
            pauses += 1
            points += pause_points(tournament.opened)
        for table in round_.tables:
            if player in table.seats and table.done:
                seat, played = table.seats.index(player), played + 1
                points += points_of(tournament, table)[seat]
                balance += table.balances[seat]
    return _Sum(player, points, balance, played, pauses)


def order_at(tournament: Tournament, table: Table) -> tuple[tuple[int, int], ...]:
    """Place and player of a table with a result, best first."""
    placed = zip(places_of(tournament, table), table.seats, strict=True)
    return tuple(sorted(placed, key=lambda each: each[0]))
