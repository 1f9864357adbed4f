"""Taroky as a state machine: bid, announced, taken, laid aside, and twelve tricks played.

Rules document, sections 2 to 6 and 9. A choice is a bid, a way to play the contract, a card laid
aside, or a card played.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from scorekeeper.core.cards import TAROCK_54, TAROK, Card
from scorekeeper.core.schema import Seat, copy_with
from scorekeeper.games.taroky import GAME
from scorekeeper.games.taroky.entries import SEATS, Variant
from scorekeeper.games.taroky.house_rules import HouseRules
from scorekeeper.games.taroky.referee import RULES
from scorekeeper.games.taroky.referee.auction import CALLS, ORDER, Bid, Bidding
from scorekeeper.games.taroky.referee.plays import PAGAT, Play, strength
from scorekeeper.games.taroky.referee.talon import TAKES, Discard
from scorekeeper.games.tricks import winner
from scorekeeper.referee.dispute import AnyDispute
from scorekeeper.referee.rule_table import allowed
from tests.verification.walks.contract import Walk, with_hand
from tests.verification.walks.taroky_table import USUAL, State, Trick, audit, cards, recorded

HAND = 12
HOUSES = (USUAL, HouseRules(varsava_overtake_ruffs=False))


class Variety(NamedTuple):
    """How the declarer plays the contract."""

    variant: Variant | None


class Aside(NamedTuple):
    """A card that a seat lays aside."""

    seat: int
    card: Card


Choice = Bid | Variety | Aside | Card


def deal(
    random: Random, players: int = SEATS, house: HouseRules = USUAL, dealer: int | None = None
) -> State:
    """A shuffled pack: twelve cards to each, six to the talon (taroky.deal.count)."""
    dealer = random.randrange(players) if dealer is None else dealer
    pack = list(TAROCK_54.cards)
    random.shuffle(pack)
    hands = tuple(tuple(pack[at : at + HAND]) for at in range(6, 54, HAND))
    return State(dealer, hands, tuple(pack[:6]), house=house)


def bid_low(random: Random, house: HouseRules, variant: Variant) -> State:
    """A deal of the last seat in which all bid as little as they may, and how it is played."""
    state = deal(random, SEATS, house, SEATS - 1)
    while state.contract is None:
        state = bid(state, bids(state)[0])
    return announce(state, variant)


# --- what may be done ----------------------------------------------------------------------------


def choices(state: State) -> Sequence[Choice]:
    """All that may be said, laid aside or played next; none when the deal is over."""
    if state.over:
        return ()
    if state.contract is None:
        return bids(state)
    if state.leader < 0:
        return tuple(map(Variety, variants(state)))
    seat = laying_aside(state)
    return plays(state) if seat is None else tuple(discards(state, seat))


def attempts(state: State) -> Sequence[Choice]:
    """Any bid of the next speaker, any card of the seat that lays aside or plays."""
    if state.over or (state.contract and state.leader < 0):
        return ()
    if state.contract is None:
        return [
            each.bids[-1]
            for each in _bidding(state).alternatives(state.house)
            if _known(state, each)
        ]
    seat = laying_aside(state)
    if seat is None:
        return state.hands[state.turn]
    return [Aside(seat, card) for card in state.hands[seat]]


def question(state: State, choice: Choice) -> AnyDispute | None:
    """What the referee is asked about a choice; how a contract is played is the declarer's."""
    match choice:
        case Bid():
            return _bidding(state, choice)
        case Variety():
            return None
        case Aside():
            discard = _discard(state, choice.seat, choice.card)
            return discard if discard.took in TAKES else None  # nobody is asked half-way
        case Card():
            return _play(state, choice)


def bids(state: State) -> tuple[Bid, ...]:
    """What the next speaker may bid (taroky.bid.*); no `druha` if `I` lies in the talon."""
    may = allowed(RULES, _bidding(state).alternatives(state.house), state.house)
    return tuple(each.bids[-1] for each in may if _known(state, each))


def _bidding(state: State, said: Bid | None = None) -> Bidding:
    """The question about a bid of the next speaker: to pass, if nothing else is said."""
    seat = Seat((state.dealer + 1 + len(state.bids)) % SEATS)
    bids = (*state.bids, said or Bid(seat, "pass"))
    return Bidding(dealer=Seat(state.dealer), bids=bids, pagat=_holder(state))


def _holder(state: State) -> Seat | None:
    """The seat that was dealt `I`."""
    return next((Seat(s) for s, hand in enumerate(state.hands) if PAGAT in hand), None)


def _known(state: State, bidding: Bidding) -> bool:
    """Whether a bid can be judged: nobody holds `I`, and still somebody bids on it."""
    return bidding.pagat is not None or bidding.bids[-1].bid != "druha"


def variants(state: State) -> tuple[Variant | None, ...]:
    """How the declarer may play the contract; a called tarok decides between alone and not."""
    if state.contract == "preferanc":
        return ("first", "second", "third")
    if state.contract == "solo":
        return (None,)
    weak = sum(card.suit == TAROK for card in state.hands[state.declarer]) <= 3
    return ("normal", "varsava") if state.contract == "zakladni" and weak else ("normal",)


def laying_aside(state: State) -> int | None:
    """The first seat that still holds too many cards."""
    return next((seat for seat, hand in enumerate(state.hands) if len(hand) > HAND), None)


