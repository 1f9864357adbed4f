"""Makao as a state machine: deal, what may be laid, and what follows.

What is legal is asked of the rules table; here cards only move. Who misses turns takes no part in
them: whatever goes round passes him over, and that turn is missed. What somebody sends on never
reaches himself, even if all the others miss turns.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import Literal

from scorekeeper.cards import JOKER, Card, Hands, as_joker, with_hand
from scorekeeper.games.makao.disputes import Drawn, Play
from scorekeeper.games.makao.entries import Played, left, losers
from scorekeeper.games.makao.findings import penalty
from scorekeeper.games.makao.house import HouseRules
from scorekeeper.games.makao.rules import CALL, RULES
from scorekeeper.games.makao.situation import (
    ACE,
    FORWARD,
    JACK,
    RANKS,
    SUITS,
    Demand,
    Situation,
    at_start,
    direction,
    laid,
    meant,
    neighbour,
)
from scorekeeper.plain import Seat
from scorekeeper.referee import allowed

HAND = 5
"""Cards dealt to each player (makao.deal)."""
TURNS = 5_000
"""A game that nobody ends is left after so many moves."""
NATURAL = tuple(Card(rank, suit) for suit in SUITS for rank in "23456789TJQKA")


@dataclass(frozen=True)
class State:
    """A game being played; `pile` ends with the top card, `stock` with the next one to be drawn.

    `facing` is what the player at `turn` faces, `by` who made the demand in it, `missing` how many
    turns each seat has still to miss, `out` who is out, in order. `drawn` is the card that the
    player has just drawn and may lay at once; `moves` counts plays and draws.
    """

    hands: Hands
    stock: tuple[Card, ...]
    pile: tuple[Card, ...]
    turn: int
    facing: Situation
    missing: tuple[int, ...]
    by: int | None = None
    out: tuple[int, ...] = ()
    drawn: Card | None = None
    moves: int = 0

    @property
    def players(self) -> int:
        """How many began the game."""
        return len(self.hands)

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards of the player whose turn it is."""
        return self.hands[self.turn]

    @property
    def top(self) -> Card:
        """The card on top of the pile, a joker as it was named."""
        top = self.facing.top
        return as_joker(top) if self.pile[-1].suit == JOKER != top.suit else top

    @property
    def over(self) -> Literal["finished", "left"] | None:
        """Why no more is played: enough players are out (makao.end), or it took too long."""
        if losers(self.players, self.out):
            return "finished"
        return "left" if self.moves >= TURNS else None


def deal(random: Random, players: int, house: HouseRules, dealer: int = 0) -> State:
    """Five cards each and one turned up; left of the dealer begins (makao.deal).

    Where the start card works, it counts as laid by the dealer.
    """
    natural = list(NATURAL * house.packs)
    jokers = [Card(JOKER, JOKER)] * (2 * house.packs if house.jokers == "wild" else 0)
    stock = natural + jokers
    random.shuffle(stock)
    hands = tuple(tuple(stock.pop() for _ in range(HAND)) for _ in range(players))
    top = stock.pop()
    facing, way = Situation(top), FORWARD
    if house.start_effect:
        facing, way = at_start(top), direction(top)
    turn = neighbour(dealer, way, players)
    return State(hands, tuple(stock), (top,), turn, facing, (0,) * players)


def asked(state: State, cards: tuple[Card, ...], demands: Demand | None = None) -> Play:
    """The question whether the player may lay these cards now."""
    facing = state.facing
    return Play(
        top=state.top,
        cards=cards,
        players=len(left(state.players, state.out)),
        rank=facing.rank,
        suit=facing.suit,
        attack=facing.attack,
        skips=facing.skips,
        hand=state.hand,
        demands=demands,
    )


def choices(state: State, house: HouseRules) -> tuple[tuple[Card, ...], ...]:
    """What the player may lay: each card alone, and with more of its rank behind it."""
    firsts = dict.fromkeys((state.drawn,) if state.drawn else state.hand)
    alone = (asked(state, (named,)) for card in firsts for named in namings(card))
    may = allowed(RULES, alone, house)
    more = (asked(state, cards) for play in may for cards in _with_more(state, play.cards[0]))
    return tuple(play.cards for play in (*may, *allowed(RULES, more, house)))


def demands(state: State, cards: tuple[Card, ...], house: HouseRules) -> tuple[Demand | None, ...]:
    """What the player may demand with these cards; None is to demand nothing."""
    rank = cards[-1].meant.rank
    could: tuple[Demand, ...] = RANKS if rank == JACK else SUITS if rank == ACE else ()
    plays = (asked(state, cards, demand) for demand in (None, *could))
    return tuple(play.demands for play in allowed(RULES, plays, house))


def namings(card: Card) -> Iterable[Card]:
    """A card as it can be laid: a joker as any other card (makao.joker)."""
    return map(as_joker, NATURAL) if card.suit == JOKER else (card,)


