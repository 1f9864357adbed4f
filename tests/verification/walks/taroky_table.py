"""The table of a deal of Taroky: what lies where, and what the tricks are worth.

Piles, pagát, valát and the deal as the sheet records it are worked out anew here, from the tricks:
the product's own audit is held against it (rules document, sections 4 and 9).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scorekeeper.core.cards import Card, Hands
from scorekeeper.core.schema import Seat
from scorekeeper.games.taroky.entries import SEATS, Deal, Pagat, Valat, Variant
from scorekeeper.games.taroky.house_rules import Contract, HouseRules
from scorekeeper.games.taroky.referee.auction import Bid
from scorekeeper.games.taroky.referee.audit import Audit
from scorekeeper.games.taroky.referee.counting import Count, count
from scorekeeper.games.taroky.referee.plays import PAGAT, TRICKS

USUAL = HouseRules()


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
    house: HouseRules = USUAL

    @property
    def turn(self) -> int:
        """The seat that plays next."""
        return (self.leader + len(self.trick)) % SEATS

    @property
    def over(self) -> bool:
        """Whether all twelve tricks are played."""
        return len(self.tricks) == TRICKS


def cards(state: State) -> Iterator[Card]:
    """All cards, wherever they lie."""
    for place in (*state.hands, *piles(state), state.trick, state.left):
        yield from place


def piles(state: State) -> Hands:
    """What each seat won, with what it laid aside (taroky.talon.owner)."""
    won: list[list[Card]] = [list(aside) for aside in state.aside]
    for trick in state.tricks:
        won[trick.winner] += [*trick.cards, *((trick.added,) if trick.added else ())]
    return tuple(map(tuple, won))


def side(state: State) -> frozenset[int]:
    """The seats of the declarer and of whoever held the called tarok."""
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


def audit(state: State, tricks: int = TRICKS) -> Audit:
    """A deal that was played, or its first tricks, for the referee to look through."""
    entry = recorded(state)
    added = tuple(trick.added for trick in state.tricks if trick.added)
    return Audit(
        contract=entry.contract,
        dealer=Seat(state.dealer),
        declarer=entry.declarer,
        leader=Seat(state.tricks[0].leader),
        tricks=tuple(trick.cards for trick in state.tricks[:tricks]),
        variant=entry.variant,
        partner=entry.partner,
        talon=added or None,
        aside={Seat(seat): cards for seat, cards in enumerate(state.aside) if cards},
    )
