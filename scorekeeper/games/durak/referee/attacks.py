"""Attacks in Durak: the cards that begin a bout, and those thrown in – which, how many, by whom.

Rules document, sections 2 and 3: durak.attack-rank, .attack-size, .throw-in, .simple.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self, TypedDict

from scorekeeper.core.cards import Card
from scorekeeper.core.schema import Invalid, Json, Seat, copies_with, copy_with, spec
from scorekeeper.core.sheet import seats_after
from scorekeeper.games.durak.house_rules import HouseRules, plays_in_teams
from scorekeeper.games.durak.referee import layout
from scorekeeper.games.durak.referee.layout import SUITS, Cards, rule
from scorekeeper.games.shedding import FEWEST
from scorekeeper.referee.dispute import CardPlayed, Dispute, require_in_hand, require_some
from scorekeeper.referee.rule_table import AnyRule, Broken, Finding, Missing, Rule, has, several

MAX_ATTACK, FIRST_BOUT, PAIR = 6, 5, 2
"""Cards in an attack: in all, in the first bout if the house says so, in the simple game."""


@dataclass(frozen=True, kw_only=True)
class Attack(Dispute[HouseRules]):
    """The cards played at once to begin a bout, the first of a game being bout 1."""

    kind: ClassVar[str] = "attack"
    played_field: ClassVar[str | None] = "cards"
    depends_on: ClassVar[tuple[str, ...]] = ("variant", "pack")
    cards: Cards
    defender_hand: int = spec(ge=1, le=layout.MOST_CARDS, in_details=True)
    bout: int = spec(
        ge=1, le=layout.MOST_BOUTS, in_details=True, deciding_values=layout.FIRST_OR_LATER
    )
    hand: Cards | None = spec(None, contains=("cards",))

    def validate(self) -> None:
        require_some("cards", self.cards)
        require_in_hand(self.hand, "cards", self.cards)

    def alternatives(self, house: HouseRules) -> Iterable[Self]:
        hand = self.cards if self.hand is None else self.hand
        return (copy_with(self, cards=cards) for cards in layout.of_one_rank(hand))

    def choice(self) -> Cards:
        return self.cards


def attack_limit(house: HouseRules, first_bout: bool) -> int:
    """How many cards an attack may have, whatever the defender holds (durak.attack-size)."""
    if layout.simple(house):
        return PAIR
    if house.first_bout_five and first_bout:
        return FIRST_BOUT
    return MAX_ATTACK if house.at_most_six else layout.MOST_CARDS


def attacks_simply(attack: Attack, house: HouseRules) -> bool:
    return layout.simple(house)


def attacks_with_ranks(attack: Attack, house: HouseRules) -> Finding:
    """durak.attack-rank (2): cards that are played at once share a rank."""
    rank = attack.cards[0].rank
    mixed = any(card.rank != rank for card in attack.cards)
    return Broken({"cards": attack.cards}) if mixed else None


def attacks_with_too_many(attack: Attack, house: HouseRules) -> Finding:
    """durak.attack-size (3): never more than the defender holds, nor than the limit."""
    most = min(attack.defender_hand, attack_limit(house, attack.bout == 1))
    n = len(attack.cards)
    return Broken({"n": n, "most": most}) if n > most else None


ATTACK_RULES = (
    rule("durak.attack-rank", Attack, attacks_with_ranks, applies=several("cards")),
    rule("durak.attack-size", Attack, attacks_with_too_many),
    Rule("durak.simple", Attack, applies=attacks_simply),
)


class CardBeside(CardPlayed[HouseRules]):
    """The root of questions on a card put beside an attack, perhaps with `more` of them.

    A kind declares these fields at their place among its own.
    """

    attack: Cards
    beat: Cards
    more: Cards

    @property
    def cards(self) -> Cards:
        return (self.card, *self.more)

    def validate(self) -> None:
        layout.require_table(self.attack, self.beat)
        require_in_hand(self.hand, "card", self.cards)

    def places(self) -> Mapping[str, Iterable[Card]]:
        laid = {"card": (self.card,), "more": self.more}
        hand = laid if self.hand is None else {"hand": self.hand}
        return {"attack": self.attack, "beat": self.beat, **hand}

    def choice(self) -> object:
        return list(self.cards) if self.more else self.card


@dataclass(frozen=True, kw_only=True)
class ThrowIn(CardBeside):
    """A card added to the attack; `passed` are those who have nothing more to add just now.

    `more` are others added with it, `out` those who have no cards left. `defender_hand` is how many
    cards the defender still holds, `beat` are those that beat others.
    """

    kind: ClassVar[str] = "throw-in"
    depends_on: ClassVar[tuple[str, ...]] = (
        *("variant", "at_most_six", "first_bout_five", "neighbours_only", "pack"),
        *("teams", "partners_throw_in", "spades_by_spades"),
    )
    attack: Cards
    beat: Cards = ()
    card: Card
    more: Cards = ()
    players: int = spec(ge=2, le=layout.MOST_PLAYERS, known="players")
    seat: Seat
    attacker: Seat
    defender: Seat
    defender_hand: int = spec(ge=0, le=layout.MOST_CARDS, in_details=True)
    took: bool = False
    passed: frozenset[Seat] | None = None
    out: frozenset[Seat] = frozenset()
    bout: int | None = spec(None, ge=1, le=layout.MOST_BOUTS)
    hand: Cards | None = spec(None, contains=("card", "more"), optional=True)

    @classmethod
    def possible_values(cls, name: str, known: Mapping[str, Any]) -> Sequence[object] | None:
        """Cards of the defender: one too few, and just enough; more make no difference.

        Who has passed is left to the rules. It is asked first where another than the attacker
        throws in.
        """
        if name == "defender_hand" and known.keys() >= {"attack", "beat", "card", "more"}:
            unbeaten = len(known["attack"]) + 1 + len(known["more"]) - len(known["beat"])
            another = known.get("seat") != known.get("attacker")
            return (unbeaten, unbeaten - 1) if another else (unbeaten - 1, unbeaten)
        return (None,) if name == "passed" else None

    @classmethod
    def hidden_fields(cls, given: Mapping[str, Json]) -> Sequence[str]:
        """Who has passed, where the attacker throws in, who has the first say."""
        return ("passed",) if cls._first_throws(given) else ()

    @classmethod
    def from_form(cls, given: dict[str, Json]) -> dict[str, Json]:
        """What a form sent: an attacker who throws in has not passed."""
        first = cls._first_throws(given) and given.get("passed") is None
        return {**given, "passed": []} if first else given

    @staticmethod
    def _first_throws(given: Mapping[str, Json]) -> bool:
        return given.get("seat") is not None and given.get("seat") == given.get("attacker")

    def validate(self) -> None:
        super().validate()
        layout.require_opponents(self.attacker, self.defender)
        if self.seat in self.out:
            raise Invalid("out", "refused", rule="durak.given.thrower")

    def validate_house(self, house: HouseRules) -> None:
        layout.require_seats("players", self.players, house)
        layout.require_beaten(self.attack, self.beat, SUITS, house)

    def unknown(self) -> tuple[str, ...]:
        """The bout, where a first one may be full; and who has passed, if several may throw in."""
        full = self.bout is None and len(self.attack) + len(self.cards) > FIRST_BOUT
        several = self.passed is None and self.players - len(self.out) > FEWEST
        return (*(("bout",) if full else ()), *(("passed",) if several else ()))

    def completions(self, house: HouseRules) -> Iterator[Self]:
        """The same in each bout, first or not; when it was his turn, and when it was not."""
        unknown = self.unknown()
        for way in copies_with(self, "bout", (2, 1)) if "bout" in unknown else (self,):
            yield from (
                copies_with(way, "passed", way.turns(house)) if "passed" in unknown else (way,)
            )

    def turns(self, house: HouseRules) -> tuple[frozenset[Seat], frozenset[Seat]]:
        """Who may have passed: all before him, and such that it is another's turn."""
        seats = [Seat(seat) for seat in self.throwers(house)]
        before = seats[: seats.index(self.seat)] if self.seat in seats else seats
        return frozenset(before), frozenset() if before else frozenset({self.seat})

    def throwers(self, house: HouseRules) -> tuple[int, ...]:
        """Who may add cards in this bout, from the attacker clockwise (durak.throw-in.who)."""
        return throwers(self.players, self.attacker, self.defender, self.out, house)

    def alternatives(self, house: HouseRules) -> Iterable[Self]:
        return (copy_with(self, card=card, more=()) for card in self.hand or ())


