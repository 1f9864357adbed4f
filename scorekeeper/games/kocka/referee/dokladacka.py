"""Dokládačka: which card can be laid, whose turn it is, and who may say "cink"; and what is proven
while it is played.

Source 2 and 6; section 5 of the rules document. Nothing is known of hands: the players say each
card and each cink. Whoever says cink denies every card that could be laid just then; all
proofs follow from that, and none rests on another player's word.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import ClassVar, Literal, Self, TypedDict

from scorekeeper.core.cards import FRENCH_32, Card
from scorekeeper.core.schema import Invalid, Json, Seat, copies_with, spec
from scorekeeper.core.sheet import seats_after
from scorekeeper.games.kocka.entries import SEATS
from scorekeeper.games.kocka.house_rules import HouseRules
from scorekeeper.games.kocka.referee.plays import HAND, goes_back, holds_back_jack, loses_dokladacka
from scorekeeper.referee.dispute import (
    CardPlayed,
    Dispute,
    lying_in,
    require_at_most,
    require_in_hand,
)
from scorekeeper.referee.hands import OpenHand
from scorekeeper.referee.rule_table import Broken, Finding, Missing, Rule, has

CINK = "cink"


@dataclass(frozen=True)
class Cinked:
    """A cink: whose, with which move (0-based), and the cards that could have been laid."""

    seat: int
    move: int
    denied: frozenset[Card]


@dataclass(frozen=True)
class FalseCink:
    """A cink is proven false (dokladacka.cink).

    It was the one seat of `seats`; if there are several, whoever of them holds one of `cards`.
    `move` is the false cink if the card that it denied was laid later.
    """

    seats: tuple[int, ...]
    cards: tuple[Card, ...] = ()
    move: int | None = None


@dataclass(frozen=True)
class State:
    """Where a dokládačka stands. `out` are the seats without cards, the first to be so first."""

    turn: int
    left: tuple[int, ...] = (HAND,) * SEATS
    moves: int = 0
    table: tuple[Card, ...] = ()
    cinks: tuple[Cinked, ...] = ()
    out: tuple[int, ...] = ()
    proof: FalseCink | None = None

    @property
    def over(self) -> bool:
        """True if it is decided: three are out (dokladacka.last), or a cink was false."""
        return self.proof is not None or len(self.out) == SEATS - 1

    @property
    def losers(self) -> tuple[int, ...]:
        """Who lost, once it is over: one seat, or those of whom one holds the proof's cards."""
        if self.proof:
            return self.proof.seats
        return self.playing if self.over else ()

    @property
    def how(self) -> Literal["last-card", "renonc"]:
        """The id of the way in which the dokládačka was lost."""
        return "renonc" if self.proof else "last-card"

    @property
    def playing(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(SEATS) if self.left[seat])

    @cached_property
    def unlaid(self) -> tuple[Card, ...]:
        return tuple(card for card in FRENCH_32.cards if card not in self.table)

    @cached_property
    def playable(self) -> frozenset[Card]:
        """The cards that can be laid now (dokladacka.order); who holds one may not say cink."""
        return frozenset(card for card in self.unlaid if fits(card, self.table))

    @cached_property
    def possible(self) -> tuple[frozenset[Card], ...]:
        """Per seat the cards that it can hold, if its cinks were true."""
        return tuple(
            frozenset(self.unlaid).difference(*(c.denied for c in self.cinks if c.seat == seat))
            if self.left[seat]
            else frozenset()
            for seat in range(SEATS)
        )

    def holders(self, card: Card) -> tuple[int, ...]:
        return tuple(seat for seat in range(SEATS) if card in self.possible[seat])

    @property
    def must_lay(self) -> bool:
        """True if the player on turn holds a card to lay, if all cinks were true."""
        if self.over:
            return False
        idle = self.possible[self.turn] - self.playable
        alone = any(self.holders(card) == (self.turn,) for card in self.playable)
        return alone or len(idle) < self.left[self.turn]


def beginners(house: HouseRules, dealer: int, points: Sequence[int]) -> tuple[int, ...]:
    """Who may begin (dokladacka_first): several, if the `points` of the round do not tell."""
    if house.dokladacka_first == "left-of-dealer":
        return ((dealer + 1) % SEATS,)
    return tuple(seat for seat, taken in enumerate(points) if taken == max(points))


def after(state: State, move: str) -> State:
    """The state after one more move, a card's code or "cink". Raises Invalid if it cannot be so."""
    if state.over:
        rule = "dokladacka.cink" if state.proof else "dokladacka.last"
        raise Invalid("move", "refused", rule=rule)
    if move == CINK:
        cinked = Cinked(state.turn, state.moves, state.playable)
        moved = replace(state, cinks=(*state.cinks, cinked))
    else:
        moved = _with_card(state, _card(state, move))
    turn = next(seat for seat in seats_after(state.turn, SEATS) if moved.left[seat])
    return replace(moved, turn=turn, moves=state.moves + 1, proof=moved.proof or _proof(moved))


