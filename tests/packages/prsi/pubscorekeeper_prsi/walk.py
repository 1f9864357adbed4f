"""Prší as a state machine: a deal, the choices of a turn, and what follows from one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from scorekeeper.cards import GERMAN_32, Card, Hands, with_hand
from scorekeeper.referee import allowed
from scorekeeper.schema import Seat
from scorekeeper.testing.walks import Walk

from . import GAME
from .entries import FinishedGame
from .house import MOST, HouseRules
from .referee import ACE, EACH, OBER, RULES, SEVEN, SUITS, Play, Suit

USUAL = HouseRules()
HOUSES = (USUAL, HouseRules(sevens_add_up=False), HouseRules(aces_answer=False, penalty_cards=0))
HAND = 4


class Move(NamedTuple):
    """A card and, of an Ober, the suit that is named; no card: to draw, or to stand."""

    card: Card | None
    suit: Suit | None = None


REST = Move(None)


@dataclass(frozen=True)
class State:
    """Hands, the stock and the pile, whose turn it is, what waits for him, and who is out."""

    hands: Hands
    stock: tuple[Card, ...]
    pile: tuple[Card, ...]
    turn: int
    suit: Suit | None = None
    draw: int = 0
    stop: bool = False
    out: tuple[int, ...] = ()
    house: HouseRules = USUAL

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards of whose turn it is."""
        return self.hands[self.turn]


def deal(random: Random, players: int, house: HouseRules) -> State:
    """Four cards each, and one turned up that brings nothing."""
    pack = list(GERMAN_32)
    random.shuffle(pack)
    first = next(card for card in pack if card.rank not in (SEVEN, OBER, ACE))
    pack.remove(first)
    hands = tuple(tuple(pack[seat * HAND : (seat + 1) * HAND]) for seat in range(players))
    return State(hands, tuple(pack[players * HAND :]), (first,), 0, house=house)


def question(state: State, move: Move) -> Play | None:
    """Whether the card may be played; nothing forbids to draw."""
    if move.card is None:
        return None
    top, hand = state.pile[-1], state.hand
    return Play(
        top=top, suit=state.suit, draw=state.draw, stop=state.stop, card=move.card, hand=hand
    )


def attempts(state: State) -> Iterator[Move]:
    """Any card of the hand, an Ober with any suit."""
    for card in state.hand:
        yield from (Move(card, suit) for suit in (SUITS if card.rank == OBER else (None,)))


def choices(state: State) -> tuple[Move, ...]:
    """What may be played, and to draw."""
    if is_over(state):
        return ()
    every = [Play(**vars(asked)) for card in state.hand if (asked := question(state, Move(card)))]
    legal = {play.card for play in allowed(RULES, every, state.house)}
    return (*(move for move in attempts(state) if move.card in legal), REST)


def after(state: State, move: Move) -> State:
    """The state after a turn."""
    if move.card is None:
        return _rested(state)
    hand = tuple(card for card in state.hand if card != move.card)
    hands, out = with_hand(state.hands, state.turn, hand), state.out
    adds = EACH if move.card.rank == SEVEN else 0
    return _passed(
        replace(
            state,
            hands=hands,
            pile=(*state.pile, move.card),
            suit=move.suit,
            draw=state.draw + adds if adds else 0,
            stop=move.card.rank == ACE,
            out=out if hand else (*out, state.turn),
        )
    )


def _rested(state: State) -> State:
    """Stopped, or with so many cards drawn, of as many as there are."""
    stock, pile = state.stock, state.pile
    wanted = 0 if state.stop else state.draw or 1
    if len(stock) < wanted:
        stock, pile = (*stock, *pile[:-1]), pile[-1:]
    hand = (*state.hand, *stock[:wanted])
    hands = with_hand(state.hands, state.turn, hand)
    drawn = replace(state, hands=hands, stock=stock[wanted:], pile=pile, draw=0, stop=False)
    return _passed(drawn)


def _passed(state: State) -> State:
    """The turn of the next who has cards."""
    seats = len(state.hands)
    order = ((state.turn + step) % seats for step in range(1, seats + 1))
    return replace(state, turn=next((seat for seat in order if state.hands[seat]), state.turn))


def is_over(state: State) -> bool:
    """True once one is left."""
    return sum(map(bool, state.hands)) <= 1


def pick(random: Random, state: State, choices: Sequence[Move]) -> Move:
    """A card if there is one, most of the time."""
    return random.choice(choices[:-1]) if len(choices) > 1 and random.random() < 0.9 else REST


def cards(state: State) -> Iterator[Card]:
    """All cards, wherever they lie."""
    return (card for place in (*state.hands, state.stock, state.pile) for card in place)


def entry(state: State) -> FinishedGame:
    """Who is left with cards, and who was out first."""
    lost = next(seat for seat, hand in enumerate(state.hands) if hand)
    return FinishedGame(Seat(lost), Seat(state.out[0]))


WALK = Walk(
    game=GAME,
    houses=HOUSES,
    deal=deal,
    choices=choices,
    after=after,
    is_over=is_over,
    entry=entry,
    cards=cards,
    question=question,
    attempts=attempts,
    seats=lambda house: range(2, MOST + 1),
    pick=pick,
)
