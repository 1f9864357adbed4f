"""What may be tried in Durak, and what the referee is asked about it."""

from collections.abc import Iterator

from scorekeeper.core.cards import Card
from scorekeeper.core.schema import Seat
from scorekeeper.games.durak.referee.attacks import Attack, ThrowIn
from scorekeeper.games.durak.referee.defence import Beat, Take, Transfer
from scorekeeper.games.durak.referee.layout import of_one_rank
from scorekeeper.referee.dispute import AnyDispute
from tests.verification.walks.durak_table import Move, State, target


def attempts(state: State) -> Iterator[Move]:
    """Every card of those who play just now, laid wherever it may be tried."""
    if state.over:
        return
    if not state.attack:
        hand = state.hands[state.attacker]
        for laid in (*of_one_rank(hand), hand[:2], hand):
            yield Move(state.attacker, "attack", laid)
        return
    for seat in state.ring:
        if seat != state.defender:
            yield from (Move(seat, "throw-in", (card,)) for card in state.hands[seat])
    if not state.settled:
        yield from _defence(state)


def _defence(state: State) -> Iterator[Move]:
    """Every card of the defender on every card, laid beside them and shown."""
    seat, goes_on = state.defender, target(state, state.defender) is not None
    yield Move(seat, "take")
    for card in state.hands[seat]:
        yield from (Move(seat, "beat", (card,), on) for on in state.unbeaten)
        if goes_on:
            yield from (Move(seat, "transfer", (card,), show=show) for show in (False, True))


def question(state: State, move: Move) -> AnyDispute | None:
    """What the referee is asked about a move; nobody asks about one who passes."""
    hand = state.hands[move.seat]
    match move.what:
        case "attack":
            held = len(state.hands[state.defender])
            return Attack(cards=move.cards, defender_hand=held, bout=state.bout, hand=hand)
        case "throw-in":
            return throw_in_of(state, move.seat, move.cards[0])
        case "beat":
            assert move.on is not None
            return Beat(attack=move.on, card=move.cards[0], trump=state.trump, hand=hand)
        case "transfer":
            return transfer_of(state, move.cards[0], move.show)
        case "take":
            return take_of(state)
        case _:
            return None


def take_of(state: State) -> Take:
    """Taking the cards, as a question."""
    return Take(
        unbeaten=state.unbeaten,
        beaten=len(state.beat),
        trump=state.trump,
        hand=state.hands[state.defender],
    )


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


def transfer_of(state: State, card: Card | None = None, show: bool = False) -> Transfer | None:
    """A card of the defender laid or shown, as a question; None if nobody is next."""
    hand = state.hands[state.defender]
    onto = target(state, state.defender)
    if onto is None or not hand:
        return None
    return Transfer(
        attack=state.attack,
        beat=state.beat,
        card=card or hand[0],
        next_hand=len(state.hands[onto]),
        bout=state.bout,
        trump=state.trump,
        show=show,
        shown_before=state.defender in state.shown,
        last_card=len(hand) == 1 and not state.stock,
        first_game=state.first_game,
        hand=hand,
    )
