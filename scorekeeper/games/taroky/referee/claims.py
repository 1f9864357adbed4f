"""The rest of the tricks, claimed by a player who shows the hand ("the rest is mine").

The source does not know it; by our decision who leads may say it, and shows that nobody else, a
partner neither, can take a trick.

claim: `seat`, `on_lead` (it is that player's lead), `hand` (its cards), `others`? (what each of the
others holds, as far as it is known), `left`? (all cards that they may hold; null: any other).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import ClassVar, Self

from scorekeeper.cards import TAROCK_54, TAROK, Card
from scorekeeper.dispute import Dispute
from scorekeeper.fields import copies_with
from scorekeeper.games.guards import Guards, Holdings, others_of, rooms_in
from scorekeeper.games.taroky.entries import HAND, SEATS
from scorekeeper.games.taroky.house import HouseRules
from scorekeeper.places import require_at_most
from scorekeeper.referee import AnyRule, Broken, Finding, Missing, Rule
from scorekeeper.schema import Invalid, Seat

REST = Guards(TAROCK_54, TAROK)
"""Taroks are led first, then each suit from the top."""


@dataclass(frozen=True)
class RestClaimed(Dispute):
    """A player claims the rest of the tricks, between two tricks or before the first one."""

    kind: ClassVar[str] = "claim"
    may_lack: ClassVar[tuple[str, ...]] = ("others", "left")
    seat: Seat
    on_lead: bool
    hand: tuple[Card, ...]
    others: Mapping[Seat, tuple[Card, ...]] | None = None
    left: tuple[Card, ...] | None = None

    def check(self) -> None:
        """Raises Invalid for no cards, for too many, and for too few that the others may hold."""
        if not self.hand:
            raise Invalid("hand", "missing")
        require_at_most("hand", self.hand, HAND)
        for seat, held in (self.others or {}).items():
            require_at_most(f"others.{seat}", held, 0 if seat == self.seat else len(self.hand))
        if self.left is not None and len(self.unseen) < sum(self.rooms):
            raise Invalid("left", "wrong-number", n=(SEATS - 1) * len(self.hand))

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The hand, what the others hold, and what they may hold beside it."""
        told = {card for held in self.holdings.values() for card in held}
        others = {f"others.{seat}": held for seat, held in (self.others or {}).items()}
        return {
            "hand": self.hand,
            **others,
            "left": [card for card in self.left or () if card not in told],
        }

    @cached_property
    def holdings(self) -> Holdings:
        """What each of the others is known to hold."""
        return others_of(self.seat, self.others)

    @property
    def rooms(self) -> tuple[int, ...]:
        """How many cards of each of the others nobody knows."""
        return rooms_in(len(self.hand), self.holdings)

    @cached_property
    def unseen(self) -> tuple[Card, ...]:
        """The cards of which nobody says who holds them, or whether they have fallen."""
        seen = {*self.hand, *(card for held in self.holdings.values() for card in held)}
        left = TAROCK_54.cards if self.left is None else self.left
        return tuple(card for card in left if card not in seen)

    @cached_property
    def stopping(self) -> Holdings | None:
        """Hands of the others of which one takes a trick, if there can be any."""
        return REST.stopping(self.hand, self.holdings, self.unseen)

    @cached_property
    def yielding(self) -> Holdings | None:
        """Hands of the others that take no trick, if there can be any."""
        return REST.yielding(self.hand, self.holdings, self.unseen)

    def unknown(self) -> tuple[str, ...]:
        """What the others hold, unless every card of theirs is known."""
        return ("others",) if any(self.rooms) else ()

    def completions(self, house: HouseRules) -> Iterator[Self]:
        """The same with hands of the others that take no trick, and with some that take one."""
        return copies_with(self, "others", filter(None, (self.yielding, self.stopping)))


def claims_before_leading(claim: RestClaimed, house: HouseRules) -> Finding:
    """taroky.play.claim.lead: only who leads can say that nobody else takes a trick."""
    return None if claim.on_lead else Broken({"seat": claim.seat})


def claims_what_another_takes(claim: RestClaimed, house: HouseRules) -> Finding:
    """taroky.play.claim: nobody else can take a trick, whatever they play."""
    found = REST.guard(claim.hand, claim.holdings)
    possible = found or REST.possible_guard(claim.hand, claim.holdings, claim.unseen)
    if possible is None:
        return None
    if found is None and claim.yielding is not None:
        return Missing("others")
    return Broken({"seat": claim.seat, "card": possible.card})


def leads(claim: RestClaimed, house: HouseRules) -> bool:
    """True if it is the claimer's lead."""
    return claim.on_lead


refuted = partial(Rule, offence="invalid", ours=("onward",))
CLAIM_RULES: tuple[AnyRule, ...] = (
    refuted("taroky.play.claim.lead", RestClaimed, claims_before_leading),
    refuted("taroky.play.claim", RestClaimed, claims_what_another_takes, applies=leads),
)