def discards(state: State, seat: int) -> Iterator[Aside]:
    """The cards a seat may lay aside next, one at a time (taroky.talon.*)."""
    every = (_discard(state, seat, card) for card in state.hands[seat])
    for discard in allowed(RULES, every, state.house):
        yield Aside(seat, discard.aside[-1])


def _discard(state: State, seat: int, card: Card) -> Discard:
    laid = state.aside[seat]
    return Discard(hand=state.hands[seat] + laid, aside=(*laid, card), took=len(laid) + 1)


def plays(state: State) -> tuple[Card, ...]:
    """The cards that the next player may play (taroky.play.*, taroky.varsava.*)."""
    question = _play(state, state.hands[state.turn][0])
    return tuple(
        each.card for each in allowed(RULES, question.alternatives(state.house), state.house)
    )


def _play(state: State, card: Card) -> Play:
    assert state.contract is not None
    return Play(
        contract=state.contract,
        trick=state.trick,
        card=card,
        hand=state.hands[state.turn],
        variant=state.variant,
    )


# --- what is done --------------------------------------------------------------------------------


def after(state: State, choice: Choice) -> State:
    """The state after something was said, laid aside or played."""
    match choice:
        case Bid():
            return bid(state, choice)
        case Variety():
            return announce(state, choice.variant)
        case Aside():
            return lay_aside(state, choice)
        case Card():
            return play(state, choice)


def bid(state: State, said: Bid) -> State:
    """The state after a bid; the highest bidder is the declarer when all have spoken."""
    spoken = (*state.bids, said)
    if len(spoken) < SEATS:
        return copy_with(state, bids=spoken)
    best = max(spoken, key=lambda each: ORDER.index(each.bid))
    assert best.bid != "pass"
    return copy_with(state, bids=spoken, declarer=best.seat, contract=best.bid)


def announce(state: State, variant: Variant | None) -> State:
    """The state after the declarer said how to play: talon taken, nothing laid aside yet."""
    leads = state.contract in ("preferanc", "solo")
    first = state.declarer if leads else (state.dealer + 1) % SEATS
    begun = copy_with(state, variant=variant, leader=first)
    if variant == "varsava" or state.contract == "solo":
        return begun
    if state.contract == "preferanc":
        return _takes_three(begun)
    return _shares_talon(copy_with(begun, called=_called(state)))


def lay_aside(state: State, aside: Aside) -> State:
    """The state after a seat laid one card aside."""
    seat, card = aside
    return copy_with(
        state,
        hands=with_hand(state.hands, seat, (c for c in state.hands[seat] if c != card)),
        aside=with_hand(state.aside, seat, (*state.aside[seat], card)),
    )


def play(state: State, card: Card) -> State:
    """The state after the next player played a card; the fourth one ends the trick."""
    seat = state.turn
    hands = with_hand(state.hands, seat, (c for c in state.hands[seat] if c != card))
    state = copy_with(state, hands=hands, trick=(*state.trick, card))
    return _taken(state) if len(state.trick) == SEATS else state


def _taken(state: State) -> State:
    """In a Varšava the předák adds a talon card to each of the first six tricks."""
    won = (state.leader + winner(state.trick, strength)) % SEATS
    adds = state.variant == "varsava" and bool(state.left)
    added, left = (state.left[0], state.left[1:]) if adds else (None, state.left)
    trick = Trick(state.leader, state.trick, added, won)
    return copy_with(state, leader=won, trick=(), tricks=(*state.tricks, trick), left=left)


def _called(state: State) -> Card:
    """XIX, or the highest below it that the declarer does not hold, down to XVI (taroky.call)."""
    held = state.hands[state.declarer]
    cards = [TAROCK_54.parse(code) for code in CALLS]
    return next((card for card in cards if card not in held), cards[-1])


def _shares_talon(state: State) -> State:
    """Four to the declarer, one each to the next two; the last in turn gets none (.talon.draw)."""
    order = [(state.declarer + step) % SEATS for step in range(3)]
    parts = (state.left[:4], state.left[4:5], state.left[5:])
    hands = state.hands
    for seat, part in zip(order, parts, strict=True):
        hands = with_hand(hands, seat, hands[seat] + part)
    return copy_with(state, hands=hands, left=())


def _takes_three(state: State) -> State:
    """The first three, or the second; the third way is the first again, both having been seen."""
    taken = state.left[3:] if state.variant == "second" else state.left[:3]
    hand = state.hands[state.declarer] + taken
    left = tuple(card for card in state.left if card not in taken)
    return copy_with(state, hands=with_hand(state.hands, state.declarer, hand), left=left)


def pick(random: Random, state: State, choices: Sequence[Choice]) -> Choice:
    """Every contract about as often, and the rarer ways to play one more often than not.

    Which contract is aimed at is a matter of the talon; all others pass, or bid the least.
    """
    if state.contract is None:
        goal = ORDER[1:][TAROCK_54.cards.index(state.left[0]) % len(ORDER[1:])]
        wanted = [c for c in choices if isinstance(c, Bid) and c.bid == goal]
        return wanted[0] if wanted and random.random() < 0.7 else choices[0]
    if state.leader < 0 and random.random() < 0.7:
        return choices[-1]
    return random.choice(choices)


WALK = Walk(
    *(GAME, HOUSES, deal, choices, after, recorded, cards, question, attempts),
    seats=lambda house: (SEATS,),
    audit=audit,
    pick=pick,
)
