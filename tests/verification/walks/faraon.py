"""Faraón as a state machine: dealt, laid, drawn, stopped, brought back, until one is left.

Rules: faraon.deal, .start, .draw, .restock, .ace.order, .seven.order, .round, .loser.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.core.cards import Card
from scorekeeper.core.schema import Seat, copy_with
from scorekeeper.games.faraon import GAME
from scorekeeper.games.faraon.entries import FinishedGame
from scorekeeper.games.faraon.house_rules import HouseRules
from scorekeeper.games.faraon.referee import RULES
from scorekeeper.games.faraon.referee.finish import Return
from scorekeeper.games.faraon.referee.layout import (
    ACE,
    EACH_SEVEN,
    OBER,
    RED_SEVEN,
    Suit,
    is_spalena,
    lays,
)
from scorekeeper.games.faraon.referee.plays import Play
from scorekeeper.games.shedding import FEWEST, following
from scorekeeper.referee.dispute import AnyDispute
from scorekeeper.referee.rule_table import allowed
from tests.verification.walks.contract import Known, Leaves, Walk, with_hand
from tests.verification.walks.faraon_table import (
    DECLINE,
    SUITS,
    USUAL,
    Back,
    Decline,
    Lay,
    Move,
    State,
    cards,
    deal,
    loser,
)

HOUSES = (
    USUAL,
    HouseRules(aces="each"),
    HouseRules(last_ober="own-suit"),
    HouseRules(pajchel_turn="stays", camouflage="forbidden"),
    HouseRules(packs=2),
)
LONGEST = 2_000
"""Turns after which a game played at random is given up."""


# --- what may be done ----------------------------------------------------------------------------


def choices(state: State) -> Sequence[Move]:
    """All that the seat whose turn it is may do; nobody has to lay anything (source 5)."""
    returns = tuple(_returns(state))
    if len(state.left) > 1:
        return (*_lays(state), *returns, DECLINE)
    return (*returns, DECLINE) if returns else ()


def is_over(state: State) -> bool:
    """Whether one seat is left, and cannot bring anybody back (faraon.loser)."""
    return len(state.left) == 1 and not any(_returns(state))


def attempts(state: State) -> Iterator[Lay]:
    """Every card of the hand alone, every two of them, and all of them at once."""
    hand = state.hand if len(state.left) > 1 else ()
    for at, card in enumerate(hand):
        yield _attempt((card,))
        for other in (*hand[:at], *hand[at + 1 :]):
            yield _attempt((card, other))
    if hand:
        yield _attempt(hand)


def _attempt(cards: tuple[Card, ...]) -> Lay:
    """Cards laid; a horník goes on with the suit that it has."""
    return Lay(cards, SUITS[SUITS.index(cards[-1].suit)] if cards[0].rank == OBER else None)


def question(state: State, move: Move) -> AnyDispute | None:
    """What the referee is asked about a move; whoever lays nothing is asked nothing."""
    match move:
        case Lay():
            return asked(state, move)
        case Back():
            last = dict(state.out)[move.seat]
            return Return(last, state.players, RED_SEVEN, move.seat in state.fresh)
        case Decline():
            return None


def asked(state: State, lay: Lay) -> Play:
    """The question whether these cards may be laid."""
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


class Situation(NamedTuple):
    """What a play has to fit: all that is asked of it but the cards.

    How many sevens are out matters to nobody who lays cards, nor how many play beyond two.
    """

    house: HouseRules
    top: Card
    players: int
    suit: Suit | None
    sevens: int
    ace: bool
    second: bool


def _lays(state: State) -> Iterator[Lay]:
    """What may be laid, rank by rank."""
    ranks: dict[str, list[Card]] = {}
    for card in sorted(state.hand):
        ranks.setdefault(card.rank, []).append(card)
    left = _leaves(
        Situation(
            state.house,
            state.pile[-1],
            min(len(state.hands), FEWEST + 1),
            state.suit,
            min(state.sevens, 1),
            state.stops > 0,
            state.second,
        )
    )
    for alike in ranks.values():
        yield from left[tuple(alike), len(ranks) == 1]


@lru_cache(maxsize=20_000)
def _leaves(situation: Situation) -> Leaves[tuple[tuple[Card, ...], bool], Lay]:
    """What may be laid of the cards of one rank, which are perhaps the whole hand.

    Of the other cards of a hand it matters only whether there are any (faraon.ober).
    """
    house, top, *_ = situation

    def asked_all(every: Iterable[Lay], hand: tuple[Card, ...] | None = None) -> Iterator[Lay]:
        plays = (
            Play(top, lay.cards, *situation[2:], names_suit=lay.suit, hand=hand) for lay in every
        )
        return (Lay(play.cards, play.names_suit) for play in allowed(RULES, plays, house))

    legal = Known(asked_all).legal

    def ask(held: tuple[tuple[Card, ...], bool]) -> Iterable[Lay]:
        alike, are_all = held
        every = (
            Lay(cards, named)
            for cards in lays(alike)
            for named in (SUITS if cards[0].rank == OBER else (None,))
        )
        return asked_all(every, alike) if are_all else legal(every)

    return Leaves(ask)


def _returns(state: State) -> Iterator[Back]:
    """Whom the red seven may bring back (faraon.red-seven); not by whoever has to be stopped."""
    if not state.out or state.stops or RED_SEVEN not in state.hand:
        return
    for seat, last in state.out:
        back = Return(last, state.players, RED_SEVEN, seat in state.fresh)
        if allowed(RULES, (back,), state.house):
            yield Back(seat)


# --- what is done --------------------------------------------------------------------------------


def after(state: State, move: Move) -> State:
    match move:
        case Lay():
            return _laid(state, move)
        case Back():
            return _brought_back(state, move.seat)
        case Decline():
            return _declined(state)


def _laid(state: State, lay: Lay) -> State:
    play = asked(state, lay)
    again = is_spalena(lay.cards)
    aces = len(lay.cards) if lay.cards[0].rank == ACE and not again else 0
    now = _rid(
        state,
        lay.cards,
        suit=lay.suit,
        sevens=play.pending,
        stops=_stops(state, aces),
        aced=state.turn if aces else None,
        second=again,
    )
    if again and now.hands[state.turn]:
        return now
    now = _next(now)
    unasked = aces and play.after_ace and state.house.aces == "once"
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
        return _next(copy_with(state, stops=state.stops - 1))
    if state.sevens and not state.second:
        return _next(copy_with(_drawn(state, state.turn, EACH_SEVEN * state.sevens), sevens=0))
    return _next(_drawn(state, state.turn, 1))


def _brought_back(state: State, seat: int) -> State:
    """The red seven matches nothing and makes nobody else draw (Decision, source 13).

    Sevens that were pending pass on, as they would behind any other seven.
    """
    laid = _rid(state, (RED_SEVEN,), suit=None)
    back = copy_with(
        laid,
        out=tuple(gone for gone in laid.out if gone[0] != seat),
        fresh=tuple(other for other in laid.fresh if other != seat),
    )
    return _next(_drawn(back, seat, EACH_SEVEN))


def _rid(state: State, cards: tuple[Card, ...], **changes: object) -> State:
    """The cards out of the player's hand and on the pile; a hand with none left is out."""
    held = list(state.hand)
    for card in cards:
        held.remove(card)
    hands = with_hand(state.hands, state.turn, held)
    laid = copy_with(state, hands=hands, pile=(*state.pile, *cards), **changes)
    if held:
        return laid
    gone = (*state.out, (state.turn, cards[-1]))
    return copy_with(laid, out=gone, fresh=(*state.fresh, state.turn))


