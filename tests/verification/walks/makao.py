"""Makao as a state machine: what may be laid, and what follows.

Whoever misses turns takes no part in them: whatever goes round passes over that seat, and that turn
is missed. What a player sends on never comes back to the same seat, even if all others miss turns.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import count
from random import Random

from scorekeeper.core.cards import JOKER, Card, as_joker
from scorekeeper.core.schema import Seat, copy_with
from scorekeeper.games.makao import GAME
from scorekeeper.games.makao.entries import FinishedGame
from scorekeeper.games.makao.house_rules import HouseRules
from scorekeeper.games.makao.referee import RULES
from scorekeeper.games.makao.referee.course import Drawn
from scorekeeper.games.makao.referee.plays import Play
from scorekeeper.games.makao.referee.situation import (
    ACE,
    FORWARD,
    JACK,
    RANKS,
    SUITS,
    Demand,
    Rank,
    Situation,
    Suit,
    direction,
    meant,
)
from scorekeeper.games.makao.referee.situation import after as next_faces
from scorekeeper.referee.rule_table import allowed
from tests.verification.walks.contract import Known, Leaves, Walk, with_hand
from tests.verification.walks.makao_table import (
    GIVE_WAY,
    NATURAL,
    TURNS,
    USUAL,
    Lay,
    Move,
    State,
    cards,
    deal,
    draw,
)

HOUSES = (
    USUAL,
    HouseRules(packs=1),
    HouseRules(jokers="out"),
    HouseRules(packs=1, jokers="out", invalid_penalty=0),
    HouseRules(start_effect=True),
    HouseRules(invalid_penalty=5, makao_call=True, spade_king_turn="lost"),
)
"""Every house rule is switched in one of them."""


# --- what may be done ----------------------------------------------------------------------------


def choices(state: State) -> Sequence[Move]:
    """All that the player may do; nobody has to lay anything."""
    return () if state.over else (*lays(state), GIVE_WAY)


def lays(state: State) -> Iterator[Lay]:
    """What may be laid: each card alone, and with more of its rank behind it."""
    hand, facing = sorted(state.hand), state.facing
    attack, skips = min(facing.attack, 1), min(facing.skips, 1)
    left = _leaves(state.house, state.top, facing.rank, facing.suit, (attack, skips))
    ranks: dict[str, list[Card]] = {}
    for card in hand:
        ranks.setdefault(card.rank, []).append(card)
    jokers = tuple(ranks.get(JOKER, ()))
    for card in dict.fromkeys((state.drawn,) if state.drawn else hand):
        rest = list(hand if jokers and card.suit == JOKER else ranks[card.rank])
        rest.remove(card)
        yield from left[card, (*rest, *jokers) if card.suit != JOKER else tuple(rest)]


@lru_cache(maxsize=20_000)
def _leaves(
    house: HouseRules, top: Card, rank: Rank | None, suit: Suit | None, pending: tuple[int, int]
) -> Leaves[tuple[Card, tuple[Card, ...]], Lay]:
    """What may be laid in a situation: of a first card, and those that may go behind it.

    How many play, are to be taken or missed, matters to nobody who lays cards.
    """
    facing = Situation(top.meant, rank, suit, *pending)

    def asked_all(every: Iterable[Lay]) -> Iterator[Lay]:
        plays = (_play(facing, top, GAME.seats[0], lay) for lay in every)
        return (Lay(play.cards, play.demands) for play in allowed(RULES, plays, house))

    legal = Known(asked_all).legal

    def ask(held: tuple[Card, tuple[Card, ...]]) -> Iterator[Lay]:
        first, rest = held
        for alone in legal(Lay((each,)) for each in namings(first)):
            more = legal(map(Lay, _with_more(alone.cards[0], rest))) if rest else ()
            for lay in (alone, *more):
                yield lay
                if asked := demands(lay.cards):
                    yield from legal(Lay(lay.cards, demand) for demand in asked)

    return Leaves(ask)


def demands(cards: tuple[Card, ...]) -> tuple[Demand, ...]:
    """What could be demanded with some cards."""
    rank = cards[-1].meant.rank
    return RANKS if rank == JACK else SUITS if rank == ACE else ()


def namings(card: Card) -> Iterable[Card]:
    """A card as it can be laid: a joker as any other card (makao.joker)."""
    return map(as_joker, NATURAL) if card.suit == JOKER else (card,)


def attempts(state: State) -> Iterator[Lay]:
    """Every card alone, with a wrong demand, and every two; no joker, which nobody has named."""
    held = () if state.over else (state.drawn,) if state.drawn else state.hand
    hand = tuple(card for card in held if card.suit != JOKER)
    for at, card in enumerate(hand):
        yield Lay((card,))
        yield Lay((card,), "K")
        yield Lay((card,), "9")
        for other in (*hand[:at], *hand[at + 1 :]):
            yield Lay((card, other))


def question(state: State, move: Move) -> Play | None:
    """What the referee is asked about a move; nobody asks about one who lays nothing."""
    return asked(state, *move) if isinstance(move, Lay) else None


def asked(state: State, cards: tuple[Card, ...], demand: Demand | None = None) -> Play:
    """The question whether the player may lay these cards now."""
    players = state.players - len(state.out)
    play = _play(state.facing, state.top, players, Lay(cards, demand))
    return replace(play, hand=state.hand)


def _play(facing: Situation, top: Card, players: int, lay: Lay) -> Play:
    return Play(
        top=top,
        cards=lay.cards,
        players=players,
        rank=facing.rank,
        suit=facing.suit,
        attack=facing.attack,
        skips=facing.skips,
        demands=lay.demand,
    )


# --- what is done --------------------------------------------------------------------------------


def after(state: State, move: Move) -> State:
    return lay(state, *move) if isinstance(move, Lay) else give_way(state)


def lay(state: State, cards: tuple[Card, ...], demand: Demand | None = None) -> State:
    """The state after the player laid cards, and perhaps demanded something."""
    facing = next_faces(state.facing, meant(cards))
    moved = _moved(
        state,
        hand=_without(state.hand, cards),
        pile=(*state.pile, *(card.physical for card in cards)),
        facing=_demanding(facing, demand) if demand else facing,
        by=state.turn if demand else state.by,
    )
    if not moved.hand:
        moved = copy_with(moved, out=(*moved.out, state.turn))
    return moved if moved.over else _passed(moved, direction(moved.facing.top))


def _demanding(facing: Situation, demand: Demand) -> Situation:
    """What is faced once somebody demanded a rank or a suit, in place of an older demand."""
    rank = next((rank for rank in RANKS if rank == demand), None)
    suit = next((suit for suit in SUITS if suit == demand), None)
    return replace(facing, rank=rank, suit=suit)


def give_way(state: State) -> State:
    """The state after the player laid nothing.

    He takes the cards of an attack, or begins to miss turns (makao.attack.answer,
    makao.skip.answer). Else he draws one, and it is still his turn if it may be laid (makao.draw).
    """
    facing = state.facing
    if facing.attack or facing.skips or state.drawn:
        back = facing.attack > 0 and direction(facing.top) != FORWARD
        return _given_in(state, stays=back and state.house.spade_king_turn == "his")
    moved = draw(_moved(state, state.hand), state.turn, 1)
    if len(moved.hand) == len(state.hand):
        return _passed(moved, FORWARD)
    drawn = Drawn(state.top, moved.hand[-1], facing.rank, facing.suit)
    if _may_lay_at_once(drawn, state.house):
        return copy_with(moved, drawn=drawn.card)
    return _passed(moved, FORWARD)


@lru_cache(maxsize=20_000)
def _may_lay_at_once(drawn: Drawn, house: HouseRules) -> bool:
    return bool(allowed(RULES, (drawn,), house))


def entry(state: State) -> FinishedGame:
    return FinishedGame(out=tuple(map(Seat, state.out)))


def _given_in(state: State, stays: bool = False) -> State:
    """The state after the player did not answer: he takes the cards, or misses this turn first.

    `stays`: the king of spades gave him the turn (makao.king).
    """
    facing, missing = state.facing, list(state.missing)
    moved = draw(_moved(state, state.hand), state.turn, facing.attack)
    missing[state.turn] += max(0, facing.skips - 1)
    quiet = copy_with(facing, attack=0, skips=0)
    taken = copy_with(moved, facing=quiet, missing=tuple(missing))
    return taken if stays else _passed(taken, FORWARD)


def _moved(
    state: State,
    hand: tuple[Card, ...],
    pile: tuple[Card, ...] | None = None,
    facing: Situation | None = None,
    by: int | None = None,
) -> State:
    return copy_with(
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
        seat = (state.turn + way * step) % state.players
        if seat == by:
            facing, by = copy_with(facing, rank=None, suit=None), None
        if missing[seat]:
            missing[seat] -= 1
        elif seat not in state.out and not (seat == state.turn and _sends(facing)):
            break
    return copy_with(state, turn=seat, facing=facing, by=by, missing=tuple(missing))


def _sends(facing: Situation) -> bool:
    return bool(facing.attack or facing.skips)


def _without(hand: Sequence[Card], cards: Iterable[Card]) -> tuple[Card, ...]:
    rest = list(hand)
    for card in cards:
        rest.remove(card.physical)
    return tuple(rest)


def _with_more(first: Card, rest: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """More cards of a rank behind the first one: any one of them, or all with any one on top."""
    rank = first.meant.rank
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


def pick(random: Random, state: State, choices: Sequence[Move]) -> Move:
    """One in ten players who could lay a card does not."""
    willing = len(choices) > 1 and random.random() < 0.9
    return random.choice(choices[:-1]) if willing else GIVE_WAY


WALK = Walk(
    game=GAME,
    houses=HOUSES,
    deal=deal,
    choices=choices,
    after=after,
    is_over=lambda state: state.over == "finished",
    entry=entry,
    cards=cards,
    question=question,
    attempts=attempts,
    seats=lambda house: GAME.seats,
    pick=pick,
    most=TURNS,
)
