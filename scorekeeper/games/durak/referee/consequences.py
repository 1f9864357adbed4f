"""What follows from a bout of Durak: who draws, who is the fool, what is hung on him.

Rules document, sections 1 and 4. Nothing here can be broken.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal, TypedDict

from scorekeeper.core.cards import Pack
from scorekeeper.core.schema import Invalid, Seat, spec
from scorekeeper.core.sheet import seats_after
from scorekeeper.games.durak.house_rules import HouseRules, fewest_sixes
from scorekeeper.games.durak.referee import layout
from scorekeeper.games.durak.referee.attacks import PAIR
from scorekeeper.games.durak.referee.layout import Cards
from scorekeeper.referee.dispute import Dispute, require_some
from scorekeeper.referee.rule_table import AnyRule, Rule


class RefillResult(TypedDict):
    """`draws`: seat and number of cards of each who draws, in order."""

    draws: list[list[int]]


@dataclass(frozen=True, kw_only=True)
class Refill(Dispute[HouseRules]):
    """How many cards each hand has after a bout, how many are in the stock, who played how."""

    kind: ClassVar[str] = "refill"
    depends_on: ClassVar[tuple[str, ...]] = ("pack",)
    players_field: ClassVar[str] = "hands"
    hands: tuple[int, ...] = spec(ge=0, le=layout.MOST_CARDS)
    stock: int = spec(ge=0, le=layout.MOST_CARDS)
    attacker: Seat
    throwers: frozenset[Seat] = frozenset()
    defender: Seat
    took: bool = False

    def validate(self) -> None:
        if not 2 <= len(self.hands) <= layout.MOST_PLAYERS:
            raise Invalid("hands", "wrong-number", n=f"2–{layout.MOST_PLAYERS}")
        layout.require_opponents(self.attacker, self.defender)
        for seat in (self.attacker, self.defender):
            if seat in self.throwers:
                raise Invalid("throwers", "twice", item=seat)

    def validate_house(self, house: HouseRules) -> None:
        layout.require_seats("hands", len(self.hands), house)

    def validate_pack(self, pack: Pack) -> None:
        most = sum(pack.numbers.values())
        if sum(self.hands) > most:
            raise Invalid("hands", "too-many-cards", most=most)
        if sum(self.hands) + self.stock > most:
            raise Invalid("stock", "too-many-cards", most=most - sum(self.hands))

    @property
    def draws(self) -> tuple[tuple[int, int], ...]:
        """Seat and number of cards of each who draws to six, in order (durak.refill).

        First the attacker, then those who threw in clockwise, the defender last unless he took.

        >>> thrower = frozenset({Seat(2)})
        >>> bout = Refill(hands=(3, 6, 5), stock=4, attacker=0, throwers=thrower, defender=1)
        >>> bout.draws
        ((0, 3), (2, 1))
        """
        clockwise = seats_after(self.attacker, len(self.hands))[:-1]
        throwers = [seat for seat in clockwise if seat in self.throwers]
        stock, draws = self.stock, []
        for seat in (self.attacker, *throwers, *(() if self.took else (self.defender,))):
            drawn = min(max(layout.HAND - self.hands[seat], 0), stock)
            if drawn:
                stock -= drawn
                draws.append((int(seat), drawn))
        return tuple(draws)

    def result(self, house: HouseRules) -> RefillResult:
        return {"draws": [list(draw) for draw in self.draws]}


class DrawnGameResult(TypedDict):
    """`draw`; else which of the two is the `fool`, and which is `left` with cards."""

    fool: Literal["defender"] | None
    draw: bool
    left: Literal["attacker", "defender"] | None


@dataclass(frozen=True, kw_only=True)
class DrawnGame(Dispute[HouseRules]):
    """Who went out in the last bout, and how many `others` are still in; the stock is used up."""

    kind: ClassVar[str] = "draw"
    depends_on: ClassVar[tuple[str, ...]] = ("no_draw",)
    attacker_out: bool
    defender_out: bool
    others: int = spec(ge=0, le=layout.MOST_PLAYERS - 2)

    def result(self, house: HouseRules) -> DrawnGameResult:
        """A draw, or who is the fool (durak.draw, durak.fool).

        >>> DrawnGame(attacker_out=True, defender_out=True, others=0).result(HouseRules())
        {'fool': None, 'draw': True, 'left': None}
        """
        gone = self.others == 0 and self.attacker_out and self.defender_out
        left: Literal["attacker", "defender"] | None = None
        if self.others == 0 and self.attacker_out != self.defender_out:
            left = "defender" if self.attacker_out else "attacker"
        fool = left == "defender" or (gone and house.no_draw)
        drawn = gone and not house.no_draw
        return {"fool": "defender" if fool else None, "draw": drawn, "left": left}


def both_out(game: DrawnGame, house: HouseRules) -> bool:
    return game.attacker_out and game.defender_out


def somebody_left(game: DrawnGame, house: HouseRules) -> bool:
    return game.others > 0 or not both_out(game, house)


class EpaulettesResult(TypedDict):
    """How many `epaulettes` the loser gets."""

    epaulettes: int


@dataclass(frozen=True, kw_only=True)
class Epaulettes(Dispute[HouseRules]):
    """The last attack of a game."""

    kind: ClassVar[str] = "epaulettes"
    depends_on: ClassVar[tuple[str, ...]] = ("epaulettes", "spades_by_spades", "variant")
    players_left: int = spec(ge=2, le=layout.MOST_PLAYERS)
    attack: Cards
    beaten: bool
    trump: layout.Suit

    def validate(self) -> None:
        require_some("attack", self.attack)

    def validate_house(self, house: HouseRules) -> None:
        layout.require_trump("trump", self.trump, house)
        if layout.simple(house) and len(self.attack) > PAIR:
            raise Invalid("attack", "refused", rule="durak.given.pair")

    def result(self, house: HouseRules) -> EpaulettesResult:
        """As many as there are sixes, not all of them trumps, if they are enough of them and no
        other cards (durak.epaulettes).
        """
        fewest, n = fewest_sixes(house), len(self.attack)
        if fewest is None or self.players_left != 2 or self.beaten or n < fewest:
            return {"epaulettes": 0}
        trump = layout.trump_in(house, self.trump)
        no_trump = any(card.suit != trump for card in self.attack)
        sixes = all(card.rank == "6" for card in self.attack)
        return {"epaulettes": n if no_trump and sixes else 0}


CONSEQUENCE_RULES: tuple[AnyRule, ...] = (
    Rule("durak.refill", Refill),
    Rule("durak.draw", DrawnGame, applies=both_out),
    Rule("durak.fool", DrawnGame, applies=somebody_left),
    Rule("durak.epaulettes", Epaulettes),
)
