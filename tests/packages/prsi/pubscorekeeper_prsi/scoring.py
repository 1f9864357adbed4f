"""The score of Prší: a stroke for each game that was lost."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scorekeeper.schema import Json
from scorekeeper.sheet import (
    Entry,
    Line,
    Notice,
    SeatInStanding,
    carry_over,
    points_by_seat,
    typed_line,
    with_lines,
)

from .entries import Fault, FinishedGame, Standing
from .house import HouseRules

NEXT = ("game", "fault")


def start(players: int, dealer: int, house: HouseRules) -> Standing:
    """The standing before the first game."""
    nobody = (0,) * players
    return Standing(nobody, dealer, NEXT, firsts=nobody)


def score(entry: Entry, standing: Standing, house: HouseRules) -> tuple[Line, ...]:
    """A stroke for the loser (prsi.end); a mistake costs cards, and no point."""
    seats = len(standing.totals)
    if isinstance(entry, Fault):
        return (typed_line(entry.rule, seats, {}),)
    lost = {entry.lost: 1} if isinstance(entry, FinishedGame) else {}
    return (typed_line("prsi.end", seats, lost),)


def after(standing: Standing, entry: Entry, lines: tuple[Line, ...], house: HouseRules) -> Standing:
    """The standing that follows; after a game the deal passes on (prsi.deal)."""
    reached = with_lines(standing, entry, lines)
    if not isinstance(entry, FinishedGame):
        return replace(reached, milestones=())
    seats = len(standing.totals)
    won = points_by_seat(seats, {} if entry.first is None else {entry.first: 1})
    return replace(
        reached,
        dealer=(standing.dealer + 1) % seats,
        firsts=tuple(had + one for had, one in zip(standing.firsts, won, strict=True)),
        milestones=(Notice("lost", (int(entry.lost),)),),
    )


def reseat(
    fresh: Standing, places: Sequence[SeatInStanding | None], before: Standing, house: HouseRules
) -> Standing:
    """The standing of another company: everybody keeps the games that he won."""
    return replace(fresh, firsts=carry_over(places, "firsts", 0))


def state(standing: Standing) -> Mapping[str, Json]:
    """The standing as case files print it: games lost and won per seat."""
    return {"losses": list(standing.totals), "firsts": list(standing.firsts)}
