"""Faraón as a state machine: dealt, laid, drawn, stopped, brought back, until one is left.

What is legal is asked of the rules table, and what a play does of its dispute; here it only
happens. Rules: faraon.deal, .start, .draw, .restock, .ace.order, .seven.order, .round, .loser.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Literal, get_args

from scorekeeper.cards import Card, with_hand
from scorekeeper.games.chains import FEWEST, following
from scorekeeper.games.faraon.disputes import Return, Start
from scorekeeper.games.faraon.entries import HAND
from scorekeeper.games.faraon.house import HouseRules, pack_of
from scorekeeper.games.faraon.rules import RULES
from scorekeeper.games.faraon.table import DECLINE, Back, Decline, Lay, Move, State
from scorekeeper.games.faraon.turn import ACE, EACH_SEVEN, OBER, RED_SEVEN, SEVEN, Play, Suit, plays
from scorekeeper.referee import allowed

SUITS: tuple[Suit, ...] = get_args(Suit)
LONGEST = 2_000
"""Turns after which a game played at random is given up."""


def deal(
    random: Random,
    players: int,
    house: HouseRules,
    dealer: int = 0,
    sizes: Sequence[int] | None = None,
) -> State:
    """Everybody's cards, five unless told otherwise, and the start card (faraon.deal, .start)."""
    cards = list(pack_of(house))
    random.shuffle(cards)
    hands = []
    for size in sizes or (HAND,) * players:
        hands.append(tuple(cards[:size]))
        del cards[:size]
    state = State(tuple(hands), tuple(cards[1:]), (cards[0],), (dealer + 1) % players)
    return _started(state)


def _started(state: State) -> State:
    """What the start card does to the first player (source 7, 11)."""
    start = Start(state.top, tuple(reversed(state.stock)))
    if state.top.rank == OBER:
        return replace(state, suit=next((each for each in SUITS if each == start.suit), None))
    if not start.works:
        return state
    if state.top.rank == SEVEN:
        return replace(state, sevens=1)
    return replace(state, stops=1) if state.top.rank == ACE else state


def asked(state: State, lay: Lay) -> Play:
    """The question to the referee that laying these cards is."""
    return Play(
        state.top,
        lay.cards,
        state.players,
        suit=state.suit,
        sevens=state.sevens,
        ace=state.stops > 0,
        second_turn=state.second,
        names_suit=lay.suit,
        hand=state.hand,
    )


def over(state: State, house: HouseRules) -> bool:
    """Whether only one is left, and he cannot bring anybody back (faraon.loser)."""
    return len(state.left) == 1 and not tuple(_returns(state, house))


def loser(state: State) -> int:
    """The seat that lost a game that is over."""
    (seat,) = state.left
    return seat


def choices(state: State, house: HouseRules) -> tuple[Move, ...]:
    """All that the seat whose turn it is may do; nobody has to lay anything (source 5)."""
    if over(state, house):
        return ()
    if len(state.left) == 1:
        return (*_returns(state, house), DECLINE)
    return (*_lays(state, house), *_returns(state, house), DECLINE)


def _lays(state: State, house: HouseRules) -> Iterator[Lay]:
    every = (
        asked(state, Lay(cards, suit))
        for cards in plays(state.hand)
        for suit in (SUITS if cards[0].rank == OBER else (None,))
    )
    for play in allowed(RULES, every, house):
        yield Lay(play.cards, play.names_suit)


def _returns(state: State, house: HouseRules) -> Iterator[Back]:
    """Whom the red seven may bring back (faraon.red-seven); not by whoever has to be stopped."""
    if state.stops or RED_SEVEN not in state.hand:
        return
    for seat, last in state.out:
        back = Return(last, state.players, RED_SEVEN, seat in state.fresh)
        if allowed(RULES, (back,), house):
            yield Back(seat)


