"""Cards thrown in to an attack of Durak: which ones, how many, and by whom.

Rules document, sections 2 and 3: durak.throw-in, .attack-size, .simple.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Literal, Self, TypedDict

from scorekeeper.cards import Card
from scorekeeper.dispute import CardPlayed, Dispute
from scorekeeper.fields import copies_with, spec
from scorekeeper.games.durak.house import HouseRules
from scorekeeper.games.durak.referee.attacks import FIRST_BOUT, attack_limit
from scorekeeper.games.durak.referee.breaches import rule, simple
from scorekeeper.games.durak.referee.cards import (
    HAND,
    MOST_BOUTS,
    MOST_CARDS,
    MOST_PLAYERS,
    Cards,
    require_opponents,
    require_table,
)
from scorekeeper.referee import AnyRule, Broken, Finding, Missing, Rule
from scorekeeper.schema import Invalid, Seat
from scorekeeper.sheet import seats_after


@dataclass(frozen=True, kw_only=True)
class ThrowIn(CardPlayed):
    """A card added to the attack; `passed` are those who have nothing more to add just now.

    `defender_hand` is how many cards the defender still holds, `beat` are those that beat others.
    """

    kind: ClassVar[str] = "throw-in"
    depends_on: ClassVar[tuple[str, ...]] = (
        *("variant", "at_most_six", "first_bout_five", "neighbours_only", "pack"),
    )
    attack: Cards
    beat: Cards = ()
    card: Card
    players: int = spec(ge=2, le=MOST_PLAYERS, prefill=4, known="players")
    seat: Seat
    attacker: Seat
    defender: Seat
    defender_hand: int = spec(ge=0, le=MOST_CARDS, prefill=HAND)
    took: bool = False
    passed: frozenset[Seat] | None = None
    bout: int | None = spec(None, ge=1, le=MOST_BOUTS)
    hand: Cards | None = spec(None, contains=("card",))

    def check(self) -> None:
        """Raises Invalid for cards that cannot lie so, or a defender who attacks."""
        require_table(self.attack, self.beat)
        super().check()
        require_opponents(self.attacker, self.defender)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """What lies on the table, and the hand or the card."""
        return {"attack": self.attack, "beat": self.beat, **super().places()}

    def unknown(self) -> tuple[str, ...]:
        """The bout, where a first one may be full."""
        return ("bout",) if self.bout is None and len(self.attack) >= FIRST_BOUT else ()

    def completions(self, house: HouseRules) -> Iterator[Self]:
        """The same in the first bout and in the second."""
        return copies_with(self, "bout", (1, 2) if self.unknown() else ())


def adds_in_the_simple_game(throw: ThrowIn, house: HouseRules) -> Finding:
    """durak.simple (2): nothing is added to the cards that were played at once."""
    return Broken({"card": throw.card}) if simple(house) else None


def throws_a_strange_rank(throw: ThrowIn, house: HouseRules) -> Finding:
    """durak.throw-in.rank (3): a card of a rank that lies on the table."""
    lying = (*throw.attack, *throw.beat)
    if throw.card.rank in [card.rank for card in lying]:
        return None
    return Broken({"card": throw.card, "cards": lying})


def may_throw_in(throw: ThrowIn, house: HouseRules) -> tuple[int, ...]:
    """Who may add a card now: never the defender, perhaps only the neighbours.

    The attacker is the first, then the others clockwise, then round again; it is known whose turn
    that is if it is known who has passed.
    """
    seats = throwers(throw.players, throw.attacker, throw.defender, house.neighbours_only)
    return seats if throw.passed is None else _first(seats, throw.passed)


def _first(seats: tuple[int, ...], passed: Collection[int]) -> tuple[int, ...]:
    """The first of the seats that has not passed; once all have, the first of all."""
    return tuple([seat for seat in seats if seat not in passed] or seats)[:1]


@cache
def throwers(
    players: int,
    attacker: int,
    defender: int,
    neighbours_only: bool,
    out: frozenset[int] = frozenset(),
) -> tuple[int, ...]:
    """Who may add cards in a bout, from the attacker clockwise; those who are `out` may not.

    A neighbour is the next one still in on either side, or the attacker. The defender keeps his
    place even if he beat with his last card.

    >>> throwers(5, attacker=0, defender=1, neighbours_only=True)
    (0, 2)
    >>> throwers(5, attacker=0, defender=1, neighbours_only=False, out=frozenset({0, 3}))
    (2, 4)
    >>> throwers(4, attacker=0, defender=1, neighbours_only=True, out=frozenset({1}))
    (0, 2)
    """
    stay = {attacker, defender}
    ring = [s for s in seats_after(attacker - 1, players) if s not in out or s in stay]
    seats = [seat for seat in ring if seat != defender]
    if neighbours_only:
        at = ring.index(defender)
        beside = {attacker, ring[at - 1], ring[(at + 1) % len(ring)]}
        seats = [seat for seat in seats if seat in beside]
    return tuple(seat for seat in seats if seat not in out)


def throws_in_out_of_turn(throw: ThrowIn, house: HouseRules) -> Finding:
    """durak.throw-in.who (2, 3): only the seat whose turn it is to add a card."""
    may = may_throw_in(throw, house)
    return None if throw.seat in may else Broken({"seat": throw.seat, "may": may})


def throws_in_too_many(throw: ThrowIn, house: HouseRules) -> Finding:
    """durak.attack-size (3): no more unbeaten cards than the defender can still beat.

    In a house with five in the first bout a sixth card depends on the bout: if that is
    not known, it is missing.
    """
    unbeaten, in_all = len(throw.attack) - len(throw.beat) + 1, len(throw.attack) + 1
    most = attack_limit(house, throw.bout == 1)
    if unbeaten > throw.defender_hand:
        return Broken({"n": unbeaten, "most": throw.defender_hand})
    if in_all > most:
        return Broken({"n": in_all, "most": most})
    depends = throw.bout is None and in_all > attack_limit(house, first_bout=True)
    return Missing("bout") if depends else None


def after_take(throw: ThrowIn, house: HouseRules) -> bool:
    """True if the defender said that he takes."""
    return throw.took


def throws_after_take(throw: ThrowIn, house: HouseRules) -> Finding:
    """durak.throw-in.after-take (3): after the defender takes, too, only within the size."""
    return throws_in_too_many(throw, house)


class WhoThrowsResult(TypedDict):
    """The `seat` whose turn it is to add a card; None if nobody has any."""

    seat: int | None


@dataclass(frozen=True, kw_only=True)
class WhoThrows(Dispute):
    """Whose turn it is to throw in, when some have `passed` and some are `out` of cards.

    Partners of a team may throw in as everybody else; `teams` changes nothing.
    """

    kind: ClassVar[str] = "who-throws"
    depends_on: ClassVar[tuple[str, ...]] = ("variant", "neighbours_only")
    players: int = spec(ge=2, le=MOST_PLAYERS, prefill=4, known="players")
    attacker: Seat
    defender: Seat
    passed: frozenset[Seat] = frozenset()
    out: frozenset[Seat] = frozenset()
    teams: bool | Literal["none", "2v2", "3v3"] | None = spec(None, in_form=False)

    def check(self) -> None:
        """Raises Invalid for a defender who attacks."""
        require_opponents(self.attacker, self.defender)

    def check_house(self, house: HouseRules) -> None:
        """Raises Invalid at a table where nothing is thrown in."""
        if simple(house):
            raise Invalid("attacker", "refused", rule="durak.given.simple")

    def result(self, house: HouseRules) -> WhoThrowsResult:
        """The first of those who have not passed, from the attacker clockwise, round and round."""
        seats = throwers(
            self.players, self.attacker, self.defender, house.neighbours_only, self.out
        )
        return {"seat": next(iter(_first(seats, self.passed)), None)}


THROW_IN_RULES: tuple[AnyRule, ...] = (
    rule("durak.simple", ThrowIn, adds_in_the_simple_game, when=simple),
    rule("durak.throw-in.rank", ThrowIn, throws_a_strange_rank),
    rule("durak.throw-in.who", ThrowIn, throws_in_out_of_turn),
    rule("durak.throw-in.after-take", ThrowIn, throws_after_take, applies=after_take),
    rule("durak.attack-size", ThrowIn, throws_in_too_many),
    Rule("durak.throw-in.who", WhoThrows),
)
