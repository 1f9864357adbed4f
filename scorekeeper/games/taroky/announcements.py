"""Announcements (hlášky): what each needs, and whether several can exist in one pack.

Rules: taroky.announce.* (rules document, section 7). Decided by counting what hands can hold, not
by a list of pairs.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, product
from typing import Literal

from scorekeeper.plain import Seat

Announcement = Literal[
    "trul",
    "honery",
    "tarocky",
    "barvy",
    "taroky",
    "kralovske-honery",
    "trulhonery",
    "barvy-honery",
]
SMALL: tuple[Announcement, ...] = ("trul", "honery", "tarocky", "barvy")
LARGE: tuple[Announcement, ...] = ("taroky", "kralovske-honery", "trulhonery", "barvy-honery")
HONOURS: tuple[Announcement, ...] = ("honery", "kralovske-honery", "trulhonery", "barvy-honery")

EXCLUDED: Mapping[Announcement, frozenset[Announcement]] = {
    "trulhonery": frozenset(("trul", "honery")),
    "taroky": frozenset(("tarocky",)),
    "kralovske-honery": frozenset(("honery", "trulhonery")),
    "barvy-honery": frozenset(("barvy", "honery")),
}
"""The same cards are not announced twice (taroky.announce.combine)."""

HAND = 12
KINGS, TRUL, TAROKS, PLAIN = 4, 3, 19, 28
"""The pack of 54: kings, the trul, taroks II to XX, and everything else."""


@dataclass(frozen=True)
class Holding:
    """What matters of a hand: kings, cards of the trul, and the other taroks."""

    kings: int
    trul: int
    others: int

    @property
    def taroks(self) -> int:
        """All taroks of the hand."""
        return self.trul + self.others


def holds(holding: Holding, announcement: Announcement) -> bool:
    """Whether a hand of twelve may be announced so (the table of section 7)."""
    kings, trul, taroks = holding.kings, holding.trul, holding.taroks
    honours = (kings >= 3 and trul >= 1) or (kings >= 2 and trul >= 2)
    return {
        "trul": trul == 3,
        "honery": honours,
        "tarocky": taroks >= 8,
        "barvy": taroks <= 2,
        "taroky": taroks >= 10,
        "kralovske-honery": kings == 4,
        "trulhonery": trul == 3 and kings >= 1,
        "barvy-honery": taroks <= 2 and honours,
    }[announcement]


def doubled(announced: frozenset[Announcement]) -> tuple[Announcement, Announcement] | None:
    """Two of a player's announcements that speak of the same cards, or None."""
    for large in LARGE:
        if large in announced and (twice := sorted(EXCLUDED[large] & announced)):
            return large, twice[0]
    return None


def clash(announced: Mapping[Seat, frozenset[Announcement]]) -> tuple[Seat, ...]:
    """The fewest seats whose announcements cannot exist together; empty if all can."""
    told = {seat: said for seat, said in announced.items() if said}
    for size in range(1, len(told) + 1):
        for seats in combinations(sorted(told), size):
            if not possible(tuple(told[seat] for seat in seats)):
                return seats
    return ()


Limits = tuple[int, int]
"""The fewest and the most other taroks that a hand may hold."""


@lru_cache(maxsize=4096)
def possible(told: tuple[frozenset[Announcement], ...]) -> bool:
    """Whether some deal of the pack lets hands announce so; the other hands hold anything."""
    hands = [*told, *[frozenset[Announcement]()] * (4 - len(told))]
    return any(
        _fits([_limits(*hand) for hand in zip(hands, kings, trul, strict=True)], kings, trul)
        for kings in _shares(KINGS)
        for trul in _shares(TRUL)
    )


def _fits(limits: list[Limits | None], kings: tuple[int, ...], trul: tuple[int, ...]) -> bool:
    """Whether the other taroks and the plain cards can be shared out too; six lie aside."""
    known = [limit for limit in limits if limit is not None]
    if len(known) < len(limits):
        return False
    fewest, most = (sum(side) for side in zip(*known, strict=True))
    plain_needs = 4 * HAND - sum(kings) - sum(trul) - PLAIN
    return bool(max(fewest, plain_needs) <= min(most, TAROKS))


@cache
def _limits(said: frozenset[Announcement], kings: int, trul: int) -> Limits | None:
    """How many other taroks a hand with these kings and trul cards may hold to announce so."""
    fitting = [
        others
        for others in range(HAND - kings - trul + 1)
        if all(holds(Holding(kings, trul, others), one) for one in said)
    ]
    return (fitting[0], fitting[-1]) if fitting else None


@cache
def _shares(cards: int) -> tuple[tuple[int, ...], ...]:
    """Every way in which four hands can hold at most so many cards together."""
    ways = product(range(cards + 1), repeat=4)
    return tuple(way for way in ways if sum(way) <= cards)