def _card(state: State, code: str) -> Card:
    if code not in FRENCH_32.by_code:
        raise Invalid("move", "unknown-card", code=code[:20])
    card = FRENCH_32.parse(code)
    if card in state.table:
        raise Invalid("move", "twice", item=code)
    if card not in state.playable:
        raise Invalid("move", "refused", rule="dokladacka.order")
    return card


def _with_card(state: State, card: Card) -> State:
    """The card laid; it proves an earlier cink false with which its player denied it."""
    seat = state.turn
    left = tuple(n - (at == seat) for at, n in enumerate(state.left))
    denied = (c.move for c in state.cinks if c.seat == seat and card in c.denied)
    move = next(denied, None)
    return replace(
        state,
        left=left,
        table=(*state.table, card),
        out=state.out if left[seat] else (*state.out, seat),
        proof=None if move is None else FalseCink((seat,), (card,), move),
    )


def _proof(state: State) -> FalseCink | None:
    """A player who denied so many cards that too few remain for the hand; or what all denied."""
    for seat in state.playing:
        if len(state.possible[seat]) < state.left[seat]:
            return FalseCink((seat,))
    nobodys = tuple(card for card in state.unlaid if not state.holders(card))
    return FalseCink(state.playing, nobodys) if nobodys else None


ROW = ("7", "8", "9", "T", "J", "Q", "K", "A")
JACK = ROW.index("J")
FEW = 3
"""Cards of a hand that may have been: nobody knows how many there were."""


class TurnResult(TypedDict):
    """Who `plays` next; None if that is not known."""

    plays: int | None


@dataclass(frozen=True, kw_only=True)
class DokladackaPlay(CardPlayed[HouseRules]):
    """A card laid in a dokládačka; `table` are the cards that lie there."""

    kind: ClassVar[str] = "dokladacka-play"
    table: tuple[Card, ...]
    card: Card
    hand: tuple[Card, ...] | None = spec(None, contains=("card",))

    def validate(self) -> None:
        require_rows(self.table)
        super().validate()
        require_at_most("hand", self.hand, HAND)

    def places(self) -> Mapping[str, Iterable[Card]]:
        return {"table": self.table, **super().places()}

    def customs(self, house: HouseRules) -> tuple[str, ...]:
        """The unwritten rule on jacks, if the card offends it (7)."""
        return tuple(holds_back_jack(self.card, self.hand))


@dataclass(frozen=True)
class Cink(Dispute[HouseRules]):
    """A player said "cink" in a dokládačka: "I cannot play".

    Cards that were `laid_later` were in the hand already, since none are drawn. It is claimed
    while the dokládačka goes on, or when it is `over`.
    """

    kind: ClassVar[str] = "dokladacka-cink"
    unasked: ClassVar[tuple[str, ...]] = ("over",)
    table: tuple[Card, ...]
    hand: tuple[Card, ...] | None = spec(None, contains=("laid_later",), optional=True)
    laid_later: tuple[Card, ...] | None = spec(None, optional=True)
    over: bool = False

    def validate(self) -> None:
        require_rows(self.table)
        require_at_most("table", self.table, len(FRENCH_32.cards) - 1)
        require_at_most("hand", self.hand, HAND)
        require_at_most("laid_later", self.laid_later, HAND)
        if self.hand == ():
            raise Invalid("hand", "missing")
        require_in_hand(self.hand, "laid_later", self.laid_later or ())

    def places(self) -> Mapping[str, Iterable[Card]]:
        return {"table": self.table, **lying_in(self.hand, "laid_later", self.laid_later or ())}

    @property
    def known(self) -> tuple[Card, ...]:
        return (self.laid_later or ()) if self.hand is None else self.hand

    def unknown(self) -> tuple[str, ...]:
        return ("hand",) if self.hand is None and len(self.known) < HAND else ()

    def alternatives(self, house: HouseRules) -> Iterable[DokladackaPlay]:
        return (DokladackaPlay(table=self.table, card=card) for card in self.hand or ())

    def whole_hands(self, told: OpenHand, house: HouseRules) -> Iterator[tuple[Card, ...]]:
        """With nothing more in it, and with any one card more: one is enough that can be laid."""
        if told.known:
            yield told.known
        yield from ((*told.known, card) for card in told.free)

    def completions(self, house: HouseRules) -> Iterator[Self]:
        unlaid = [card for card in FRENCH_32.cards if card not in (*self.table, *self.known)]
        idle = [card for card in unlaid if not fits(card, self.table)][:FEW]
        playable = next(card for card in unlaid if fits(card, self.table))
        hands = (*self.known, *idle)[:HAND], (*(*self.known, *idle)[: HAND - 1], playable)
        return copies_with(self, "hand", filter(None, hands))


