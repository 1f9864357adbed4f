"""Taroky as a state machine: what may be done next, and what comes of it.

For the audit of a deal and for random walks. What is legal is asked of the rules table; here it is
only dealt, taken, laid aside and won (rules document, sections 2 to 6 and 9).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random

from scorekeeper.cards import TAROCK_54, TAROK, Card, Hands, with_hand
from scorekeeper.games.taroky.counting import Count, count
from scorekeeper.games.taroky.disputes import CALLS, ORDER, TRICKS, Bid, Bidding, Discard, Play
from scorekeeper.games.taroky.entries import SEATS, Deal, Pagat, Valat, Variant
from scorekeeper.games.taroky.house import Contract, HouseRules
from scorekeeper.games.taroky.rules import PAGAT, RULES, strength
from scorekeeper.games.tricks import winner
from scorekeeper.plain import Seat
from scorekeeper.referee import allowed


@dataclass(frozen=True)
class Trick:
    """A finished trick: who led, the cards in order, the talon card added to it, who won it."""

    leader: int
    cards: tuple[Card, ...]
    added: Card | None
    winner: int


@dataclass(frozen=True)
class State:
    """A deal being played.

    `aside` are the cards each seat laid aside, `left` those of the talon that nobody took: at
    first all six.
    """

    dealer: int
    hands: Hands
    left: tuple[Card, ...]
    bids: tuple[Bid, ...] = ()
    contract: Contract | None = None
    variant: Variant | None = None
    declarer: int = -1
    called: Card | None = None
    aside: Hands = ((),) * SEATS
    leader: int = -1
    trick: tuple[Card, ...] = ()
    tricks: tuple[Trick, ...] = ()

    @property
    def turn(self) -> int:
        """The seat that plays next."""
        return (self.leader + len(self.trick)) % SEATS

    @property
    def over(self) -> bool:
        """Whether all twelve tricks are played."""
        return len(self.tricks) == TRICKS


def deal(random: Random, dealer: int = SEATS - 1) -> State:
    """A shuffled pack: twelve cards to each, six to the talon (taroky.deal.count)."""
    pack = list(TAROCK_54.cards)
    random.shuffle(pack)
    hands = tuple(tuple(pack[at : at + 12]) for at in range(6, 54, 12))
    return State(dealer, hands, tuple(pack[:6]))


def bids(state: State, house: HouseRules) -> tuple[Bid, ...]:
    """What the next speaker may bid (taroky.bid.*); `druha` nobody if `I` lies in the talon."""
    seat = Seat((state.dealer + 1 + len(state.bids)) % SEATS)
    pagat = next((Seat(s) for s, hand in enumerate(state.hands) if PAGAT in hand), None)
    asked = Bidding(Seat(state.dealer), (*state.bids, Bid(seat, "pass")), pagat)
    may = (each.bids[-1] for each in allowed(RULES, asked.alternatives(), house))
    return tuple(said for said in may if pagat is not None or said.bid != "druha")


def bid(state: State, said: Bid) -> State:
    """The state after a bid; the highest bidder is the declarer when all have spoken."""
    spoken = (*state.bids, said)
    if len(spoken) < SEATS:
        return replace(state, bids=spoken)
    best = max(spoken, key=lambda each: ORDER.index(each.bid))
    assert best.bid != "pass"
    return replace(state, bids=spoken, declarer=best.seat, contract=best.bid)


def variants(state: State) -> tuple[Variant | None, ...]:
    """How the declarer may play his contract; a called tarok decides between alone and not."""
    if state.contract == "preferanc":
        return ("first", "second", "third")
    if state.contract == "solo":
        return (None,)
    weak = sum(card.suit == TAROK for card in state.hands[state.declarer]) <= 3
    return ("normal", "varsava") if state.contract == "zakladni" and weak else ("normal",)


def announce(state: State, variant: Variant | None) -> State:
    """The state after the declarer said how he plays: talon taken, nothing laid aside yet."""
    leads = state.contract in ("preferanc", "solo")
    first = state.declarer if leads else (state.dealer + 1) % SEATS
    told = replace(state, variant=variant, leader=first)
    if variant == "varsava" or state.contract == "solo":
        return told
    if state.contract == "preferanc":
        return _takes_three(told)
    return _shares_talon(replace(told, called=_called(state)))


def discards(state: State, seat: int, house: HouseRules) -> Iterator[Card]:
    """The cards a seat may lay aside next, one at a time (taroky.talon.*)."""
    held, laid = state.hands[seat], state.aside[seat]
    asked = (Discard(held + laid, (*laid, card), took=len(laid) + 1) for card in held)
    for discard in allowed(RULES, asked, house):
        yield discard.aside[-1]


def lay_aside(state: State, seat: int, card: Card) -> State:
    """The state after a seat laid one card aside."""
    return replace(
        state,
        hands=with_hand(state.hands, seat, (c for c in state.hands[seat] if c != card)),
        aside=with_hand(state.aside, seat, (*state.aside[seat], card)),
    )


def choices(state: State, house: HouseRules) -> tuple[Card, ...]:
    """The cards that the next player may play (taroky.play.*, taroky.varsava.*)."""
    hand = state.hands[state.turn]
    assert state.contract is not None
    asked = Play(state.contract, state.trick, hand[0], hand, state.variant)
    return tuple(each.card for each in allowed(RULES, asked.alternatives(), house))


def play(state: State, card: Card) -> State:
    """The state after the next player played a card; the fourth one ends the trick."""
    seat = state.turn
    hands = with_hand(state.hands, seat, (c for c in state.hands[seat] if c != card))
    state = replace(state, hands=hands, trick=(*state.trick, card))
    return _taken(state) if len(state.trick) == SEATS else state


def _taken(state: State) -> State:
    """In a Varšava the předák adds a talon card to each of the first six tricks."""
    won = (state.leader + winner(state.trick, strength)) % SEATS
    adds = state.variant == "varsava" and bool(state.left)
    added, left = (state.left[0], state.left[1:]) if adds else (None, state.left)
    trick = Trick(state.leader, state.trick, added, won)
    return replace(state, leader=won, trick=(), tricks=(*state.tricks, trick), left=left)


def piles(state: State) -> Hands:
    """What each seat won, with what it laid aside (taroky.talon.owner)."""
    won: list[list[Card]] = [list(aside) for aside in state.aside]
    for trick in state.tricks:
        won[trick.winner] += [*trick.cards, *((trick.added,) if trick.added else ())]
    return tuple(map(tuple, won))


def side(state: State) -> frozenset[int]:
    """The declarer's side: he, and whoever held the called tarok."""
    return frozenset({state.declarer} | set(_holders(state)))