def adds_in_the_simple_game(throw: ThrowIn, house: HouseRules) -> Finding:
    """durak.simple (2): nothing is added to the cards that were played at once."""
    return Broken({"card": throw.card})


def throws_a_strange_rank(throw: ThrowIn, house: HouseRules) -> Finding:
    """durak.throw-in.rank (3): a card of a rank that lies on the table."""
    lying = (*throw.attack, *throw.beat)
    ranks = {card.rank for card in lying}
    strange = next((card for card in throw.cards if card.rank not in ranks), None)
    return None if strange is None else Broken({"card": strange, "cards": lying})


def may_throw_in(throw: ThrowIn, house: HouseRules) -> tuple[int, ...]:
    """Who may add a card now: never the defender, perhaps only the neighbours.

    The attacker is the first, then the others clockwise, then round again; it is known whose turn
    that is if it is known who has passed.
    """
    seats = throw.throwers(house)
    return seats if throw.passed is None else _first(seats, throw.passed)


def _first(seats: tuple[int, ...], passed: Collection[int]) -> tuple[int, ...]:
    """The first of the seats that has not passed; once all have, the first of all."""
    return tuple([seat for seat in seats if seat not in passed] or seats)[:1]


def throwers(
    players: int, attacker: int, defender: int, out: frozenset[Seat], house: HouseRules
) -> tuple[int, ...]:
    """Who may add cards in a bout, from the attacker clockwise; those who are `out` may not.

    A neighbour is the next one still in on either side, or the attacker. The defender keeps his
    place even if he beat with his last card.

    >>> throwers(5, 0, 1, frozenset(), HouseRules(neighbours_only=True))
    (0, 2)
    >>> throwers(5, 0, 1, frozenset({Seat(0), Seat(3)}), HouseRules())
    (2, 4)
    >>> throwers(4, 0, 1, frozenset({Seat(1)}), HouseRules(neighbours_only=True))
    (0, 2)
    >>> throwers(4, 0, 1, frozenset(), HouseRules(teams="2v2", partners_throw_in=False))
    (0, 2)
    """
    stay = {attacker, defender}
    ring = [s for s in seats_after(attacker - 1, players) if s not in out or s in stay]
    seats = [seat for seat in ring if seat not in out and seat != defender]
    if house.neighbours_only:
        at = ring.index(defender)
        beside = {attacker, ring[at - 1], ring[(at + 1) % len(ring)]}
        seats = [seat for seat in seats if seat in beside]
    if not house.partners_throw_in and plays_in_teams(players, house):
        seats = [seat for seat in seats if (seat - defender) % 2]
    return tuple(seats)


