"""Whole games of Faraón played at random: every rule of the turn told a second time."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import permutations
from random import Random
from typing import Any

import pytest

from scorekeeper.cards import GERMAN_32, Card, parse_cards
from scorekeeper.games.faraon import GAME
from scorekeeper.games.faraon.house import HouseRules, pack_of
from scorekeeper.games.faraon.referee.chains import AceAnswer
from scorekeeper.games.faraon.referee.deals import Start
from scorekeeper.games.faraon.referee.finish import Finish, Return
from scorekeeper.games.faraon.referee.turns import Draw
from scorekeeper.referee import Penalty, judge
from scorekeeper.schema import dump
from tests.games.faraon.table import EACH, USUAL
from tests.walks import contract
from tests.walks import faraon as play
from tests.walks.contract import played, walk
from tests.walks.faraon import HOUSES
from tests.walks.faraon_table import DECLINE, Back, Decline, Lay, Move, State
from tests.walks.seeds import each_house

pytestmark = pytest.mark.slow("plays whole games at random")

GAMES_EACH = 10
SHORT = 8
EACH_TABLE = pytest.mark.parametrize("players", GAME.player_counts(USUAL))
HOUSE_NAMES = dict(zip(HOUSES, ("usual", "each", "own-suit", "stays", "two-packs"), strict=True))
EACH_HOUSE = each_house(HOUSES, lambda house: HOUSE_NAMES[house])
RED_SEVEN, UL = GERMAN_32.parse("7H"), GERMAN_32.parse("UL")


Step = contract.Step[State, Move]


def cards(codes: str) -> tuple[Card, ...]:
    return parse_cards(GERMAN_32, codes)


def game(seed: int, players: int, house: HouseRules) -> tuple[Step, ...]:
    """A game played at random, step by step; one that does not end fails here."""
    random = Random(seed)
    state = play.deal(random, players, house, dealer=seed % players)
    steps = tuple(walk(play.WALK, random, state))
    assert play.is_over(steps[-1].after), f"not over after {len(steps)} turns"
    return steps


@cache
def games(players: int, house: HouseRules) -> tuple[tuple[Step, ...], ...]:
    """The games that all the tests here look at."""
    return tuple(game(seed, players, house) for seed in range(GAMES_EACH))


# --- every game ends, and no card gets lost ------------------------------------------------------


@EACH_HOUSE
@EACH_TABLE
def test_every_game_ends_with_one_loser_and_all_cards(players: int, house: HouseRules) -> None:
    for steps in games(players, house):
        for step in steps:
            state = step.after
            assert Counter(play.cards(state)) == Counter(pack_of(house))
            assert state.left == tuple(seat for seat, hand in enumerate(state.hands) if hand)
        last = steps[-1].after
        assert play.is_over(last)
        assert [seat for seat, hand in enumerate(last.hands) if hand] == [play.loser(last)]
        assert sorted((play.loser(last), *(seat for seat, _ in last.out))) == list(range(players))


def test_a_walk_says_why_it_stopped() -> None:
    state = play.deal(Random(1), 3, USUAL)
    ended, why = played(play.WALK, Random(1), state)
    assert (why, play.is_over(ended)) == ("over", True)
    cut, why = played(play.WALK, Random(1), state, most=2)
    assert (why, play.is_over(cut)) == ("too-long", False)


# --- what may be laid, told a second time --------------------------------------------------------


def may_lay(state: State, laid: tuple[Card, ...], house: HouseRules) -> bool:
    """Sections 2 and 3 of the rules document."""
    first, top = laid[0], state.top
    if len({card.rank for card in laid}) > 1:
        return False
    if state.stops:
        answers = first.rank == "A"
    elif state.sevens and not state.second:
        answers = first.rank == "7" or first == UL
    else:
        answers = True
    own_ace = state.second and top.rank == "A"
    asks = house.aces == "once" and state.players == 2 and not own_ace
    unasked = asks and first.rank == "A" and 1 < len(laid) < 4
    matches = (
        UL in (first, top)
        or first.rank in ("O", top.rank)
        or first.suit == (state.suit or top.suit)
    )
    return answers and matches and not unasked


def ways(hand: tuple[Card, ...]) -> set[tuple[Card, ...]]:
    """Every way to put up to three cards down, and all ways with four of one rank."""
    few = {laid for n in (1, 2, 3) for laid in permutations(hand[:SHORT], n)}
    fours = {
        laid
        for rank in {card.rank for card in hand[:SHORT]}
        for laid in permutations([card for card in hand[:SHORT] if card.rank == rank], 4)
    }
    return few | fours


@EACH_HOUSE
@pytest.mark.parametrize("players", [2, 4])
def test_what_may_be_laid_is_what_the_rules_say(players: int, house: HouseRules) -> None:
    refused: Counter[str] = Counter()
    for steps in games(players, house)[:3]:
        for step in steps[:200:2]:
            state = replace(step.before, hands=short_hands(step.before))
            if len(state.left) < 2:
                continue
            laid = {move.cards for move in play.choices(state) if isinstance(move, Lay)}
            every = ways(state.hand)
            assert laid == {each for each in every if may_lay(state, each, house)}
            for each in sorted(every - laid)[:12]:
                verdict = judge(GAME.rules, play.asked(state, Lay(each)), house)
                assert (verdict.verdict, verdict.offence) == ("offence", "pajchel")
                assert verdict.penalty == Penalty("cards", amount=3)
                assert set(map(str, verdict.instead)) == {str(dump(way)) for way in laid}
                refused.update(verdict.rules)
    known = {rule.id for rule in GAME.rules}
    assert refused["faraon.match"]
    assert refused["faraon.seven"]
    assert set(refused) <= known


def short_hands(state: State) -> tuple[tuple[Card, ...], ...]:
    """Hands cut short, so that every way to lay them can be tried."""
    return tuple(hand[:SHORT] for hand in state.hands)


@EACH_HOUSE
@EACH_TABLE
def test_a_legal_choice_is_no_pajchel_and_does_what_the_referee_says(
    players: int, house: HouseRules
) -> None:
    for steps in games(players, house):
        for step in steps:
            if isinstance(step.choice, Lay):
                question = play.asked(step.before, step.choice)
                question.validate()
                question.validate_pack(pack_of(house))
                verdict = judge(GAME.rules, question, house)
                assert (verdict.verdict, verdict.missing) == ("legal", ())
                laid_as_answered(step, verdict.result)
            if isinstance(step.choice, Back):
                brought_back_as_answered(step, house)


def laid_as_answered(step: Step, result: Any) -> None:
    before, laid, after = step
    assert isinstance(laid, Lay)
    assert after.top == laid.cards[-1]
    assert result["top"] == str(after.top)
    assert result["draw"] == 3 * after.sevens
    assert result["again"] == (len(laid.cards) >= 4)
    assert len(after.hands[before.turn]) == len(before.hand) - len(laid.cards)
    if result["again"] and before.turn in after.left:
        assert (after.turn, after.second) == (before.turn, True)
    if laid.cards[0].rank == "O":
        assert after.suit == laid.suit is not None
    else:
        assert after.suit is None


def brought_back_as_answered(step: Step, house: HouseRules) -> None:
    before, move, after = step
    assert isinstance(move, Back)
    assert (before.players, dict(before.out)[move.seat].rank) != (2, "A")
    question = Return(
        dict(before.out)[move.seat], before.players, RED_SEVEN, move.seat in before.fresh
    )
    verdict = judge(GAME.rules, question, house)
    assert (verdict.verdict, verdict.result) == ("legal", {"takes": 3})
    there = len(before.stock) + len(before.pile)
    assert len(after.hands[move.seat]) == min(3, there)
    assert (after.top, after.sevens, move.seat in after.fresh) == (RED_SEVEN, before.sevens, False)


# --- whose turn it is ----------------------------------------------------------------------------


@EACH_HOUSE
@EACH_TABLE
def test_the_turn_goes_on_as_the_chains_say(players: int, house: HouseRules) -> None:
    """Aces and sevens are followed move by move here, and answered as a whole by the referee."""
    seen = {"aces": 0, "sevens": 0}
    for steps in games(players, house):
        for at, step in enumerate(steps):
            rank = step.choice.cards[0].rank if isinstance(step.choice, Lay) else ""
            if rank == "A" and not step.before.stops:
                seen["aces"] += follow_aces(steps[at:], players, house)
            if rank == "7" and not step.before.sevens:
                seen["sevens"] += follow_sevens(steps[at:], players, house)
    assert min(seen.values()) > 5, seen


def follow_aces(steps: tuple[Step, ...], players: int, house: HouseRules) -> bool:
    """Whether a chain of aces could be followed to its end, with all players in the game."""
    first, answers = steps[0], []
    assert isinstance(first.choice, Lay)
    for step in steps:
        if step is first and not step.after.stops:
            return False  # a spálená, or aces that need no asking
        if len(step.after.left) < players:
            return False
        if step is not first and isinstance(step.choice, Lay):
            answers.append((step.before.turn, len(step.choice.cards)))
        if not step.after.stops:
            break
    else:
        return False
    aces = len(first.choice.cards)
    question = AceAnswer(first.before.turn, players, aces, tuple(answers))  # type: ignore[arg-type]
    verdict = judge(GAME.rules, question, house)
    assert verdict.verdict == "legal"
    assert verdict.result == {"next": step.after.turn}
    return True


def follow_sevens(steps: tuple[Step, ...], players: int, house: HouseRules) -> bool:
    """The same for sevens, up to whoever takes."""
    chain: list[dict[str, int]] = []
    for step in steps:
        if len(step.before.left) < players:
            return False
        if isinstance(step.choice, Decline):
            break
        laid = step.choice.cards if isinstance(step.choice, Lay) else ()
        if not laid or laid[0].rank != "7" or len(laid) == 4 or not step.after.sevens:
            return False  # cancelled, brought back, or a spálená that waits
        chain.append({"seat": step.before.turn, "cards": len(laid)})
    else:
        return False
    given = {"players": players, "plays": chain}
    verdict = judge(GAME.rules, GAME.read_dispute("sevens", given, house), house)
    assert verdict.verdict == "legal"
    took = step.before.turn
    n = len(step.after.hands[took]) - len(step.before.hand)
    there = len(step.before.stock) + len(step.before.pile) - 1
    assert {seat: min(n, there) for seat, n in verdict.result["takes"].items()} == dump({took: n})
    assert verdict.result["next"] == step.after.turn
    return True


@EACH_HOUSE
@EACH_TABLE
def test_whoever_lays_nothing_draws_and_the_next_one_plays(players: int, house: HouseRules) -> None:
    for steps in games(players, house):
        for step in steps:
            if not isinstance(step.choice, Decline):
                continue
            before, after = step.before, step.after
            due = 0 if before.stops else 1
            if before.sevens and not before.second and not before.stops:
                due = 3 * before.sevens
            there = len(before.stock) + len(before.pile) - 1
            drawn = len(after.hands[before.turn]) - len(before.hand)
            assert drawn == min(due, there)
            assert judge(GAME.rules, Draw(drew=True, played=False), house).verdict == "legal"
            seat = (before.turn + 1) % players
            while not after.hands[seat]:
                seat = (seat + 1) % players
            assert after.turn == seat


@EACH_HOUSE
@EACH_TABLE
def test_who_runs_out_has_won_or_may_be_brought_back(players: int, house: HouseRules) -> None:
    for steps in games(players, house):
        for step in steps:
            new = [gone for gone in step.after.out if gone not in step.before.out]
            if not new or not isinstance(step.choice, Lay):
                continue
            ((seat, _card),) = new
            assert seat == step.before.turn
            verdict = judge(GAME.rules, Finish(step.choice.cards, players), house)
            assert verdict.verdict == "legal"
            if verdict.result["won"] and RED_SEVEN not in step.choice.cards:
                assert play.is_over(step.after)


@pytest.mark.walk("counts what is rare in many games")
def test_somebody_is_brought_back_now_and_then() -> None:
    every = (
        step
        for n in GAME.player_counts(USUAL)
        for house in HOUSES
        for g in games(n, house)
        for step in g
    )
    assert sum(isinstance(step.choice, Back) for step in every) > 20


# --- single situations ---------------------------------------------------------------------------


def at(hands: str, top: str, turn: int = 0, stock: str = "", **more: Any) -> State:
    """A state from hands parted by bars."""
    held = tuple(cards(hand) for hand in hands.split("|"))
    return State(held, cards(stock), cards(top), turn, **more)


def after(state: State, *moves: Move, house: HouseRules = USUAL) -> State:
    state = replace(state, house=house)
    for move in moves:
        assert move in play.choices(state), move
        state = play.after(state, move)
    return state


def lay(codes: str, suit: Any = None) -> Lay:
    return Lay(cards(codes), suit)


def test_the_three_aces_of_four_players() -> None:
    """The source's own example (19)."""
    state = at("AL AH AB 9L|9H 8H|AA 8B|TB 8L", "KL")
    laid = after(state, lay("AL AH AB"))
    assert (laid.turn, laid.stops) == (1, 3)
    assert after(laid, DECLINE, DECLINE, DECLINE).turn == 0
    answered = after(laid, DECLINE, lay("AA"), DECLINE, DECLINE)
    assert (answered.turn, answered.stops, answered.second) == (1, 0, False)