def counted(state: State) -> tuple[Count, Count]:
    """The piles of both sides; of a talon that was left, the opponents' (section 4)."""
    ours = side(state)
    won = piles(state)
    mine = [card for seat in ours for card in won[seat]]
    others = [card for seat in range(SEATS) if seat not in ours for card in won[seat]]
    return count(mine), count([*others, *state.left])


def recorded(state: State) -> Deal:
    """The finished deal as it is written on the sheet, pagát and valát found from the tricks."""
    assert state.contract is not None
    varsava = state.variant == "varsava"
    mates = side(state) - {state.declarer}
    alone = state.called is not None and not mates
    return Deal(
        declarer=Seat(state.declarer),
        contract=state.contract,
        variant="quiet-solo" if alone else state.variant,
        dealer=Seat(state.dealer),
        called=str(state.called) if state.called else None,  # type: ignore[arg-type]
        partner=Seat(*mates) if mates else None,
        pagat=None if varsava else pagat_of(state),
        valat=None if varsava else valat_of(state),
        points=tuple(count(p).points for p in piles(state))
        if varsava
        else counted(state)[0].points,
        piles=tuple(map(len, piles(state))) if varsava else None,
    )


def pagat_of(state: State) -> Pagat | None:
    """What became of the pagát: by contract in a druha, else silent if played to trick 12."""
    last = state.tricks[-1]
    bound = state.contract == "druha"
    if PAGAT not in last.cards:
        return Pagat(Seat(state.declarer), declared=True, made=False) if bound else None
    owner = (last.leader + last.cards.index(PAGAT)) % SEATS
    return Pagat(Seat(owner), declared=bound, made=last.winner == owner)


def valat_of(state: State) -> Valat | None:
    """Whether one side took all the tricks."""
    winners = {trick.winner in side(state) for trick in state.tricks}
    if len(winners) > 1:
        return None
    return Valat("declarer" if winners == {True} else "opponents")


def _holders(state: State) -> Mapping[int, Card]:
    """Who held the called tarok when play began: in hand, or already in a trick."""
    if state.called is None:
        return {}
    found = {seat: state.called for seat, hand in enumerate(state.hands) if state.called in hand}
    for trick in state.tricks:
        for place, card in enumerate(trick.cards):
            if card == state.called:
                found[(trick.leader + place) % SEATS] = card
    return found


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
    for seat, cards in zip(order, parts, strict=True):
        hands = with_hand(hands, seat, hands[seat] + cards)
    return replace(state, hands=hands, left=())


def _takes_three(state: State) -> State:
    """The first three, or the second; the third way is the first again, both having been seen."""
    taken = state.left[3:] if state.variant == "second" else state.left[:3]
    hand = state.hands[state.declarer] + taken
    left = tuple(card for card in state.left if card not in taken)
    return replace(state, hands=with_hand(state.hands, state.declarer, hand), left=left)
