"""Whose turn it is, who takes a trick, and who may look where (rules taroky.play.*, section 9).

The rest of the tricks, claimed by a player who shows the hand ("the rest is mine"): the source does
not know it; by our decision who leads may say it, and shows that nobody else, a partner neither,
can take a trick.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import ClassVar, Self, TypedDict

from scorekeeper.core.cards import TAROCK_54, TAROK, Card
from scorekeeper.core.schema import Invalid, Json, Seat, copies_with, spec
from scorekeeper.games.guards import Guards, Holdings, others_of, rooms_in
from scorekeeper.games.taroky.entries import HAND, SEATS, Variant
from scorekeeper.games.taroky.house_rules import Contract, HouseRules
from scorekeeper.games.taroky.referee.penalties import COSTS, immediate, renonc
from scorekeeper.games.taroky.referee.plays import TRICKS, fits, strength
from scorekeeper.games.tricks import TrickSeen, of_suit, winner
from scorekeeper.referee.dispute import Dispute, require_at_most, require_some
from scorekeeper.referee.rule_table import AnyRule, Broken, Finding, Missing, Rule, has, lacks


class WinnerResult(TypedDict):
    """The `card` that takes the trick, and the seat that played it, if it is known who led."""

    card: str
    winner: int | None


@dataclass(frozen=True)
class TrickTaken(Dispute[HouseRules]):
    """A whole trick in the order played: who takes it. A talon card lies as the fifth."""

    kind: ClassVar[str] = "winner"
    trick: tuple[Card, ...]
    leader: Seat | None = spec(None, optional=True)
    contract: Contract = "zakladni"
    variant: Variant | None = None

    def unknown(self) -> tuple[str, ...]:
        """Nothing: where nobody knows who led, its card tells who takes it."""
        return ()

    def validate(self) -> None:
        fits(self.contract, self.variant)
        talon_card = self.contract == "zakladni" and self.variant in (None, "varsava")
        require_at_most("trick", self.trick, SEATS + talon_card)
        if len(self.trick) < SEATS:
            raise Invalid("trick", "wrong-number", n=SEATS)

    def result(self, house: HouseRules) -> WinnerResult:
        place = winner(self.trick[:SEATS], strength)
        seat = None if self.leader is None else (self.leader + place) % SEATS
        return {"card": str(self.trick[place]), "winner": seat}


class TurnResult(TypedDict):
    """Who had to lead, and whose turn it is in a trick that was led; None if it is not known."""

    leads: int | None
    plays: int | None


@dataclass(frozen=True, kw_only=True)
class Turn(Dispute[HouseRules]):
    """A card was played by `seat` to a trick in which so many cards lay.

    `leader` led the trick, or it is known who was the `last_winner` and so has to lead.
    """

    kind: ClassVar[str] = "turn"
    seat: Seat
    last_winner: Seat | None = None
    leader: Seat | None = spec(None, optional=True)
    played: int | tuple[Card, ...] = spec(0, ge=0, le=SEATS - 1)

    @classmethod
    def hidden_fields(cls, given: Mapping[str, Json]) -> Sequence[str]:
        if given.get("leader") is not None:
            return ("last_winner",)
        return ("leader",) if given.get("last_winner") is not None else ()

    def validate(self) -> None:
        if not isinstance(self.played, int):
            require_at_most("played", self.played, SEATS - 1)

    @property
    def lying(self) -> int:
        return self.played if isinstance(self.played, int) else len(self.played)

    @property
    def leads(self) -> int | None:
        """Who had to lead, as far as it is known (taroky.play.lead)."""
        return self.leader if self.last_winner is None else self.last_winner

    @property
    def plays(self) -> int | None:
        """Whose turn it is: after the cards that lie there (taroky.play.turn)."""
        first = self.leader if self.lying and self.leader is not None else self.leads
        return None if first is None else (first + self.lying) % SEATS

    def unknown(self) -> tuple[str, ...]:
        return ("leader",) if self.leads is None else ()

    def completions(self, house: HouseRules) -> Iterator["Turn"]:
        return copies_with(self, "leader", map(Seat, range(SEATS)))

    def result(self, house: HouseRules) -> TurnResult:
        return {"leads": self.leads, "plays": self.plays if self.lying else None}


@dataclass(frozen=True)
class Look(TrickSeen[HouseRules]):
    """Somebody looked into a finished trick: into the last, even if the next one has begun.

    The source lets everybody do that during the whole deal.
    """

    depends_on: ClassVar[tuple[str, ...]] = COSTS
    looked_at: int = spec(ge=1, le=TRICKS)
    trick_no: int = spec(ge=1, le=TRICKS)
    led: bool = False


def has_talon_card(taken: TrickTaken, house: HouseRules) -> bool:
    """True if a talon card lies in the trick; it wins nothing (taroky.varsava.talon-card)."""
    return len(taken.trick) > SEATS


def red_decides(taken: TrickTaken, house: HouseRules) -> bool:
    """True if it is won by the order of red cards, which is told in taroky.pack: A below the jack.

    >>> ace, jack, seven = Card("A", "H"), Card("J", "H"), Card("7", "S")
    >>> red_decides(TrickTaken((ace, jack, seven, Card("4", "H"))), HouseRules())
    True
    >>> red_decides(TrickTaken((seven, ace, jack, Card("8", "S"))), HouseRules())
    False
    """
    trick = taken.trick[:SEATS]
    led = trick[0].suit
    red = led in ("H", "D") and not of_suit(trick, TAROK)
    return red and len(of_suit(trick, led)) > 1


def leads_for_another(turn: Turn, house: HouseRules) -> Finding:
    """taroky.play.lead: who took the last trick leads."""
    if turn.leads is None:
        return Missing("leader")
    return Broken({"seat": turn.seat, "leads": turn.leads}) if turn.seat != turn.leads else None


def plays_out_of_turn(turn: Turn, house: HouseRules) -> Finding:
    """taroky.play.turn: one after the other, counter-clockwise from the lead on."""
    if turn.plays is None:
        return Missing("leader")
    return Broken({"seat": turn.seat, "turn": turn.plays}) if turn.seat != turn.plays else None


def looks_back(look: Look, house: HouseRules) -> Finding:
    """taroky.play.look: only into the last finished trick."""
    return None if look.is_last else Broken(look.facts)


TURN_RULES: tuple[AnyRule, ...] = (
    Rule("taroky.varsava.talon-card", TrickTaken, applies=has_talon_card),
    Rule("taroky.play.winner", TrickTaken),
    Rule("taroky.pack", TrickTaken, applies=red_decides),
    immediate("taroky.play.lead", Turn, leads_for_another, applies=lacks("lying")),
    immediate("taroky.play.turn", Turn, plays_out_of_turn, applies=has("lying")),
    renonc("taroky.play.look", Look, looks_back),
)


REST = Guards(TAROCK_54, TAROK)
"""Taroks are led first, then each suit from the top."""


@dataclass(frozen=True)
class RestClaimed(Dispute[HouseRules]):
    """A player claims the rest of the tricks, between two tricks or before the first one.

    `others` hold these cards, as far as it is known; `left` are all that they may hold, None for
    any that are not in the hand.
    """

    kind: ClassVar[str] = "claim"
    seat: Seat
    on_lead: bool
    hand: tuple[Card, ...]
    others: Mapping[Seat, tuple[Card, ...]] | None = spec(None, optional=True)
    left: tuple[Card, ...] | None = spec(None, optional=True)

    def validate(self) -> None:
        require_some("hand", self.hand)
        require_at_most("hand", self.hand, HAND)
        for seat, held in (self.others or {}).items():
            require_at_most(f"others.{seat}", held, 0 if seat == self.seat else len(self.hand))
        if self.left is not None and len(self.unseen) < sum(self.rooms):
            raise Invalid("left", "wrong-number", n=(SEATS - 1) * len(self.hand))

    def places(self) -> Mapping[str, Iterable[Card]]:
        told = {card for held in self.holdings.values() for card in held}
        others = {f"others.{seat}": held for seat, held in (self.others or {}).items()}
        left = [card for card in self.left or () if card not in told]
        return {"hand": self.hand, **others, "left": left}

    @cached_property
    def holdings(self) -> Holdings:
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
    def yielding(self) -> Holdings | None:
        return REST.yielding(self.hand, self.holdings, self.unseen)

    def unknown(self) -> tuple[str, ...]:
        return ("others",) if any(self.rooms) else ()

    def completions(self, house: HouseRules) -> Iterator[Self]:
        stopping = REST.stopping(self.hand, self.holdings, self.unseen)
        return copies_with(self, "others", filter(None, (self.yielding, stopping)))


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


refuted = partial(Rule, offence="invalid", ours=("onward",))
CLAIM_RULES = (
    refuted("taroky.play.claim.lead", RestClaimed, claims_before_leading),
    refuted("taroky.play.claim", RestClaimed, claims_what_another_takes, applies=has("on_lead")),
)