def test_the_sevens_of_four_players() -> None:
    """The source's own example (19)."""
    state = at("7L 7H 9L|7B 8H|AA 8B|TB 8L", "KL", stock="9H 9B 9A TL TH TA UB UH UA OL")
    taken = after(state, lay("7L 7H"), lay("7B"), DECLINE)
    assert (len(taken.hands[2]), taken.turn, taken.sevens) == (11, 3, 0)


def test_after_the_green_king_of_a_spalena_the_red_eight_has_to_draw() -> None:
    """The source's own example (16)."""
    state = at("KH KB KA KL 8H|9B 9A", "TH", stock="7L")
    burnt = after(state, lay("KH KB KA KL"))
    assert (burnt.turn, burnt.second) == (0, True)
    assert play.choices(burnt) == (DECLINE,)
    assert after(burnt, DECLINE).turn == 1


def test_the_sevens_of_a_spalena_wait_until_the_second_turn_is_over() -> None:
    stock = "9H 9B 9A TL TH TA UB UH UA OL OH OB OA"
    state = at("7L 7H 7B 7A 8A KB|9L 8H", "TL", stock=stock)
    second = after(state, lay("7L 7H 7B 7A"), lay("8A"))
    assert (second.turn, second.sevens) == (1, 4)
    assert play.choices(second) == (DECLINE,)
    assert len(after(second, DECLINE).hands[1]) == 14
    drawn = after(state, lay("7L 7H 7B 7A"), DECLINE)
    assert (len(drawn.hands[0]), drawn.turn, drawn.sevens) == (3, 1, 4)