def lay(state: State, cards: tuple[Card, ...], demand: Demand | None = None) -> State:
    """The state after the player laid cards, and perhaps demanded something."""
    moved = _moved(
        state,
        hand=_without(state.hand, cards),
        pile=(*state.pile, *(card.physical for card in cards)),
        facing=laid(state.facing, meant(cards), demand),
        by=state.turn if demand else state.by,
    )
    if not moved.hand:
        moved = replace(moved, out=(*moved.out, state.turn))
    return moved if moved.over else _passed(moved, direction(moved.facing.top))


def give_way(state: State, random: Random, house: HouseRules) -> State:
    """The state after the player laid nothing.

    He takes the cards of an attack, or begins to miss turns (makao.attack.answer,
    makao.skip.answer). Else he draws one, and it is still his turn if it may be laid (makao.draw).
    """
    facing = state.facing
    if facing.attack or facing.skips or state.drawn:
        return _given_in(state, random)
    moved = draw(_moved(state, state.hand), state.turn, 1, random)
    if len(moved.hand) == len(state.hand):
        return _passed(moved, FORWARD)
    question = Drawn(state.top, moved.hand[-1], facing.rank, facing.suit)
    if allowed(RULES, (question,), house):
        return replace(moved, drawn=question.card)
    return _passed(moved, FORWARD)


def take_back(state: State, random: Random, house: HouseRules) -> State:
    """The state after an invalid move: the cards went back, and others are taken (makao.invalid).

    Whatever had to be answered was not: it is taken or missed, too.
    """
    cards = penalty(house).get("amount", 0)
    return _given_in(draw(state, state.turn, cards, random), random)


def forgot(state: State, seat: int, random: Random) -> State:
    """The state after a player with one card was caught not saying "makao" (makao.call)."""
    return draw(state, seat, CALL, random)


def draw(state: State, seat: int, number: int, random: Random) -> State:
    """The state after a seat drew cards, or as many as there are.

    When the stock is empty, the pile without its top card becomes the stock (makao.restock).
    """
    stock, pile, drawn = list(state.stock), state.pile, list[Card]()
    for _ in range(number):
        if not stock:
            stock, pile = list(pile[:-1]), pile[-1:]
            random.shuffle(stock)
        if stock:
            drawn.append(stock.pop())
    hand = (*state.hands[seat], *drawn)
    hands = with_hand(state.hands, seat, hand)
    return replace(state, hands=hands, stock=tuple(stock), pile=pile)


def recorded(state: State) -> Played:
    """The finished game as it is written on the sheet."""
    return Played(out=tuple(map(Seat, state.out)))


def _given_in(state: State, random: Random) -> State:
    """The state after the player did not answer: he takes the cards, or misses this turn first."""
    facing, missing = state.facing, list(state.missing)
    moved = draw(_moved(state, state.hand), state.turn, facing.attack, random)
    missing[state.turn] += max(0, facing.skips - 1)
    quiet = replace(facing, attack=0, skips=0)
    return _passed(replace(moved, facing=quiet, missing=tuple(missing)), FORWARD)


def _moved(
    state: State,
    hand: tuple[Card, ...],
    pile: tuple[Card, ...] | None = None,
    facing: Situation | None = None,
    by: int | None = None,
) -> State:
    return replace(
        state,
        hands=with_hand(state.hands, state.turn, hand),
        pile=pile or state.pile,
        facing=facing or state.facing,
        by=state.by if by is None else by,
        drawn=None,
        moves=state.moves + 1,
    )


def _passed(state: State, way: int) -> State:
    """The state with the turn passed on in a direction; each turn passed over is missed.

    A demand ends when the turn comes to the one who made it, even if he takes no part in it.
    """
    missing, facing, by = list(state.missing), state.facing, state.by
    for step in count(1):
        seat = neighbour(state.turn, way * step, state.players)
        if seat == by:
            facing, by = replace(facing, rank=None, suit=None), None
        if missing[seat]:
            missing[seat] -= 1
        elif seat not in state.out and not (seat == state.turn and _sends(facing)):
            break
    return replace(state, turn=seat, facing=facing, by=by, missing=tuple(missing))


def _sends(facing: Situation) -> bool:
    return bool(facing.attack or facing.skips)


def _without(hand: Sequence[Card], cards: Iterable[Card]) -> tuple[Card, ...]:
    left = Counter(hand) - Counter(card.physical for card in cards)
    return tuple(left.elements())


def _with_more(state: State, first: Card) -> Iterator[tuple[Card, ...]]:
    """More cards of a rank behind the first one: any one of them, or all with any one on top."""
    rank = first.meant.rank
    rest = _without(state.hand, (first,))
    more = [card for card in rest if card.rank == rank or card.suit == JOKER]
    for last in dict.fromkeys(more):
        others = [card for card in _without(more, (last,)) if card.suit != JOKER]
        for named in _named(last, rank):
            yield (first, named)
            if others:
                yield (first, *others, named)


def _named(card: Card, rank: str) -> Iterable[Card]:
    """A card as one of a rank: a joker in every suit."""
    return (as_joker(Card(rank, s)) for s in SUITS) if card.suit == JOKER else (card,)
