"""What nobody knows: a decided verdict holds in every way it may have been, the others in both."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import pytest

from scorekeeper.cards import FRENCH_32, Card
from scorekeeper.dispute import Dispute
from scorekeeper.games.kocka import GAME
from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.games.kocka.referee.conduct import Lead
from scorekeeper.games.kocka.referee.dokladacka import Cink, fits
from scorekeeper.games.kocka.referee.plays import HEARTS, Play
from scorekeeper.referee import breaks, judge
from scorekeeper.schema import Seat, copies_with
from tests.contract.faults import Faults

USUAL = HouseRules()
SEEDS = range(60)


def some_play(random: Random) -> Play:
    """A card put on a trick, the hand unknown or known in part."""
    trick_no = random.choice([1, 1, 6, 7, 8])
    cards = random.sample(FRENCH_32.cards, 4)
    trick = tuple(cards[: random.choice([0, 1, 2, 3])])
    hand = (cards[3],) if not trick and trick_no == 1 and random.random() < 0.5 else None
    return Play(trick=trick, card=cards[3], trick_no=trick_no, hand=hand)


def some_cink(random: Random) -> Cink:
    """A cink over rows as they may lie, up to the last card."""
    table: list[Card] = []
    for _ in range(random.choice([0, 3, 20, 26, 29, 31])):
        table.append(random.choice([c for c in unlaid(table) if fits(c, table)]))
    return Cink(table=tuple(table))


def unlaid(table: Sequence[Card]) -> list[Card]:
    return [card for card in FRENCH_32.cards if card not in table]


def some_lead(random: Random) -> Lead:
    return Lead(dealer=Seat(random.randrange(4)), seat=Seat(1), trick_no=random.choice([1, 2, 8]))


def ways(dispute: Dispute) -> Iterator[Dispute]:
    """A dispute in every way that the rules can tell apart, found without its completions."""
    if isinstance(dispute, Lead):
        yield from copies_with(dispute, "last_winner", range(4))
    elif isinstance(dispute, Cink):
        for n in (1, 2):
            yield from copies_with(dispute, "hand", combinations(unlaid(dispute.table), n))
    elif isinstance(dispute, Play):
        yield from whole_hands(dispute)


def whole_hands(play: Play) -> Iterator[Dispute]:
    known = set(play.hand or (play.card,))
    unseen = [card for card in FRENCH_32.cards if card not in play.trick and card not in known]
    room = 9 - play.trick_no - len(known)
    hands = combinations(unseen, room) if room < 3 else some_hands(unseen, room)
    yield from copies_with(play, "hand", ((*known, *rest) for rest in hands))


def some_hands(unseen: list[Card], room: int) -> Iterator[tuple[Card, ...]]:
    """Where there are too many hands: as many hearts as go in, and any others."""
    hearts = [card for card in unseen if card.suit == HEARTS]
    yield tuple([*hearts, *(card for card in unseen if card not in hearts)][:room])
    for seed in range(60):
        yield tuple(Random(seed).sample(unseen, room))


@pytest.mark.slow("tries every hand that nobody knows")
@pytest.mark.parametrize("some", [some_play, some_cink, some_lead])
def test_a_decided_verdict_holds_in_every_way_and_others_in_both(
    some: object, faults: Faults
) -> None:
    assert callable(some)
    seen = set()
    for seed in SEEDS:
        dispute = some(Random(seed))
        with faults.at("seed", seed):
            dispute.validate()
            verdict = judge(GAME.rules, dispute, USUAL)
            broken = {breaks(GAME.rules, way, USUAL) for way in ways(dispute)}
            seen.add(verdict.verdict)
            if verdict.verdict == "undecidable":
                assert broken == {True, False}
                assert set(verdict.witness) == {"legal", "offence"}
            else:
                assert broken == {verdict.verdict == "offence"}
    assert "undecidable" in seen


@pytest.mark.parametrize("some", [some_play, some_cink, some_lead])
def test_what_may_have_been_can_be_read(some: object, faults: Faults) -> None:
    assert callable(some)
    for seed in SEEDS:
        dispute = some(Random(seed))
        with faults.at("seed", seed):
            for way in dispute.completions(USUAL) if dispute.unknown() else ():
                way.validate()
                way.validate_pack(FRENCH_32)
                assert not way.unknown()


def test_a_hand_that_may_have_been_has_as_many_cards_as_the_trick_tells() -> None:
    led, thrown = (FRENCH_32.parse(code) for code in ("KD", "QS"))
    for trick_no in range(1, 9):
        play = Play(trick=(led,), card=thrown, trick_no=trick_no)
        assert {len(hand) for hand in play.hands(USUAL)} == {9 - trick_no}
