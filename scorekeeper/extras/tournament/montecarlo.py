"""Leagues that change two players after each game, one up and one down (kočka 9).

The leagues of a round are its tables, the highest first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from scorekeeper.extras.tournament import Round, Tournament
from scorekeeper.extras.tournament.standings import order_at

Way = Literal["up", "down"]


@dataclass(frozen=True)
class Tie:
    """Players of a league (from 0) of whom the lot says who goes up or down."""

    league: int
    way: Way
    players: tuple[int, ...]


@dataclass(frozen=True)
class Mover:
    """Who goes up or down from a league (from 0)."""

    league: int
    way: Way
    player: int


def by_licence(tournament: Tournament) -> list[int]:
    """Those present by their licence numbers; who has none comes after, in the order of coming."""
    players = [tournament.players[number] for number in tournament.present]
    ordered = sorted(players, key=lambda p: (p.licence is None, p.licence or 0, p.number))
    return [player.number for player in ordered]


def ladder(tournament: Tournament) -> tuple[int, ...]:
    """Those present in the order of the next leagues; who is new begins in the lowest one."""
    last = tournament.round
    seated = by_licence(tournament)
    if last is None or not last.done:
        return tuple(seated)
    order = [player for league in leagues_after(tournament, last) for player in league]
    stay = [player for player in order if player in seated]
    return (*stay, *(player for player in seated if player not in stay))


def leagues_after(tournament: Tournament, round_: Round) -> list[list[int]]:
    """The leagues after the changes of a round, each from the best to the last."""
    leagues = [[player for _, player in order_at(tournament, t)] for t in round_.tables]
    moves = {(each.league, each.way): each.player for each in movers(tournament, round_)}
    for higher in range(len(leagues) - 1):
        down, up = moves.get((higher, "down")), moves.get((higher + 1, "up"))
        if down is not None and up is not None:
            leagues[higher][leagues[higher].index(down)] = up
            leagues[higher + 1][leagues[higher + 1].index(up)] = down
    return leagues


def movers(tournament: Tournament, round_: Round) -> list[Mover]:
    """Who changes leagues after a round, as far as no lot is to be drawn."""
    return [each for each in _decided(tournament, round_) if isinstance(each, Mover)]


def ties(tournament: Tournament, round_: Round) -> list[Tie]:
    """For whom a lot is still to be drawn."""
    return [each for each in _decided(tournament, round_) if isinstance(each, Tie)]


def _decided(tournament: Tournament, round_: Round) -> Iterator[Mover | Tie]:
    if not (tournament.leagues and round_.done):
        return
    lowest = len(round_.tables) - 1
    for league in range(lowest + 1):
        up = _up(tournament, round_, league) if league > 0 else None
        if up:
            yield up
        if league < lowest and not isinstance(up, Tie):
            yield _down(tournament, round_, league, up)


def _up(tournament: Tournament, round_: Round, league: int) -> Mover | Tie:
    order = order_at(tournament, round_.tables[league])
    return _one_of(round_, league, "up", [player for place, player in order if place == 1])


def _down(tournament: Tournament, round_: Round, league: int, up: Mover | None) -> Mover | Tie:
    """Who comes last; who goes up already is not asked."""
    order = order_at(tournament, round_.tables[league])
    last = order[-1][0]
    risen = up.player if up else None
    last_ones = [player for place, player in order if place == last and player != risen]
    return _one_of(round_, league, "down", last_ones)


def _one_of(round_: Round, league: int, way: Way, players: Sequence[int]) -> Mover | Tie:
    """The one who goes, or whom the last lot among just these players named."""
    if len(players) == 1:
        return Mover(league, way, players[0])
    for lot in reversed(round_.lots):
        if (lot.table, lot.way, sorted(lot.tied)) == (league, way, sorted(players)):
            return Mover(league, way, lot.goes)
    return Tie(league, way, tuple(sorted(players)))