def test_of_two_the_opponent_is_asked_once_or_for_every_ace() -> None:
    state = at("AL AH 9H KB|AB 8B TB", "KL")
    asked = after(state, lay("AL"))
    assert (asked.turn, asked.stops) == (1, 1)
    goes_on = after(asked, DECLINE)
    assert (goes_on.turn, goes_on.second, len(goes_on.hands[1])) == (0, True, 3)
    unasked = after(goes_on, lay("AH"))
    assert (unasked.turn, unasked.second) == (0, True)
    every = after(state, lay("AL"), DECLINE, lay("AH"), house=EACH)
    assert (every.turn, every.stops) == (1, 1)
    answered = after(every, lay("AB"), DECLINE, house=EACH)
    assert (answered.turn, answered.second) == (1, True)
    assert lay("AL AH") not in play.choices(state)
    both = after(state, lay("AL AH"), lay("AB"), DECLINE, house=EACH)
    assert both.turn == 1, "one ace answers both"


def test_of_two_an_ace_as_the_last_card_wins_at_once() -> None:
    for last, over in (("AL", True), ("KL", False)):
        state = at(f"{last}|7H 8B", "TL", stock="9B 9A UB")
        assert play.is_over(after(state, lay(last))) == over


def test_the_red_seven_brings_back_for_three_cards_and_makes_nobody_draw() -> None:
    state = at("KL|7H 8B", "TL", stock="9B 9A UB OL")
    back = after(state, lay("KL"), Back(0))
    assert (len(back.hands[0]), back.out, back.sevens, back.turn) == (3, (), 0, 0)
    assert len(after(back, DECLINE).hands[0]) == 4


