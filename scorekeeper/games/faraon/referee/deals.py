"""Before and between the turns of Faraón: the deal, the start card and what it demands, who begins,
and what becomes of the pile.

Rules document, sections 1, 2 and 8; source (2), (7), (9), (11).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypedDict

from scorekeeper.core.cards import Card, Pack
from scorekeeper.core.schema import Json, Seat, copies_with, spec
from scorekeeper.games.faraon.entries import HAND
from scorekeeper.games.faraon.house_rules import HouseRules
from scorekeeper.games.faraon.referee import layout
from scorekeeper.games.faraon.referee.layout import ACE, FARAON, OBER, SEVEN
from scorekeeper.games.shedding import FEWEST, Dealing, Restocked, deals_wrongly
from scorekeeper.referee.dispute import Dispute
from scorekeeper.referee.rule_table import Broken, Finding, Missing, Rule, needs

MOST_DUE = 8
"""An Olympic game begins with no more cards."""


class BeginsResult(TypedDict, total=False):
    """The seat that begins (`first`); empty while that is not known."""

    first: int


@dataclass(frozen=True)
class Begins(Dispute[HouseRules]):
    """Who shuffled, and who lost the last game, if there was one."""

    kind: ClassVar[str] = "begins"
    default_players: ClassVar[int | None] = layout.MAX_PLAYERS
    depends_on: ClassVar[tuple[str, ...]] = ("packs",)
    shuffled: Seat = spec(known="dealer")
    last_loser: Seat | None = None
    players: int | None = spec(None, ge=FEWEST, le=layout.MAX_PLAYERS, known="players")

    def validate_pack(self, pack: Pack) -> None:
        layout.require_seats(self.players or FEWEST, pack)

    def completions(self, house: HouseRules) -> Iterator["Begins"]:
        return copies_with(
            self, "players", range(max(FEWEST, self.shuffled + 1), layout.MAX_PLAYERS + 1)
        )

    @property
    def first(self) -> int | None:
        """The seat that begins, if it is known (faraon.deal, source 2)."""
        if self.last_loser is not None:
            return self.last_loser
        return None if self.players is None else (self.shuffled + 1) % self.players

    def result(self, house: HouseRules) -> BeginsResult:
        """Whoever lost the last game begins, else the one after whoever shuffled.

        >>> Begins(Seat(1), players=4).result(HouseRules())
        {'first': 2}
        >>> Begins(Seat(1), last_loser=Seat(3), players=4).result(HouseRules())
        {'first': 3}
        """
        return {} if self.first is None else {"first": self.first}


@dataclass(frozen=True, kw_only=True)
class Deal(Dealing[HouseRules]):
    """How it was dealt; in the Olympic game a player is `due` as many cards as are left to him."""

    depends_on: ClassVar[tuple[str, ...]] = ("mode", "misdeal")
    size: ClassVar[int] = HAND
    due: int | None = spec(None, ge=1, le=MOST_DUE)

    @classmethod
    def hidden_fields(cls, given: Mapping[str, Json]) -> Sequence[str]:
        return (*super().hidden_fields(given), "due")

    def hand_size(self, house: HouseRules) -> int | None:
        """Five; in the Olympic game as many as were due."""
        return self.due if house.mode == "olympic" else self.size

    def completions(self, house: HouseRules) -> Iterator["Deal"]:
        return copies_with(self, "due", range(1, MOST_DUE + 1) if lacks_due(self, house) else ())


def lacks_due(deal: Deal, house: HouseRules) -> bool:
    """True if it is told how many cards one got, but not how many he should have got."""
    return deal.got is not None and deal.hand_size(house) is None


def deals_unduly(deal: Deal, house: HouseRules) -> Finding:
    """faraon.deal.misdeal: five cards each (2), in the Olympic game what is left to one (20)."""
    found = deals_wrongly(deal, house)
    return Missing("due") if found is None and lacks_due(deal, house) else found


class RestockResult(TypedDict):
    """The new `stock` from its bottom card up, and the `top` card that stays."""

    stock: list[Card]
    top: Card


@dataclass(frozen=True)
class Restock(Restocked[HouseRules]):
    """What became of the pile (faraon.restock)."""

    depends_on: ClassVar[tuple[str, ...]] = ("packs",)

    def result(self, house: HouseRules) -> RestockResult:
        """The top card stays; the others are turned over, so the lowest is drawn first."""
        return {"stock": [*reversed(self.pile[:-1])], "top": self.pile[-1]}


def shuffles_the_pile(restock: Restock, house: HouseRules) -> Finding:
    """faraon.restock (9): the pile is turned over and not shuffled."""
    wrong = restock.done == "shuffled"
    return Broken({"top": restock.pile[-1]}) if wrong else None


DEALING_RULES = (
    Rule("faraon.deal", Begins, needs("players", of="first"), offence=""),
    Rule("faraon.restock", Restock, shuffles_the_pile, "invalid"),
)


class StartResult(TypedDict, total=False):
    """The card `works` as in play, and demands `suit`; empty while that is not known."""

    works: bool
    suit: str | None


@dataclass(frozen=True)
class Start(Dispute[HouseRules]):
    """A start card, and the cards at the bottom of the stock from the lowest up."""

    kind: ClassVar[str] = "start"
    depends_on: ClassVar[tuple[str, ...]] = ("packs",)
    start: Card
    bottom: tuple[Card, ...] | None = spec(None, optional=True)

    def places(self) -> Mapping[str, Iterable[Card]]:
        return {"start": (self.start,), "bottom": self.bottom or ()}

    @property
    def suited(self) -> Card | None:
        """The lowest card that is no horník: its suit is the one demanded (source 7)."""
        return next((card for card in self.bottom or () if card.rank != OBER), None)

    @property
    def known(self) -> bool:
        if self.start.rank == OBER:
            return self.suited is not None
        return self.start.rank not in (ACE, SEVEN) or bool(self.bottom)

    @property
    def works(self) -> bool:
        """True if the start card does what it does in play (faraon.start; source 7, 11)."""
        if self.start.rank in (ACE, SEVEN):
            return any(card.rank == self.start.rank for card in (self.bottom or ())[:1])
        return self.start.rank == OBER or self.start == FARAON

    @property
    def suit(self) -> str | None:
        demands = self.start.rank == OBER and self.suited
        return demands.suit if demands else None

    def result(self, house: HouseRules) -> StartResult:
        """The effect of the start card, and the suit that it demands.

        >>> Start(Card("O", "L"), (Card("8", "H"),)).result(HouseRules())
        {'works': True, 'suit': 'H'}
        >>> Start(Card("7", "L"), (Card("8", "H"),)).result(HouseRules())
        {'works': False, 'suit': None}
        """
        return {"works": self.works, "suit": self.suit} if self.known else {}


def starts_unknown(start: Start, house: HouseRules) -> Missing | None:
    """faraon.start (7): the bottom of the stock has to be looked at."""
    return None if start.known else Missing("bottom")


START_RULES = (Rule("faraon.start", Start, starts_unknown, offence=""),)
