"""What is counted per player over a match of Taroky."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from scorekeeper.games.taroky.entries import HALF, Deal, resting
from scorekeeper.schema import Seat
from scorekeeper.sheet import Entry, Stat, counted


def declares(deal: Deal, seat: int) -> bool:
    """True if a seat was the declarer."""
    return deal.declarer == seat


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


def _contract(contract: str) -> Callable[[Deal, int], int]:
    return lambda deal, seat: deal.contract == contract and declares(deal, seat)


COUNTS: Mapping[str, Callable[[Deal, int], int]] = {
    "declared": declares,
    "won": wins,
    "contract-zakladni": _contract("zakladni"),
    "contract-druha": _contract("druha"),
    "contract-preferanc": _contract("preferanc"),
    "contract-solo": _contract("solo"),
    "fleks-given": fleks,
    "fleks-lost": fleks_in_vain,
    "announced": lambda deal, seat: sum(
        len(announced) for by, announced in deal.announcements.items() if by == seat
    ),
    "pagats-made": lambda deal, seat: pagat(deal, seat, made=True),
    "pagats-lost": lambda deal, seat: pagat(deal, seat, made=False),
}


def statistics(entries: Sequence[Entry], seats: int) -> tuple[Stat, ...]:
    """Deals declared and won by contract, average points, fleks, announcements and pagáts."""
    played = (entry for entry in entries if isinstance(entry, Deal) and entry.way != "folded")
    deals = [replace(deal, pausing=_pausing(deal, seats)) for deal in played]
    made = [_points_of(deals, seat) for seat in range(seats)]
    average = Stat("average", tuple(map(_average, made)), of=tuple(map(len, made)))
    return (*counted(COUNTS, deals, seats), average)


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
