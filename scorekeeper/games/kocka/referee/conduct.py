"""How a round is played: who leads, whose turn it is, what is passed on and looked at (1c, 6)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal, Self, TypedDict

from scorekeeper.dispute import Dispute
from scorekeeper.fields import copies_with, spec
from scorekeeper.games.kocka.entries import SEATS
from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.games.kocka.referee.penalties import penalty
from scorekeeper.games.kocka.referee.plays import HAND, TRICKS
from scorekeeper.games.tricks import TrickSeen
from scorekeeper.referee import AnyRule, Broken, Finding, Missing, Rule
from scorekeeper.schema import Seat

TO_SEND = 3


class LeadResult(TypedDict):
    """Who `leads`: a seat, None if that is not known."""

    leads: int | None


@dataclass(frozen=True, kw_only=True)
class Lead(Dispute):
    """Who led a trick; of all but the first it matters who won the trick before."""

    kind: ClassVar[str] = "lead"
    depends_on: ClassVar[tuple[str, ...]] = ("renonc_penalty",)
    may_lack: ClassVar[tuple[str, ...]] = ("last_winner",)
    dealer: Seat = spec(known="dealer")
    seat: Seat
    trick_no: int = spec(ge=1, le=TRICKS)
    last_winner: Seat | None = None

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
    depends_on: ClassVar[tuple[str, ...]] = ("renonc_penalty",)
    looked_before_sending: bool = False
    sent: int = spec(3, ge=0, le=HAND)
    to: Literal["left", "right", "across"] = "left"


@dataclass(frozen=True)
class Turn(Dispute):
    """A card was played by `seat` when it was the turn of `turn`."""

    kind: ClassVar[str] = "turn"
    depends_on: ClassVar[tuple[str, ...]] = ("renonc_penalty",)
    seat: Seat
    turn: Seat


@dataclass(frozen=True)
class Look(TrickSeen):
    """Somebody looked into a finished trick: into the last, as long as the next is not led."""

    depends_on: ClassVar[tuple[str, ...]] = ("renonc_penalty",)
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


def looks_back(look: Look, house: HouseRules) -> Finding:
    """kocka.look (1c): only the last trick, until the next is led."""
    return Broken(look.facts) if look.led or not look.is_last else None


CONDUCT_RULES: tuple[AnyRule, ...] = (
    Rule("kocka.lead", Lead, leads_out_of_turn, penalty=penalty),
    Rule("kocka.pass.first-send", Pass, looks_before_sending, penalty=penalty),
    Rule("kocka.pass", Pass, sends_wrongly, penalty=penalty),
    Rule("kocka.turn", Turn, plays_out_of_turn, penalty=penalty),
    Rule("kocka.look", Look, looks_back, penalty=penalty),
)
