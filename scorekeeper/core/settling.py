"""Settling up: who pays whom, so that the table is even in as few payments as possible."""

from collections.abc import Iterator
from typing import NamedTuple

MOST_TRIED = 12
"""Of how many who owe the fewest payments are searched; of more it may be one or two too many."""


class Unbalanced(ValueError):
    """Totals that do not sum to zero: nobody could ever be even. `excess` is what they sum to."""

    def __init__(self, excess: int) -> None:
        super().__init__(f"the totals sum to {excess}, not to 0")
        self.excess = excess


class Payment(NamedTuple):
    """What one seat pays another one."""

    payer: int
    payee: int
    amount: int


def payments(totals: tuple[int, ...]) -> tuple[Payment, ...]:
    """Who pays whom how much, so that nobody owes anything.

    `totals` are points or haléře per seat; raises Unbalanced if they do not sum to zero. Seats are
    split into as many groups as can settle among themselves; a group of n then needs n − 1
    payments, which is the fewest. Of very many seats the split is good, but not always the best.

    >>> [tuple(each) for each in payments((-30, 10, 20, 0))]
    [(0, 2, 20), (0, 1, 10)]
    >>> [tuple(each) for each in payments((-10, 10, -5, 5))]
    [(0, 1, 10), (2, 3, 5)]
    >>> payments((1, 0, 0, 0))
    Traceback (most recent call last):
    scorekeeper.core.settling.Unbalanced: the totals sum to 1, not to 0
    """
    if excess := sum(totals):
        raise Unbalanced(excess)
    owing = tuple(seat for seat, total in enumerate(totals) if total)
    return tuple(paid for group in _groups(owing, totals) for paid in _within(group, totals))


def _groups(seats: tuple[int, ...], totals: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Groups of seats that each sum to zero: the most that there can be.

    Two that are even between them are apart first: no better split ever needs them otherwise. Of
    more than can be tried the rest is one group.
    """
    pairs, left = _pairs(seats, totals)
    return (*pairs, *(_split(left, totals) if len(left) <= MOST_TRIED else (left,)))


def _pairs(
    seats: tuple[int, ...], totals: tuple[int, ...]
) -> tuple[list[tuple[int, ...]], tuple[int, ...]]:
    pairs: list[tuple[int, ...]] = []
    left: list[int] = []
    for seat in seats:
        partner = next((other for other in left if totals[other] == -totals[seat]), None)
        if partner is None:
            left.append(seat)
        else:
            left.remove(partner)
            pairs.append((partner, seat))
    return sorted(pairs), tuple(left)


def _split(seats: tuple[int, ...], totals: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The most groups into which seats can be split so that each sums to zero.

    A set of seats is a number with a bit for each; the best of a set is that of one with a seat
    less, and one more where the set itself sums to zero.
    """
    if not seats:
        return ()
    bits = [1 << at for at in range(len(seats))]
    sums, best = [0], [0]
    for seated in range(1, 1 << len(seats)):
        low = seated & -seated
        sums.append(sums[seated ^ low] + totals[seats[low.bit_length() - 1]])
        most = max(best[seated ^ bit] for bit in bits if seated & bit)
        best.append(most + (sums[seated] == 0))
    return tuple(sorted(_read_off(seats, bits, sums, best)))


def _read_off(
    seats: tuple[int, ...], bits: list[int], sums: list[int], best: list[int]
) -> Iterator[tuple[int, ...]]:
    """The groups of the best split: seats are taken out one by one, and a group ends at zero."""
    seated, group = (1 << len(seats)) - 1, list[int]()
    while seated:
        bit = max((bit for bit in bits if seated & bit), key=lambda bit: best[seated ^ bit])
        group.append(seats[bit.bit_length() - 1])
        seated ^= bit
        if sums[seated] == 0:
            yield tuple(sorted(group))
            group = []


def _within(group: tuple[int, ...], totals: tuple[int, ...]) -> Iterator[Payment]:
    """Payments within a group: the biggest debtor pays the biggest creditor, and so on."""
    left = {seat: totals[seat] for seat in group}
    while any(left.values()):
        payer, payee = min(left, key=lambda s: left[s]), max(left, key=lambda s: left[s])
        amount = min(-left[payer], left[payee])
        left[payer] += amount
        left[payee] -= amount
        yield Payment(payer, payee, amount)
