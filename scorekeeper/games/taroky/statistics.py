"""What is counted per player over a match of Taroky."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import get_args

from scorekeeper.games.taroky.entries import HALF, Deal, Renonc, resting
from scorekeeper.games.taroky.house import Contract
from scorekeeper.schema import Seat
from scorekeeper.sheet import Entry, Stat, counted


def declares(deal: Deal, seat: int) -> bool:
    """True if a seat was the declarer; a Varšava is nobody's, and nobody can win it."""
    return deal.declarer == seat and deal.way != "varsava"


def wins(deal: Deal, seat: int) -> bool:
    """True if a declarer won the contract."""
    return declares(deal, seat) and deal.earned is not None and deal.earned > HALF


def fleks(deal: Deal, seat: int) -> bool:
    """True if a flek on the game stood that a seat's side had given: those against."""
    return "game" in deal.fleks and seat not in deal.side | (deal.pausing or frozenset())


def fleks_in_vain(deal: Deal, seat: int) -> bool:
    """True if it was lost: the declarer's side won all the same."""
    return fleks(deal, seat) and deal.earned is not None and deal.earned > HALF


def pagat(deal: Deal, seat: int, made: bool) -> bool:
    """True if a seat's pagát was made, or lost."""
    return deal.pagat is not None and deal.pagat.seat == seat and deal.pagat.made == made


def plays(deal: Deal, seat: int) -> bool:
    """True if a seat did not pause."""
    return seat not in (deal.pausing or ())


def loses_varsava(deal: Deal, seat: int) -> bool:
    """True if a seat had the most points of a Varšava."""
    points = deal.points if isinstance(deal.points, tuple) else ()
    return bool(points) and points[seat] == max(points)


def valat(deal: Deal, seat: int, declared: bool, made: bool) -> bool:
    """True if a seat's side took or promised all tricks, and how that ended."""
    if deal.valat is None or not plays(deal, seat):
        return False
    ours = (seat in deal.side) == (deal.valat.side == "declarer")
    return ours and (deal.valat.declared, deal.valat.made) == (declared, made)


def _contract(contract: str) -> Callable[[Deal, int], int]:
    return lambda deal, seat: deal.contract == contract and declares(deal, seat)


def _won(contract: str) -> Callable[[Deal, int], int]:
    return lambda deal, seat: deal.contract == contract and wins(deal, seat)


WON = {contract: f"won-{contract}" for contract in get_args(Contract)}
"""Contract → the statistic of how often it was won."""
COUNTS: Mapping[str, Callable[[Deal, int], int]] = {
    "declared": declares,
    "won": wins,
    "contract-zakladni": _contract("zakladni"),
    "contract-druha": _contract("druha"),
    "contract-preferanc": _contract("preferanc"),
    "contract-solo": _contract("solo"),
    **{id: _won(contract) for contract, id in WON.items()},
    "varsavas": lambda deal, seat: deal.way == "varsava" and plays(deal, seat),
    "varsavas-lost": loses_varsava,
    "fleks-given": fleks,
    "fleks-lost": fleks_in_vain,
    "announced": lambda deal, seat: sum(
        len(announced) for by, announced in deal.announcements.items() if by == seat
    ),
    "pagats-made": lambda deal, seat: pagat(deal, seat, made=True),
    "pagats-lost": lambda deal, seat: pagat(deal, seat, made=False),
    "valats-silent": lambda deal, seat: valat(deal, seat, declared=False, made=True),
    "valats-made": lambda deal, seat: valat(deal, seat, declared=True, made=True),
    "valats-lost": lambda deal, seat: valat(deal, seat, declared=True, made=False),
}
OF_RENONCS: Mapping[str, Callable[[Renonc, int], int]] = {
    "renoncs": lambda renonc, seat: renonc.seat == seat,
}


def statistics(entries: Sequence[Entry], seats: int) -> tuple[Stat, ...]:
    """Deals declared and won by contract, average points, and what else is worth a count.

    Varšavy, fleks of a side, announcements, pagáts, valáts and renoncs.
    """
    played = (entry for entry in entries if isinstance(entry, Deal) and entry.way != "folded")
    deals = [replace(deal, pausing=_pausing(deal, seats)) for deal in played]
    made = [_points_of(deals, seat) for seat in range(seats)]
    average = Stat("average", tuple(map(_average, made)), of=tuple(map(len, made)))
    renoncs = [entry for entry in entries if isinstance(entry, Renonc)]
    return (*counted(COUNTS, deals, seats), *counted(OF_RENONCS, renoncs, seats), average)


def _pausing(deal: Deal, seats: int) -> frozenset[Seat] | None:
    """The seats that paused, if the deal names them or its dealer does."""
    if deal.pausing is not None or deal.dealer is None:
        return deal.pausing
    return frozenset(map(Seat, resting(seats, deal.dealer)))


def _points_of(deals: Sequence[Deal], seat: int) -> list[int]:
    """Card points that a declarer's side made, deal by deal."""
    return [deal.earned for deal in deals if declares(deal, seat) and deal.earned is not None]


def _average(made: Sequence[int]) -> Fraction:
    """Card points that a declarer's side made on average per deal (35 is half)."""
    return Fraction(sum(made), len(made)) if made else Fraction(0)
