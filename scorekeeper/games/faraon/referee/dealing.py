"""Before and between the turns of Faraón: who begins, and what becomes of the pile.

Rules document, sections 1, 2 and 8; source (2), (9).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, TypedDict

from scorekeeper.cards import Card, Pack
from scorekeeper.dispute import Dispute
from scorekeeper.fields import copies_with, spec
from scorekeeper.games.chains import FEWEST
from scorekeeper.games.faraon.house import HouseRules
from scorekeeper.games.faraon.referee.cards import MOST, require_seats
from scorekeeper.referee import AnyRule, Broken, Finding, Missing, Rule
from scorekeeper.schema import Invalid, Seat


class BeginsResult(TypedDict, total=False):
    """The seat that begins (`first`); empty while that is not known."""

    first: int


@dataclass(frozen=True)
class Begins(Dispute):
    """Who shuffled, and who lost the last game, if there was one."""

    kind: ClassVar[str] = "begins"
    at_table: ClassVar[int | None] = MOST
    depends_on: ClassVar[tuple[str, ...]] = ("packs",)
    shuffled: Seat = spec(known="dealer")
    last_loser: Seat | None = None
    players: int | None = spec(None, ge=FEWEST, le=MOST, known="players")

    def check_pack(self, pack: Pack) -> None:
        """Raises Invalid if too many play."""
        require_seats(self.players or FEWEST, pack)

    @property
    def seats(self) -> int | None:
        """How many play: if nobody says so two, if those who are named can be these two."""
        return self.players or (FEWEST if self.shuffled < FEWEST else None)

    def completions(self, house: HouseRules) -> Iterator["Begins"]:
        """The same with each number of players that whoever shuffled may be one of."""
        return copies_with(self, "players", range(max(FEWEST, self.shuffled + 1), MOST + 1))

    @property
    def first(self) -> int | None:
        """The seat that begins, if it is known (faraon.deal, source 2)."""
        if self.last_loser is not None:
            return self.last_loser
        return None if self.seats is None else (self.shuffled + 1) % self.seats

    def result(self, house: HouseRules) -> BeginsResult:
        """Whoever lost the last game begins, else the one after whoever shuffled.

        >>> Begins(Seat(1), players=4).result(HouseRules())
        {'first': 2}
        >>> Begins(Seat(1), last_loser=Seat(3), players=4).result(HouseRules())
        {'first': 3}
        """
        return {} if self.first is None else {"first": self.first}


class RestockResult(TypedDict):
    """The new `stock` from its bottom card up, and the `top` card that stays."""

    stock: list[Card]
    top: Card


@dataclass(frozen=True)
class Restock(Dispute):
    """The stock is gone: the pile from its bottom card to the top one, and what was done."""

    kind: ClassVar[str] = "restock"
    depends_on: ClassVar[tuple[str, ...]] = ("packs",)
    pile: tuple[Card, ...]
    done: Literal["turned", "shuffled"]

    def check(self) -> None:
        """Raises Invalid if no card lies there."""
        if not self.pile:
            raise Invalid("pile", "missing")

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The pile."""
        return {"pile": self.pile}

    def alternatives(self, house: HouseRules) -> Iterable["Restock"]:
        """Both that can be done."""
        return copies_with(self, "done", ("turned", "shuffled"))

    def choice(self) -> str:
        """What was done."""
        return self.done

    def result(self, house: HouseRules) -> RestockResult:
        """The top card stays; the others are turned over, so the lowest is drawn first."""
        return {"stock": [*reversed(self.pile[:-1])], "top": self.pile[-1]}


def begins_unknown(begins: Begins, house: HouseRules) -> Missing | None:
    """faraon.deal (2): who is next to whoever shuffled depends on how many play."""
    return None if begins.first is not None else Missing("players")


def shuffles_the_pile(restock: Restock, house: HouseRules) -> Finding:
    """faraon.restock (9): the pile is turned over and not shuffled."""
    wrong = restock.done == "shuffled"
    return Broken({"top": restock.pile[-1]}) if wrong else None


DEALING_RULES: tuple[AnyRule, ...] = (
    Rule("faraon.deal", Begins, begins_unknown, offence=""),
    Rule("faraon.restock", Restock, shuffles_the_pile, "invalid"),
)