def test_the_red_seven_may_be_the_last_card() -> None:
    state = at("KL|7H", "TL", stock="9B 9A UB OL")
    back = after(state, lay("KL"), Back(0))
    assert play.is_over(back)
    assert play.loser(back) == 0


def test_nobody_is_brought_back_after_the_round() -> None:
    state = at("KL|8B 9B|7H 8L TB", "TL", stock="9A UB OL OH OB OA")
    out = after(state, lay("KL"))
    assert out.fresh == (0,)
    assert Back(0) in play.choices(after(out, DECLINE))
    later = after(out, DECLINE, DECLINE, DECLINE)
    assert (later.turn, later.fresh) == (2, ())
    assert Back(0) not in play.choices(later)


def test_if_several_ran_out_the_player_chooses() -> None:
    state = at("KL|KB|7H 8L TB|9L 9B", "TL", stock="9A UB OL OH OB OA")
    both = after(state, lay("KL"), lay("KB"))
    assert {move for move in play.choices(both) if isinstance(move, Back)} == {
        Back(0),
        Back(1),
    }


def test_an_empty_stock_is_the_pile_turned_over_and_not_shuffled() -> None:
    state = replace(at("KB 8B|9B 9H", "TL", stock="9A"), pile=cards("7A UA OL TL"), sevens=0)
    taken = after(state, DECLINE, DECLINE, DECLINE)
    assert taken.hands[0] == cards("KB 8B 9A UA")
    assert taken.hands[1] == cards("9B 9H 7A")
    assert (taken.pile, taken.stock) == (cards("TL"), cards("OL"))


