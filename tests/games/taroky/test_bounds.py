"""What can be true together in one pack, found anew by laying out cards."""

from itertools import accumulate, pairwise
from random import Random

from scorekeeper.core.cards import TAROCK_54
from scorekeeper.games.taroky.checks import are_tricks, can_be_shared, least, most
from tests.games.taroky.table import by_threes, worth


def test_no_pile_of_so_many_cards_is_worth_more_or_less() -> None:
    by_worth = sorted(TAROCK_54.cards, key=worth)
    for n in range(55):
        assert least(n) == by_threes(by_worth[:n])
        assert most(n) == by_threes(by_worth[54 - n :])
    assert (most(2, fives=False), most(5, fives=False), most(6)) == (7, 16, 26)


def test_every_varsava_that_can_be_played_can_be_written() -> None:
    for seed in range(60):
        random = Random(seed)
        winners = random.choices(range(4), k=12)
        sizes = [
            sum(5 if at < 6 else 4 for at, seat in enumerate(winners) if seat == each)
            for each in range(4)
        ]
        cards = random.sample(TAROCK_54.cards, 54)
        cards.sort(key=lambda card: random.choice([0, 0, worth(card)]))
        ends = [0, *accumulate(sizes)]
        points = [by_threes(cards[a:b]) for a, b in pairwise(ends)]
        assert are_tricks(sizes)
        assert can_be_shared(points, sizes)
        assert can_be_shared(points, None)


def test_piles_that_cannot_be_are_found() -> None:
    assert not are_tricks((1, 2, 3, 48))
    assert not are_tricks((54, 0, 0))
    assert not can_be_shared((22, 22, 13, 13), (5, 5, 20, 24))  # ten cards, 44 and off 8: ten fives
    assert can_be_shared((10, 60, 0, 0), None)
    assert not can_be_shared((70, 1, 0, 0), None)
