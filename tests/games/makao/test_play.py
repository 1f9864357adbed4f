"""Makao played at random under every house rule: the state machine and the referee agree."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from scorekeeper.cards import JOKER, Card, parse_cards
from scorekeeper.games.makao import GAME
from scorekeeper.games.makao.entries import losers, needed
from scorekeeper.games.makao.house import HouseRules
from scorekeeper.games.makao.referee.demands import Situation
from scorekeeper.referee import breaks, judge
from scorekeeper.schema import dump
from tests.games.makao.table import SEATS, USUAL, refusal
from tests.walks import contract
from tests.walks import makao as play
from tests.walks.contract import walk
from tests.walks.makao import HOUSES
from tests.walks.makao_table import GIVE_WAY, Lay, Move, State, draw
from tests.walks.seeds import each_house

pytestmark = pytest.mark.slow("plays whole games at random")

PACK = GAME.pack(USUAL)
GAMES_EACH = 4
EACH_HOUSE = each_house(HOUSES, lambda house: str(dump(house)))
EACH_TABLE = pytest.mark.parametrize("players", SEATS)


Step = contract.Step[State, Move]


def cards_in(state: State) -> Counter[Card]:
    return Counter(play.cards(state))


def walked(random: Random, players: int, house: HouseRules) -> Iterator[Step]:
    """A game of a random dealer, move by move."""
    return walk(play.WALK, random, play.deal(random, players, house))


def judged(kind: str, given: Any, house: HouseRules) -> Any:
    return judge(GAME.rules, GAME.read_dispute(kind, dump(given), house), house)


# --- whole games ---------------------------------------------------------------------------------


@EACH_HOUSE
@EACH_TABLE
def test_every_game_ends_and_is_taken_by_the_sheet(players: int, house: HouseRules) -> None:
    size = 54 * house.packs - 2 * house.packs * (house.jokers == "out")
    reasons: Counter[Any] = Counter()
    for seed in range(GAMES_EACH):
        steps = list(walked(Random(seed), players, house))
        state = steps[-1].after
        assert state.moves == len(steps) <= play.TURNS
        reasons[state.over] += 1
        assert all(sum(cards_in(after).values()) == size for _, _, after in steps)
        assert cards_in(state) == cards_in(steps[0].before)
        assert losers(players, state.out)
        entry = play.entry(state)
        assert refusal(GAME.write_entry(entry), players) is None
        verdict = judged("finish", {"players": players, "out": state.out}, house)
        assert verdict.result == {"over": True, "losers": list(losers(players, state.out))}
        assert len(state.out) == needed(players)
        assert all(not state.hands[seat] for seat in state.out)
    assert reasons == {"finished": GAMES_EACH}


@EACH_TABLE
def test_a_game_in_which_nobody_lays_anything_is_left(players: int) -> None:
    state = play.deal(Random(1), players, USUAL)
    while not state.over:
        state = play.after(state, GIVE_WAY)
    assert (state.over, state.moves, state.out) == ("left", play.TURNS, ())
    assert not state.stock
    assert cards_in(state) == Counter(PACK)


@EACH_HOUSE
def test_the_referee_finds_every_choice_legal_and_every_refusal_has_a_rule(
    house: HouseRules,
) -> None:
    random, refused = Random(5), 0
    for state, _, _ in walked(random, 4, house):
        lays = [move for move in play.choices(state) if isinstance(move, Lay)]
        for cards in {lay.cards for lay in lays}:
            verdict = judged("play", play.asked(state, cards), house)
            assert (verdict.verdict, verdict.missing) == ("legal", ())
        for cards, demand in lays:
            assert not breaks(GAME.rules, play.asked(state, cards, demand), house)
        for card in set(state.hand) - {lay.cards[0].physical for lay in lays}:
            if state.drawn or card.suit == JOKER:
                continue
            verdict = judged("play", play.asked(state, (card,)), house)
            assert verdict.verdict == "offence"
            assert verdict.rules
            assert verdict.penalty is not None
            refused += 1
    assert refused


@EACH_HOUSE
def test_invalid_moves_are_taken_back_and_paid(house: HouseRules) -> None:
    random, offences = Random(9), 0
    for state, _, _ in walked(random, 3, house):
        moved = play.take_back(state)
        cost, facing = house.invalid_penalty, state.facing
        there = len(state.stock) + len(state.pile) - 1
        took = len(moved.hands[state.turn]) - len(state.hand)
        assert took == min(cost + facing.attack, there)
        assert cards_in(moved) == cards_in(state)
        assert (moved.facing.attack, moved.facing.skips, moved.drawn) == (0, 0, None)
        assert moved.facing.top == state.facing.top
        if house.makao_call:
            caught = play.forgot(state, state.turn)
            assert len(caught.hand) == len(state.hand) + min(5, there)
            assert cards_in(caught) == cards_in(state)
        offences += 1
    assert offences


# --- the referee and the state machine -----------------------------------------------------------


@EACH_HOUSE
@EACH_TABLE
def test_what_has_to_be_answered_is_what_the_referee_says(players: int, house: HouseRules) -> None:
    for state, move, after in walked(Random(players), players, house):
        if not isinstance(move, Lay):
            assert after.pile[-1:] == state.pile[-1:]
            continue
        cards, demand = move
        result = judged("play", play.asked(state, cards, demand), house).result
        assert (after.facing.attack, after.facing.skips) == (result["attack"], result["skips"])
        assert after.pile[-1] == cards[-1].physical
        assert after.facing.top == cards[-1].meant
        if demand and after.by is not None:
            assert demand in (after.facing.rank, after.facing.suit)
            assert after.by == state.turn
        if not after.over and result["attack"] and not any(state.missing):
            seats = [s for s in range(players) if s == state.turn or s not in after.out]
            way = seats[(seats.index(state.turn) + result["direction"]) % len(seats)]
            assert after.turn == way


class Chain:
    """The plays since an attack or a skip began, while all sit there who sat there then."""

    def __init__(self) -> None:
        self.plays: list[dict[str, Any]] = []

    def add(self, seats: list[int], seat: int, cards: Any) -> None:
        self.plays.append({"seat": seats.index(seat), "cards": dump(cards)})


@EACH_HOUSE
@EACH_TABLE
def test_who_takes_and_who_misses_is_what_the_referee_says(players: int, house: HouseRules) -> None:
    compared = sum(
        chains_agree(list(walked(Random(seed), players, house)), players, house)
        for seed in range(GAMES_EACH)
    )
    assert compared


def chains_agree(steps: list[Step], players: int, house: HouseRules) -> int:
    """How many chains of a game were asked about: those that nobody left, or waited through."""
    chain, compared = Chain(), 0
    for state, move, after in steps:
        seats = [seat for seat in range(players) if seat not in state.out]
        pending = state.facing.attack or state.facing.skips
        quiet = any(state.missing) or len(after.out) > len(state.out)
        if not pending:
            chain = Chain()
        if quiet or (pending and not chain.plays):
            chain = Chain()
        elif isinstance(move, Lay):
            chain.add(seats, state.turn, move.cards)
        elif pending:
            kind, key = ("attack", "takes") if state.facing.attack else ("skip", "misses")
            verdict = judged(kind, {"players": len(seats), "plays": chain.plays}, house)
            assert verdict.verdict == "legal"
            assert verdict.result[key] == dump({seats.index(state.turn): pending})
            assert seats[verdict.result["next"]] == after.turn
            told(state, after, kind)
            compared += 1
    return compared


def told(state: State, after: State, kind: str) -> None:
    """Who takes has so many cards more; who misses, so many turns still to miss but one."""
    seat = state.turn
    if kind == "attack":
        there = len(state.stock) + len(state.pile) - 1
        took = len(after.hands[seat]) - len(state.hand)
        assert took == min(state.facing.attack, there)
    else:
        assert after.hands[seat] == state.hand
        passed = after.turn == seat or len(after.hands) - len(after.out) == 2
        assert passed or after.missing[seat] == state.facing.skips - 1


@EACH_HOUSE
def test_a_demand_holds_as_long_as_the_referee_says(house: HouseRules) -> None:
    asked = 0
    for seed in range(GAMES_EACH):
        for state, move, after in walked(Random(seed), 4, house):
            demand = isinstance(move, Lay) and move.demand
            if state.by is None or demand or any(state.missing) or after.over:
                continue
            given = {"players": 4, "by": state.by, "turn": after.turn, "round_done": False}
            past = state.by in state.out and crossed(state, after)
            holds = judged("demand", {**given, "round_done": past}, house).result["holds"]
            assert holds == bool(after.facing.rank or after.facing.suit)
            asked += 1
    assert asked


def crossed(state: State, after: State) -> bool:
    """Whether the turn went past the seat that made the demand."""
    if after.turn == state.turn:
        return after.drawn is None
    seats = [(state.turn + step) % 4 for step in range(1, 5)]
    forward = seats[: seats.index(after.turn)]
    back = seats[seats.index(after.turn) + 1 : -1]
    way = back if state.facing != after.facing and after.facing.top == Card("K", "S") else forward
    return state.by in way


@EACH_HOUSE
def test_a_drawn_card_may_be_laid_if_the_referee_says_so(house: HouseRules) -> None:
    asked = 0
    for state, move, after in walked(Random(4), 4, house):
        facing = state.facing
        if move is not GIVE_WAY or facing.attack or facing.skips or state.drawn or not state.stock:
            continue
        card = state.stock[-1]
        given = {"top": state.top, "rank": facing.rank, "suit": facing.suit, "card": card}
        legal = judged("drawn", given, house).verdict == "legal"
        assert after.drawn == (card if legal else None)
        assert (after.turn == state.turn) == legal or any(state.missing)
        if legal:
            lays = [choice for choice in play.choices(after) if isinstance(choice, Lay)]
            assert all(lay.cards[0].physical == card for lay in lays)
            assert lays
        asked += 1
    assert asked


# --- single moves --------------------------------------------------------------------------------


def at(hands: str, top: str, stock: str = "5C 6C 7C 8C 9C", **more: Any) -> State:
    """A state with these hands (parted by bars); the seat 0 plays."""
    dealt = tuple(parse_cards(PACK, hand) for hand in hands.split("|"))
    (card,) = parse_cards(PACK, top)
    facing = replace(Situation(card), **{k: more.pop(k) for k in ("attack", "skips") if k in more})
    state = State(dealt, parse_cards(PACK, stock), (card,), 0, facing, missing=(0,) * len(dealt))
    return replace(state, **more)


def lay(state: State, cards: str, demand: Any = None) -> State:
    return play.lay(state, parse_cards(PACK, cards), demand)


def test_who_misses_turns_is_passed_over_and_waits_as_often() -> None:
    state = lay(at("4H 4S 9C|9D|9S", "4C"), "4H 4S")
    assert (state.turn, state.facing.skips) == (1, 2)
    state = play.give_way(state)
    assert (state.turn, state.missing, state.facing.skips) == (2, (0, 1, 0), 0)
    state = lay(replace(state, turn=0), "9C")
    assert (state.turn, state.missing) == (2, (0, 0, 0)), "the second turn is missed"


def test_an_attack_passes_over_who_misses_turns() -> None:
    state = lay(at("2H 9C|9D|9S", "5H", missing=(0, 1, 0)), "2H")
    assert (state.turn, state.facing.attack, state.missing) == (2, 2, (0, 0, 0))


def test_what_somebody_sends_on_never_reaches_himself() -> None:
    state = lay(at("2H 9C|9D", "5H", missing=(0, 1)), "2H")
    assert (state.turn, state.facing.attack, state.missing) == (1, 2, (0, 0))


def test_the_king_of_spades_goes_back_past_who_is_out() -> None:
    state = lay(at("KS 9C|9D||9S", "5S", out=(2,)), "KS")
    assert (state.turn, state.facing.attack) == (3, 5)
    state = play.give_way(state)
    assert (state.turn, len(state.hands[3])) == (3, 6)
    state = lay(at("KS 9C|9D|9S|", "5S", out=(3,)), "KS")
    assert state.turn == 2


def test_a_demand_ends_when_the_turn_is_back_even_if_its_maker_is_out() -> None:
    state = lay(at("JH|7D 9D|7S 9S|7H 9H", "5H"), "JH", "7")
    assert (state.out, state.by, state.facing.rank) == ((0,), 0, "7")
    state = lay(lay(state, "7D"), "7S")
    assert state.facing.rank == "7"
    state = lay(state, "7H")
    assert (state.turn, state.by, state.facing.rank) == (1, None, None)


def test_a_demand_ends_even_if_its_maker_misses_the_turn() -> None:
    state = lay(at("JH 9H|7D 9D", "5H", missing=(1, 0)), "JH", "7")
    state = lay(state, "7D")
    assert (state.turn, state.missing, state.by, state.facing.rank) == (1, (0, 0), None, None)


def test_a_new_demand_replaces_the_old_one_and_none_leaves_it() -> None:
    state = lay(at("JH 9H|JD 9D|JS 9S|9C", "5H"), "JH", "7")
    state = lay(state, "JD")
    assert (state.by, state.facing.rank) == (0, "7")
    state = lay(state, "JS", "9")
    assert (state.by, state.facing.rank) == (2, "9")


def test_the_pile_becomes_the_stock_without_its_top_card() -> None:
    state = at("9H|9D", "5S", stock="6C")
    state = replace(state, pile=(*parse_cards(PACK, "2H 3H JOKER"), *state.pile))
    state = draw(state, 0, 3)
    assert len(state.hands[0]) == 4
    assert (len(state.stock), state.pile) == (1, parse_cards(PACK, "5S"))
    state = draw(state, 0, 9)
    assert (len(state.hands[0]), state.stock) == (5, ()), "there are no more"


def test_a_named_joker_lies_on_the_pile_as_a_joker() -> None:
    state = lay(at("JOKER 9C|9D", "5S"), "JOKER=KS")
    assert state.pile[-1] == Card(JOKER, JOKER)
    assert (state.facing.top, state.facing.attack) == (Card("K", "S"), 5)
    assert str(state.top) == "JOKER=KS"


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: str(dump(house)))
@EACH_TABLE
def test_five_cards_each_and_one_turned_up(players: int, house: HouseRules) -> None:
    tops = set()
    for seed in range(200):
        state = play.deal(Random(seed), players, house, dealer=1)
        assert [len(hand) for hand in state.hands] == [5] * players
        (top,) = state.pile
        tops.add(top.rank)
        facing, works = state.facing, house.start_effect
        takes = {"2": 2, "3": 3, "KH": 5, "KS": 5}
        attack = takes.get(str(top), takes.get(top.rank, 0))
        assert facing.attack == (attack if works else 0)
        assert facing.skips == (1 if works and top.rank == "4" else 0)
        back = works and str(top) == "KS"
        assert state.turn == (0 if back else 2 % players)
    assert ("JOKER" in tops) == (house.jokers == "wild")
    assert {"2", "3", "4", "K"} <= tops
