"""How a round is played (1c, 1d, 6): who deals first and whether it was dealt rightly, who leads,
whose turn it is, who takes a trick, what is passed on and looked at.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, Self, TypedDict

from scorekeeper.core.cards import FRENCH_32, Card
from scorekeeper.core.schema import Invalid, Seat, copies_with, spec
from scorekeeper.games.conduct import OutOfTurn, plays_out_of_turn
from scorekeeper.games.kocka.entries import SEATS
from scorekeeper.games.kocka.house_rules import HouseRules
from scorekeeper.games.kocka.referee import plays
from scorekeeper.games.tricks import TrickSeen, winner
from scorekeeper.referee.dispute import Dispute, require_number
from scorekeeper.referee.rule_table import AnyRule, Broken, Finding, Missing, Rule

AT_ONCE = 2
"""As many cards are dealt at a time at most (1d)."""
SUITS = ("C", "S", "D", "H")
"""The suits from low to high, where equal ranks are drawn for the first deal (1d)."""


class WinnerResult(TypedDict):
    """The seat that takes the trick, and its card."""

    winner: int
    card: str


@dataclass(frozen=True, kw_only=True)
class Winner(Dispute[HouseRules]):
    """Four cards in the order in which they were played, and who led."""

    kind: ClassVar[str] = "winner"
    leader: Seat
    trick: tuple[Card, ...]

    def validate(self) -> None:
        require_number("trick", self.trick, SEATS)

    def places(self) -> Mapping[str, Iterable[Card]]:
        return {"trick": self.trick}

    def result(self, house: HouseRules) -> WinnerResult:
        """Who takes the trick: the highest card of the suit that was led (kocka.winner)."""
        place = winner(self.trick, plays.strength)
        return {"winner": (self.leader + place) % SEATS, "card": str(self.trick[place])}


class DealerResult(TypedDict):
    """The seat that deals first, and the card that it drew."""

    dealer: int
    card: str


@dataclass(frozen=True, kw_only=True)
class FirstDealer(Dispute[HouseRules]):
    """The cards that the four players drew for the first deal."""

    kind: ClassVar[str] = "first-dealer"
    cards: Mapping[Seat, Card | None]

    @property
    def drawn(self) -> Mapping[Seat, Card]:
        return {seat: card for seat, card in self.cards.items() if card is not None}

    def validate(self) -> None:
        require_number("cards", self.drawn, SEATS)

    def places(self) -> Mapping[str, Iterable[Card]]:
        return {f"cards.{seat}": (card,) for seat, card in self.drawn.items()}

    def result(self, house: HouseRules) -> DealerResult:
        """Who deals first: the lowest card, of equal ranks the lower suit (kocka.deal)."""
        heights = {
            seat: (FRENCH_32.height[card], SUITS.index(card.suit))
            for seat, card in self.drawn.items()
        }
        dealer = min(heights, key=heights.__getitem__)
        return {"dealer": dealer, "card": str(self.drawn[dealer])}


@dataclass(frozen=True, kw_only=True)
class DealtOut(Dispute[HouseRules]):
    """How a round was dealt, as far as somebody says what was wrong with it.

    `hands` are the cards of each seat, `at_once` how many were dealt at a time. `seat` dealt though
    it was the `turn` of somebody else, or a card was `seen`.
    """

    kind: ClassVar[str] = "deal"
    unasked: ClassVar[tuple[str, ...]] = ("hands", "at_once", "way", "seat", "turn", "seen")
    hands: tuple[int, ...] | None = spec(None, ge=0, le=len(FRENCH_32.cards))
    at_once: int | None = spec(None, ge=1, le=plays.HAND)
    way: Literal["clockwise", "counter-clockwise"] | None = None
    seat: Seat | None = spec(None, null_is_answer=True)
    turn: Seat | None = spec(None, known="dealer")
    seen: bool | None = None

    def validate(self) -> None:
        require_number("hands", self.hands, SEATS)
        if self.hands is not None and sum(self.hands) != len(FRENCH_32.cards):
            raise Invalid("hands", "refused", rule="kocka.deal.misdeal.sum", n=sum(self.hands))
        told = (self.hands, self.at_once, self.way, self.seat, self.seen)
        if all(fact is None for fact in told):
            raise Invalid("hands", "missing")

    @property
    def wrong(self) -> tuple[str, ...]:
        """What was wrong, of what is told."""
        faults = {
            "deal-hands": self.hands not in (None, (plays.HAND,) * SEATS),
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


TO_SEND = 3


class LeadResult(TypedDict):
    """Who `leads`: a seat, None if that is not known."""

    leads: int | None


@dataclass(frozen=True, kw_only=True)
class Lead(Dispute[HouseRules]):
    """Who led a trick; of all but the first it matters who won the trick before.

    Before the first trick the cards are `exchanged`, before another the last one is `gathered`.
    """

    kind: ClassVar[str] = "lead"
    depends_on: ClassVar[tuple[str, ...]] = plays.OTHER_COSTS
    dealer: Seat = spec(known="dealer")
    seat: Seat
    trick_no: int = spec(ge=1, le=plays.TRICKS)
    last_winner: Seat | None = spec(None, optional=True)
    exchanged: bool = True
    gathered: bool = True

    def validate(self) -> None:
        if self.trick_no > 1 and not self.exchanged:
            raise Invalid("exchanged", "refused", rule="kocka.lead.early.first")
        if self.trick_no == 1 and not self.gathered:
            raise Invalid("gathered", "refused", rule="kocka.lead.early.first")

    @property
    def leads(self) -> int | None:
        """The seat that has to lead, if it is known (kocka.lead)."""
        return (self.dealer + 1) % SEATS if self.trick_no == 1 else self.last_winner

    def unknown(self) -> tuple[str, ...]:
        return super().unknown() if self.trick_no > 1 else ()

    def completions(self, house: HouseRules) -> Iterator[Self]:
        return copies_with(self, "last_winner", map(Seat, range(SEATS)))

    def result(self, house: HouseRules) -> LeadResult:
        return {"leads": self.leads}


@dataclass(frozen=True)
class Pass(Dispute[HouseRules]):
    """The exchange of cards: how many were sent to whom, and when the received ones were seen."""

    kind: ClassVar[str] = "pass"
    depends_on: ClassVar[tuple[str, ...]] = plays.COSTS
    looked_before_sending: bool = False
    sent: int = spec(3, ge=0, le=plays.HAND)
    to: Literal["left", "right", "across"] = "left"


class Turn(OutOfTurn):
    """A card that was played out of turn (kocka.turn, 1c)."""

    kind: ClassVar[str] = "turn"
    depends_on: ClassVar[tuple[str, ...]] = plays.OTHER_COSTS


@dataclass(frozen=True)
class Bluff(Dispute[HouseRules]):
    """Something was `said`; of a durch it matters whether it is known `from_pass`ed cards."""

    kind: ClassVar[str] = "bluff"
    depends_on: ClassVar[tuple[str, ...]] = plays.OTHER_COSTS
    said: Literal["durch", "another"]
    from_pass: bool | None = spec(None, optional=True)

    def unknown(self) -> tuple[str, ...]:
        return super().unknown() if self.said == "durch" else ()

    def completions(self, house: HouseRules) -> Iterator[Self]:
        return copies_with(self, "from_pass", (False, True))


@dataclass(frozen=True)
class Look(TrickSeen[HouseRules]):
    """Somebody looked into a finished trick: into the last, as long as the next is not led."""

    depends_on: ClassVar[tuple[str, ...]] = plays.OTHER_COSTS
    looked_at: int = spec(ge=1, le=plays.TRICKS)
    trick_no: int = spec(ge=1, le=plays.TRICKS)
    led: bool = False


def leads_out_of_turn(lead: Lead, house: HouseRules) -> Finding:
    """kocka.lead (1c): left of the dealer, then whoever won the trick."""
    if lead.leads is None:
        return Missing("last_winner")
    return Broken({"seat": lead.seat, "leads": lead.leads}) if lead.seat != lead.leads else None


def looks_before_sending(exchange: Pass, house: HouseRules) -> Finding:
    """kocka.pass.first-send (6): received cards are not seen before one's own are sent."""
    return Broken() if exchange.looked_before_sending else None


