"""Announcements (hlášky): what each needs, and whether several can exist in one pack.

Rules: taroky.announce.* (rules document, section 7). Decided by counting what hands can hold, not
by a list of pairs.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, product
from typing import ClassVar, TypedDict

from scorekeeper.cards import TAROK, Card
from scorekeeper.games.taroky.entries import HAND, LARGE, Announcement, Variant
from scorekeeper.games.taroky.house import HouseRules
from scorekeeper.games.taroky.referee.counting import POINTS
from scorekeeper.games.taroky.referee.penalties import penalty, take_back
from scorekeeper.places import require_at_most
from scorekeeper.referee import AnyRule, Broken, Dispute, Finding, Missing, Rule
from scorekeeper.schema import Seat

EXCLUDED: Mapping[Announcement, frozenset[Announcement]] = {
    "trulhonery": frozenset(("trul", "honery")),
    "taroky": frozenset(("tarocky",)),
    "kralovske-honery": frozenset(("honery", "trulhonery")),
    "barvy-honery": frozenset(("barvy", "honery")),
}
"""The same cards are not announced twice (taroky.announce.combine)."""

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
    """True if a hand of twelve may make the announcement (the table of section 7)."""
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
    """Two of a player's announcements that speak of the same cards, or None.

    >>> doubled(frozenset(["taroky", "tarocky"]))
    ('taroky', 'tarocky')
    >>> doubled(frozenset(["taroky", "trul"])) is None
    True
    """
    for large in LARGE:
        if large in announced and (twice := sorted(EXCLUDED[large] & announced)):
            return large, twice[0]
    return None


def clash(announced: Mapping[Seat, frozenset[Announcement]]) -> tuple[Seat, ...]:
    """The fewest seats whose announcements cannot exist together; empty if all can."""
    speakers = {seat: said for seat, said in announced.items() if said}
    for size in range(1, len(speakers) + 1):
        for seats in combinations(sorted(speakers), size):
            if not possible(tuple(speakers[seat] for seat in seats)):
                return seats
    return ()


Limits = tuple[int, int]
"""The fewest and the most other taroks that a hand may hold."""


@lru_cache(maxsize=4096)
def possible(announced: tuple[frozenset[Announcement], ...]) -> bool:
    """True if some deal of the pack lets these hands make their announcements."""
    hands = [*announced, *[frozenset[Announcement]()] * (4 - len(announced))]
    return any(
        _fits([_limits(*hand) for hand in zip(hands, kings, trul, strict=True)], kings, trul)
        for kings in _shares(KINGS)
        for trul in _shares(TRUL)
    )


def _fits(limits: list[Limits | None], kings: tuple[int, ...], trul: tuple[int, ...]) -> bool:
    """True if the other taroks and the plain cards can be shared out too; six lie aside."""
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


@dataclass(frozen=True)
class Announce(Dispute):
    """What a player announced, and the twelve cards of the hand."""

    kind: ClassVar[str] = "announce"
    announced: frozenset[Announcement]
    hand: tuple[Card, ...] | None = None
    variant: Variant | None = None

    def check(self) -> None:
        """Raises Invalid for a hand of more than twelve."""
        require_at_most("hand", self.hand, HAND)

    @property
    def holding(self) -> Holding:
        """What matters of the hand."""
        hand = self.hand or ()
        taroks = [card for card in hand if card.suit == TAROK]
        trul = sum(POINTS[card] == 5 for card in taroks)
        return Holding(sum(card.rank == "K" for card in hand), trul, len(taroks) - trul)


class TogetherResult(TypedDict):
    """The seats whose announcements cannot be true together."""

    clash: list[int]


@dataclass(frozen=True)
class AnnounceTogether(Dispute):
    """What all players announced."""

    kind: ClassVar[str] = "announce-together"
    announced: Mapping[Seat, frozenset[Announcement]]

    def result(self, house: HouseRules) -> TogetherResult:
        """The seats whose announcements cannot be true together."""
        return {"clash": list(clash(self.announced))}


NO_PROMISES = "taroky.varsava.no-announcements"


def announces_twice(announce: Announce, house: HouseRules) -> Finding:
    """taroky.announce.combine: the same cards are not announced twice."""
    twice = doubled(announce.announced)
    return Broken({"large": twice[0], "small": twice[1]}) if twice else None


def announces_what_is_not_there(announce: Announce, house: HouseRules) -> Finding:
    """taroky.announce.false: a hand is announced only as it is."""
    if announce.hand is None:
        return Missing("hand") if announce.announced else None
    hand = announce.holding
    wrong = tuple(sorted(one for one in announce.announced if not holds(hand, one)))
    counts = {"kings": hand.kings, "trul": hand.trul, "taroks": hand.taroks}
    return Broken({"announced": wrong, **counts}) if wrong else None


def announces_in_a_varsava(announce: Announce, house: HouseRules) -> Finding:
    """taroky.varsava.no-announcements: a Varšava has no announcements."""
    return Broken() if announce.variant == "varsava" else None


def announce_what_cannot_be(together: AnnounceTogether, house: HouseRules) -> Finding:
    """taroky.announce.possible: what all announce fits in one pack."""
    between = clash(together.announced)
    return Broken({"seats": between}) if between else None


def somebody_announces_twice(together: AnnounceTogether, house: HouseRules) -> Finding:
    """taroky.announce.combine, for each player."""
    found = ((seat, doubled(said)) for seat, said in sorted(together.announced.items()))
    twice = next(((seat, pair) for seat, pair in found if pair), None)
    return Broken({"seat": twice[0], "large": twice[1][0], "small": twice[1][1]}) if twice else None


ANNOUNCE_RULES: tuple[AnyRule, ...] = (
    Rule(NO_PROMISES, Announce, announces_in_a_varsava, "invalid", take_back),
    Rule("taroky.announce.combine", Announce, announces_twice, penalty=penalty),
    Rule("taroky.announce.false", Announce, announces_what_is_not_there, penalty=penalty),
    Rule("taroky.announce.possible", AnnounceTogether, announce_what_cannot_be, penalty=penalty),
    Rule("taroky.announce.combine", AnnounceTogether, somebody_announces_twice, penalty=penalty),
)
