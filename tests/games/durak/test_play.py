"""Whole games of Durak played at random, at every kind of table, beside the rules told again."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations
from random import Random

import pytest

from scorekeeper.cards import Card
from scorekeeper.dispute import Dispute
from scorekeeper.games.durak import GAME
from scorekeeper.games.durak.house import HouseRules, pack_of
from scorekeeper.games.durak.referee import RULES
from scorekeeper.games.durak.referee.consequences import DrawnGame
from scorekeeper.referee import Penalty, judge
from scorekeeper.rulebook import open_rulebook
from tests.games.durak.table import beats, refusal
from tests.verification.walks import durak as play
from tests.verification.walks.contract import walk
from tests.verification.walks.durak import HOUSES, seats
from tests.verification.walks.durak_table import Move, State, refill_of
from tests.verification.walks.seeds import each_house

pytestmark = pytest.mark.slow("plays whole games at random")

MOST_MOVES = 5_000
EACH_HOUSE = each_house(HOUSES, lambda house: repr(house)[11:60])
GAMES_EACH = pytest.mark.parametrize(
    "games", [3, pytest.param(24, marks=pytest.mark.walk("more games"))]
)
LOOK = 5
"""One state in so many is looked at closely."""

COSTS = {
    "take-back": Penalty("take-back"),
    "take-table": Penalty("take-table"),
    "lose-game": Penalty("lost", what="game"),
}


# --- the rules told a second time ----------------------------------------------------------------


def trump_of(state: State, house: HouseRules) -> str:
    return "D" if house.spades_by_spades else state.trump


def limit(state: State, house: HouseRules) -> int:
    if house.variant == "simple":
        return 2
    if house.first_bout_five and state.bout == 1:
        return 5
    return 6 if house.at_most_six else 52


def may_attack(state: State, house: HouseRules) -> set[Move]:
    hand = state.hands[state.attacker]
    most = min(len(state.hands[state.defender]), limit(state, house), 4)
    chosen = (cards for n in range(1, most + 1) for cards in combinations(hand, n))
    return {
        Move(state.attacker, "attack", cards)
        for cards in chosen
        if len({card.rank for card in cards}) == 1
    }


def on_turn(state: State, house: HouseRules) -> int | None:
    """Who may add a card: from the attacker on clockwise, whoever has not passed."""
    ring, defender = state.ring, state.defender
    at = ring.index(state.attacker)
    order = [seat for seat in ring[at:] + ring[:at] if seat != defender]
    if house.neighbours_only:
        place = ring.index(defender)
        beside = {ring[place - 1], ring[(place + 1) % len(ring)], state.attacker}
        order = [seat for seat in order if seat in beside]
    waiting = [seat for seat in order if state.hands[seat] and seat not in state.passed]
    return waiting[0] if waiting else None


def may_add(state: State, seat: int, house: HouseRules) -> set[Move]:
    if house.variant == "simple" or seat != on_turn(state, house):
        return set()
    lying = [*state.attack, *state.beat]
    left = len(state.hands[state.defender]) - len(state.unbeaten)
    if left < 1 or len(state.attack) >= limit(state, house):
        return set()
    ranks = {card.rank for card in lying}
    return {Move(seat, "throw-in", (c,)) for c in state.hands[seat] if c.rank in ranks}


def may_beat(state: State, house: HouseRules) -> set[Move]:
    trump, japanese = trump_of(state, house), house.spades_by_spades
    return {
        Move(state.defender, "beat", (card,), on)
        for on in state.unbeaten
        for card in state.hands[state.defender]
        if beats(on, card, trump, japanese)
    }


def passed_to(state: State, seat: int, house: HouseRules) -> int | None:
    players = len(state.hands)
    for step in range(1, players):
        other = (seat + step) % players
        playing = other in state.ring and (state.hands[other] or state.stock)
        if playing and not (house.teams != "none" and (other - seat) % 2 == 0):
            return other
    return None


def may_transfer(state: State, house: HouseRules) -> set[Move]:
    seat, hand = state.defender, state.hands[state.defender]
    onto, trump = passed_to(state, seat, house), trump_of(state, house)
    if house.variant != "transfer" or onto is None or state.beat:
        return set()
    first_bout = {"never": False, "first-game": state.first_game, "always": True}
    if state.bout == 1 and not first_bout[house.transfer_first_bout]:
        return set()
    if any(c.suit == trump for c in state.attack) and not house.transfer_trump:
        return set()
    if {c.rank for c in state.attack} != {state.attack[0].rank}:
        return set()
    fits = [c for c in hand if c.rank == state.attack[0].rank]
    space = len(state.hands[onto]) - len(state.attack)
    may = set()
    last = len(hand) == 1 and not state.stock
    if space >= 1 and (house.transfer_finish or not last):
        may |= {Move(seat, "transfer", (c,)) for c in fits}
    if space >= 0 and house.transfer_by_show and seat not in state.shown:
        may |= {Move(seat, "transfer", (c,), show=True) for c in fits if c.suit == trump}
    return may


def may_take(state: State, house: HouseRules) -> bool:
    if not house.beat_thrown_in or not state.beat:
        return True
    trump, hand = trump_of(state, house), state.hands[state.defender]
    ways = permutations(hand, len(state.unbeaten))
    return not any(
        all(beats(on, card, trump) for on, card in zip(state.unbeaten, way, strict=True))
        for way in ways
    )


def may(state: State, house: HouseRules) -> set[Move]:
    """Everything that the rules allow now, as they are told here."""
    if not state.attack:
        return may_attack(state, house)
    turn = on_turn(state, house)
    added = set() if turn is None else may_add(state, turn, house)
    if state.took or not state.unbeaten:
        assert turn is not None
        return added | {Move(turn, "pass")}
    take = {Move(state.defender, "take")} if may_take(state, house) else set()
    return added | take | may_beat(state, house) | may_transfer(state, house)


# --- walks ---------------------------------------------------------------------------------------


def conserved(state: State, house: HouseRules) -> bool:
    return Counter(play.cards(state)) == pack_counts(house.pack)


@cache
def pack_counts(pack: str) -> Counter[Card]:
    return Counter(pack_of(HouseRules(pack=pack)).cards)  # type: ignore[arg-type]


def conceivable(state: State) -> dict[Dispute, Move]:
    """Every single card that somebody might lay now, also those that break a rule."""
    asked = {play.question(state, move): move for move in play.attempts(state)}
    return {dispute: move for dispute, move in asked.items() if dispute}


def looked_at(state: State, house: HouseRules) -> None:
    """What is allowed breaks no rule; all else breaks one that the book knows, at its cost."""
    allowed, known = may(state, house), {rule.id for rule in RULES}
    asked = conceivable(state)
    for dispute, move in asked.items():
        dispute.validate()
        verdict = judge(RULES, dispute, house)
        assert not verdict.missing, "all is known here"
        right = move in allowed
        assert verdict.verdict == ("legal" if right else "offence"), (move, state)
        assert set(verdict.rules) <= known
        if not right:
            assert verdict.rules
            assert (verdict.offence, verdict.penalty) == ("invalid", COSTS[house.invalid_penalty])
            assert open_rulebook(GAME.folder, "be").rule(verdict.rules[0])


def walked(random: Random, house: HouseRules, players: int) -> tuple[State, State, int]:
    """A whole game: the state before its last move, the last one, and how many moves it had."""
    dealt = before = state = play.deal(random, players, house)
    moves = 0
    for before, move, state in walk(play.WALK, random, dealt, most=MOST_MOVES):
        moves += 1
        assert conserved(before, house)
        choices = play.choices(before)
        assert len(set(choices)) == len(choices) > 0
        assert set(choices) == may(before, house)
        if random.randrange(LOOK) == 0:
            looked_at(before, house)
        if state.bout != before.bout or state.over:
            closes_well(before, move, state, house)
    assert state.over, f"no end after {MOST_MOVES} moves"
    assert conserved(state, house)
    assert play.choices(state) == ()
    return before, state, moves


def closes_well(before: State, move: Move, state: State, house: HouseRules) -> None:
    """A bout that is over: who draws how many, who attacks next, told a second time."""
    last = play.laid(before, move)
    sizes = list(refilled_from(last, house))
    left, draws = len(last.stock), []
    for step in range(len(sizes)):
        seat = (last.attacker + step) % len(sizes)
        if seat != last.defender and (seat in last.threw or step == 0):
            draws.append(seat)
    draws += [] if last.took else [last.defender]
    drawn = []
    for seat in draws:
        if n := min(max(6 - sizes[seat], 0), left):
            drawn.append([seat, n])
            sizes[seat], left = sizes[seat] + n, left - n
    asked = replace(refill_of(last), hands=refilled_from(last, house))
    assert judge(RULES, asked, house).result == {"draws": drawn}
    assert sizes == list(map(len, state.hands))
    assert left == len(state.stock)
    if not state.over:
        next_well(last, state, house)


def refilled_from(last: State, house: HouseRules) -> tuple[int, ...]:
    """How many cards each has before anybody draws."""
    lying = len(last.attack) + len(last.beat)
    if (house.variant, house.simple_takes) == ("simple", "unbeaten"):
        lying -= 2 * len(last.beat)
    taken = lying if last.took else 0
    return tuple(len(hand) + taken * (s == last.defender) for s, hand in enumerate(last.hands))


def next_well(last: State, state: State, house: HouseRules) -> None:
    assert state.ring == tuple(s for s in last.ring if state.hands[s])
    players = len(state.hands)
    clockwise = [(last.defender + step) % players for step in range(last.took, players + 1)]
    still = [seat for seat in clockwise if seat in state.ring]
    if house.teams != "none" and not last.took:
        still = [seat for seat in still if (seat - last.defender) % 2 == 0]
    assert state.attacker == still[0]
    if house.teams != "none":
        assert (state.attacker - state.defender) % 2 == 1
    between = range(1, (state.defender - state.attacker) % players)
    passed_over = [(state.attacker + step) % players for step in between]
    assert not [
        seat
        for seat in passed_over
        if seat in state.ring and (house.teams == "none" or (seat - state.attacker) % 2)
    ]


def ended_well(before: State, state: State, house: HouseRules) -> str:
    """Why the game is over, by the cards that are left; the sheet takes it as it is."""
    game, players = state.game, len(state.hands)
    assert game is not None
    assert not state.stock
    left = [seat for seat in before.ring if state.hands[seat]]
    pair = {before.attacker, before.defender}
    if house.teams == "none":
        outs = DrawnGame(
            attacker_out=before.attacker not in left,
            defender_out=before.defender not in left,
            others=len(set(left) - pair),
        )
        match judge(RULES, outs, house).result:
            case {"draw": True}:
                assert (game.draw, left) == (pair, [])
            case {"fool": "defender"}:
                assert (game.fool, left) in ((before.defender, []), (game.fool, [before.defender]))
            case {"left": "attacker"}:
                assert (game.fool, left) == (before.attacker, [before.attacker])
            case _:
                assert (left, game.fool in pair) == ([game.fool], False)
    else:
        assert game.fool is None
        assert {seat % 2 for seat in left} <= {game.lost_team}
    assert refusal(GAME.write_entry(game), players, house) is None
    return "draw" if game.draw else "fool" if game.fool is not None else "team"


@EACH_HOUSE
@GAMES_EACH
def test_every_game_ends_and_only_what_the_rules_allow_is_allowed(
    house: HouseRules, games: int
) -> None:
    random, ends = Random(repr(house)), Counter[str]()
    seated = seats(house)
    for number in range(games):
        before, state, _ = walked(random, house, seated[number % len(seated)])
        ends[ended_well(before, state, house)] += 1
    assert set(ends) <= ({"fool", "draw"} if house.teams == "none" else {"team", "draw"})
    assert sum(ends.values()) == games
