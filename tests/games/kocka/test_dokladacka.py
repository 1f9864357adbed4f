"""A dokládačka card by card: the rows, the turn, who lost, and which cink is proven false."""

from functools import reduce
from random import Random

import pytest

from scorekeeper.core.cards import FRENCH_32, codes
from scorekeeper.core.schema import Invalid
from scorekeeper.games.kocka.house_rules import HouseRules
from scorekeeper.games.kocka.referee.dokladacka import CINK, FalseCink, State, after, beginners

LOSER_BEGINS = HouseRules(dokladacka_first="loser-of-round")


def card(code):
    return FRENCH_32.parse(code)


def follow(first, moves):
    """The state after moves in order, each a card's code or "cink"."""
    return reduce(after, moves, State(first))


def deal(random):
    cards = list(FRENCH_32.cards)
    random.shuffle(cards)
    return [set(cards[seat::4]) for seat in range(4)]


def could(state, hands):
    """What the player on turn could lay, worked out from the hands without the state's help."""
    row = "789TJQKA"
    laid = {str(each) for each in state.table}
    return [
        each
        for each in sorted(hands[state.turn])
        if each.rank == "J"
        or row[row.index(each.rank) + (-1 if each.rank in "QKA" else 1)] + each.suit in laid
    ]


def walk(random, hands, lies):
    """Plays at random to the end; the first time it `lies`, a cink is said with a card to lay."""
    states, lied = [State(random.randrange(4))], None
    while not (state := states[-1]).over:
        cards = could(state, hands)
        if cards and lied is None and lies(state, cards):
            lied, cards = state.moves, []
        if not cards:
            states.append(after(state, CINK))
            continue
        chosen = random.choice(cards)
        hands[state.turn].remove(chosen)
        states.append(after(state, str(chosen)))
    return states, lied


def honest(state, cards):
    return False


def test_only_jacks_open():
    state = State(2)
    assert sorted(codes(state.playable)) == ["JC", "JD", "JH", "JS"]
    assert (state.turn, state.left, state.over) == (2, (8, 8, 8, 8), False)


def test_a_row_grows_up_and_down_from_its_jack():
    state = follow(0, ["JH", "QH", "TH"])
    assert sorted(codes(state.playable)) == ["9H", "JC", "JD", "JS", "KH"]
    assert (state.turn, state.left, state.moves) == (3, (7, 7, 7, 8), 3)
    assert codes(state.table) == ["JH", "QH", "TH"]


def test_a_cink_passes_the_turn_and_costs_no_card():
    state = follow(3, [CINK])
    assert (state.turn, state.left, state.moves) == (0, (8, 8, 8, 8), 1)
    (cinked,) = state.cinks
    assert (cinked.seat, cinked.move) == (3, 0)
    assert cinked.denied == {card("JH"), card("JS"), card("JD"), card("JC")}


def row(suit):
    return [rank + suit for rank in "JQKAT987"]


def test_it_stops_when_three_are_out_and_who_is_out_is_passed_over():
    moves = [*row("S"), *row("H"), *row("D"), *row("C")][:29]
    states = [follow(1, moves[:n]) for n in range(30)]
    assert not states[28].over
    assert [states[-1].out, states[-1].left] == [(1,), (1, 0, 1, 1)]
    last = follow(1, [*moves, *row("C")[5:7]])
    assert (last.out, last.left, last.over) == ((1, 2, 3), (1, 0, 0, 0), True)
    assert (last.losers, last.how, last.proof) == ((0,), "last-card", None)
    with pytest.raises(Invalid) as wrong:
        after(last, "7C")
    assert (wrong.value.code, wrong.value.params) == ("refused", {"rule": "dokladacka.last"})


def test_the_turn_passes_over_who_is_out():
    state = State(3, left=(0, 2, 1, 1), table=(card("JS"),))
    assert after(state, "QS").out == (3,)
    assert after(state, "QS").turn == 1
    assert after(state, CINK).turn == 1


@pytest.mark.parametrize(
    ("moves", "problem", "facts"),
    [
        (["1X"], "unknown-card", {"code": "1X"}),
        ([""], "unknown-card", {"code": ""}),
        (["CINK"], "unknown-card", {"code": "CINK"}),
        (["JH", "JH"], "twice", {"item": "JH"}),
        (["QH"], "refused", {"rule": "dokladacka.order"}),
        (["JH", "9H"], "refused", {"rule": "dokladacka.order"}),
        (["JH", "QS"], "refused", {"rule": "dokladacka.order"}),
        ([CINK] * 5, "refused", {"rule": "dokladacka.cink"}),
    ],
)
def test_what_cannot_be_is_refused(moves, problem, facts):
    follow(0, moves[:-1])
    with pytest.raises(Invalid) as wrong:
        follow(0, moves)
    assert (wrong.value.path, wrong.value.code) == ("move", problem)
    assert wrong.value.params == facts


