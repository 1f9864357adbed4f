"""A dokládačka as it is played: what lies on the table, whose turn it is, what is proven.

Source 2 and 6; section 5 of the rules document. Nothing is known of hands: the players say each
card and each cink. Whoever says cink denies every card that could be laid just then; all
proofs follow from that, and none rests on another player's word.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from typing import Literal

from scorekeeper.cards import FRENCH_32, Card
from scorekeeper.games.kocka.entries import SEATS
from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.games.kocka.referee.dokladacka import fits
from scorekeeper.games.kocka.referee.plays import HAND
from scorekeeper.schema import Invalid
from scorekeeper.sheet import seats_after

CINK = "cink"


@dataclass(frozen=True)
class Cinked:
    """A cink: whose, with which move (0-based), and the cards that could have been laid."""

    seat: int
    move: int
    denied: frozenset[Card]


@dataclass(frozen=True)
class Proof:
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
    proof: Proof | None = None

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
        """The seats that still hold cards."""
        return tuple(seat for seat in range(SEATS) if self.left[seat])

    @cached_property
    def unlaid(self) -> tuple[Card, ...]:
        """The cards that are still in somebody's hand."""
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
        """The seats that can hold a card, if all cinks were true."""
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


def follow(first: int, moves: Iterable[str]) -> State:
    """The state after moves in order, each a card's code or "cink". Raises Invalid."""
    return reduce(after, moves, State(first))


def after(state: State, move: str) -> State:
    """The state after one more move. Raises Invalid for one that cannot be so."""
    if state.over:
        rule = "dokladacka.cink" if state.proof else "dokladacka.last"
        raise Invalid("move", "refused", rule=rule)
    moved = _with_cink(state) if move == CINK else _with_card(state, _card(state, move))
    proof = moved.proof or _proof(moved)
    return replace(moved, turn=_next(moved), moves=state.moves + 1, proof=proof)


def _card(state: State, code: str) -> Card:
    """The card of a code, if it can be laid now."""
    if code not in FRENCH_32.by_code:
        raise Invalid("move", "unknown-card", code=code[:20])
    card = FRENCH_32.parse(code)
    if card in state.table:
        raise Invalid("move", "twice", item=code)
    if card not in state.playable:
        raise Invalid("move", "refused", rule="dokladacka.order")
    return card


def _with_cink(state: State) -> State:
    cinked = Cinked(state.turn, state.moves, state.playable)
    return replace(state, cinks=(*state.cinks, cinked))


def _with_card(state: State, card: Card) -> State:
    seat = state.turn
    left = tuple(n - (at == seat) for at, n in enumerate(state.left))
    return replace(
        state,
        left=left,
        table=(*state.table, card),
        out=state.out if left[seat] else (*state.out, seat),
        proof=_denied_before(state, card),
    )


def _denied_before(state: State, card: Card) -> Proof | None:
    """The proof that an earlier cink was false: its player denied the card that is played now."""
    for cink in state.cinks:
        if cink.seat == state.turn and card in cink.denied:
            return Proof((state.turn,), (card,), cink.move)
    return None


def _proof(state: State) -> Proof | None:
    """A player who denied so many cards that too few remain for the hand; or what all denied."""
    for seat in state.playing:
        if len(state.possible[seat]) < state.left[seat]:
            return Proof((seat,))
    nobodys = tuple(card for card in state.unlaid if not state.holders(card))
    return Proof(state.playing, nobodys) if nobodys else None


def _next(state: State) -> int:
    """The next seat, clockwise, that holds cards."""
    return next(seat for seat in seats_after(state.turn, SEATS) if state.left[seat])