def sends_wrongly(exchange: Pass, house: HouseRules) -> Finding:
    """kocka.pass (1c): three cards to the left-hand neighbour."""
    facts = {"n": exchange.sent, "to": exchange.to}
    if exchange.sent == TO_SEND:
        return None if exchange.to == "left" else Broken({**facts, "wrong": "pass-way"})
    return Broken({**facts, "wrong": "pass-number"} if exchange.to == "left" else facts)


def leads_too_early(lead: Lead, house: HouseRules) -> Finding:
    """kocka.lead.early (1c): after the exchange, and when the trick before is gathered."""
    if lead.exchanged and lead.gathered:
        return None
    wrong = "lead-lies" if lead.exchanged else "lead-passing"
    return Broken({"seat": lead.seat, "wrong": wrong})


def betrays_durch(bluff: Bluff, house: HouseRules) -> Finding:
    """kocka.bluff (1h): anything may be said, but not a durch that one knows from the exchange."""
    if bluff.said != "durch":
        return None
    if bluff.from_pass is None:
        return Missing("from_pass")
    return Broken() if bluff.from_pass else None


def looks_back(look: Look, house: HouseRules) -> Finding:
    """kocka.look (1c): only the last trick, until the next is led."""
    if look.led and look.is_last:
        return Broken({**look.facts, "wrong": "led-since"})
    return None if look.is_last else Broken(look.facts)


CONDUCT_RULES = (
    plays.other("kocka.lead.early", Lead, leads_too_early),
    plays.other("kocka.lead", Lead, leads_out_of_turn),
    plays.other("kocka.bluff", Bluff, betrays_durch, penalty=plays.other_look),
    plays.renonc("kocka.pass.first-send", Pass, looks_before_sending),
    plays.renonc("kocka.pass", Pass, sends_wrongly, ours=("penalty", "onward")),
    plays.other("kocka.turn", Turn, plays_out_of_turn),
    plays.other("kocka.look", Look, looks_back, penalty=plays.other_look),
)