def play(state: State, move: Move, house: HouseRules) -> State:
    """The state after a move."""
    match move:
        case Lay():
            return _laid(state, move, house)
        case Back():
            return _brought_back(state, move.seat)
        case Decline():
            return _declined(state)


def _laid(state: State, lay: Lay, house: HouseRules) -> State:
    dispute = asked(state, lay)
    does = dispute.result(house)
    aces = len(lay.cards) if lay.cards[0].rank == ACE and not does["again"] else 0
    now = replace(
        _rid(state, lay.cards),
        suit=lay.suit,
        sevens=does["draw"] // EACH_SEVEN,
        stops=_stops(state, aces),
        aced=state.turn if aces else None,
        second=does["again"],
    )
    if does["again"] and state.turn in now.left:
        return now
    now = _next(now)
    unasked = aces and dispute.asked and house.aces == "once"
    return _all_stopped(now) if unasked else now


def _stops(state: State, aces: int) -> int:
    """How many are still to be stopped; of two players there is only one (faraon.ace.order)."""
    if state.players == FEWEST or not aces:
        return min(aces, 1)
    return max(state.stops - 1, 0) + aces


def _all_stopped(state: State) -> State:
    """Nobody is asked any more: each is stopped in turn (source 5)."""
    while state.stops:
        state = _declined(state)
    return state


def _declined(state: State) -> State:
    if state.stops:
        return _next(replace(state, stops=state.stops - 1))
    if state.sevens and not state.second:
        return _next(replace(_drawn(state, state.turn, EACH_SEVEN * state.sevens), sevens=0))
    return _next(_drawn(state, state.turn, 1))


def _brought_back(state: State, seat: int) -> State:
    """The red seven matches nothing and makes nobody else draw (Decision, source 13).

    Sevens that were pending pass on, as they would behind any other seven.
    """
    laid = _rid(state, (RED_SEVEN,))
    back = replace(
        laid,
        suit=None,
        out=tuple(gone for gone in laid.out if gone[0] != seat),
        fresh=tuple(other for other in laid.fresh if other != seat),
    )
    return _next(_drawn(back, seat, EACH_SEVEN))


def _rid(state: State, cards: tuple[Card, ...]) -> State:
    """The cards out of the player's hand and on the pile; with none left he is out."""
    held = list(state.hand)
    for card in cards:
        held.remove(card)
    hands = with_hand(state.hands, state.turn, held)
    laid = replace(state, hands=hands, pile=(*state.pile, *cards))
    if held:
        return laid
    gone = (*state.out, (state.turn, cards[-1]))
    return replace(laid, out=gone, fresh=(*state.fresh, state.turn))


def _drawn(state: State, seat: int, n: int) -> State:
    """A seat draws so many cards, or as many as there are; the pile is turned over for more."""
    stock, pile = state.stock, state.pile
    if len(stock) < n:
        # faraon.restock (9): the top card stays, the rest is turned over and not shuffled.
        stock, pile = (*stock, *pile[:-1]), pile[-1:]
    hand = (*state.hands[seat], *stock[:n])
    return replace(state, hands=with_hand(state.hands, seat, hand), stock=stock[n:], pile=pile)


def _next(state: State) -> State:
    """The turn passes on; who laid the aces that all are stopped by has it again."""
    seat = following(state.left, state.turn, state.players)
    steps = (seat - state.turn) % state.players or state.players
    passed = {(state.turn + step) % state.players for step in range(1, steps)}
    goes_on = not state.stops and seat == state.aced
    return replace(
        state,
        turn=seat,
        fresh=tuple(other for other in state.fresh if other not in passed),
        second=goes_on,
        aced=state.aced if state.stops else None,
    )


def walk(
    random: Random, state: State, house: HouseRules, most: int = LONGEST
) -> tuple[State, Literal["over", "too-long"]]:
    """A game played on at random, and why it stopped."""
    for _turn in range(most):
        may = choices(state, house)
        if not may:
            return state, "over"
        state = play(state, random.choice(may), house)
    return state, "too-long"
