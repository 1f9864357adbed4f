"""What can be true together in one pack: points after a valát, hands, the piles of a Varšava.

Rules document, section 12. The bounds are worked out from the cards.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import compress, product

from scorekeeper.games.taroky.entries import SEATS, Deal
from scorekeeper.games.taroky.house import TOTAL
from scorekeeper.games.taroky.referee.calls import CALLS
from scorekeeper.games.taroky.referee.counting import POINTS, Count, total_of_piles
from scorekeeper.games.taroky.referee.holdings import Holding
from scorekeeper.schema import Seat

DEAREST = sorted(POINTS.values(), reverse=True)
TALON = 6
PREFERANC = 3
"""Cards of the talon that the declarer of a preferanc takes, and that are left to the others."""
TAKES, TAKES_EACH = 4, 1
"""Cards of the talon for the declarer of a povinnost, and for each of two others."""


def most(n: int, fives: bool = True) -> int:
    """The most points that n cards can be; if they were laid aside, there is no five among them.

    >>> most(2, fives=False), most(3), most(0)
    (7, 13, 0)
    """
    worths = [worth for worth in DEAREST if fives or worth < DEAREST[0]]
    return Count(n, sum(worths[:n])).points


def least(n: int) -> int:
    """The fewest points that n cards can be."""
    return Count(n, sum(DEAREST[len(DEAREST) - n :])).points


def after_valat(deal: Deal) -> tuple[int, int]:
    """The fewest and the most points of the declarer's side when one side has every trick.

    The other has only what it laid aside, or what it was left of the talon (section 4).
    """
    if deal.valat and deal.valat.side == "declarer":
        left = {"solo": most(TALON), "preferanc": most(PREFERANC)}
        return TOTAL - left.get(deal.contract, most(2 * TAKES_EACH, fives=False)), TOTAL
    aside = {"solo": 0, "preferanc": PREFERANC}
    mates = len(deal.side) - 1
    return 0, most(aside.get(deal.contract, TAKES + mates * TAKES_EACH), fives=False)


def held_with_pagat(deal: Deal) -> Mapping[Seat, Holding]:
    """What the owner of the pagát held at least."""
    return {deal.pagat.seat: Holding(trul=1)} if deal.pagat else {}


def held_with_called(deal: Deal) -> Mapping[Seat, Holding]:
    """What the hands held at least by what was called, and the pagát (taroky.call).

    The declarer held every number above the called one, and alone that one too.
    """
    above = CALLS.index(deal.called) if deal.called else 0
    taroks = {deal.declarer: above + (deal.way == "quiet-solo")}
    if deal.partner is not None:
        taroks[deal.partner] = 1
    pagat = held_with_pagat(deal)
    return {
        seat: Holding(trul=pagat.get(seat, Holding()).trul, others=taroks.get(seat, 0))
        for seat in {**taroks, **pagat}
    }


def are_tricks(piles: Sequence[int]) -> bool:
    """True if piles of so many cards can be twelve tricks, the first six with a talon card each."""
    return tuple(piles) in _all_piles()


@cache
def _all_piles() -> frozenset[tuple[int, ...]]:
    """The sizes of the four piles of a Varšava, in every way in which the tricks can be won."""
    six = [won for won in product(range(TALON + 1), repeat=SEATS) if sum(won) == TALON]
    return frozenset(
        tuple(5 * first + 4 * last for first, last in zip(begun, ended, strict=True))
        for begun, ended in product(six, six)
    )


def can_be_shared(points: Sequence[int], piles: Sequence[int] | None) -> bool:
    """True if the cards of the pack can lie in four piles so, of these sizes or of any."""
    sizes = _all_piles() if piles is None else {tuple(piles)}
    alike = (each for each in sizes if total_of_piles(each) == sum(points))
    return any(_fit(points, each) for each in alike)


def _fit(points: Sequence[int], piles: Sequence[int]) -> bool:
    """True if no piles, together, are worth more than so many of the dearest cards."""
    worths = [p + Count(n, 0).off for p, n in zip(points, piles, strict=True)]
    return all(
        sum(compress(worths, some)) <= sum(DEAREST[: sum(compress(piles, some))])
        for some in product((False, True), repeat=len(piles))
    )
