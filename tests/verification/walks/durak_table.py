"""The table of a game of Durak, and what happens there when a bout is over.

Rules: durak.take, durak.all-or-nothing (3), durak.refill, durak.turn (1), durak.fool,
durak.draw, durak.teams, durak.epaulettes (4).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Literal, NamedTuple, cast

from scorekeeper.core.cards import Card, Hands
from scorekeeper.core.schema import Seat, copy_with
from scorekeeper.core.sheet import seats_after
from scorekeeper.games.durak.entries import FinishedGame
from scorekeeper.games.durak.house_rules import HouseRules, pack_of
from scorekeeper.games.durak.referee.consequences import DrawnGame, Epaulettes, Refill
from scorekeeper.games.durak.referee.layout import HAND, Cards, Suit, height, simple, trump_in
from scorekeeper.games.durak.referee.turns import FirstAttack, attack_after, redeals
from tests.verification.walks.contract import with_hand

USUAL = HouseRules()


class Move(NamedTuple):
    """What somebody does: `cards` are laid (or shown), `on` is the card that they beat."""

    seat: int
    what: Literal["attack", "throw-in", "beat", "transfer", "take", "pass"]
    cards: Cards = ()
    on: Card | None = None
    show: bool = False


@dataclass(frozen=True)
class State:
    """A game of Durak; the last card of the `stock` is the trump that lies face up.

    `ring` are the seats that were in when the bout began, `answers` what each card of the attack
    was beaten with (or None). `threw` have added cards in this bout or passed it on, `shown` have
    passed it on by showing a trump. `passed` have nothing to add just now; `added` says whether a
    card was added since they were first asked; `thrower` is the seat that may add one now. `game`
    is what is written when the game is over.
    """

    hands: Hands
    stock: Cards
    trump: Suit
    attacker: int
    defender: int
    ring: tuple[int, ...]
    bout: int = 1
    attack: Cards = ()
    answers: tuple[Card | None, ...] = ()
    took: bool = False
    threw: frozenset[int] = frozenset()
    shown: frozenset[int] = frozenset()
    passed: frozenset[int] = frozenset()
    added: bool = False
    discard: Cards = ()
    thrower: int | None = None
    game: FinishedGame | None = None
    house: HouseRules = USUAL
    first_game: bool = True

    @property
    def over(self) -> bool:
        return self.game is not None

    @property
    def beat(self) -> Cards:
        """The cards that have beaten others."""
        return tuple([card for card in self.answers if card])

    @property
    def unbeaten(self) -> Cards:
        """The cards that are still to be beaten."""
        pairs = zip(self.attack, self.answers, strict=True)
        return tuple([card for card, answer in pairs if answer is None])

    @property
    def settled(self) -> bool:
        """Whether the defender has nothing left to do: all is beaten, or he takes."""
        return bool(self.attack) and (self.took or None not in self.answers)

    def is_in(self, seat: int) -> bool:
        """Whether a seat has cards, or can still draw some."""
        return bool(self.hands[seat] or self.stock)


def given(hands: Hands, seat: int, cards: Cards) -> Hands:
    return with_hand(hands, seat, hands[seat] + cards)


def without(hands: Hands, seat: int, cards: Cards) -> Hands:
    return with_hand(hands, seat, (card for card in hands[seat] if card not in cards))


def clockwise(state: State, seat: int) -> Iterator[int]:
    """The other seats that are still in, from the left-hand neighbour of a seat on."""
    for other in seats_after(seat, len(state.hands))[:-1]:
        if other in state.ring and state.is_in(other):
            yield other


def target(state: State, seat: int) -> int | None:
    """Whom a seat attacks, or passes an attack on to (durak.turn).

    The next one on the left who is in; in a team game the next opponent (durak.teams).
    """
    others = clockwise(state, seat)
    if state.house.teams != "none":
        others = (other for other in others if (other - seat) % 2)
    return next(others, None)


def closed(state: State) -> State:
    """The state after a bout: cards taken or put away, hands refilled, the next bout begun."""
    lying = state.attack + state.beat
    if state.took and simple(state.house) and state.house.simple_takes == "unbeaten":
        away = tuple(card for card in lying if card not in state.unbeaten)
        hands = given(state.hands, state.defender, state.unbeaten)
        cleared = copy_with(state, hands=hands, discard=state.discard + away)
    elif state.took:
        cleared = copy_with(state, hands=given(state.hands, state.defender, lying))
    else:
        cleared = copy_with(state, discard=state.discard + lying)
    refilled = _refilled(cleared)
    if game := ending(refilled):
        return copy_with(refilled, attack=(), answers=(), game=game)
    return _next_bout(refilled)


def refill_of(state: State) -> Refill:
    """Who draws after this bout, as a question."""
    return Refill(
        hands=tuple(map(len, state.hands)),
        stock=len(state.stock),
        attacker=Seat(state.attacker),
        throwers=frozenset(map(Seat, state.threw - {state.attacker, state.defender})),
        defender=Seat(state.defender),
        took=state.took,
    )


def _refilled(state: State) -> State:
    hands, stock = state.hands, state.stock
    for seat, n in refill_of(state).draws:
        hands, stock = given(hands, seat, stock[:n]), stock[n:]
    return copy_with(state, hands=hands, stock=stock)


def ending(state: State) -> FinishedGame | None:
    """The game as it is written, if the bout that is over was its last."""
    house = state.house
    left = tuple(seat for seat in state.ring if state.is_in(seat))
    if house.teams != "none":
        return _team_ending(state, left)
    if len(left) > 1:
        return None
    attacker_out, defender_out = state.attacker not in left, state.defender not in left
    others = len(set(left) - {state.attacker, state.defender})
    asked = DrawnGame(attacker_out=attacker_out, defender_out=defender_out, others=others)
    if asked.result(house)["draw"]:
        return FinishedGame(draw=pair_of(state))
    fool = left[0] if left else state.defender
    return FinishedGame(fool=Seat(fool), epaulettes=_hung(state, fool))


def pair_of(state: State) -> frozenset[Seat]:
    """Attacker and defender."""
    return frozenset((Seat(state.attacker), Seat(state.defender)))


def _hung(state: State, fool: int) -> int:
    """The epaulettes of the fool: hung by the attack that he could not beat."""
    if fool != state.defender:
        return 0
    beaten = not state.took
    attack, left = state.attack, len(state.ring)
    asked = Epaulettes(players_left=left, attack=attack, beaten=beaten, trump=state.trump)
    return asked.result(state.house)["epaulettes"]


def _team_ending(state: State, left: tuple[int, ...]) -> FinishedGame | None:
    """A team that is out has won; both out at once is a draw (durak.teams, durak.draw)."""
    teams = {seat % 2 for seat in left}
    if len(teams) > 1:
        return None
    if teams:
        return FinishedGame(lost_team=teams.pop())
    if state.house.no_draw:
        return FinishedGame(lost_team=state.defender % 2)
    return FinishedGame(draw=pair_of(state))


def _next_bout(state: State) -> State:
    begun = copy_with(
        state,
        ring=tuple(seat for seat in state.ring if state.is_in(seat)),
        bout=state.bout + 1,
        attack=(),
        answers=(),
        took=False,
        threw=frozenset(),
        shown=frozenset(),
        passed=frozenset(),
        added=False,
        thrower=None,
    )
    order = (*clockwise(begun, state.defender), state.defender)
    still = tuple(seat for seat in order if seat in begun.ring)
    seats = attack_after(state.defender, state.took, still, state.house.teams != "none")
    assert seats is not None, "a game goes on only between two who are in"
    return copy_with(begun, attacker=seats[0], defender=seats[1])


def cards(state: State) -> Iterator[Card]:
    places = (*state.hands, state.stock, state.attack, state.beat, state.discard)
    return (card for place in places for card in place)


# --- the deal ------------------------------------------------------------------------------------


def deal(
    random: Random,
    players: int,
    house: HouseRules = USUAL,
    dealer: int | None = None,
    fool: int | None = None,
) -> State:
    """Six cards each, anew as long as the house asks for it (durak.deal, durak.redeal).

    The trump lies under the stock; if all is dealt it is the last card of the dealer. Who attacks
    first is told by the last `fool`, or by the lowest trump (durak.first).
    """
    dealer = random.randrange(players) if dealer is None else dealer
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
    ring, stock = tuple(range(players)), (*rest[1:], *rest[:1])
    return State(
        *(hands, stock, trump, first["attacker"], first["defender"], ring),
        house=house,
        first_game=fool is None,
    )


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