def test_a_card_that_was_denied_is_laid_later():
    state = follow(0, ["JH", CINK, "QH", "TH", "KH", "JS"])
    assert state.proof == FalseCink((1,), (card("JS"),), move=1)
    assert (state.over, state.losers, state.how) == (True, (1,), "renonc")


def test_a_card_that_came_to_fit_after_the_cink_proves_nothing():
    state = follow(0, ["JH", CINK, "QH", "TH", "KH", "9H"])
    assert (state.proof, state.over) == (None, False)


def test_the_first_false_cink_is_the_one():
    moves = ["JH", CINK, "QH", "TH", "KH", CINK, "9H", "AH", "8H", "JD"]
    assert follow(0, moves).proof == FalseCink((1,), (card("JD"),), move=1)


def test_what_all_have_denied_somebody_holds():
    state = follow(2, ["JH", CINK, CINK, CINK])
    assert not state.over
    assert state.must_lay
    state = after(state, CINK)
    assert state.proof == FalseCink((0, 1, 2, 3), tuple(map(card, ["JS", "TH", "QH", "JD", "JC"])))
    assert state.how == "renonc"


def test_who_denied_too_much_has_no_cards_left_to_hold():
    table = tuple(map(card, ["JS", "QS", "JH", "JD", "JC"]))
    state = State(0, left=(22, 3, 1, 1), table=table)
    assert state.playable == set(map(card, ["KS", "TS", "QH", "TH", "QD", "TD", "QC", "TC"]))
    assert state.must_lay
    state = after(state, CINK)
    assert state.proof == FalseCink((0,))
    assert not State(0, left=(19, 3, 3, 2), table=table).must_lay


def test_the_only_one_who_did_not_deny_a_card_has_it():
    state = follow(0, ["JH", CINK, CINK, "QH"])
    assert not state.must_lay
    state = follow(0, [CINK, CINK, CINK])
    assert (state.turn, state.must_lay) == (3, True)
    assert state.holders(card("JS")) == (3,)


def test_true_cinks_prove_nothing_and_somebody_loses(faults):
    for seed in range(60):
        with faults.at("seed", seed):
            random = Random(seed)
            hands = deal(random)
            told = [set(hand) for hand in hands]
            states, _ = walk(random, hands, honest)
            last = states[-1]
            assert last.proof is None
            assert [seat for seat in range(4) if hands[seat]] == list(last.losers)
            assert last.how == "last-card"
            for state in states:
                now = [hand - set(state.table) for hand in told]
                assert state.left == tuple(map(len, now))
                assert all(a <= b for a, b in zip(now, state.possible, strict=True))
                assert state.must_lay <= bool(could(state, now))


def lied_to(seed, since):
    """A walk with one false cink, said as soon as it can be after so many moves."""
    random = Random(seed)
    hands = deal(random)
    states, lied = walk(random, hands, lambda state, cards: state.moves >= since)
    return states, hands, lied


def test_a_false_cink_is_laid_at_the_door_of_who_said_it(faults):
    for seed in range(60):
        with faults.at("seed", seed):
            states, hands, lied = lied_to(seed, since=seed % 40)
            proof = states[-1].proof
            if lied is None:
                assert proof is None
                continue
            liar = states[lied].turn
            assert proof is not None, "he can neither lay what he denied, nor be left with it"
            if proof.move is not None:
                assert (proof.seats, proof.move) == ((liar,), lied)
                assert set(proof.cards) <= states[lied].playable
            elif proof.cards:
                assert liar in proof.seats
                assert set(proof.cards) <= hands[liar], "all the others told the truth"
            else:
                assert proof.seats == (liar,)


@pytest.mark.parametrize(
    ("house", "points", "first"),
    [
        (HouseRules(), (0, 0, 28, 0), (0,)),
        (LOSER_BEGINS, (0, 0, 28, 0), (2,)),
        (LOSER_BEGINS, (14, 0, 14, 0), (0, 2)),
        (LOSER_BEGINS, (), ()),
    ],
)
def test_who_begins(house, points, first):
    assert beginners(house, 3, points) == first
