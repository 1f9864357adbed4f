"""Settling up: who pays whom, so that the table is even in as few payments as possible."""

from collections.abc import Iterator
from itertools import combinations


class Unbalanced(ValueError):
    """Totals that do not sum to zero: nobody could ever be even. `excess` is what they sum to."""

    def __init__(self, excess: int) -> None:
        super().__init__(f"the totals sum to {excess}, not to 0")
        self.excess = excess


def payments(totals: tuple[int, ...]) -> tuple[tuple[int, int, int], ...]:
    """Who pays whom how much, so that nobody owes anything: (payer, payee, amount) by seats.

    `totals` are points or haléře per seat; raises Unbalanced if they do not sum to zero. Seats are
    split into as many groups as can settle among themselves; a group of n then needs n − 1
    payments, which is the fewest.

    >>> payments((-30, 10, 20, 0))
    ((0, 2, 20), (0, 1, 10))
    >>> payments((-10, 10, -5, 5))
    ((0, 1, 10), (2, 3, 5))
    >>> payments((1, 0, 0, 0))
    Traceback (most recent call last):
    scorekeeper.settling.Unbalanced: the totals sum to 1, not to 0
    """
    if excess := sum(totals):
        raise Unbalanced(excess)
    owing = tuple(seat for seat, total in enumerate(totals) if total)
    return tuple(paid for group in _groups(owing, totals) for paid in _within(group, totals))


def _groups(seats: tuple[int, ...], totals: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The most groups into which seats can be split so that each sums to zero."""
    if not seats:
        return ()
    first, rest = seats[0], seats[1:]
    best: tuple[tuple[int, ...], ...] = (seats,)
    for size in range(1, len(rest)):
        for others in combinations(rest, size):
            if totals[first] + sum(totals[seat] for seat in others) == 0:
                left = tuple(seat for seat in rest if seat not in others)
                split = ((first, *others), *_groups(left, totals))
                best = max(best, split, key=len)
    return best


def _within(group: tuple[int, ...], totals: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
    """Payments within a group: the biggest debtor pays the biggest creditor, and so on."""
    left = {seat: totals[seat] for seat in group}
    while any(left.values()):
        payer, payee = min(left, key=lambda s: left[s]), max(left, key=lambda s: left[s])
        amount = min(-left[payer], left[payee])
        left[payer] += amount
        left[payee] -= amount
        yield payer, payee, amount
