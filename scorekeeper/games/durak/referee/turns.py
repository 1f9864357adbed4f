"""Whose turn it is to attack in Durak, and whom; and whether a game is dealt anew.

Rules document, sections 1, 3 and 4: durak.first, durak.turn, durak.teams, durak.redeal. What a
wrong deal is, the source does not say.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self, TypedDict

from scorekeeper.core.cards import Card
from scorekeeper.core.schema import Invalid, Seat, copies_with, spec
from scorekeeper.core.sheet import seats_after
from scorekeeper.games.conduct import OutOfTurn, plays_out_of_turn
from scorekeeper.games.durak.entries import Opponents
from scorekeeper.games.durak.house_rules import HouseRules, pack_of
from scorekeeper.games.durak.referee import layout
from scorekeeper.games.durak.referee.layout import Cards, rule
from scorekeeper.games.durak.scoring import first_attack
from scorekeeper.games.shedding import Dealing, DealResult
from scorekeeper.referee.dispute import Dispute, require_at_most
from scorekeeper.referee.hands import OpenHand
from scorekeeper.referee.rule_table import Broken, Finding, Missing, Rule, has


def redeals(hand: Sequence[Card], house: HouseRules) -> bool:
    """True if a dealt hand has so many cards of one suit that it is dealt anew (durak.redeal)."""
    if house.redeal_suit == "off":
        return False
    suits = [card.suit for card in hand]
    return any(suits.count(suit) >= int(house.redeal_suit) for suit in suits)


@dataclass(frozen=True, kw_only=True)
class Deal(Dealing[HouseRules]):
    """Dealt hands: whether one of them has so many cards of a suit that it is dealt anew.

    `hands` are by seat (or one after the other); `hand` is a single one. Or it is told what was
    wrong with the deal.
    """

    fills_table: ClassVar[bool] = True
    depends_on: ClassVar[tuple[str, ...]] = ("redeal_suit", "misdeal")
    result_needs: ClassVar[Mapping[str, tuple[str, ...]]] = {"redeal": ("hands",)}
    size: ClassVar[int] = layout.HAND
    hands: Mapping[Seat, Cards] | tuple[Cards, ...] | None = None
    hand: Cards | None = spec(None, in_form=False)

    @property
    def known(self) -> Mapping[str, Cards]:
        """Field → the hand that lies there."""
        hands = self.hands if isinstance(self.hands, Mapping) else dict(enumerate(self.hands or ()))
        single = {} if self.hand is None else {"hand": self.hand}
        return {**single, **{f"hands.{at}": cards for at, cards in hands.items() if cards}}

    def validate(self) -> None:
        if not any(self.known.values()) and not self.complains:
            raise Invalid("hands" if self.hand is None else "hand", "missing")
        for place, cards in self.known.items():
            require_at_most(place, cards, layout.HAND)

    def places(self) -> Mapping[str, Iterable[Card]]:
        return self.known

    def whole_hands(self, told: OpenHand, house: HouseRules) -> Iterator[Cards]:
        """With as many of a suit as may be, and with as few of any."""
        suits = dict.fromkeys(card.suit for card in told.free)
        level, free = list(told.known), list(told.free)
        while free and len(level) < layout.HAND:
            held = Counter(card.suit for card in level)
            level.append(free.pop(min(range(len(free)), key=lambda at: held[free[at].suit])))
        orders = [lambda card, suit=suit: card.suit != suit for suit in suits]
        yield from told.filled(layout.HAND, *orders, lambda card: card not in level)

    def result(self, house: HouseRules) -> DealResult:
        """`redeal`, by the house rules (durak.redeal, durak.deal.misdeal)."""
        one_suit = any(redeals(hand, house) for hand in self.known.values())
        return {"redeal": one_suit or super().result(house)["redeal"]}


DEAL_RULES = (Rule("durak.redeal", Deal, applies=has("known")),)


class OpponentsResult(TypedDict, total=False):
    """The seats of `attacker` and `defender`; empty while they are not known."""

    attacker: int
    defender: int


@dataclass(frozen=True, kw_only=True)
class FirstAttack(Dispute[HouseRules]):
    """Who attacks first: by the lowest trump of each player, or by who was the fool before.

    A seat that is not in `lowest` has no trump; where all are `trumpless`, it need not be told.
    `seat` is who did attack, if that is in dispute.
    """

    kind: ClassVar[str] = "first-attack"
    depends_on: ClassVar[tuple[str, ...]] = ("next_attack", "spades_by_spades", "pack")
    players: int = spec(ge=2, le=layout.MOST_PLAYERS, known="players")
    lowest: Mapping[Seat, Card | None] | None = None
    trumpless: bool = False
    trump: layout.Suit | None = None
    dealer: Seat | None = spec(None, known="dealer")
    fool: Seat | None = None
    seat: Seat | None = spec(None, null_is_answer=True)

    def validate(self) -> None:
        """Raises Invalid for lowest trumps that are no trumps, or that there are not."""
        if self.trumpless and self.trumps:
            raise Invalid("trumpless", "refused", rule="durak.given.trumpless")
        suit: str | None = self.trump
        for seat, card in self.trumps.items():
            suit = suit or card.suit
            if card.suit != suit:
                raise Invalid(f"lowest.{seat}", "refused", rule="durak.given.trump")

    def validate_house(self, house: HouseRules) -> None:
        layout.require_seats("players", self.players, house)
        layout.require_trump("trump", self.trump, house)
        for seat, card in self.trumps.items():
            layout.require_trump(f"lowest.{seat}", card.suit, house)

    def unknown(self) -> tuple[str, ...]:
        """The lowest trumps; where nobody has one, the dealer."""
        if self.fool is not None:
            return ()
        if self.lowest is None and not self.trumpless:
            return ("lowest",)
        return () if self.trumps or self.dealer is not None else ("dealer",)

    def completions(self, house: HouseRules) -> Iterator[Self]:
        """The same with each player having the lowest trump, or having dealt.

        Where nobody asks whether somebody began rightly, only the facts can answer.
        """
        seats = range(self.players) if self.seat is not None else ()
        if self.unknown() == ("lowest",):
            trump = layout.trump_in(house, self.trump or layout.SPADES)
            low = next(card for card in pack_of(house).cards if card.suit == trump)
            yield from copies_with(self, "lowest", ({Seat(seat): low} for seat in seats))
        elif self.unknown():
            yield from copies_with(self, "dealer", map(Seat, seats))

    @property
    def accuses(self) -> bool:
        return self.seat is not None

    def places(self) -> Mapping[str, Iterable[Card]]:
        return {f"lowest.{seat}": (card,) for seat, card in self.trumps.items()}

    @property
    def trumps(self) -> Mapping[Seat, Card]:
        return {seat: card for seat, card in (self.lowest or {}).items() if card}

    def result(self, house: HouseRules) -> OpponentsResult:
        """Who attacks whom (durak.first).

        After a game with a fool it follows from that; else the lowest trump attacks, and if nobody
        has a trump, left of the dealer. The left-hand neighbour is attacked (durak.turn).

        >>> lowest = {Seat(0): Card("9", "H"), Seat(2): Card("7", "H")}
        >>> FirstAttack(players=3, lowest=lowest).result(HouseRules())
        {'attacker': 2, 'defender': 0}
        """
        if self.unknown():
            return {}
        if self.fool is not None:
            attacker, defender = first_attack(self.fool, self.players, house)
        elif self.trumps:
            attacker = min(self.trumps, key=lambda seat: layout.height(self.trumps[seat]))
            defender = attacker + 1
        elif self.dealer is not None:
            attacker, defender = self.dealer + 1, self.dealer + 2
        else:
            return {}
        return {"attacker": attacker % self.players, "defender": defender % self.players}


def attacks_first_wrongly(first: FirstAttack, house: HouseRules) -> Finding:
    """durak.first (1): the lowest trump, or as the last fool tells; without trumps the dealer."""
    if first.unknown() == ("lowest",):
        return Missing("lowest")
    attacker = first.result(house).get("attacker")
    if attacker is None:
        return Missing("dealer")
    wrong = first.seat not in (None, attacker)
    return Broken({"seat": first.seat, "attacker": attacker}) if wrong else None


def attack_after(
    defender: int, took: bool, order: tuple[int, ...], teams: bool
) -> Opponents | None:
    """Who attacks whom after a bout, or None if nobody is left for it (durak.turn).

    `order` are the seats still in, clockwise, the last of them the defender if he is. Who beat
    attacks; who took is passed over. In teams (who sit alternately) the attack of one who went out
    by beating goes to his side, and attack is on the next opponent (durak.teams).

    >>> attack_after(1, took=False, order=(2, 3, 0, 1), teams=False)
    Opponents(attacker=1, defender=2)
    >>> attack_after(1, took=True, order=(2, 3, 0, 1), teams=False)
    Opponents(attacker=2, defender=3)
    >>> attack_after(1, took=False, order=(2, 3, 0), teams=True)
    Opponents(attacker=3, defender=0)
    """
    others = [seat for seat in order if seat != defender]
    if not took and defender in order:
        attacker = defender
    else:
        own = [seat for seat in others if not teams or took or (seat - defender) % 2 == 0]
        if not own:
            return None
        attacker = own[0]
    at = order.index(attacker) + 1
    onto = (seat for seat in order[at:] + order[: at - 1] if not teams or (seat - attacker) % 2)
    target = next(onto, None)
    return None if target is None else Opponents(attacker, target)


@dataclass(frozen=True, kw_only=True)
class Next(Dispute[HouseRules]):
    """Who attacks whom after a bout, when those who are `out` have no cards left.

    `seat` is who did attack then, if that is in dispute.
    """

    kind: ClassVar[str] = "next"
    depends_on: ClassVar[tuple[str, ...]] = ("teams", "pack")
    players: int = spec(ge=2, le=layout.MOST_PLAYERS, known="players")
    attacker: Seat
    defender: Seat
    took: bool
    out: frozenset[Seat] = frozenset()
    teams: layout.Teams | None = spec(None, in_form=False)
    seat: Seat | None = spec(None, null_is_answer=True)

    def validate(self) -> None:
        layout.require_opponents(self.attacker, self.defender)
        if self.took and self.defender in self.out:
            raise Invalid("out", "refused", rule="durak.given.took")

    def validate_house(self, house: HouseRules) -> None:
        """Raises Invalid for teams that cannot sit so, or a game that is over."""
        layout.require_seats("players", self.players, house)
        layout.require_teams(self.teams, self.players, self.attacker, self.defender, house)
        if self._next(house) is None:
            raise Invalid("out", "refused", rule="durak.given.out")

    @property
    def accuses(self) -> bool:
        return self.seat is not None

    def _next(self, house: HouseRules) -> Opponents | None:
        order = tuple(s for s in seats_after(self.defender, self.players) if s not in self.out)
        teams = layout.in_teams(self.teams, house)
        return attack_after(self.defender, self.took, order, teams)

    def result(self, house: HouseRules) -> OpponentsResult:
        now = self._next(house)
        assert now is not None, "a game that is over was refused"
        return {"attacker": now.attacker, "defender": now.defender}


def attacks_out_of_turn(bout: Next, house: HouseRules) -> Finding:
    """durak.turn (1): who beat attacks; after taking, the player after him."""
    attacker = bout.result(house)["attacker"]
    wrong = bout.seat not in (None, attacker)
    return Broken({"seat": bout.seat, "attacker": attacker}) if wrong else None


def next_in_teams(bout: Next, house: HouseRules) -> bool:
    return layout.in_teams(bout.teams, house)


TURN_RULES = (
    rule("durak.first", FirstAttack, attacks_first_wrongly),
    rule("durak.turn", Next, attacks_out_of_turn),
    Rule("durak.teams", Next, applies=next_in_teams),
    rule("durak.out-of-turn", OutOfTurn, plays_out_of_turn),
)