@dataclass(frozen=True, kw_only=True)
class DokladackaTurn(Dispute[HouseRules]):
    """A player laid so many `cards` in a dokládačka: after whom (`last`), or as the one who
    `begins`. Those who are `out` of cards are passed over.
    """

    kind: ClassVar[str] = "dokladacka-turn"
    depends_on: ClassVar[tuple[str, ...]] = ("dokladacka_first",)
    dealer: Seat = spec(known="dealer")
    seat: Seat
    cards: int = spec(1, ge=1, le=HAND)
    last: Seat | None = None
    begins: bool | None = None
    round_loser: Seat | None = None
    out: frozenset[Seat] = frozenset()

    @classmethod
    def hidden_fields(cls, given: Mapping[str, Json]) -> Sequence[str]:
        """That somebody laid several cards, of which who complains tells; who begins is alone."""
        if given.get("begins"):
            return "cards", "last", "out"
        return ("cards",) if given.get("last") is None else ("cards", "begins", "round_loser")

    def validate(self) -> None:
        if self.begins and self.last is not None:
            raise Invalid("last", "refused", rule="dokladacka.turn.begins")
        if self.begins is False and self.last is None:
            raise Invalid("last", "missing")
        if self.seat in self.out or len(self.out) >= SEATS - 1:
            raise Invalid("out", "refused", rule="dokladacka.turn.out")

    def unknown(self) -> tuple[str, ...]:
        return () if self.last is not None or self.begins else ("last",)

    def completions(self, house: HouseRules) -> Iterator[Self]:
        open_fact = "round_loser" if self.begins else "last"
        return copies_with(self, open_fact, map(Seat, range(SEATS)))

    def first(self, house: HouseRules) -> int | None:
        """Who begins; None if nobody says who lost the round."""
        if house.dokladacka_first == "loser-of-round":
            return self.round_loser
        return (self.dealer + 1) % SEATS

    def plays(self, house: HouseRules) -> int | None:
        """Whose turn it is, as far as it is known (dokladacka.turn)."""
        if self.last is None:
            return self.first(house) if self.begins else None
        return next(seat for seat in seats_after(self.last, SEATS) if seat not in self.out)

    def result(self, house: HouseRules) -> TurnResult:
        return {"plays": self.plays(house)}


def lays_several(turn: DokladackaTurn, house: HouseRules) -> Finding:
    """dokladacka.one-card (2): one card a turn."""
    return Broken({"n": turn.cards}) if turn.cards > 1 else None


def lays_out_of_turn(turn: DokladackaTurn, house: HouseRules) -> Finding:
    """dokladacka.turn (2): one after the other, from the one who begins."""
    plays = turn.plays(house)
    if plays is None:
        return Missing("round_loser") if turn.begins else Missing("last")
    return Broken({"seat": turn.seat, "turn": plays}) if turn.seat != plays else None


def require_rows(table: Sequence[Card]) -> None:
    """Raises Invalid unless each suit lies as a row unbroken from its jack (2)."""
    for card in table:
        if not fits(card, table):
            raise Invalid("table", "refused", rule="dokladacka.order.gap", cards=[inward(card)])


def fits_no_row(play: DokladackaPlay, house: HouseRules) -> Finding:
    """dokladacka.order (2): a jack, or the next card up or down on its suit's row."""
    if fits(play.card, play.table):
        return None
    return Broken({"card": play.card, "needs": inward(play.card)})


def cinks_with_a_card_to_play(cink: Cink, house: HouseRules) -> Finding:
    """dokladacka.cink (2): only who cannot play says it."""
    return None if cink.over else cinks_falsely(cink, house)


def cinks_falsely(cink: Cink, house: HouseRules) -> Finding:
    """dokladacka.cink.until: the same, found out when the dokládačka is over."""
    playable = tuple(card for card in cink.known if fits(card, cink.table))
    if playable or not cink.unknown():
        return Broken({"cards": playable}) if playable else None
    every = tuple(card for card in FRENCH_32.cards if card not in cink.table)
    idle = any(not fits(card, cink.table) for card in every)
    return Missing("hand") if idle else Broken({"cards": every})


def fits(card: Card, table: Iterable[Card]) -> bool:
    """True if a card can be laid: a jack, or the next card towards its jack lies there already."""
    return card.rank == ROW[JACK] or inward(card) in table


def inward(card: Card) -> Card:
    """The neighbour of a card, other than a jack, on the side of its jack."""
    place = ROW.index(card.rank)
    return Card(ROW[place - 1] if place > JACK else ROW[place + 1], card.suit)


at_once = partial(Rule, offence="invalid", penalty=goes_back, ours=("penalty", "onward"))
DOKLADACKA_RULES = (
    at_once("dokladacka.order", DokladackaPlay, fits_no_row),
    at_once("dokladacka.one-card", DokladackaTurn, lays_several),
    at_once("dokladacka.turn", DokladackaTurn, lays_out_of_turn),
    Rule("dokladacka.cink", Cink, cinks_with_a_card_to_play, penalty=loses_dokladacka),
    Rule("dokladacka.cink.until", Cink, cinks_falsely, applies=has("over"), ours=("onward",)),
)
