"""Announcements (hlášky): what a player announced, and what all did (section 7); what each needs of
a hand, and of the one pack that all hands come from.

Rules: taroky.announce.* Decided by counting what hands can hold, not by a list of pairs.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import combinations, groupby, product
from types import MappingProxyType
from typing import ClassVar, Literal, NamedTuple, Self, TypedDict

from scorekeeper.core.cards import TAROCK_54, TAROK, Card
from scorekeeper.core.schema import Seat, spec
from scorekeeper.games.taroky import entries
from scorekeeper.games.taroky.house_rules import HouseRules
from scorekeeper.games.taroky.referee.counting import POINTS
from scorekeeper.games.taroky.referee.penalties import COSTS, immediate, renonc
from scorekeeper.games.taroky.referee.plays import PAGAT
from scorekeeper.referee.dispute import Dispute, require_at_most
from scorekeeper.referee.hands import OpenHand
from scorekeeper.referee.rule_table import Broken, Finding, Missing, Rule, has, lacks, several

AT_MOST: frozenset[entries.Announcement] = frozenset(("barvy", "barvy-honery"))
"""Announcements of what a hand must not have: they take the whole hand."""
FEW_TAROKS, MANY_TAROKS = 2, (8, 10)

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
        return self.trul + self.others


def holding_of(cards: Iterable[Card]) -> Holding:
    kinds = [_kind(card) for card in cards]
    return Holding(*(kinds.count(kind) for kind in ("kings", "trul", "others")))


def _kind(card: Card) -> str:
    if card.suit == TAROK:
        return "trul" if POINTS[card] == 5 else "others"
    return "kings" if card.rank == "K" else "plain"


def whole_hands(known: tuple[Card, ...], free: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """A part of a hand filled up to twelve, once for each number of kings, trul and taroks."""
    kings, trul, others, plain = (
        [card for card in free if _kind(card) == kind]
        for kind in ("kings", "trul", "others", "plain")
    )
    more = entries.HAND - len(known)
    for added in product(*(range(len(cards) + 1) for cards in (kings, trul, others))):
        if 0 <= more - sum(added) <= len(plain):
            k, t, o = added
            rest = (*kings[:k], *trul[:t], *others[:o], *plain[: more - sum(added)])
            yield (*known, *rest)


def holds(holding: Holding, announcement: entries.Announcement) -> bool:
    """True if a hand of twelve may make the announcement (the table of section 7)."""
    kings, trul, taroks = holding.kings, holding.trul, holding.taroks
    honours = (kings >= 3 and trul >= 1) or (kings >= 2 and trul >= 2)
    return {
        "trul": trul == 3,
        "honery": honours,
        "tarocky": taroks >= MANY_TAROKS[0],
        "barvy": taroks <= FEW_TAROKS,
        "taroky": taroks >= MANY_TAROKS[1],
        "kralovske-honery": kings == 4,
        "trulhonery": trul == 3 and kings >= 1,
        "barvy-honery": taroks <= FEW_TAROKS and honours,
    }[announcement]


class Doubled(NamedTuple):
    """Two announcements that speak of the same cards."""

    large: entries.Announcement
    small: entries.Announcement


def doubled(announced: frozenset[entries.Announcement]) -> Doubled | None:
    """Two of a player's announcements that speak of the same cards, or None.

    >>> doubled(frozenset(["taroky", "tarocky"]))
    Doubled(large='taroky', small='tarocky')
    >>> doubled(frozenset(["taroky", "trul"])) is None
    True
    """
    for large, excluded in entries.EXCLUDED.items():
        if large in announced and (twice := sorted(excluded & announced)):
            return Doubled(large, twice[0])
    return None


def clash(
    announced: Mapping[Seat, frozenset[entries.Announcement]],
    held: Mapping[Seat, Holding] = MappingProxyType({}),
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
    announced: tuple[frozenset[entries.Announcement], ...], held: tuple[Holding, ...] = ()
) -> bool:
    """True if some deal of the pack lets these hands, which held at least so much, announce so."""
    hands = [*announced, *[frozenset[entries.Announcement]()] * (entries.SEATS - len(announced))]
    least = [*held, *[Holding()] * (entries.SEATS - len(held))]
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
    plain_needs = entries.SEATS * entries.HAND - sum(kings) - sum(trul) - PLAIN
    return bool(max(fewest, plain_needs) <= min(most, TAROKS))


@cache
def _limits(
    said: frozenset[entries.Announcement], held: Holding, kings: int, trul: int
) -> Limits | None:
    """How many other taroks a hand with these kings and trul cards may hold to announce so."""
    if kings < held.kings or trul < held.trul:
        return None
    fitting = [
        others
        for others in range(held.others, entries.HAND - kings - trul + 1)
        if all(holds(Holding(kings, trul, others), one) for one in said)
    ]
    return (fitting[0], fitting[-1]) if fitting else None


@cache
def _shares(cards: int) -> tuple[tuple[int, ...], ...]:
    """Every way in which four hands can hold at most so many cards together."""
    ways = product(range(cards + 1), repeat=entries.SEATS)
    return tuple(way for way in ways if sum(way) <= cards)


Said = Literal[entries.Announcement, "pagat", "valat"]
"""Everything that can be announced: what a hand holds, and what is promised."""


def revealing(said: Iterable[Said]) -> frozenset[entries.Announcement]:
    """What was announced of cards in hand, without the promises."""
    told = frozenset(said)
    return frozenset(one for one in (*entries.SMALL, *entries.LARGE) if one in told)


@dataclass(frozen=True)
class Announce(Dispute[HouseRules]):
    """What a player announced or promised, and the twelve cards of the hand."""

    kind: ClassVar[str] = "announce"
    depends_on: ClassVar[tuple[str, ...]] = COSTS
    announced: frozenset[Said]
    hand: tuple[Card, ...] | None = spec(None, optional=True)
    variant: entries.Variant | None = None

    def validate(self) -> None:
        require_at_most("hand", self.hand, entries.HAND)

    @property
    def revealed(self) -> frozenset[entries.Announcement]:
        return revealing(self.announced)

    @property
    def pagat(self) -> bool:
        return "pagat" in self.announced

    def unknown(self) -> tuple[str, ...]:
        if self.hand is None:
            return ("hand",) if self.revealed or self.pagat else ()
        return ("hand",) if self.revealed & AT_MOST and len(self.hand) < entries.HAND else ()

    def whole_hands(self, told: OpenHand, house: HouseRules) -> Iterator[tuple[Card, ...]]:
        """With each number of kings and trul, and of taroks the fewest, the most, and as many as
        are announced; with I the first of the trul and the last.
        """
        for free in (told.free, told.free[::-1]) if self.pagat else (told.free,):
            held = [(holding_of(hand), hand) for hand in whole_hands(told.known, free)]
            for _kind, alike in groupby(held, lambda each: (each[0].kings, each[0].trul)):
                hands = list(alike)
                yield from (hand for _holding, hand in (hands[0], hands[-1]))
                yield from (hand for holding, hand in hands if holding.taroks in MANY_TAROKS)

    def completions(self, house: HouseRules) -> Iterator[Self]:
        known = self.hand or ()
        free = tuple(card for card in TAROCK_54.cards if card not in known)
        return (replace(self, hand=hand) for hand in whole_hands(known, free))


class TogetherResult(TypedDict):
    """The seats whose announcements cannot be true together."""

    clash: list[int]


@dataclass(frozen=True)
class AnnounceTogether(Dispute[HouseRules]):
    """What all players announced and promised."""

    kind: ClassVar[str] = "announce-together"
    depends_on: ClassVar[tuple[str, ...]] = COSTS
    announced: Mapping[Seat, frozenset[Said]]

    @property
    def speakers(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, said in self.announced.items() if said)

    @property
    def revealed(self) -> Mapping[Seat, frozenset[entries.Announcement]]:
        return {seat: revealing(said) for seat, said in self.announced.items()}

    @property
    def clash(self) -> tuple[Seat, ...]:
        """The seats that cannot all be right: there is one pagát, and one pack."""
        owners = tuple(seat for seat, said in sorted(self.announced.items()) if "pagat" in said)
        held = dict.fromkeys(owners, Holding(trul=1))
        return owners if len(owners) > 1 else clash(self.revealed, held)

    def result(self, house: HouseRules) -> TogetherResult:
        return {"clash": list(self.clash)}


NO_PROMISES = "taroky.varsava.no-announcements"


def announces_twice(announce: Announce, house: HouseRules) -> Finding:
    """taroky.announce.combine: the same cards are not announced twice."""
    twice = doubled(announce.revealed)
    return Broken({"large": twice.large, "small": twice.small}) if twice else None


def announces_what_is_not_there(announce: Announce, house: HouseRules) -> Finding:
    """taroky.announce.false: a hand is announced only as it is.

    What it must have has to be among the cards that are told; what it must not have takes all.
    """
    if announce.hand is None:
        return Missing("hand") if announce.unknown() else None
    hand = holding_of(announce.hand)
    lacking = ("pagat",) if announce.pagat and PAGAT not in announce.hand else ()
    wrong = (*sorted(one for one in announce.revealed if not holds(hand, one)), *lacking)
    if wrong:
        counts = {"kings": hand.kings, "trul": hand.trul, "taroks": hand.taroks}
        return Broken({"announced": wrong, **counts})
    more = hand.taroks + entries.HAND - len(announce.hand) > FEW_TAROKS
    return Missing("hand") if announce.unknown() and more else None


def announces_another_pagat(announce: Announce, house: HouseRules) -> Finding:
    """taroky.pagat.owner: only who holds I promises to win the last trick with it."""
    if announce.hand is None:
        return Missing("hand")
    return Broken() if PAGAT not in announce.hand else None


def announces_what_no_hand_has(announce: Announce, house: HouseRules) -> Finding:
    """taroky.announce.possible: what a player announces can be in one hand."""
    between = clash({Seat(0): announce.revealed})
    return Broken({"announced": tuple(sorted(announce.announced))}) if between else None


def announces_in_a_varsava(announce: Announce, house: HouseRules) -> Finding:
    """taroky.varsava.no-announcements: a Varšava has no announcements."""
    return Broken() if announce.announced else None


def announces(announce: Announce, house: HouseRules) -> bool:
    return bool(announce.revealed) or announce.pagat


def promises_valat(announce: Announce, house: HouseRules) -> bool:
    """True if a valát was promised: any hand may."""
    return "valat" in announce.announced


def announce_what_cannot_be(together: AnnounceTogether, house: HouseRules) -> Finding:
    """taroky.announce.possible: what all announce fits in one pack."""
    between = together.clash
    return Broken({"seats": between}) if between else None


def somebody_announces_twice(together: AnnounceTogether, house: HouseRules) -> Finding:
    """taroky.announce.combine, for each player."""
    for seat, said in sorted(together.revealed.items()):
        if twice := doubled(said):
            return Broken({"seat": seat, "large": twice.large, "small": twice.small})
    return None


def somebody_announces_several(together: AnnounceTogether, house: HouseRules) -> bool:
    return any(len(said) > 1 for said in together.revealed.values())


ANNOUNCE_RULES = (
    immediate(NO_PROMISES, Announce, announces_in_a_varsava, applies=has("variant", "varsava")),
    renonc("taroky.announce.combine", Announce, announces_twice, applies=several("revealed")),
    renonc("taroky.pagat.owner", Announce, announces_another_pagat, applies=has("pagat")),
    renonc("taroky.announce.false", Announce, announces_what_is_not_there, applies=announces),
    renonc(
        "taroky.announce.possible",
        Announce,
        announces_what_no_hand_has,
        applies=several("revealed"),
    ),
    Rule("taroky.announce", Announce, applies=lacks("announced")),
    Rule("taroky.valat", Announce, applies=promises_valat),
    renonc(
        "taroky.announce.possible",
        AnnounceTogether,
        announce_what_cannot_be,
        applies=has("speakers"),
    ),
    renonc(
        "taroky.announce.combine",
        AnnounceTogether,
        somebody_announces_twice,
        applies=somebody_announces_several,
    ),
    Rule("taroky.announce", AnnounceTogether, applies=lacks("speakers")),
)
