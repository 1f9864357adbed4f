"""Who pays whom at the end: everything is settled, in as few payments as there can be."""

from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scorekeeper.core.settling import Unbalanced, payments


def settled(totals):
    """What is left of the totals when the payments are made."""
    left = list(totals)
    for payer, payee, amount in payments(totals):
        assert amount > 0
        assert payer != payee
        left[payer] += amount
        left[payee] -= amount
    return left


def fewest(totals):
    """Seats that owe, less the most parts into which they can be split that sum to nought.

    Told by brute force over every set of seats: a set's best is 1 for itself, or that of a part
    and of what remains.
    """
    owing = tuple(seat for seat, total in enumerate(totals) if total)
    parts = {frozenset(): 0}
    for size in range(1, len(owing) + 1):
        for seats in map(frozenset, combinations(owing, size)):
            if sum(totals[seat] for seat in seats) == 0:
                split = (
                    parts[part] + parts[seats - part]
                    for part in list(parts)
                    if part and part < seats and seats - part in parts
                )
                parts[seats] = max(split, default=1)
    return len(owing) - parts[frozenset(owing)]


TOTALS = st.lists(st.integers(-6, 6), min_size=1, max_size=5).map(lambda t: (*t, -sum(t)))


@settings(max_examples=600, deadline=None)
@given(TOTALS)
@example((0, 0, 0, 0))
@example((3, -3, 5, -5, 8, -8))
@example((6, -3, -3, 4, -2, -2))
def test_everything_is_settled_in_as_few_payments_as_there_can_be(totals):
    assert not any(settled(totals))
    assert len(payments(totals)) == fewest(totals) <= len(totals) - 1


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(-(10**9), 10**9), min_size=1, max_size=7))
def test_large_totals_are_settled_too(totals):
    all_of_them = (*totals, -sum(totals))
    assert not any(settled(all_of_them))
    assert len(payments(all_of_them)) < len(all_of_them)


@pytest.mark.parametrize(
    ("totals", "paid"),
    [
        ((0, 0, 0, 0), ()),
        ((10, -10, 0, 0), ((1, 0, 10),)),
        ((16, 4, 14, -34), ((3, 0, 16), (3, 2, 14), (3, 1, 4))),
        ((5, -7, 7, -5), ((3, 0, 5), (1, 2, 7))),
    ],
)
def test_who_owes_most_pays_whoever_is_owed_most(totals, paid):
    assert payments(totals) == paid


def test_a_payment_runs_only_from_who_lost_to_who_won():
    totals = (30, -20, 25, -35)
    for payer, payee, amount in payments(totals):
        assert totals[payer] < 0 < totals[payee]
        assert amount <= min(-totals[payer], totals[payee])


@pytest.mark.parametrize("totals", [(1, 0, 0, 0), (-1,), (5, -4), (10**9, -1, -1)])
def test_totals_that_do_not_sum_to_nought_are_refused(totals):
    with pytest.raises(Unbalanced) as refused:
        payments(totals)
    assert refused.value.excess == sum(totals)