def throws_in_out_of_turn(throw: ThrowIn, house: HouseRules) -> Finding:
    """durak.throw-in.who (2, 3): only the seat whose turn it is to add a card."""
    may = may_throw_in(throw, house)
    if throw.seat not in may:
        return Broken({"seat": throw.seat, "may": may})
    return Missing("passed") if throw.passed is None and len(may) > 1 else None


def throws_in_too_many(throw: ThrowIn, house: HouseRules) -> Finding:
    """durak.attack-size (3): no more unbeaten cards than the defender can still beat.

    After the defender takes, too (durak.throw-in.after-take).
    In a house with five in the first bout a sixth card depends on the bout: if that is
    not known, it is missing.
    """
    in_all = len(throw.attack) + len(throw.cards)
    unbeaten = in_all - len(throw.beat)
    most = attack_limit(house, throw.bout == 1)
    if unbeaten > throw.defender_hand:
        return Broken({"n": unbeaten, "most": throw.defender_hand, "wrong": "more-than-held"})
    if in_all > most:
        return Broken({"n": in_all, "most": most})
    depends = throw.bout is None and in_all > attack_limit(house, first_bout=True)
    return Missing("bout") if depends else None


class WhoThrowsResult(TypedDict):
    """The `seat` whose turn it is to add a card; None if nobody has any."""

    seat: int | None


@dataclass(frozen=True, kw_only=True)
class WhoThrows(Dispute[HouseRules]):
    """Whose turn it is to throw in, when some have `passed` and some are `out` of cards."""

    kind: ClassVar[str] = "who-throws"
    depends_on: ClassVar[tuple[str, ...]] = (
        *("variant", "neighbours_only", "pack", "teams", "partners_throw_in"),
    )
    players: int = spec(ge=2, le=layout.MOST_PLAYERS, known="players")
    attacker: Seat
    defender: Seat
    passed: frozenset[Seat] = frozenset()
    out: frozenset[Seat] = frozenset()
    teams: layout.Teams | None = spec(None, in_form=False)

    def validate(self) -> None:
        layout.require_opponents(self.attacker, self.defender)

    def validate_house(self, house: HouseRules) -> None:
        if layout.simple(house):
            raise Invalid("attacker", "refused", rule="durak.given.simple")
        layout.require_seats("players", self.players, house)
        layout.require_teams(self.teams, self.players, self.attacker, self.defender, house)

    def result(self, house: HouseRules) -> WhoThrowsResult:
        seats = throwers(self.players, self.attacker, self.defender, self.out, house)
        return {"seat": next(iter(_first(seats, self.passed)), None)}


THROW_IN_RULES: tuple[AnyRule, ...] = (
    rule("durak.simple", ThrowIn, adds_in_the_simple_game, when=layout.simple),
    rule("durak.throw-in.rank", ThrowIn, throws_a_strange_rank),
    rule("durak.throw-in.who", ThrowIn, throws_in_out_of_turn),
    rule("durak.throw-in.after-take", ThrowIn, throws_in_too_many, applies=has("took")),
    rule("durak.attack-size", ThrowIn, throws_in_too_many),
    Rule("durak.throw-in.who", WhoThrows),
)
