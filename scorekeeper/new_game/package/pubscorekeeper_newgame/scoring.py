"""The score of Newgame: a point for each trick, and what offences cost."""

from collections.abc import Mapping
from dataclasses import replace

from scorekeeper.schema import Json
from scorekeeper.sheet import Entry, Line, Notice, add, points_by_seat, sum_of

from .entries import Fine, Standing, Trick
from .house import HouseRules

NEXT = ("trick", "fine")


def start(players: int, dealer: int, house: HouseRules) -> Standing:
    """The standing before the first trick."""
    return Standing((0,) * players, dealer, NEXT)


def score(entry: Entry, standing: Standing, house: HouseRules) -> tuple[Line, ...]:
    """What an entry is worth (newgame.trick), or costs."""
    seats = len(standing.totals)
    if isinstance(entry, Fine):
        return (Line(entry.rule, tuple(int(seat != entry.seat) for seat in range(seats))),)
    won = {entry.winner: 1} if isinstance(entry, Trick) else {}
    return (Line("newgame.trick", points_by_seat(seats, won)),)


def after(standing: Standing, entry: Entry, lines: tuple[Line, ...], house: HouseRules) -> Standing:
    """The standing that follows; the last trick ends the game (newgame.end)."""
    totals = add(standing.totals, sum_of(lines, len(standing.totals)))
    played = standing.played + entry.numbered
    over = played >= house.tricks
    won = Notice("over", _best(totals), {"n": max(totals)})
    return replace(
        standing,
        totals=totals,
        played=played,
        dealer=(standing.dealer + entry.numbered) % len(totals),
        over=over,
        next=NEXT[1:] if over else NEXT,
        notices=(won,) if over else (),
    )


def state(standing: Standing) -> Mapping[str, Json]:
    """The standing as case files print it: whether the game is over, and who has most."""
    return {"over": standing.over, "best": list(_best(standing.totals))}


def _best(totals: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))
