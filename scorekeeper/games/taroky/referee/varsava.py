"""Calling a Varšava, and the cards of its talon (section 6)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Self

from scorekeeper.core.cards import TAROCK_54, TAROK, Card
from scorekeeper.core.schema import Seat, spec
from scorekeeper.games.taroky.entries import HAND, SEATS, TALON
from scorekeeper.games.taroky.house_rules import Contract, HouseRules
from scorekeeper.games.taroky.referee.auction import filled
from scorekeeper.games.taroky.referee.penalties import COSTS, immediate, renonc
from scorekeeper.games.taroky.referee.plays import TRICKS, Play
from scorekeeper.games.taroky.referee.settling import Settled
from scorekeeper.games.tricks import of_suit
from scorekeeper.referee.dispute import Dispute, require_at_most
from scorekeeper.referee.hands import OpenHand
from scorekeeper.referee.rule_table import Broken, Finding, Missing, OurPart, has, lacks

MOST_TAROKS = 3
"""How many taroks the hand of a Varšava may have (taroky.varsava.call)."""


@dataclass(frozen=True, kw_only=True)
class VarsavaCall(Dispute[HouseRules]):
    """A Varšava was called, perhaps when the talon was taken up already."""

    kind: ClassVar[str] = "varsava-call"
    depends_on: ClassVar[tuple[str, ...]] = ("varsava", *COSTS)
    dealer: Seat = spec(known="dealer")
    seat: Seat
    contract: Contract
    hand: tuple[Card, ...] | None = spec(None, optional=True)
    talon_taken: bool = False

    def whole_hands(self, told: OpenHand, house: HouseRules) -> Iterator[tuple[Card, ...]]:
        """With as few taroks as may be, and with as many."""
        return told.filled(HAND, lambda card: card.suit == TAROK, lambda card: card.suit != TAROK)

    def validate(self) -> None:
        require_at_most("hand", self.hand, HAND)

    def unknown(self) -> tuple[str, ...]:
        return ("hand",) if len(self.hand or ()) < HAND else ()

    def completions(self, house: HouseRules) -> Iterator[Self]:
        """Without another tarok, and with one more than there may be."""
        known = self.hand or ()
        taroks = [card for card in of_suit(TAROCK_54.cards, TAROK) if card not in known]
        more = max(MOST_TAROKS + 1 - len(of_suit(known, TAROK)), 0)
        for rest in ((), taroks[:more]):
            if len(known) + len(rest) <= HAND:
                yield replace(self, hand=filled((*known, *rest)))


@dataclass(frozen=True)
class VarsavaTalon(Dispute[HouseRules]):
    """A talon card `added` to a trick by the předák, or left out, and as which card of it.

    `number` were added at once; it was the next one of the talon (`in_order`), or somebody had
    `looked` at it before.
    """

    kind: ClassVar[str] = "varsava-talon"
    depends_on: ClassVar[tuple[str, ...]] = COSTS
    trick: int = spec(ge=1, le=TRICKS)
    added: bool = spec()
    place: int | None = spec(None, ge=1, le=SEATS + 1)
    number: int = spec(1, ge=1, le=TALON)
    in_order: bool = True
    looked: bool = False


def calls_varsava_wrongly(call: VarsavaCall, house: HouseRules) -> Finding:
    """taroky.varsava.call: the předák, in an approved first contract, with three taroks at most."""
    forehand = (call.dealer + 1) % SEATS
    taroks = None if call.hand is None else of_suit(call.hand, TAROK)
    facts = {"seat": call.seat, "leads": forehand, "contract": call.contract, "cards": taroks}
    if call.seat != forehand:
        return Broken({**facts, "wrong": "by-another"})
    if call.contract != "zakladni":
        return Broken({**facts, "wrong": "another-contract"})
    if taroks is not None and len(taroks) > MOST_TAROKS:
        return Broken({**facts, "wrong": "too-many"})
    return Missing("hand") if call.unknown() else None


def calls_varsava_late(call: VarsavaCall, house: HouseRules) -> Finding:
    """taroky.call.when: before the talon is taken up."""
    return Broken({"seat": call.seat}) if call.talon_taken else None


def adds_talon_wrongly(talon: VarsavaTalon, house: HouseRules) -> Finding:
    """taroky.varsava.talon-card: one card to each of the first six tricks, as the fifth."""
    due = talon.trick <= TALON
    misplaced = talon.added and talon.place not in (None, SEATS + 1)
    if due == talon.added and not misplaced:
        return None
    extra = "talon-place" if due else "talon-more"
    return Broken({"n": talon.trick, "wrong": extra if talon.added else "talon-missing"})


def adds_more_or_another(talon: VarsavaTalon, house: HouseRules) -> Finding:
    """taroky.varsava.talon-order: one by one, in their order, unseen."""
    if talon.number == 1 and talon.in_order and not talon.looked:
        return None
    seen = "talon-seen" if talon.looked else "talon-order"
    return Broken({"wrong": "talon-several" if talon.number != 1 else seen})


def plays_no_varsava(question: object, house: HouseRules) -> Finding:
    """taroky.varsava: a table that does not play it has none (house rule `varsava`)."""
    return None if house.varsava else Broken()


def is_unknown(question: object, house: HouseRules) -> bool:
    return not house.varsava


NOT_LISTED: tuple[OurPart, ...] = ("penalty", "onward")
"""The source's list of renoncs (10) names a Varšava with too many taroks, and talon cards that are
not added in their order; no other breach of these rules.
"""
of_none = partial(immediate, "taroky.varsava", check=plays_no_varsava)
VARSAVA_RULES = (
    of_none(VarsavaCall, applies=is_unknown),
    of_none(VarsavaTalon, applies=is_unknown),
    of_none(Play, when=lacks("varsava"), applies=has("varsava")),
    of_none(Settled, when=lacks("varsava"), applies=has("deal.way", "varsava")),
    renonc(
        "taroky.varsava.call",
        VarsavaCall,
        calls_varsava_wrongly,
        ours_where=dict.fromkeys(("by-another", "another-contract"), NOT_LISTED),
    ),
    immediate("taroky.call.when", VarsavaCall, calls_varsava_late),
    renonc("taroky.varsava.talon-card", VarsavaTalon, adds_talon_wrongly),
    renonc(
        "taroky.varsava.talon-order",
        VarsavaTalon,
        adds_more_or_another,
        applies=has("added"),
        ours_where={"talon-seen": NOT_LISTED},
    ),
)
