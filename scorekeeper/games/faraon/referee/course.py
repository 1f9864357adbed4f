"""How a game of Faraón runs beside the cards played: the deal, the start card and what it demands,
who begins, what becomes of the pile; and what a turn may not be besides a wrong card – out of turn,
cards hidden, played after drawing or added too late, a last card that was not called.

Rules document, sections 1 to 4 and 8; source (1)–(5), (7)–(9), (11), (12), (16), (17).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, TypedDict

from scorekeeper.core.cards import Card, Pack
from scorekeeper.core.schema import Invalid, Seat, copies_with, spec
from scorekeeper.games import shedding
from scorekeeper.games.conduct import OutOfTurn, plays_out_of_turn
from scorekeeper.games.faraon.entries import HAND
from scorekeeper.games.faraon.house_rules import HouseRules
from scorekeeper.games.faraon.referee import layout
from scorekeeper.games.faraon.referee.layout import ACE, FARAON, OBER, SEVEN, rule
from scorekeeper.games.shedding import FEWEST, ONE_RANK, one_rank
from scorekeeper.referee.dispute import Dispute, require_some
from scorekeeper.referee.rule_table import Broken, Finding, Missing, Rule, has, needs

MOST_DUE = 8
"""An Olympic game begins with no more cards."""


class BeginsResult(TypedDict, total=False):
    """The seat that begins (`first`); empty while that is not known."""

    first: int


@dataclass(frozen=True)
class Begins(Dispute[HouseRules]):
    """Who shuffled, and who lost the last game, if there was one."""

    kind: ClassVar[str] = "begins"
    fills_table: ClassVar[bool] = True
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
class Deal(shedding.Dealing[HouseRules]):
    """How it was dealt; in the Olympic game a player is `due` as many cards as are left to him."""

    depends_on: ClassVar[tuple[str, ...]] = ("mode", "misdeal")
    unasked: ClassVar[tuple[str, ...]] = (*shedding.Dealing.unasked, "due")
    size: ClassVar[int] = HAND
    due: int | None = spec(None, ge=1, le=MOST_DUE)

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
    found = shedding.deals_wrongly(deal, house)
    return Missing("due") if found is None and lacks_due(deal, house) else found


class RestockResult(TypedDict):
    """The new `stock` from its bottom card up, and the `top` card that stays."""

    stock: list[Card]
    top: Card


@dataclass(frozen=True)
class Restock(shedding.Restocked[HouseRules]):
    """What became of the pile (faraon.restock)."""

    depends_on: ClassVar[tuple[str, ...]] = ("packs",)

    def result(self, house: HouseRules) -> RestockResult:
        """The top card stays; the others are turned over, so the lowest is drawn first."""
        return {"stock": [*reversed(self.pile[:-1])], "top": self.pile[-1]}


def shuffles_the_pile(restock: Restock, house: HouseRules) -> Finding:
    """faraon.restock (9): the pile is turned over and not shuffled."""
    wrong = restock.done == "shuffled"
    return Broken({"top": restock.pile[-1]}) if wrong else None


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


class CamouflageResult(TypedDict):
    """The move `stands`, or is taken back."""

    stands: bool


@dataclass(frozen=True)
class Camouflage(Dispute[HouseRules]):
    """Cards played so that the lower ones were hidden, and the rank that the player announced.

    `checked`: somebody looked before the next play.
    """

    kind: ClassVar[str] = "camouflage"
    depends_on: ClassVar[tuple[str, ...]] = ("packs", "camouflage")
    cards: tuple[Card, ...]
    said: layout.Rank
    checked: bool = False

    def validate(self) -> None:
        if not 1 <= len(self.cards) <= ONE_RANK:
            raise Invalid("cards", "wrong-number", n=f"1–{ONE_RANK}")

    @property
    def others(self) -> tuple[Card, ...]:
        return tuple(card for card in self.cards if card.rank != self.said)

    def result(self, house: HouseRules) -> CamouflageResult:
        """The move stands unless somebody looked in time and found hidden cards (source 17)."""
        return {"stands": not (self.others and self.checked)}


@dataclass(frozen=True)
class Draw(Dispute[HouseRules]):
    """A player drew instead of playing; `played` is the card played after it in the same turn."""

    kind: ClassVar[str] = "draw"
    drew: bool | Card = spec(True, deciding_values=(False, True))
    played: bool | Card | None = spec(None, deciding_values=(None, False, True))


def hides(camouflage: Camouflage, house: HouseRules) -> Finding:
    """faraon.camouflage (17): calling unlike cards equal; by house rule only if it is noticed."""
    overlooked = house.camouflage == "as-found" and not camouflage.checked
    if overlooked or not camouflage.others:
        return None
    return Broken({"cards": camouflage.others, "said": f"rank-{camouflage.said}"})


def plays_after_drawing(draw: Draw, house: HouseRules) -> Finding:
    """faraon.draw (4): nobody plays a card in the turn in which they drew."""
    return Broken() if draw.drew and draw.played else None


@dataclass(frozen=True)
class Added(Dispute[HouseRules]):
    """A card put on those that the same player had laid; `again`: it was a turn of its own."""

    kind: ClassVar[str] = "added"
    depends_on: ClassVar[tuple[str, ...]] = ("packs",)
    laid: tuple[Card, ...]
    card: Card
    again: bool = False

    def validate(self) -> None:
        require_some("laid", self.laid)
        if not one_rank(self.laid):
            raise Invalid("laid", "refused", rule="faraon.match.last")
        if self.again and self.laid[0].rank != ACE and not layout.is_spalena(self.laid):
            raise Invalid("again", "refused", rule="faraon.added.again")

    def places(self) -> Mapping[str, Iterable[Card]]:
        return {"laid": self.laid, "card": (self.card,)}


def adds_later(added: Added, house: HouseRules) -> Finding:
    """faraon.at-once (8): equal cards are laid at once, or wait for the next turn."""
    return None if added.again else Broken({"cards": added.laid, "card": added.card})


def adds_what_does_not_match(added: Added, house: HouseRules) -> Finding:
    """faraon.match (3, 12, 16): in the second turn rank or suit has to match; a horník is free."""
    top = added.laid[-1]
    if top.rank == OBER or layout.goes_on(added.card, top):
        return None
    return Broken({"card": added.card, "top": top, "suit": top.suit})


@dataclass(frozen=True)
class Call(shedding.Call):
    """Whether "last card" was said (faraon.call)."""

    depends_on: ClassVar[tuple[str, ...]] = ("last_call",)


START_RULES = (Rule("faraon.start", Start, starts_unknown, offence=""),)
TURN_RULES = (
    rule("faraon.camouflage", Camouflage, hides),
    rule("faraon.draw", Draw, plays_after_drawing),
    rule("faraon.out-of-turn", OutOfTurn, plays_out_of_turn),
)
DEALING_RULES = (
    Rule("faraon.deal", Begins, needs("players", of="first"), offence=""),
    Rule("faraon.restock", Restock, shuffles_the_pile, "invalid"),
)
ADDED_RULES = (
    rule("faraon.at-once", Added, adds_later),
    rule("faraon.match", Added, adds_what_does_not_match, applies=has("again")),
    *shedding.call_rules("faraon.call", Call, "pajchel", layout.penalty),
)
