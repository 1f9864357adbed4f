"""Who deals first, whether a round was dealt rightly, and who takes a trick (1c, 1d)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, TypedDict

from scorekeeper.cards import FRENCH_32, Card
from scorekeeper.dispute import Dispute
from scorekeeper.fields import spec
from scorekeeper.games.kocka.entries import SEATS
from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.games.kocka.referee.plays import HAND, strength
from scorekeeper.games.tricks import winner
from scorekeeper.referee import AnyRule, Broken, Finding, Missing, Rule
from scorekeeper.schema import Invalid, Json, Seat

AT_ONCE = 2
"""As many cards are dealt at a time at most (1d)."""
SUITS = ("C", "S", "D", "H")
"""The suits from low to high, where equal ranks are drawn for the first deal (1d)."""


class WinnerResult(TypedDict):
    """The seat that takes the trick, and its card."""

    winner: int
    card: str


@dataclass(frozen=True, kw_only=True)
class Winner(Dispute):
    """Four cards in the order in which they were played, and who led."""

    kind: ClassVar[str] = "winner"
    leader: Seat
    trick: tuple[Card, ...]

    def check(self) -> None:
        """Raises Invalid unless there is a card of each player."""
        if len(self.trick) != SEATS:
            raise Invalid("trick", "wrong-number", n=SEATS)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The trick."""
        return {"trick": self.trick}

    def result(self, house: HouseRules) -> WinnerResult:
        """Who takes the trick: the highest card of the suit that was led (kocka.winner)."""
        place = winner(self.trick, strength)
        return {"winner": (self.leader + place) % SEATS, "card": str(self.trick[place])}


class DealerResult(TypedDict):
    """The seat that deals first, and the card that it drew."""

    dealer: int
    card: str


@dataclass(frozen=True, kw_only=True)
class FirstDealer(Dispute):
    """The cards that the four players drew for the first deal."""

    kind: ClassVar[str] = "first-dealer"
    cards: Mapping[Seat, Card | None]

    @property
    def drawn(self) -> Mapping[Seat, Card]:
        """Who drew which card."""
        return {seat: card for seat, card in self.cards.items() if card is not None}

    def check(self) -> None:
        """Raises Invalid unless everybody drew a card."""
        if len(self.drawn) != SEATS:
            raise Invalid("cards", "wrong-number", n=SEATS)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The card of each player."""
        return {f"cards.{seat}": (card,) for seat, card in self.drawn.items()}

    def result(self, house: HouseRules) -> DealerResult:
        """Who deals first: the lowest card, of equal ranks the lower suit (kocka.deal)."""
        dealer = min(self.drawn, key=lambda seat: _height(self.drawn[seat]))
        return {"dealer": dealer, "card": str(self.drawn[dealer])}


def _height(card: Card) -> tuple[int, int]:
    """How high a card counts that was drawn for the first deal."""
    return FRENCH_32.height[card], SUITS.index(card.suit)


@dataclass(frozen=True, kw_only=True)
class DealtOut(Dispute):
    """How a round was dealt, as far as somebody says what was wrong with it.

    `hands` are the cards of each seat, `at_once` how many were dealt at a time. `seat` dealt though
    it was the `turn` of somebody else, or a card was `seen`.
    """

    kind: ClassVar[str] = "deal"
    hands: tuple[int, ...] | None = spec(None, ge=0, le=len(FRENCH_32.cards))
    at_once: int | None = spec(None, ge=1, le=HAND)
    way: Literal["clockwise", "counter-clockwise"] | None = None
    seat: Seat | None = spec(None, null_tells=True)
    turn: Seat | None = spec(None, known="dealer")
    seen: bool | None = None

    @classmethod
    def not_asked(cls, given: Mapping[str, Json]) -> Sequence[str]:
        """Each fact is a complaint of its own: who does not make it does not ask about it."""
        return ("hands", "at_once", "way", "seat", "turn", "seen")

    def check(self) -> None:
        """Raises Invalid if nothing is told, or for hands that are not the whole pack."""
        if self.hands is not None and len(self.hands) != SEATS:
            raise Invalid("hands", "wrong-number", n=SEATS)
        if self.hands is not None and sum(self.hands) != len(FRENCH_32.cards):
            raise Invalid("hands", "refused", rule="kocka.deal.misdeal.sum", n=sum(self.hands))
        told = (self.hands, self.at_once, self.way, self.seat, self.seen)
        if all(fact is None for fact in told):
            raise Invalid("hands", "missing")

    @property
    def wrong(self) -> tuple[str, ...]:
        """What was wrong, of what is told."""
        faults = {
            "deal-hands": self.hands not in (None, (HAND,) * SEATS),
            "deal-many": (self.at_once or 0) > AT_ONCE,
            "deal-way": self.way == "counter-clockwise",
            "deal-dealer": None not in (self.seat, self.turn) and self.seat != self.turn,
            "deal-seen": self.seen is True,
        }
        return tuple(fault for fault, found in faults.items() if found)


def deals_wrongly(dealt: DealtOut, house: HouseRules) -> Finding:
    """kocka.deal.misdeal (1d): eight to each, one or two at a time, clockwise, by turns."""
    if dealt.wrong:
        return Broken({"wrong": dealt.wrong})
    return Missing("turn") if dealt.seat is not None and dealt.turn is None else None


DEAL_RULES: tuple[AnyRule, ...] = (
    Rule("kocka.winner", Winner),
    Rule("kocka.deal", FirstDealer),
    Rule("kocka.deal.misdeal", DealtOut, deals_wrongly, "misdeal", ours=("onward",)),
)
