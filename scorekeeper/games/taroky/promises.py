"""The disputes of Taroky that are not about cards played: calls, announcements, fleks, the deal."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, Self

from scorekeeper.cards import TAROCK_54, TAROK, Card
from scorekeeper.games.taroky.announcements import HAND, Announcement, Holding, clash
from scorekeeper.games.taroky.counting import POINTS
from scorekeeper.games.taroky.disputes import CALLS, TRICKS
from scorekeeper.games.taroky.entries import FACTORS, SEATS, Flek, FlekItem, Variant
from scorekeeper.games.taroky.house import Contract, HouseRules
from scorekeeper.plain import Seat, Unreadable, part
from scorekeeper.referee import Dispute, no_more


@dataclass(frozen=True)
class Lead(Dispute):
    """Who led the first trick of a deal."""

    kind: ClassVar[str] = "lead"
    contract: Contract
    dealer: Seat
    declarer: Seat
    seat: Seat

    @property
    def leads(self) -> int:
        """The seat that has to lead: the declarer alone, else the předák (taroky.play.lead)."""
        alone = self.contract in ("preferanc", "solo")
        return self.declarer if alone else (self.dealer + 1) % SEATS

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """Who leads."""
        return {"leads": self.leads}


@dataclass(frozen=True)
class Announce(Dispute):
    """What a player announced, and his twelve cards."""

    kind: ClassVar[str] = "announce"
    announced: frozenset[Announcement]
    hand: tuple[Card, ...] | None = None
    variant: Variant | None = None

    def check(self) -> None:
        """Raises Unreadable for a hand of more than twelve."""
        no_more("hand", self.hand, HAND)

    @property
    def holding(self) -> Holding:
        """What matters of the hand."""
        hand = self.hand or ()
        taroks = [card for card in hand if card.suit == TAROK]
        trul = sum(POINTS[card] == 5 for card in taroks)
        return Holding(sum(card.rank == "K" for card in hand), trul, len(taroks) - trul)


@dataclass(frozen=True)
class AnnounceTogether(Dispute):
    """What all players announced."""

    kind: ClassVar[str] = "announce-together"
    announced: Mapping[Seat, frozenset[Announcement]]

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """The seats whose announcements cannot be true together."""
        return {"clash": list(clash(self.announced))}


@dataclass(frozen=True)
class Call(Dispute):
    """The tarok that the declarer called, and his hand (before the talon)."""

    kind: ClassVar[str] = "call"
    called: Card
    hand: tuple[Card, ...] | None = None

    def check(self) -> None:
        """Raises Unreadable for a hand of more than twelve."""
        no_more("hand", self.hand, HAND)

    def alternatives(self) -> Iterable[Self]:
        """Every number that can be called at all."""
        return (replace(self, called=TAROCK_54.parse(code)) for code in CALLS)

    def done(self) -> Card:
        """The called tarok."""
        return self.called


@dataclass(frozen=True)
class Fold(Dispute):
    """A declarer folded because the called tarok was among his talon cards."""

    kind: ClassVar[str] = "fold"
    contract: Contract
    called: Card
    talon: tuple[Card, ...] | None = None

    def check(self) -> None:
        """Raises Unreadable unless the declarer took four."""
        if self.talon is not None and len(self.talon) != 4:
            raise Unreadable("talon", "wrong-number", n=4)


@dataclass(frozen=True)
class VarsavaCall(Dispute):
    """A Varšava was called."""

    kind: ClassVar[str] = "varsava-call"
    dealer: Seat
    seat: Seat
    contract: Contract
    hand: tuple[Card, ...] | None = None

    def check(self) -> None:
        """Raises Unreadable for a hand of more than twelve."""
        no_more("hand", self.hand, HAND)


@dataclass(frozen=True)
class VarsavaTalon(Dispute):
    """Whether the předák added a talon card to a trick, and as which card of it."""

    kind: ClassVar[str] = "varsava-talon"
    trick: int = part(at_least=1, at_most=TRICKS)
    added: bool = part()
    place: int | None = part(None, at_least=1, at_most=5)


@dataclass(frozen=True)
class FlekSaid(Dispute):
    """A flek on something: who said which level, whose promise it is, and what was said before."""

    kind: ClassVar[str] = "flek"
    item: Literal[FlekItem, Announcement]
    level: Flek
    seat: Seat
    owner: frozenset[Seat]
    said: tuple[Flek, ...] = ()
    declared: bool = True
    led: bool = False
    variant: Variant | None = None

    def check(self) -> None:
        """Raises Unreadable unless somebody promised it."""
        if not self.owner:
            raise Unreadable("owner", "missing")

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """By how much it multiplies."""
        return {"factor": FACTORS[self.level]}


@dataclass(frozen=True)
class PagatPlayed(Dispute):
    """In which trick the pagát was played, and who won that trick."""

    kind: ClassVar[str] = "pagat"
    declared: bool
    trick: int = part(at_least=1, at_most=TRICKS)
    won_by: Literal["owner", "partner", "opponent"] | None = None

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """Whether it was made, and its points for the owner's side (before fleks)."""
        tariff = house.tariff
        if self.trick == TRICKS and self.won_by is None:
            return {}
        made = self.trick == TRICKS and self.won_by == "owner"
        if self.declared:
            return {"made": made, "points": tariff.pagat_declared * (1 if made else -1)}
        if self.trick < TRICKS:
            return {"made": False, "points": 0}
        return {"made": made, "points": tariff.pagat_silent * (1 if made else -1)}


@dataclass(frozen=True)
class Dealt(Dispute):
    """How many cards were dealt."""

    kind: ClassVar[str] = "deal"
    hands: tuple[int, ...] = part(at_least=0, at_most=54)
    talon: int = part(at_least=0, at_most=54)

    def check(self) -> None:
        """Raises Unreadable unless there are four hands."""
        if len(self.hands) != SEATS:
            raise Unreadable("hands", "wrong-number", n=SEATS)
