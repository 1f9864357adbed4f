"""What is not known in Faraón: a verdict that stands whatever it was, or a witness for each way."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from scorekeeper.cards import GERMAN_32, Card
from scorekeeper.dispute import Dispute
from scorekeeper.games.faraon import GAME
from scorekeeper.games.faraon.house import HouseRules, pack_of
from scorekeeper.games.faraon.referee.finish import Return
from scorekeeper.games.faraon.referee.plays import Laid, Play
from scorekeeper.referee import Verdict, judge
from tests.games.faraon.table import USUAL
from tests.verification.walks.faraon import HOUSES
from tests.verification.walks.seeds import games

SUITS = "LHBA"
EACH_HOUSE = pytest.mark.parametrize("house", HOUSES)


def drawn(random: Random, house: HouseRules, plays: int) -> Iterator[Play]:
    """So many plays at random, of which nobody knows the hand."""
    for _ in range(plays):
        pack = list(pack_of(house))
        random.shuffle(pack)
        top = pack.pop()
        rank = random.choice(pack).rank
        laid = [card for card in pack if card.rank == rank][: random.randint(1, 4)]
        named = random.choice([*SUITS, None]) if rank == "O" or random.random() < 0.1 else None
        yield Play(
            top,
            tuple(laid),
            random.randint(2, 5),
            suit=random.choice([*SUITS, None]),  # type: ignore[arg-type]
            sevens=random.randint(0, 4) if top.rank == "7" else 0,
            ace=top.rank == "A" and random.random() < 0.5,
            second_turn=random.random() < 0.2,
            names_suit=named,  # type: ignore[arg-type]
        )


def hands(play: Laid, random: Random, house: HouseRules) -> Iterator[tuple[Card, ...]]:
    """Hands that the player may have held: the cards alone, with each other card, with several."""
    left = list(pack_of(house))
    for card in (play.top, *play.cards):
        left.remove(card)
    yield play.cards
    yield from ((*play.cards, card) for card in left)
    yield from ((*play.cards, *random.sample(left, n)) for n in (2, 4, 7))


def ways(dispute: Dispute, random: Random, house: HouseRules) -> Iterator[Dispute]:
    if isinstance(dispute, Laid):
        yield from (replace(dispute, hand=hand) for hand in hands(dispute, random, house))
    if isinstance(dispute, Return):
        yield from (replace(dispute, same_round=fresh) for fresh in (True, False))


def compare(dispute: Dispute, random: Random, house: HouseRules) -> Verdict:
    """The verdict on a dispute, held against those on every way in which it may have been."""
    found = judge(GAME.rules, dispute, house)
    every = [judge(GAME.rules, way, house) for way in ways(dispute, random, house)]
    verdicts = {way.verdict for way in every}
    if found.verdict == "undecidable":
        assert verdicts == {"legal", "offence"}
        assert found.decides in dispute.unknown()
        for word, facts in found.witness.items():
            told = GAME.read_dispute(dispute.kind, facts, house)
            assert judge(GAME.rules, told, house).verdict == word
    else:
        assert verdicts == {found.verdict}
        assert found.whatever
    return found


@pytest.mark.slow("tries every hand that nobody knows")
@EACH_HOUSE
@games("plays", 2_000)
def test_a_play_from_an_unknown_hand_is_judged_for_every_hand(
    house: HouseRules, plays: int
) -> None:
    random = Random(3)
    said = [compare(play, random, house).verdict for play in drawn(random, house, plays)]
    assert {"legal", "offence"} <= set(said)
    assert ("undecidable" in said) == (house.last_ober == "own-suit")


@pytest.mark.slow("tries every hand that nobody knows")
@pytest.mark.parametrize("players", [3, 4])
def test_a_return_in_an_unknown_round_is_judged_for_both(players: int) -> None:
    random = Random(4)
    for last in GERMAN_32.cards:
        for card in GERMAN_32.cards:
            if card != last:
                compare(Return(last, players, card), random, USUAL)


def test_with_two_players_the_round_needs_no_telling() -> None:
    found = judge(GAME.rules, Return(Card("K", "L"), players=2), USUAL)
    assert (found.verdict, found.whatever) == ("legal", False)