@pytest.mark.parametrize("players", [2, 3])
def test_a_start_card_does_what_the_referee_says(players: int) -> None:
    worked: Counter[str] = Counter()
    for seed in range(600):
        state = play.deal(Random(seed), players, USUAL, dealer=players - 1)
        assert state.turn == 0
        bottom = tuple(reversed(state.stock))
        verdict = judge(GAME.rules, Start(state.top, bottom), USUAL)
        rank, works = state.top.rank, verdict.result["works"]
        assert works == (
            rank == "O" or state.top == UL or (rank in ("A", "7") and bottom[0].rank == rank)
        )
        assert state.sevens == (works and rank == "7")
        assert state.stops == (works and rank == "A")
        assert state.suit == verdict.result["suit"]
        if rank == "O":
            assert state.suit == next(card.suit for card in bottom if card.rank != "O")
        worked[rank if works else "plain"] += 1
    assert {"A", "7", "O", "U", "plain"} <= set(worked)


def test_a_start_ace_stops_the_first_player() -> None:
    state = replace(at("9L 8B|9B 8L", "AL"), stops=1)
    assert after(state, DECLINE).turn == 1


def test_an_olympic_deal_gives_everybody_his_own_number_of_cards() -> None:
    state = play.deal(Random(3), 3, USUAL, sizes=(5, 1, 3))
    assert [len(hand) for hand in state.hands] == [5, 1, 3]
    assert len(state.stock) == 32 - 9 - 1
