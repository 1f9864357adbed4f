"""A durch that is shown: whether it is caught, by the cards if they are known (3), and whether the
first trick can stop it, if somebody else leads it.

From then on whoever goes for it leads as long as every trick is won: it is stopped by a guard.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NotRequired, TypedDict

from scorekeeper.core.cards import FRENCH_32, Card
from scorekeeper.core.schema import Invalid, Json, Seat, spec
from scorekeeper.core.sheet import dump_entry, seats_after
from scorekeeper.games.guards import Guard, Guards, Hand, Holdings, others_of, rooms_in
from scorekeeper.games.kocka.entries import SEATS, Round
from scorekeeper.games.kocka.house_rules import HouseRules
from scorekeeper.games.kocka.referee.plays import HAND, HEARTS, TRICKS, strength
from scorekeeper.games.kocka.scoring import round_points
from scorekeeper.games.tricks import of_suit, winner
from scorekeeper.referee.dispute import Dispute, require_at_most
from scorekeeper.referee.hands import OpenHand
from scorekeeper.referee.rule_table import Rule, needs

DURCH = Guards(FRENCH_32)
"""A durch is led from the top; there are no trumps."""


def leads_elsewhere(hand: Hand, held: Hand, unseen: Hand) -> bool:
    """True if a leader who holds some cards for certain has to be able to lead to a first trick
    what a hand cannot follow.
    """
    suits = {card.suit for card in hand}
    follows = [card for card in (*held, *unseen) if card.suit in {*suits, HEARTS}]
    if any(card not in follows for card in held) or len(follows) < len(hand):
        return True
    return HEARTS not in suits and all(card.suit == HEARTS for card in follows)


def first_guard(seat: int, hand: Hand, others: Holdings, leader: int) -> Guard | None:
    """What stops the durch of a seat to whose whole hand somebody else leads; all cards are known.

    Every card of the others is tried; the durch needs one of its own that holds.
    """
    order = (leader, *seats_after(leader, SEATS)[:-1])
    return _replies(seat, {**others, seat: hand}, order, ())


def _replies(
    seat: int, hands: Holdings, order: tuple[int, ...], trick: tuple[Card, ...]
) -> Guard | None:
    """What stops the durch of a seat once these cards lie in the first trick: whoever wins it, or
    a guard after it.
    """
    if len(trick) == len(order):
        place = winner(trick, strength)
        if order[place] == seat:
            return DURCH.guard(hands[seat], {at: held for at, held in hands.items() if at != seat})
        own = trick[order.index(seat)]
        return Guard(order[place], trick[place], own if own.suit == trick[place].suit else None)
    at, found = order[len(trick)], None
    for card in _playable(hands[at], trick):
        left = {**hands, at: tuple(each for each in hands[at] if each != card)}
        found = _replies(seat, left, order, (*trick, card))
        if (found is None) == (at == seat):
            break
    return found


def _playable(hand: Hand, trick: tuple[Card, ...]) -> Hand:
    """The cards that may be played to the first trick (1b); of those thrown away the lowest."""
    if not trick:
        return [card for card in hand if card.suit != HEARTS] or hand
    parts = (of_suit(hand, suit) for suit in DURCH.suits)
    return of_suit(hand, trick[0].suit) or [min(part, key=DURCH.height) for part in parts if part]


class GuardData(TypedDict):
    """Whose `card` stops a durch, and the card that it takes, `over`, if it is of its suit."""

    seat: int
    card: str
    over: str | None


class DurchResult(TypedDict, total=False):
    """The durch was `caught` or not, and the `points` per seat; empty while that is not known.

    `guard` is what stops it, where all cards are known.
    """

    caught: bool
    points: list[int]
    guard: NotRequired[GuardData]


def durch_round(seat: Seat, caught: bool) -> Round:
    """A round with a durch of a seat that was caught, or not, as an entry of the sheet."""
    return Round(durch_caught=seat) if caught else Round(durch=seat)


@dataclass(frozen=True)
class DurchShown(Dispute[HouseRules]):
    """A player showed a hand for a durch between two tricks, or before the first.

    `stoppable` is what the table says of it: whether somebody could still stop it. Where the cards
    tell, it need not be said: the `hand` that is shown, those that the `others` hold as far as they
    are known, those of the tricks already `taken`, and the `leader` if there are none yet.
    """

    kind: ClassVar[str] = "durch-shown"
    seat: Seat
    others_tricks: int = spec(0, ge=0, le=TRICKS)
    stoppable: bool | None = None
    hand: tuple[Card, ...] | None = None
    others: Mapping[Seat, tuple[Card, ...]] | None = None
    taken: tuple[Card, ...] = ()
    leader: Seat | None = None

    def validate(self) -> None:
        require_at_most("hand", self.hand, HAND - self.others_tricks)
        for seat, held in (self.others or {}).items():
            require_at_most(f"others.{seat}", held, 0 if seat == self.seat else self.size)
        if self.others_tricks or self.hand is None:
            return
        require_at_most("taken", self.taken, SEATS * (HAND - self.size))
        if self.leader is not None and self.leads not in (None, self.leader):
            raise Invalid("leader", "refused", rule="kocka.lead.durch", seat=self.seat)
        if None not in (self.stoppable, self.worked_out) and self.stoppable != self.worked_out:
            raise Invalid("stoppable", "refused", rule="kocka.round.durch-caught.cards")

    def places(self) -> Mapping[str, Iterable[Card]]:
        others = {f"others.{seat}": held for seat, held in (self.others or {}).items()}
        return {"hand": self.hand or (), **others, "taken": self.taken}

    def whole_hands(self, told: OpenHand, house: HouseRules) -> Iterable[tuple[Card, ...]] | None:
        """None but a full hand: nobody knows how many cards were left."""
        return (told.known,) if len(told.known) == HAND else None

    @property
    def size(self) -> int:
        return HAND - self.others_tricks if self.hand is None else len(self.hand)

    @cached_property
    def holdings(self) -> Holdings:
        return others_of(self.seat, self.others)

    @cached_property
    def unseen(self) -> tuple[Card, ...]:
        seen = {card for cards in self.places().values() for card in cards}
        return tuple(card for card in FRENCH_32.cards if card not in seen)

    @property
    def leads(self) -> int | None:
        """Who leads next: whoever won all tricks; before the first one it has to be said."""
        return self.seat if self.size < HAND else self.leader

    @cached_property
    def guards(self) -> tuple[Guard | None, ...] | None:
        """What stops the durch, with each player leading who may; None unless all is known."""
        if self.hand is None or any(rooms_in(self.size, self.holdings)):
            return None
        leaders = range(SEATS) if self.leads is None else (self.leads,)
        return tuple(
            DURCH.guard(self.hand, self.holdings)
            if leader == self.seat
            else first_guard(self.seat, self.hand, self.holdings, leader)
            for leader in leaders
        )

    @cached_property
    def worked_out(self) -> bool | None:
        """Whether somebody can stop the durch, as the cards tell; None if they allow both."""
        if self.guards is not None:
            fates = {found is not None for found in self.guards}
            return fates.pop() if len(fates) == 1 else None
        if (hand := self.hand) is None:
            return None
        shares = hand, self.holdings, self.unseen
        stops = DURCH.possible_guard(*shares) is not None
        if self.leads == self.seat:
            return stops and (True if DURCH.yielding(*shares) is None else None)
        if not stops and len({card.suit for card in hand}) == len(FRENCH_32.suits):
            return False
        held = self.holdings[self.leads] if self.leads is not None else ()
        elsewhere = self.leads is not None and leads_elsewhere(hand, held, self.unseen)
        return True if elsewhere else None

    @property
    def caught(self) -> bool | None:
        """True if the durch failed, None if that is not known."""
        if self.others_tricks:
            return True
        return self.stoppable if self.worked_out is None else self.worked_out

    def result(self, house: HouseRules) -> DurchResult:
        """The fate of the durch and the points per seat, once that is known."""
        if self.caught is None:
            return {}
        points = round_points(durch_round(self.seat, self.caught))
        result: DurchResult = {"caught": self.caught, "points": points}
        if self.caught and self.guards and (found := self.guards[0]):
            over = None if found.over is None else str(found.over)
            result["guard"] = {"seat": found.seat, "card": str(found.card), "over": over}
        return result

    def entry(self) -> Mapping[str, Json] | None:
        return None if self.caught is None else dump_entry(durch_round(self.seat, self.caught))


def may_hold(shown: DurchShown, house: HouseRules) -> bool:
    """True unless the durch is known to be caught."""
    return shown.caught is not True


DURCH_RULES = (
    Rule("kocka.round.durch", DurchShown, applies=may_hold),
    Rule("kocka.round.durch-caught", DurchShown, needs("stoppable", of="caught"), offence=""),
)