def _drawn(state: State, seat: int, n: int) -> State:
    """A seat draws so many cards, or as many as there are; the pile is turned over for more."""
    stock, pile = state.stock, state.pile
    if len(stock) < n:
        # faraon.restock (9): the top card stays, the rest is turned over and not shuffled.
        stock, pile = (*stock, *pile[:-1]), pile[-1:]
    hand = (*state.hands[seat], *stock[:n])
    return copy_with(state, hands=with_hand(state.hands, seat, hand), stock=stock[n:], pile=pile)


def _next(state: State) -> State:
    """The turn passes on; who laid the aces that all are stopped by has it again."""
    seat = following(state.left, state.turn, state.players)
    steps = (seat - state.turn) % state.players or state.players
    passed = {(state.turn + step) % state.players for step in range(1, steps)}
    goes_on = not state.stops and seat == state.aced
    return copy_with(
        state,
        turn=seat,
        fresh=tuple(other for other in state.fresh if other not in passed),
        second=goes_on,
        aced=state.aced if state.stops else None,
    )


def entry(state: State) -> FinishedGame:
    order = (*(Seat(seat) for seat, _card in state.out), Seat(loser(state)))
    return FinishedGame(loser=Seat(loser(state)), order=order)


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
    seats=GAME.player_counts,
    most=LONGEST,
)
