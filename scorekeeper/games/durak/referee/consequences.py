"""What follows from a position in Durak: who attacks, who draws, who is the fool, what is hung.

Rules document, sections 1 and 4. Apart from who attacks first, nothing here can be broken.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, TypedDict

from scorekeeper.cards import Card
from scorekeeper.fields import spec
from scorekeeper.games.durak.house import HouseRules, fewest_sixes
from scorekeeper.games.durak.referee.breaches import rule
from scorekeeper.games.durak.referee.cards import (
    HAND,
    MOST_CARDS,
    MOST_PLAYERS,
    Cards,
    Suit,
    height,
    require_cards,
    require_opponents,
    trump_in,
)
from scorekeeper.games.durak.scoring import first_attack
from scorekeeper.places import require_at_most
from scorekeeper.referee import AnyRule, Broken, Dispute, Finding, Missing, Rule
from scorekeeper.schema import Invalid, Seat
from scorekeeper.sheet import seats_after


def beginners(
    players: int,
    trumps: Mapping[Seat, Card],
    dealer: int | None,
    fool: int | None,
    house: HouseRules,
) -> tuple[int, int] | None:
    """Who attacks whom first, or None if that is not known (durak.first).

    After a game with a fool it follows from that; else the lowest of `trumps` (seat → lowest trump)
    attacks, and if nobody has a trump, left of the dealer. The left-hand neighbour is attacked
    (durak.turn).
    """
    if fool is not None:
        return first_attack(fool, players, house)
    if trumps:
        attacker: int = min(trumps, key=lambda seat: height(trumps[seat]))
    elif dealer is not None:
        attacker = dealer + 1
    else:
        return None
    return attacker % players, (attacker + 1) % players


class FirstAttackResult(TypedDict, total=False):
    """The seats of `attacker` and `defender`; empty while they are not known."""

    attacker: int
    defender: int


@dataclass(frozen=True, kw_only=True)
class FirstAttack(Dispute):
    """Who attacks first: by the lowest trump of each player, or by who was the fool before.

    A seat that is not in `lowest` has no trump; `seat` is who did attack, if that is in dispute.
    """

    kind: ClassVar[str] = "first-attack"
    players: int = spec(ge=2, le=MOST_PLAYERS, prefill=4, known="players")
    lowest: Mapping[Seat, Card | None] | None = None
    trump: Suit | None = None
    dealer: Seat | None = spec(None, known="dealer")
    fool: Seat | None = None
    seat: Seat | None = None

    def check(self) -> None:
        """Raises Invalid for lowest trumps that are no trumps."""
        suit: str | None = self.trump
        for seat, card in self.trumps.items():
            suit = suit or card.suit
            if card.suit != suit:
                raise Invalid(f"lowest.{seat}", "refused", rule="durak.first")

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The lowest trump of each."""
        return {f"lowest.{seat}": (card,) for seat, card in self.trumps.items()}

    @property
    def trumps(self) -> Mapping[Seat, Card]:
        """The lowest trump of those who have one."""
        return {seat: card for seat, card in (self.lowest or {}).items() if card}

    def result(self, house: HouseRules) -> FirstAttackResult:
        """Who attacks whom.

        >>> lowest = {Seat(0): Card("9", "H"), Seat(2): Card("7", "H")}
        >>> FirstAttack(players=3, lowest=lowest).result(HouseRules())
        {'attacker': 2, 'defender': 0}
        """
        seats = beginners(self.players, self.trumps, self.dealer, self.fool, house)
        return {"attacker": seats[0], "defender": seats[1]} if seats else {}


def attacks_first_wrongly(first: FirstAttack, house: HouseRules) -> Finding:
    """durak.first (1): the lowest trump, or as the last fool tells; without trumps the dealer.

    >>> fair = FirstAttack(players=4, fool=Seat(0), seat=Seat(3))
    >>> attacks_first_wrongly(fair, HouseRules()) is None
    True
    >>> unfair = FirstAttack(players=4, fool=Seat(0), seat=Seat(1))
    >>> attacks_first_wrongly(unfair, HouseRules()) is None
    False
    """
    if first.fool is None and first.lowest is None:
        return Missing("lowest")
    attacker = first.result(house).get("attacker")
    if attacker is None:
        return Missing("dealer")
    wrong = first.seat not in (None, attacker)
    return Broken({"seat": first.seat, "attacker": attacker}) if wrong else None


def refills(
    hands: Sequence[int],
    stock: int,
    attacker: int,
    throwers: Collection[int],
    defender: int | None,
) -> Iterator[tuple[int, int]]:
    """Seat and number of cards of each who draws to six, in order (durak.refill).

    First the attacker, then those who threw in clockwise, the defender last. `defender` is None if
    the cards were taken.

    >>> list(refills((3, 6, 5), 4, attacker=0, throwers={2}, defender=1))
    [(0, 3), (2, 1)]
    """
    clockwise = [seat for seat in seats_after(attacker, len(hands))[:-1] if seat in throwers]
    for seat in (attacker, *clockwise, *(() if defender is None else (defender,))):
        drawn = min(max(HAND - hands[seat], 0), stock)
        if drawn:
            stock -= drawn
            yield seat, drawn


class RefillResult(TypedDict):
    """`draws`: seat and number of cards of each who draws, in order."""

    draws: list[list[int]]


