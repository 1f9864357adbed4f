"""Durak as a state machine: a game from the deal to the fool, move by move."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import cast

from scorekeeper.core.cards import Card
from scorekeeper.core.schema import Seat, copy_with
from scorekeeper.games.durak import GAME
from scorekeeper.games.durak.entries import FinishedGame
from scorekeeper.games.durak.house_rules import HouseRules, most_players, pack_of
from scorekeeper.games.durak.referee import RULES
from scorekeeper.games.durak.referee.attacks import Attack, ThrowIn, may_throw_in
from scorekeeper.games.durak.referee.defence import Beat
from scorekeeper.games.durak.referee.layout import Cards, Suit, of_one_rank, simple
from scorekeeper.referee.rule_table import allowed, breaks
from tests.verification.walks.contract import Leaves, Walk
from tests.verification.walks.durak_questions import (
    attempts,
    question,
    take_of,
    throw_in_of,
    transfer_of,
)
from tests.verification.walks.durak_table import Move, State, cards, closed, deal, target, without

HOUSES = (
    HouseRules(),
    HouseRules(variant="simple"),
    HouseRules(variant="simple", simple_takes="unbeaten"),
    HouseRules(beat_thrown_in=True),
    HouseRules(variant="transfer"),
    HouseRules(variant="transfer", transfer_by_show=True, transfer_first_bout="always"),
    HouseRules(variant="transfer", transfer_first_bout="first-game", at_most_six=False),
    HouseRules(variant="transfer", transfer_trump=True, transfer_finish=True, pack="52"),
    HouseRules(spades_by_spades=True, no_draw=True),
    HouseRules(variant="transfer", spades_by_spades=True, transfer_by_show=True),
    HouseRules(pack="52", first_bout_five=True, neighbours_only=True),
    HouseRules(neighbours_only=True, invalid_penalty="take-table", epaulettes="1"),
    HouseRules(redeal_suit="5", epaulettes="2", next_attack="from-under-the-fool"),
    HouseRules(redeal_suit="6", variant="simple", no_draw=True, invalid_penalty="lose-game"),
    HouseRules(teams="2v2"),
    HouseRules(teams="2v2", variant="transfer", no_draw=True),
    HouseRules(teams="3v3", variant="transfer", transfer_by_show=True),
    HouseRules(teams="3v3", variant="simple", neighbours_only=True),
)
"""Every house rule is switched in one of them."""
TEAMS = {"2v2": (4,), "3v3": (6,)}


Bout = tuple[HouseRules, frozenset[str], int, bool, bool, int]
"""House, ranks that lie there, cards of the attack, room for one more, taken, first bout or not."""
Transferable = tuple[HouseRules, frozenset[str], int, int, tuple[bool, ...]]
"""House, ranks of the attack, room in the next hand (-1 to 1), first bout or not; facts."""


def seats(house: HouseRules) -> Sequence[int]:
    """How many may sit down at a table."""
    return TEAMS.get(house.teams, range(2, most_players(house) + 1))


# --- what may be done ----------------------------------------------------------------------------


def choices(state: State) -> Sequence[Move]:
    """Everything that somebody may do now; none when the game is over."""
    if state.over:
        return ()
    if not state.attack:
        return tuple(attacks(state))
    added = () if state.thrower is None else throw_ins(state, state.thrower)
    if state.settled:
        assert state.thrower is not None, "a bout in which nobody can add a card is closed"
        return (*added, Move(state.thrower, "pass"))
    return (*beats(state), *transfers(state), *takes(state), *added)


def attacks(state: State) -> Iterator[Move]:
    """Every way to begin the bout with cards of one rank."""
    ranks: dict[str, list[Card]] = {}
    for card in state.hands[state.attacker]:
        ranks.setdefault(card.rank, []).append(card)
    defender_hand, bout = len(state.hands[state.defender]), min(state.bout, 2)
    left = _left_to_attack(state.house, defender_hand, bout)
    for alike in ranks.values():
        for laid in left[tuple(alike)]:
            yield Move(state.attacker, "attack", laid)


@lru_cache(maxsize=10_000)
def _left_to_attack(house: HouseRules, defender_hand: int, bout: int) -> Leaves[Cards, Cards]:
    """How cards of one rank may be laid at once; all bouts after the first are alike."""

    def ask(alike: Cards) -> Iterator[Cards]:
        every = (
            Attack(cards=laid, defender_hand=defender_hand, bout=bout)
            for laid in of_one_rank(alike)
        )
        return (attack.cards for attack in allowed(RULES, every, house))

    return Leaves(ask)


def throw_ins(state: State, seat: int) -> Iterator[Move]:
    """What a seat whose turn it is may add to the attack."""
    hand, left = state.hands[seat], _left_to_add(_bout(state))
    ranks = {card.rank: card for card in hand if card.rank not in left}
    if ranks:
        question = throw_in_of(state, seat, hand[0])
        every = (copy_with(question, card=card) for card in ranks.values())
        right = {each.card.rank for each in allowed(RULES, every, state.house)}
        left.update((rank, rank in right) for rank in ranks)
    return (Move(seat, "throw-in", (card,)) for card in hand if left[card.rank])


def _bout(state: State) -> Bout:
    """What it depends on whether a card may be added, besides whose turn it is."""
    ranks = frozenset([card.rank for card in (*state.attack, *state.beat)])
    can_beat_more = len(state.hands[state.defender]) > len(state.unbeaten)
    return state.house, ranks, len(state.attack), can_beat_more, state.took, min(state.bout, 2)


@lru_cache(maxsize=50_000)
def _left_to_add(bout: Bout) -> dict[str, bool]:
    """The ranks that have been asked about, and whether a card of one may be added."""
    return {}


def beats(state: State) -> Iterator[Move]:
    """What the defender may beat one of the cards with."""
    seat, left = state.defender, _left_to_beat(state.house, state.trump)
    for on in state.unbeaten:
        beating = left[on]
        for card in state.hands[seat]:
            if card in beating:
                yield Move(seat, "beat", (card,), on)


@lru_cache(maxsize=1_000)
def _left_to_beat(house: HouseRules, trump: Suit) -> Leaves[Card, Card]:
    """The cards of the pack that may beat a card."""

    def ask(on: Card) -> Iterator[Card]:
        pack = pack_of(house)
        every = (Beat(attack=on, card=card, trump=trump) for card in pack.cards if card != on)
        return (beat.card for beat in allowed(RULES, every, house))

    return Leaves(ask)


def takes(state: State) -> tuple[Move, ...]:
    """Taking the cards, unless all of them have to be beaten."""
    if not state.house.beat_thrown_in or not breaks(RULES, take_of(state), state.house):
        return (Move(state.defender, "take"),)
    return ()


def transfers(state: State) -> Iterator[Move]:
    """What the defender may lay or show to pass the attack on."""
    question, seat = transfer_of(state), state.defender
    if question is None:
        return
    ranks = frozenset([card.rank for card in state.attack])
    trumps = any(card.suit == state.trump for card in state.attack)
    room = max(-1, min(question.next_hand - len(state.attack), 1))
    facts = trumps, bool(state.beat), question.shown_before, question.last_card, state.first_game
    left = _left_to_transfer((state.house, ranks, room, min(state.bout, 2), facts))
    ways = {
        (card, show): (card.rank, card.suit == state.trump, show)
        for show in (False, True)
        for card in state.hands[seat]
    }
    if unasked := {kind: way for way, kind in ways.items() if kind not in left}:
        every = (copy_with(question, card=card, show=show) for card, show in unasked.values())
        right = {(each.card, each.show) for each in allowed(RULES, every, state.house)}
        left.update((kind, way in right) for kind, way in unasked.items())
    for (card, show), kind in ways.items():
        if left[kind]:
            yield Move(seat, "transfer", (card,), show=show)


@lru_cache(maxsize=50_000)
def _left_to_transfer(attack: Transferable) -> dict[tuple[str, bool, bool], bool]:
    """Whether a card of a rank, a trump or not, laid or shown, passes an attack on."""
    return {}


def next_thrower(state: State) -> int | None:
    """Whose turn it is to add a card, or None if everybody has passed."""
    ring = state.ring
    gone = [at for at, seat in enumerate(ring) if seat in state.passed or not state.hands[seat]]
    attacker, defender = ring.index(state.attacker), ring.index(state.defender)
    place = _place(state.house, len(ring), attacker, defender, tuple(gone))
    return None if place is None else ring[place]


@lru_cache(maxsize=20_000)
def _place(
    house: HouseRules, players: int, attacker: int, defender: int, gone: tuple[int, ...]
) -> int | None:
    """The place round the table of whoever may add a card; None if all of them have passed."""
    question = ThrowIn(
        attack=(),
        card=pack_of(house).cards[0],
        players=players,
        seat=Seat(attacker),
        attacker=Seat(attacker),
        defender=Seat(defender),
        defender_hand=1,
        passed=frozenset(map(Seat, gone)),
    )
    (place,) = may_throw_in(question, house)
    return None if place in gone else place


# --- what is done --------------------------------------------------------------------------------


def after(state: State, move: Move) -> State:
    """The state after a move; when nobody has anything to add, the bout is closed.

    If a card was added since everybody was first asked, they are asked once more all round.
    """
    done = laid(state, move)
    if move.what == "transfer":
        done = _passed_on(done, state, move)
    if simple(state.house) and done.settled:
        return closed(done)
    thrower = next_thrower(done)
    if done.added and thrower is None:
        done = copy_with(done, passed=frozenset(), added=False)
        thrower = next_thrower(done)
    return closed(done) if done.settled and thrower is None else copy_with(done, thrower=thrower)


def laid(state: State, move: Move) -> State:
    """The state when a move is made and nothing has followed from it yet."""
    return _MADE[move.what](state, move)


def _lay(state: State, move: Move) -> State:
    """Cards laid to the attack, by whoever laid them."""
    return copy_with(
        state,
        hands=without(state.hands, move.seat, move.cards),
        attack=state.attack + move.cards,
        answers=state.answers + (None,) * len(move.cards),
        threw=state.threw | {move.seat},
    )


def _throw_in(state: State, move: Move) -> State:
    return copy_with(_lay(state, move), added=True)


def _beat(state: State, move: Move) -> State:
    at = state.attack.index(cast(Card, move.on))
    answers = (*state.answers[:at], move.cards[0], *state.answers[at + 1 :])
    hands = without(state.hands, move.seat, move.cards)
    return copy_with(state, hands=hands, answers=answers)


def _take(state: State, move: Move) -> State:
    """Everybody is asked anew what to give with it (durak.throw-in.after-take)."""
    return copy_with(state, took=True, passed=frozenset(), added=False)


def _pass(state: State, move: Move) -> State:
    return copy_with(state, passed=state.passed | {move.seat})


def _transfer(state: State, move: Move) -> State:
    """A trump that is only shown stays in the hand (durak.transfer.show)."""
    return copy_with(state, shown=state.shown | {move.seat}) if move.show else _lay(state, move)


def _passed_on(done: State, before: State, move: Move) -> State:
    """Who passed the attack on is the attacker now, and the next one has to beat it all."""
    onto = target(before, move.seat)
    assert onto is not None, "an attack is passed on only if there is somebody"
    threw = done.threw | {before.attacker, move.seat}
    return copy_with(done, attacker=move.seat, defender=onto, threw=threw, passed=frozenset())


_MADE: Mapping[str, Callable[[State, Move], State]] = {
    "attack": _lay,
    "throw-in": _throw_in,
    "beat": _beat,
    "transfer": _transfer,
    "take": _take,
    "pass": _pass,
}


def entry(state: State) -> FinishedGame:
    assert state.game is not None
    return state.game


WALK = Walk(GAME, HOUSES, deal, choices, after, entry, cards, question, attempts, seats)
