"""How a round is played: who leads, whose turn it is, what is passed on and looked at (1c, 6)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal, Self, TypedDict

from scorekeeper.dispute import Dispute
from scorekeeper.fields import copies_with, spec
from scorekeeper.games.kocka.entries import SEATS
from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.games.kocka.referee.penalties import (
    COSTS,
    OTHER_COSTS,
    other,
    other_look,
    renonc,
)
from scorekeeper.games.kocka.referee.plays import HAND, TRICKS
from scorekeeper.games.tricks import TrickSeen
from scorekeeper.referee import AnyRule, Broken, Finding, Missing
from scorekeeper.schema import Invalid, Seat

TO_SEND = 3


class LeadResult(TypedDict):
    """Who `leads`: a seat, None if that is not known."""

    leads: int | None


@dataclass(frozen=True, kw_only=True)
class Lead(Dispute):
    """Who led a trick; of all but the first it matters who won the trick before.

    Before the first trick the cards are `exchanged`, before another the last one is `gathered`.
    """

    kind: ClassVar[str] = "lead"
    depends_on: ClassVar[tuple[str, ...]] = OTHER_COSTS
    may_lack: ClassVar[tuple[str, ...]] = ("last_winner",)
    dealer: Seat = spec(known="dealer")
    seat: Seat
    trick_no: int = spec(ge=1, le=TRICKS)
    last_winner: Seat | None = None
    exchanged: bool = True
    gathered: bool = True

    def check(self) -> None:
        """Raises Invalid for a later trick without an exchange, and a first one with a trick before
        it.
        """
        if self.trick_no > 1 and not self.exchanged:
            raise Invalid("exchanged", "refused", rule="kocka.lead.early.first")
        if self.trick_no == 1 and not self.gathered:
            raise Invalid("gathered", "refused", rule="kocka.lead.early.first")

    @property
    def leads(self) -> int | None:
        """The seat that has to lead, if it is known (kocka.lead)."""
        return (self.dealer + 1) % SEATS if self.trick_no == 1 else self.last_winner

    def unknown(self) -> tuple[str, ...]:
        """Who won the trick before; the first trick has none before it."""
        return super().unknown() if self.trick_no > 1 else ()

    def completions(self, house: HouseRules) -> Iterator[Self]:
        """The same with each player as the winner of the trick before."""
        return copies_with(self, "last_winner", map(Seat, range(SEATS)))

    def result(self, house: HouseRules) -> LeadResult:
        """Who has to lead."""
        return {"leads": self.leads}


@dataclass(frozen=True)
class Pass(Dispute):
    """The exchange of cards: how many were sent to whom, and when the received ones were seen."""

    kind: ClassVar[str] = "pass"
    depends_on: ClassVar[tuple[str, ...]] = COSTS
    looked_before_sending: bool = False
    sent: int = spec(3, ge=0, le=HAND)
    to: Literal["left", "right", "across"] = "left"


@dataclass(frozen=True)
class Turn(Dispute):
    """A card was played by `seat` when it was the turn of `turn`."""

    kind: ClassVar[str] = "turn"
    depends_on: ClassVar[tuple[str, ...]] = OTHER_COSTS
    seat: Seat
    turn: Seat


@dataclass(frozen=True)
class Bluff(Dispute):
    """Something was `said`; of a durch it matters whether it is known `from_pass`ed cards."""

    kind: ClassVar[str] = "bluff"
    depends_on: ClassVar[tuple[str, ...]] = OTHER_COSTS
    may_lack: ClassVar[tuple[str, ...]] = ("from_pass",)
    said: Literal["durch", "another"]
    from_pass: bool | None = None

    def unknown(self) -> tuple[str, ...]:
        """Whether it is known from the exchange that somebody goes for a durch."""
        return super().unknown() if self.said == "durch" else ()

    def completions(self, house: HouseRules) -> Iterator[Self]:
        """The same with and without such cards."""
        return copies_with(self, "from_pass", (False, True) if self.unknown() else ())


@dataclass(frozen=True)
class Look(TrickSeen):
    """Somebody looked into a finished trick: into the last, as long as the next is not led."""

    depends_on: ClassVar[tuple[str, ...]] = OTHER_COSTS
    looked_at: int = spec(ge=1, le=TRICKS)
    trick_no: int = spec(ge=1, le=TRICKS)
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
    wrong = exchange.sent != TO_SEND or exchange.to != "left"
    return Broken({"n": exchange.sent, "to": exchange.to}) if wrong else None


def plays_out_of_turn(turn: Turn, house: HouseRules) -> Finding:
    """kocka.turn (1c): no card before one's turn."""
    return Broken({"seat": turn.seat, "turn": turn.turn}) if turn.seat != turn.turn else None


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
    return Broken(look.facts) if look.led or not look.is_last else None


CONDUCT_RULES: tuple[AnyRule, ...] = (
    other("kocka.lead.early", Lead, leads_too_early),
    other("kocka.lead", Lead, leads_out_of_turn),
    other("kocka.bluff", Bluff, betrays_durch, penalty=other_look),
    renonc("kocka.pass.first-send", Pass, looks_before_sending),
    renonc("kocka.pass", Pass, sends_wrongly, ours=("penalty", "onward")),
    other("kocka.turn", Turn, plays_out_of_turn),
    other("kocka.look", Look, looks_back, penalty=other_look),
)