@dataclass(frozen=True, kw_only=True)
class Refill(Dispute):
    """How many cards each hand has after a bout, how many are in the stock, who played how."""

    kind: ClassVar[str] = "refill"
    seated: ClassVar[str] = "hands"
    hands: tuple[int, ...] = spec(ge=0, le=MOST_CARDS)
    stock: int = spec(ge=0, le=MOST_CARDS)
    attacker: Seat
    throwers: frozenset[Seat] = frozenset()
    defender: Seat
    took: bool = False

    def check(self) -> None:
        """Raises Invalid for too few hands, or a defender who attacks."""
        if not 2 <= len(self.hands) <= MOST_PLAYERS:
            raise Invalid("hands", "wrong-number", n=f"2–{MOST_PLAYERS}")
        require_opponents(self.attacker, self.defender)

    @property
    def draws(self) -> tuple[tuple[int, int], ...]:
        """Seat and number of cards, in order (durak.refill); who took draws nothing."""
        last = None if self.took else self.defender
        throwers = self.throwers - {self.defender}
        return tuple(refills(self.hands, self.stock, self.attacker, throwers, last))

    def result(self, house: HouseRules) -> RefillResult:
        """Who draws how many, in order."""
        return {"draws": [list(draw) for draw in self.draws]}


class DrawnGameResult(TypedDict):
    """`draw`; else which of the two is the `fool`, and which is `left` with cards."""

    fool: Literal["defender"] | None
    draw: bool
    left: Literal["attacker", "defender"] | None


def ending(
    attacker_out: bool, defender_out: bool, others: int, house: HouseRules
) -> DrawnGameResult:
    """A draw or the fool, when the last bout is over (durak.draw, durak.fool).

    >>> ending(attacker_out=True, defender_out=True, others=0, house=HouseRules())
    {'fool': None, 'draw': True, 'left': None}
    """
    gone = others == 0 and attacker_out and defender_out
    left: Literal["attacker", "defender"] | None = None
    if others == 0 and attacker_out != defender_out:
        left = "defender" if attacker_out else "attacker"
    fool = left == "defender" or (gone and house.no_draw)
    return {"fool": "defender" if fool else None, "draw": gone and not house.no_draw, "left": left}


@dataclass(frozen=True, kw_only=True)
class DrawnGame(Dispute):
    """Who went out in the last bout, and how many `others` are still in; the stock is used up."""

    kind: ClassVar[str] = "draw"
    attacker_out: bool
    defender_out: bool
    others: int = spec(ge=0, le=MOST_PLAYERS - 2)

    def result(self, house: HouseRules) -> DrawnGameResult:
        """A draw, or who is the fool (durak.draw, durak.fool)."""
        return ending(self.attacker_out, self.defender_out, self.others, house)


def epaulettes_of(
    players_left: int, attack: Sequence[Card], beaten: bool, trump: str, house: HouseRules
) -> int:
    """How many epaulettes the last attack hangs on the loser (durak.epaulettes)."""
    fewest = fewest_sixes(house)
    if fewest is None or players_left != 2 or beaten or len(attack) < fewest:
        return 0
    no_trump = any(card.suit != trump_in(house, trump) for card in attack)
    return len(attack) if no_trump and all(card.rank == "6" for card in attack) else 0


class EpaulettesResult(TypedDict):
    """How many `epaulettes` the loser gets."""

    epaulettes: int


@dataclass(frozen=True, kw_only=True)
class Epaulettes(Dispute):
    """The last attack of a game."""

    kind: ClassVar[str] = "epaulettes"
    players_left: int = spec(ge=1, le=MOST_PLAYERS, prefill=2)
    attack: Cards
    beaten: bool
    trump: Suit

    def check(self) -> None:
        """Raises Invalid if no card was played."""
        require_cards("attack", self.attack)

    def result(self, house: HouseRules) -> EpaulettesResult:
        """How many epaulettes the loser gets."""
        n = epaulettes_of(self.players_left, self.attack, self.beaten, self.trump, house)
        return {"epaulettes": n}


def redeals(hand: Sequence[Card], house: HouseRules) -> bool:
    """True if a dealt hand has so many cards of one suit that it is dealt anew (durak.redeal)."""
    if house.redeal_suit == "off":
        return False
    suits = [card.suit for card in hand]
    return any(suits.count(suit) >= int(house.redeal_suit) for suit in suits)


class DealResult(TypedDict):
    """`redeal`: the cards are dealt anew."""

    redeal: bool


@dataclass(frozen=True, kw_only=True)
class Deal(Dispute):
    """A dealt hand: whether there are so many cards of one suit that it is dealt anew."""

    kind: ClassVar[str] = "deal"
    hand: Cards

    def check(self) -> None:
        """Raises Invalid for more cards than are dealt."""
        require_cards("hand", self.hand)
        require_at_most("hand", self.hand, HAND)

    def result(self, house: HouseRules) -> DealResult:
        """`redeal`, by the house rule (durak.redeal)."""
        return {"redeal": redeals(self.hand, house)}


CONSEQUENCE_RULES: tuple[AnyRule, ...] = (
    rule("durak.first", FirstAttack, attacks_first_wrongly),
    Rule("durak.refill", Refill),
    Rule("durak.draw", DrawnGame),
    Rule("durak.fool", DrawnGame),
    Rule("durak.epaulettes", Epaulettes),
    Rule("durak.redeal", Deal),
)
