"""The rest claimed: worked out from the cards, and held against every way to play them."""

from collections.abc import Sequence
from random import Random
from typing import Any

from scorekeeper.core.cards import TAROCK_54, TAROK, Card, codes
from scorekeeper.games.taroky.referee.plays import strength
from scorekeeper.games.taroky.referee.turns import REST
from scorekeeper.games.tricks import of_suit
from scorekeeper.referee.cases import judge_case
from tests.contract.faults import Faults
from tests.games.hands import Hands, others_of, shares, strong_hands, together, without


def wins_all(hands: Hands, trick: tuple[Card, ...] = ()) -> bool:
    """Whether seat 0, who leads, can win every trick whatever the others play: every line."""
    if not trick and not any(hands.values()):
        return True
    if len(trick) == len(hands):
        best = max(trick, key=lambda card: strength(card, trick[0].suit))
        return best == trick[0] and wins_all(hands)
    at = len(trick)
    lines = (
        wins_all({**hands, at: without(hands[at], card)}, (*trick, card))
        for card in playable(hands[at], trick)
    )
    return all(lines) if at else any(lines)


def playable(hand: tuple[Card, ...], trick: tuple[Card, ...]) -> Sequence[Card]:
    """The cards that may be played: the led suit, else a tarok, else any."""
    if not trick:
        return hand
    return of_suit(hand, trick[0].suit) or of_suit(hand, TAROK) or hand


def strong(random: Random, n: int) -> Hands:
    """Few taroks, so that the first hand is good enough now and then."""

    def rank(card: Card) -> int:
        return -strength(card, card.suit) + random.choice([0, 0, 90])

    return strong_hands(random, n, TAROCK_54.cards, [4 * n, 4 * n + 2, 20], rank)


def test_a_guard_is_found_if_and_only_if_another_takes_a_trick(faults: Faults) -> None:
    taken = 0
    for seed in range(400):
        random = Random(seed)
        hands = strong(random, random.choice([1, 2, 3]))
        with faults.at("seed", seed):
            found = REST.guard(hands[0], others_of(hands))
            assert (found is None) == wins_all(hands)
            taken += found is None
    assert 40 < taken < 360


def test_every_share_of_the_unseen_cards_is_thought_of(faults: Faults) -> None:
    fates = set()
    for seed in range(200):
        random = Random(seed)
        n = random.choice([1, 2, 3])
        hands = strong(random, n)
        known = {s: hand[: random.randint(n // 2, n)] for s, hand in others_of(hands).items()}
        gone = [card for card in TAROCK_54.cards if all(card not in h for h in hands.values())]
        unknown = [c for s, hand in others_of(hands).items() for c in hand if c not in known[s]]
        unseen = [*unknown, *random.sample(gone, 2)]
        rooms = [n - len(held) for held in known.values()]
        with faults.at("seed", seed):
            ways = {
                REST.guard(hands[0], together(known, share)) is None
                for share in shares(unseen, rooms)
            }
            found = judged(hand=hands[0], others=known, left=unseen)
            verdicts = {(True,): "legal", (False,): "offence", (False, True): "undecidable"}
            assert found["verdict"] == verdicts[tuple(sorted(ways))]
            fates.add(found["verdict"])
    assert fates == {"legal", "offence", "undecidable"}


def judged(**given: Any) -> Any:
    told = {"seat": 0, "on_lead": True, **given}
    if "others" in told:
        told["others"] = {str(seat): codes(held) for seat, held in told["others"].items()}
    cards = {name: codes(told[name]) for name in ("hand", "left") if name in told}
    return judge_case({"game": "taroky", "kind": "claim", "given": {**told, **cards}})


def test_both_hands_that_an_open_claim_shows_are_judged_so(faults: Faults) -> None:
    for seed in range(40):
        hand = strong(Random(seed), Random(seed).choice([2, 3, 5]))[0]
        with faults.at("seed", seed):
            found = judged(hand=hand)
            for verdict, told in found.get("witness", {}).items():
                whole = judge_case({"game": "taroky", "kind": "claim", "given": told})
                assert whole["verdict"] == verdict
                assert "whatever" not in whole
