"""Durak as a state machine: a game from the deal to the fool, move by move.

What is legal is asked of the rules table; here cards are only dealt, laid, beaten and taken.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Literal, cast

from scorekeeper.cards import Card, Hands
from scorekeeper.games.durak.disputes import (
    Attack,
    Beat,
    Cards,
    FirstAttack,
    Suit,
    ThrowIn,
    Transfer,
    of_one_rank,
)
from scorekeeper.games.durak.house import HouseRules, pack_of
from scorekeeper.games.durak.results import HAND, height, redeals, trump_in
from scorekeeper.games.durak.rules import RULES, may_throw_in, simple
from scorekeeper.games.durak.table import State, closed, target, without
from scorekeeper.plain import Seat
from scorekeeper.referee import Dispute, allowed


@dataclass(frozen=True)
class Move:
    """What somebody does: `cards` are laid (or shown), `on` is the card that they beat."""

    seat: int
    what: Literal["attack", "throw-in", "beat", "transfer", "take", "pass"]
    cards: Cards = ()
    on: Card | None = None
    show: bool = False


Asked = Mapping[Dispute, Move]


# --- the deal ------------------------------------------------------------------------------------


def deal(
    random: Random, players: int, house: HouseRules, dealer: int = 0, fool: int | None = None
) -> State:
    """Six cards each, anew as long as the house asks for it (durak.deal, durak.redeal).

    The trump lies under the stock; if all is dealt it is the last card of the dealer. Who attacks
    first is told by the last `fool`, or by the lowest trump (durak.first).
    """
    pack = list(pack_of(house).cards)
    while True:
        random.shuffle(pack)
        hands = dealt(pack, players, dealer)
        if not any(redeals(hand, house) for hand in hands):
            break
    rest = tuple(pack[players * HAND :])
    turned = rest[0] if rest else hands[dealer][-1]
    trump = cast(Suit, trump_in(house, turned.suit))
    first = first_attack_of(hands, trump, dealer, fool).result(house)
    ring = tuple(range(players))
    return State(hands, (*rest[1:], *rest[:1]), trump, first["attacker"], first["defender"], ring)


def dealt(pack: list[Card], players: int, dealer: int) -> Hands:
    """Six cards each from the top of a pack, left of the dealer first."""
    order = [(seat - dealer - 1) % players for seat in range(players)]
    return tuple(tuple(pack[at * HAND : (at + 1) * HAND]) for at in order)


def first_attack_of(hands: Hands, trump: Suit, dealer: int, fool: int | None) -> FirstAttack:
    """Who attacks first, as a question."""
    lowest = {
        Seat(seat): min((c for c in hand if c.suit == trump), key=height, default=None)
        for seat, hand in enumerate(hands)
    }
    return FirstAttack(
        players=len(hands),
        lowest=lowest,
        trump=trump,
        dealer=Seat(dealer),
        fool=None if fool is None else Seat(fool),
    )


# --- what may be done ----------------------------------------------------------------------------


def choices(state: State, house: HouseRules) -> tuple[Move, ...]:
    """Everything that somebody may do now; none when the game is over."""
    if state.over:
        return ()
    if not state.attack:
        return legal(attacks(state), house)
    thrower = next_thrower(state, house)
    added = () if thrower is None else legal(throw_ins(state, thrower), house)
    if state.settled:
        assert thrower is not None, "a bout in which nobody can add a card is closed"
        return (*added, Move(thrower, "pass"))
    laid = (*legal(beats(state), house), *legal(transfers(state, house), house))
    return (*laid, Move(state.defender, "take"), *added)


def legal(asked: Asked, house: HouseRules) -> tuple[Move, ...]:
    """Those moves that break no rule."""
    return tuple(asked[each] for each in allowed(RULES, asked, house))


def attacks(state: State) -> Asked:
    """Every way to begin the bout with cards of one rank."""
    seat, hand = state.attacker, state.hands[state.attacker]
    held = len(state.hands[state.defender])
    return {
        Attack(cards=cards, defender_hand=held, bout=state.bout, hand=hand): Move(
            seat, "attack", cards
        )
        for cards in of_one_rank(hand)
    }


def throw_in_of(state: State, seat: int, card: Card) -> ThrowIn:
    """A card thrown in, as a question; seats are counted among those who are in."""
    at = {each: Seat(place) for place, each in enumerate(state.ring)}
    empty = {each for each in state.ring if not state.hands[each]}
    return ThrowIn(
        attack=state.attack,
        beat=state.beat,
        card=card,
        players=len(state.ring),
        seat=at[seat],
        attacker=at[state.attacker],
        defender=at[state.defender],
        defender_hand=len(state.hands[state.defender]),
        took=state.took,
        passed=frozenset(at[each] for each in state.passed | empty),
        bout=state.bout,
        hand=state.hands[seat],
    )


def throw_ins(state: State, seat: int) -> Asked:
    """Every card that a seat holds, thrown in."""
    hand = state.hands[seat]
    return {throw_in_of(state, seat, card): Move(seat, "throw-in", (card,)) for card in hand}


def next_thrower(state: State, house: HouseRules) -> int | None:
    """Whose turn it is to add a card, or None if everybody has passed."""
    asked = throw_in_of(state, state.attacker, state.attack[0])
    (place,) = may_throw_in(asked, house)
    return None if place in (asked.passed or ()) else state.ring[place]


def beats(state: State) -> Asked:
    """Every card of the defender on every card that is to be beaten."""
    seat, hand = state.defender, state.hands[state.defender]
    return {
        Beat(attack=on, card=card, trump=state.trump, hand=hand): Move(seat, "beat", (card,), on)
        for on in state.unbeaten
        for card in hand
    }


def transfers(state: State, house: HouseRules) -> Asked:
    """Every card of the defender, laid or shown to pass the attack on."""
    hand = state.hands[state.defender]
    onto = target(state, state.defender, house)
    if onto is None or not hand:
        return {}
    asked = Transfer(
        attack=state.attack,
        beat=state.beat,
        card=hand[0],
        next_hand=len(state.hands[onto]),
        bout=state.bout,
        trump=state.trump,
        shown_before=state.defender in state.shown,
        last_card=len(hand) == 1 and not state.stock,
        hand=hand,
    )
    return {
        each: Move(state.defender, "transfer", (each.card,), show=each.show)
        for each in asked.alternatives()
    }


# --- what is done --------------------------------------------------------------------------------


def play(state: State, move: Move, house: HouseRules) -> State:
    """The state after a move; when nobody has anything to add, the bout is closed.

    If a card was added since everybody was first asked, they are asked once more all round.
    """
    done = laid(state, move)
    if move.what == "transfer":
        done = _passed_on(done, state, move, house)
    if simple(house):
        return closed(done, house) if done.settled else done
    if done.added and next_thrower(done, house) is None:
        done = replace(done, passed=frozenset(), added=False)
    over = done.settled and next_thrower(done, house) is None
    return closed(done, house) if over else done


def laid(state: State, move: Move) -> State:
    """The state when a move is made and nothing has followed from it yet."""
    return _MADE[move.what](state, move)


def finished(state: State, random: Random, house: HouseRules, moves: int = 10_000) -> State:
    """A game played on at random until it is over, or so many moves have been made."""
    for _ in range(moves):
        if state.over:
            break
        state = play(state, random.choice(choices(state, house)), house)
    return state


def _lay(state: State, move: Move) -> State:
    """Cards laid to the attack, by whoever laid them."""
    return replace(
        state,
        hands=without(state.hands, move.seat, move.cards),
        attack=state.attack + move.cards,
        answers=state.answers + (None,) * len(move.cards),
        threw=state.threw | {move.seat},
    )


def _throw_in(state: State, move: Move) -> State:
    return replace(_lay(state, move), added=True)


def _beat(state: State, move: Move) -> State:
    at = state.attack.index(cast(Card, move.on))
    answers = (*state.answers[:at], move.cards[0], *state.answers[at + 1 :])
    hands = without(state.hands, move.seat, move.cards)
    return replace(state, hands=hands, answers=answers)


def _take(state: State, move: Move) -> State:
    """Everybody is asked anew what to give with it (durak.throw-in.after-take)."""
    return replace(state, took=True, passed=frozenset(), added=False)


def _pass(state: State, move: Move) -> State:
    return replace(state, passed=state.passed | {move.seat})


def _transfer(state: State, move: Move) -> State:
    """A trump that is only shown stays in the hand (durak.transfer.show)."""
    return replace(state, shown=state.shown | {move.seat}) if move.show else _lay(state, move)


def _passed_on(done: State, before: State, move: Move, house: HouseRules) -> State:
    """Who passed the attack on is the attacker now, and the next one has to beat it all."""
    onto = target(before, move.seat, house)
    assert onto is not None, "an attack is passed on only if there is somebody"
    threw = done.threw | {before.attacker, move.seat}
    return replace(done, attacker=move.seat, defender=onto, threw=threw, passed=frozenset())


_MADE: Mapping[str, Callable[[State, Move], State]] = {
    "attack": _lay,
    "throw-in": _throw_in,
    "beat": _beat,
    "transfer": _transfer,
    "take": _take,
    "pass": _pass,
}
