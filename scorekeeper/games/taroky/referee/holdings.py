"""What announcements need of a hand, and of the one pack that all hands come from.

Rules: taroky.announce.* (rules document, section 7). Decided by counting what hands can hold, not
by a list of pairs.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, product

from scorekeeper.cards import TAROCK_54, TAROK, Card
from scorekeeper.games.taroky.entries import HAND, SEATS, Announcement
from scorekeeper.games.taroky.referee.counting import POINTS
from scorekeeper.schema import Seat

EXCLUDED: Mapping[Announcement, frozenset[Announcement]] = {
    "trulhonery": frozenset(("trul", "honery")),
    "taroky": frozenset(("tarocky",)),
    "kralovske-honery": frozenset(("honery", "trulhonery", "barvy-honery")),
    "barvy-honery": frozenset(("barvy", "honery")),
    "trul": frozenset(("honery",)),
}
"""The same cards are not announced twice (taroky.announce.combine): each, and what it excludes."""

AT_MOST: frozenset[Announcement] = frozenset(("barvy", "barvy-honery"))
"""Announcements of what a hand must not have: they take the whole hand."""
FEW_TAROKS = 2

KINGS, TRUL, TAROKS, PLAIN = 4, 3, 19, 28
"""The pack of 54: kings, the trul, taroks II to XX, and everything else."""


@dataclass(frozen=True)
class Holding:
    """What matters of a hand: kings, cards of the trul, and the other taroks."""

    kings: int = 0
    trul: int = 0
    others: int = 0

    @property
    def taroks(self) -> int:
        """All taroks of the hand."""
        return self.trul + self.others


def holding_of(cards: Iterable[Card]) -> Holding:
    """What matters of some cards."""
    kinds = [_kind(card) for card in cards]
    return Holding(*(kinds.count(kind) for kind in ("kings", "trul", "others")))


def _kind(card: Card) -> str:
    """What a card counts as for announcements."""
    if card.suit == TAROK:
        return "trul" if POINTS[card] == 5 else "others"
    return "kings" if card.rank == "K" else "plain"


def whole_hands(known: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """A part of a hand filled up to twelve, once for each number of kings, trul and taroks."""
    left = [card for card in TAROCK_54.cards if card not in known]
    kings, trul, others, plain = (
        [card for card in left if _kind(card) == kind]
        for kind in ("kings", "trul", "others", "plain")
    )
    more = HAND - len(known)
    for added in product(*(range(len(cards) + 1) for cards in (kings, trul, others))):
        if 0 <= more - sum(added) <= len(plain):
            k, t, o = added
            rest = (*kings[:k], *trul[:t], *others[:o], *plain[: more - sum(added)])
            yield (*known, *rest)


NOTHING_HELD: Mapping[Seat, Holding] = {}


def holds(holding: Holding, announcement: Announcement) -> bool:
    """True if a hand of twelve may make the announcement (the table of section 7)."""
    kings, trul, taroks = holding.kings, holding.trul, holding.taroks
    honours = (kings >= 3 and trul >= 1) or (kings >= 2 and trul >= 2)
    return {
        "trul": trul == 3,
        "honery": honours,
        "tarocky": taroks >= 8,
        "barvy": taroks <= FEW_TAROKS,
        "taroky": taroks >= 10,
        "kralovske-honery": kings == 4,
        "trulhonery": trul == 3 and kings >= 1,
        "barvy-honery": taroks <= FEW_TAROKS and honours,
    }[announcement]


def doubled(announced: frozenset[Announcement]) -> tuple[Announcement, Announcement] | None:
    """Two of a player's announcements that speak of the same cards, or None.

    >>> doubled(frozenset(["taroky", "tarocky"]))
    ('taroky', 'tarocky')
    >>> doubled(frozenset(["taroky", "trul"])) is None
    True
    """
    for large, excluded in EXCLUDED.items():
        if large in announced and (twice := sorted(excluded & announced)):
            return large, twice[0]
    return None


def clash(
    announced: Mapping[Seat, frozenset[Announcement]], held: Mapping[Seat, Holding] = NOTHING_HELD
) -> tuple[Seat, ...]:
    """The fewest seats whose announcements cannot exist together; empty if all can.

    `held` is what some seats are known to have held at least.
    """
    said = {seat: each for seat, each in announced.items() if each}
    speakers = sorted({*said, *held})
    for size in range(1, len(speakers) + 1):
        for seats in combinations(speakers, size):
            each = tuple(said.get(seat, frozenset()) for seat in seats)
            if not possible(each, tuple(held.get(seat, Holding()) for seat in seats)):
                return seats
    return ()


Limits = tuple[int, int]
"""The fewest and the most other taroks that a hand may hold."""


@lru_cache(maxsize=4096)
def possible(
    announced: tuple[frozenset[Announcement], ...], held: tuple[Holding, ...] = ()
) -> bool:
    """True if some deal of the pack lets these hands, which held at least so much, announce so."""
    hands = [*announced, *[frozenset[Announcement]()] * (SEATS - len(announced))]
    least = [*held, *[Holding()] * (SEATS - len(held))]
    return any(
        _fits([_limits(*each) for each in zip(hands, least, kings, trul, strict=True)], kings, trul)
        for kings in _shares(KINGS)
        for trul in _shares(TRUL)
    )


def _fits(limits: list[Limits | None], kings: tuple[int, ...], trul: tuple[int, ...]) -> bool:
    """True if the other taroks and the plain cards can be shared out too; six lie aside."""
    known = [limit for limit in limits if limit is not None]
    if len(known) < len(limits):
        return False
    fewest, most = (sum(side) for side in zip(*known, strict=True))
    plain_needs = SEATS * HAND - sum(kings) - sum(trul) - PLAIN
    return bool(max(fewest, plain_needs) <= min(most, TAROKS))


@cache
def _limits(said: frozenset[Announcement], held: Holding, kings: int, trul: int) -> Limits | None:
    """How many other taroks a hand with these kings and trul cards may hold to announce so."""
    if kings < held.kings or trul < held.trul:
        return None
    fitting = [
        others
        for others in range(held.others, HAND - kings - trul + 1)
        if all(holds(Holding(kings, trul, others), one) for one in said)
    ]
    return (fitting[0], fitting[-1]) if fitting else None


@cache
def _shares(cards: int) -> tuple[tuple[int, ...], ...]:
    """Every way in which four hands can hold at most so many cards together."""
    ways = product(range(cards + 1), repeat=SEATS)
    return tuple(way for way in ways if sum(way) <= cards)
