"""Announcements (hlášky): what a player announced, and what all did (section 7).

Rules: taroky.announce.*
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Literal, Self, TypedDict

from scorekeeper.cards import Card
from scorekeeper.dispute import Dispute
from scorekeeper.games.taroky.entries import HAND, LARGE, SMALL, Announcement, Variant
from scorekeeper.games.taroky.house import HouseRules
from scorekeeper.games.taroky.referee.holdings import (
    AT_MOST,
    FEW_TAROKS,
    Holding,
    clash,
    doubled,
    holding_of,
    holds,
    whole_hands,
)
from scorekeeper.games.taroky.referee.penalties import COSTS, penalty, take_back
from scorekeeper.games.taroky.referee.plays import PAGAT
from scorekeeper.places import require_at_most
from scorekeeper.referee import AnyRule, Broken, Finding, Missing, Rule
from scorekeeper.schema import Seat

Said = Literal[Announcement, "pagat", "valat"]
"""Everything that can be announced: what a hand holds, and what is promised."""


def revealing(said: Iterable[Said]) -> frozenset[Announcement]:
    """What was announced of cards in hand, without the promises."""
    told = frozenset(said)
    return frozenset(one for one in (*SMALL, *LARGE) if one in told)


@dataclass(frozen=True)
class Announce(Dispute):
    """What a player announced or promised, and the twelve cards of the hand."""

    kind: ClassVar[str] = "announce"
    depends_on: ClassVar[tuple[str, ...]] = COSTS
    may_lack: ClassVar[tuple[str, ...]] = ("hand",)
    announced: frozenset[Said]
    hand: tuple[Card, ...] | None = None
    variant: Variant | None = None

    def check(self) -> None:
        """Raises Invalid for a hand of more than twelve."""
        require_at_most("hand", self.hand, HAND)

    @property
    def holding(self) -> Holding:
        """What matters of the hand, or of the part of it that is known."""
        return holding_of(self.hand or ())

    @property
    def revealed(self) -> frozenset[Announcement]:
        """What was announced of cards in hand."""
        return revealing(self.announced)

    @property
    def pagat(self) -> bool:
        """True if the pagát was promised."""
        return "pagat" in self.announced

    def unknown(self) -> tuple[str, ...]:
        """The hand, or the rest of it if something was announced that it must not have."""
        if self.hand is None:
            return ("hand",) if self.revealed or self.pagat else ()
        return ("hand",) if self.revealed & AT_MOST and len(self.hand) < HAND else ()

    def completions(self, house: HouseRules) -> Iterator[Self]:
        """The whole hand, in every way that makes a difference to announcements."""
        return (replace(self, hand=hand) for hand in whole_hands(self.hand or ()))


class TogetherResult(TypedDict):
    """The seats whose announcements cannot be true together."""

    clash: list[int]


@dataclass(frozen=True)
class AnnounceTogether(Dispute):
    """What all players announced and promised."""

    kind: ClassVar[str] = "announce-together"
    depends_on: ClassVar[tuple[str, ...]] = COSTS
    announced: Mapping[Seat, frozenset[Said]]

    @property
    def revealed(self) -> Mapping[Seat, frozenset[Announcement]]:
        """What each announced of cards in hand."""
        return {seat: revealing(said) for seat, said in self.announced.items()}

    @property
    def clash(self) -> tuple[Seat, ...]:
        """The seats that cannot all be right: there is one pagát, and one pack."""
        owners = tuple(seat for seat, said in sorted(self.announced.items()) if "pagat" in said)
        held = dict.fromkeys(owners, Holding(trul=1))
        return owners if len(owners) > 1 else clash(self.revealed, held)

    def result(self, house: HouseRules) -> TogetherResult:
        """The seats whose announcements cannot be true together."""
        return {"clash": list(self.clash)}


NO_PROMISES = "taroky.varsava.no-announcements"


def announces_twice(announce: Announce, house: HouseRules) -> Finding:
    """taroky.announce.combine: the same cards are not announced twice."""
    twice = doubled(announce.revealed)
    return Broken({"large": twice[0], "small": twice[1]}) if twice else None


def announces_what_is_not_there(announce: Announce, house: HouseRules) -> Finding:
    """taroky.announce.false: a hand is announced only as it is.

    What it must have has to be among the cards that are told; what it must not have takes all.
    """
    if announce.hand is None:
        return Missing("hand") if announce.unknown() else None
    hand = announce.holding
    lacking = ("pagat",) if announce.pagat and PAGAT not in announce.hand else ()
    wrong = (*sorted(one for one in announce.revealed if not holds(hand, one)), *lacking)
    if wrong:
        counts = {"kings": hand.kings, "trul": hand.trul, "taroks": hand.taroks}
        return Broken({"announced": wrong, **counts})
    more = hand.taroks + HAND - len(announce.hand) > FEW_TAROKS
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
    return Broken() if announce.variant == "varsava" and announce.announced else None


def in_varsava(announce: Announce, house: HouseRules) -> bool:
    """True if a Varšava was called."""
    return announce.variant == "varsava"


def announces(announce: Announce, house: HouseRules) -> bool:
    """True if anything was announced that takes certain cards."""
    return bool(announce.revealed) or announce.pagat


def promises_pagat(announce: Announce, house: HouseRules) -> bool:
    """True if the pagát was promised."""
    return announce.pagat


def promises_valat(announce: Announce, house: HouseRules) -> bool:
    """True if a valát was promised: any hand may."""
    return "valat" in announce.announced


def announces_nothing(announce: Announce, house: HouseRules) -> bool:
    """True if nothing was announced: nobody has to."""
    return not announce.announced


def announces_several(announce: Announce, house: HouseRules) -> bool:
    """True if several announcements were made of one hand."""
    return len(announce.revealed) > 1


def announce_what_cannot_be(together: AnnounceTogether, house: HouseRules) -> Finding:
    """taroky.announce.possible: what all announce fits in one pack."""
    between = together.clash
    return Broken({"seats": between}) if between else None


def somebody_announces_twice(together: AnnounceTogether, house: HouseRules) -> Finding:
    """taroky.announce.combine, for each player."""
    found = ((seat, doubled(said)) for seat, said in sorted(together.revealed.items()))
    twice = next(((seat, pair) for seat, pair in found if pair), None)
    return Broken({"seat": twice[0], "large": twice[1][0], "small": twice[1][1]}) if twice else None


def somebody_announces(together: AnnounceTogether, house: HouseRules) -> bool:
    """True if anybody announced anything."""
    return any(together.announced.values())


def nobody_announces(together: AnnounceTogether, house: HouseRules) -> bool:
    """True if nobody announced anything."""
    return not any(together.announced.values())


def somebody_announces_several(together: AnnounceTogether, house: HouseRules) -> bool:
    """True if a player made several announcements."""
    return any(len(said) > 1 for said in together.revealed.values())


rule = partial(Rule, penalty=penalty)
ANNOUNCE_RULES: tuple[AnyRule, ...] = (
    Rule(NO_PROMISES, Announce, announces_in_a_varsava, "invalid", take_back, applies=in_varsava),
    rule("taroky.announce.combine", Announce, announces_twice, applies=announces_several),
    rule("taroky.pagat.owner", Announce, announces_another_pagat, applies=promises_pagat),
    rule("taroky.announce.false", Announce, announces_what_is_not_there, applies=announces),
    rule(
        "taroky.announce.possible", Announce, announces_what_no_hand_has, applies=announces_several
    ),
    Rule("taroky.announce", Announce, applies=announces_nothing),
    Rule("taroky.valat", Announce, applies=promises_valat),
    rule(
        "taroky.announce.possible",
        AnnounceTogether,
        announce_what_cannot_be,
        applies=somebody_announces,
    ),
    rule(
        "taroky.announce.combine",
        AnnounceTogether,
        somebody_announces_twice,
        applies=somebody_announces_several,
    ),
    Rule("taroky.announce", AnnounceTogether, applies=nobody_announces),
)
