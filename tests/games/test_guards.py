"""A durch that is shown and the rest that is claimed: held against every way to play the cards."""

from itertools import combinations
from random import Random

import pytest

from scorekeeper.core.cards import codes
from scorekeeper.games.kocka.referee.durch import DURCH, first_guard
from scorekeeper.games.taroky.referee.turns import REST
from scorekeeper.games.tricks import of_suit
from scorekeeper.referee.cases import judge_case

EACH = pytest.mark.parametrize("guards", [DURCH, REST], ids=["durch", "rest"])
OTHERS = (1, 2, 3)


def wins_all(guards, hands, leader=0, trick=(), first=False):
    """Whether seat 0 can win every trick whatever the others play: every line is played out."""
    if not trick and not any(hands.values()):
        return True
    if len(trick) == len(hands):
        taking = of_suit(trick, guards.trumps) or of_suit(trick, trick[0].suit)
        best = max(taking, key=guards.pack.height.__getitem__)
        return (leader + trick.index(best)) % len(hands) == 0 and wins_all(guards, hands)
    at = (leader + len(trick)) % len(hands)
    lines = (
        wins_all(guards, {**hands, at: without(hands[at], card)}, leader, (*trick, card), first)
        for card in playable(guards, hands[at], trick, first)
    )
    return all(lines) if at else any(lines)


def playable(guards, hand, trick, first):
    """The cards that may be played: the led suit, else a trump, else any; no heart leads first."""
    if trick:
        return of_suit(hand, trick[0].suit) or of_suit(hand, guards.trumps) or hand
    return tuple(card for card in hand if card.suit != "H" or not first) or hand


def without(hand, card):
    return tuple(each for each in hand if each != card)


def strong(random, guards, n):
    """Hands with n cards each, of which the first is good enough now and then: it has nearly the
    highest cards of some, of trumps few.
    """
    moved, few = (90, 4 * n + 2) if guards.trumps else (3, 4 * n)
    cards = random.sample(guards.pack.cards, random.choice([4 * n, few, 20]))
    trumps = 100 if guards.trumps else 0

    def rank(card):
        height = guards.pack.height[card] + trumps * (card.suit == guards.trumps)
        return random.choice([0, 0, moved]) - height

    cards.sort(key=rank)
    rest = cards[n:]
    random.shuffle(rest)
    dealt = [*cards[:n], *rest]
    return {seat: tuple(dealt[seat * n : seat * n + n]) for seat in range(4)}


def others_of(hands):
    return {seat: hands[seat] for seat in OTHERS}


@EACH
def test_a_guard_is_found_if_and_only_if_another_takes_a_trick(guards, faults):
    made = 0
    for seed in range(400):
        random = Random(seed)
        hands = strong(random, guards, random.choice([1, 2, 3]))
        with faults.at("seed", seed):
            found = guards.guard(hands[0], others_of(hands))
            assert (found is None) == wins_all(guards, hands)
            made += found is None
            if found:
                assert found.card in hands[found.seat]
                assert found.over in hands[0]
    assert 40 < made < 360


def test_the_first_trick_may_be_led_by_another(faults):
    """The hands are cut short: what decides is the same with fewer cards."""
    fates = set()
    for seed in range(200):
        random = Random(seed)
        hands, leader = strong(random, DURCH, random.choice([1, 2, 2, 3])), random.choice(OTHERS)
        with faults.at("seed", seed):
            found = first_guard(0, hands[0], others_of(hands), leader)
            assert (found is None) == wins_all(DURCH, hands, leader, first=True)
            fates.add(found is None)
    assert fates == {True, False}


def shares(unseen, rooms):
    """Every way to give so many of the unseen cards to each."""
    if not rooms:
        yield ()
        return
    for given in combinations(unseen, rooms[0]):
        for more in shares([card for card in unseen if card not in given], rooms[1:]):
            yield (given, *more)


def require_share(whole, known, unseen, n):
    """Whole hands of n cards hold what is known, and beside it unseen cards, each of them once."""
    more = [c for seat, hand in whole.items() for c in hand if c not in known[seat]]
    assert all(len(hand) == n and {*known[seat]} <= {*hand} for seat, hand in whole.items())
    assert len({*more}) == len(more)
    assert {*more} <= {*unseen}


@EACH
def test_every_share_of_the_unseen_cards_is_thought_of(guards, faults):
    fates = set()
    for seed in range(250):
        random = Random(seed)
        n = random.choice([1, 2, 3])
        hands = strong(random, guards, n)
        known = {s: hand[: random.randint(n // 2, n)] for s, hand in others_of(hands).items()}
        gone = [card for card in guards.pack.cards if all(card not in h for h in hands.values())]
        unknown = [c for s, hand in others_of(hands).items() for c in hand if c not in known[s]]
        unseen = [*unknown, *random.sample(gone, 2)]
        with faults.at("seed", seed):
            ways = {
                guards.guard(hands[0], {s: (*known[s], *share[s - 1]) for s in OTHERS}) is None
                for share in shares(unseen, [n - len(known[s]) for s in OTHERS])
            }
            made = guards.yielding(hands[0], known, unseen)
            stopped = guards.stopping(hands[0], known, unseen)
            assert (made is not None) == (True in ways)
            assert (stopped is not None) == (False in ways)
            for whole, stops in ((made, False), (stopped, True)):
                if whole is not None:
                    require_share(whole, known, unseen, n)
                    assert (guards.guard(hands[0], whole) is not None) == stops
            if guards is REST:
                verdicts = {(True,): "legal", (False,): "offence", (False, True): "undecidable"}
                found = claimed(hand=hands[0], others=known, left=unseen)
                assert found["verdict"] == verdicts[tuple(sorted(ways))]
            fates.add(frozenset(ways))
    assert len(fates) == 3


def claimed(**given):
    told = {"seat": 0, "on_lead": True, **given}
    if "others" in told:
        told["others"] = {str(seat): codes(held) for seat, held in told["others"].items()}
    cards = {name: codes(told[name]) for name in ("hand", "left") if name in told}
    return judge_case({"game": "taroky", "kind": "claim", "given": {**told, **cards}})


def test_both_hands_that_an_open_claim_shows_are_judged_so(faults):
    for seed in range(40):
        hand = strong(Random(seed), REST, Random(seed).choice([2, 3, 5]))[0]
        with faults.at("seed", seed):
            for verdict, told in claimed(hand=hand).get("witness", {}).items():
                whole = judge_case({"game": "taroky", "kind": "claim", "given": told})
                assert whole["verdict"] == verdict
                assert "whatever" not in whole
