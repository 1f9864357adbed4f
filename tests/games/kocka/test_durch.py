"""A durch that is shown: worked out from the cards, and held against every way to play them."""

from collections.abc import Mapping, Sequence
from random import Random

from scorekeeper.core.cards import FRENCH_32, Card
from scorekeeper.games.kocka.referee.durch import DURCH, first_guard
from tests.contract.faults import Faults
from tests.games.hands import Hands, others_of, shares, strong_hands, together, without


def wins_all(hands: Hands, leader: int, trick: tuple[Card, ...] = (), first: bool = False) -> bool:
    """Whether seat 0 can win every trick whatever the others play: every line is played out."""
    if not trick and not any(hands.values()):
        return True
    if len(trick) == 4:
        best = max((c for c in trick if c.suit == trick[0].suit), key=FRENCH_32.height.__getitem__)
        if (leader + trick.index(best)) % 4 != 0:
            return False
        return wins_all(hands, 0)
    at = (leader + len(trick)) % 4
    lines = (
        wins_all({**hands, at: without(hands[at], card)}, leader, (*trick, card), first)
        for card in playable(hands[at], trick, first)
    )
    return any(lines) if at == 0 else all(lines)


def playable(hand: tuple[Card, ...], trick: tuple[Card, ...], first: bool) -> Sequence[Card]:
    if trick:
        return [card for card in hand if card.suit == trick[0].suit] or hand
    return [card for card in hand if card.suit != "H" or not first] or hand


def strong(random: Random, n: int) -> Hands:
    """The first hand is good enough for a durch now and then."""

    def rank(card: Card) -> int:
        return -FRENCH_32.height[card] + random.choice([0, 0, 3])

    return strong_hands(random, n, FRENCH_32.cards, [4 * n, 4 * n, 20], rank)


def test_a_guard_is_found_if_and_only_if_some_line_of_play_stops_the_durch(faults: Faults) -> None:
    made = 0
    for seed in range(400):
        random = Random(seed)
        hands = strong(random, random.choice([1, 2, 3]))
        with faults.at("seed", seed):
            found = DURCH.guard(hands[0], others_of(hands))
            assert (found is None) == wins_all(hands, 0)
            made += found is None
            if found:
                assert found.card in hands[found.seat]
                assert found.over in hands[0]
    assert 40 < made < 360


def test_the_first_trick_may_be_led_by_another(faults: Faults) -> None:
    """The hands are cut short: what decides is the same with fewer cards."""
    fates = set()
    for seed in range(200):
        random = Random(seed)
        hands, leader = strong(random, random.choice([1, 2, 2, 3])), random.choice([1, 2, 3])
        with faults.at("seed", seed):
            found = first_guard(0, hands[0], others_of(hands), leader)
            assert (found is None) == wins_all(hands, leader, first=True)
            fates.add(found is None)
    assert fates == {True, False}


def require_share(
    whole: Mapping[int, Sequence[Card]], known: Hands, unseen: Sequence[Card], n: int
) -> None:
    """Whole hands of n cards hold what is known, and beside it unseen cards, each of them once."""
    more = [c for seat, hand in whole.items() for c in hand if c not in known[seat]]
    assert all(len(hand) == n and {*known[seat]} <= {*hand} for seat, hand in whole.items())
    assert len({*more}) == len(more)
    assert {*more} <= {*unseen}


def test_every_share_of_the_unseen_cards_is_thought_of(faults: Faults) -> None:
    fates = set()
    for seed in range(300):
        random = Random(seed)
        n = random.choice([1, 2, 3])
        hands = strong(random, n)
        left = [card for card in FRENCH_32.cards if all(card not in h for h in hands.values())]
        known = {
            s: h[: random.randint(n - 1 if n > 1 else 0, n)] for s, h in others_of(hands).items()
        }
        unknown = [c for s, h in others_of(hands).items() for c in h if c not in known[s]]
        unseen = [*unknown, *random.sample(left, 2)]
        rooms = [n - len(held) for held in known.values()]
        with faults.at("seed", seed):
            ways = {
                DURCH.guard(hands[0], together(known, share)) is None
                for share in shares(unseen, rooms)
            }
            made = DURCH.yielding(hands[0], known, unseen)
            stopped = DURCH.stopping(hands[0], known, unseen)
            assert (made is not None) == (True in ways)
            assert (stopped is not None) == (False in ways)
            for whole, stops in ((made, False), (stopped, True)):
                if whole is not None:
                    require_share(whole, known, unseen, n)
                    assert (DURCH.guard(hands[0], whole) is not None) == stops
            fates.add(frozenset(ways))
    assert len(fates) == 3
