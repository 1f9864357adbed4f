"""Audits of unfinished deals of Taroky: what is proved, and what may still be shown."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from scorekeeper.games.taroky import GAME
from scorekeeper.referee.verdict import judge
from tests.games.taroky.table import NO_RUFFS, USUAL, dealt, taroks
from tests.verification.walks import taroky as play
from tests.verification.walks.contract import played
from tests.verification.walks.taroky_table import audit

WALKS = range(4)


# --- deals at random -----------------------------------------------------------------------------


def ready(random, house):
    """A deal with the first lead to come; of three one is a Varšava that may be called."""
    if random.random() < 2 / 3:
        return dealt(random, house)
    state = play.bid_low(random, house, "varsava")
    while len(taroks(state.hands[0])) > 3:
        state = play.bid_low(random, house, "varsava")
    return state


def walked(random, house):
    """A deal played to its end, legally."""
    state, why = played(play.WALK, random, ready(random, house))
    assert why == "over"
    return state


def of(seed):
    return Random(seed), NO_RUFFS if seed % 3 == 2 else USUAL


def upto(told, cards):
    """The audit of the first cards of a deal; the last trick may be unfinished."""
    tricks = [trick[: max(cards - 4 * at, 0)] for at, trick in enumerate(told.tricks)]
    return replace(told, tricks=tuple(filter(None, tricks)))


def finished_at_random(random, part, house):
    """A deal played to its end, whoever has the cards that nobody has seen."""
    rest = random.sample(part.unplaced, len(part.unplaced))
    ends = [sum(part.needs[:seat]) for seat in range(5)]
    hands = [tuple(rest[begin:end]) for begin, end in pairwise(ends)]
    return part._played_on(hands, house)


@pytest.mark.parametrize("number", WALKS)
def test_an_unfinished_audit_proves_what_it_can_and_says_what_it_cannot(number):
    random, house = of(number)
    seen = set()
    for _deal in range(8):
        whole = audit(walked(random, house))
        for cards in (*range(1, 48, 5), 46, 47):
            part = upto(whole, cards)
            part.validate()
            verdict = judge(GAME.rules, part, house)
            seen.add(verdict.verdict)
            assert verdict.result["breaches"] == []
            assert (verdict.result["last"], verdict.result["valat"]) == (None, None)
            if verdict.verdict == "legal":
                for _ in range(3):
                    end = finished_at_random(random, part, house)
                    assert judge(GAME.rules, end, house).verdict == "legal", part
                continue
            assert (verdict.missing, verdict.decides) == (("tricks",), "tricks")
            for way, facts in verdict.witness.items():
                end = GAME.read_dispute("audit", facts, house)
                assert judge(GAME.rules, end, house).verdict == way
                assert upto(end, cards).tricks == part.tricks
            assert set(verdict.witness) == {"legal", "offence"}
            off = any(card.suit != trick[0].suit for trick in part.tricks for card in trick)
            assert off or part.variant == "varsava"
    assert seen == {"legal", "undecidable"}
