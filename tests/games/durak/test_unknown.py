"""What nobody can tell: whatever it was, a verdict that is given stands; both ways are shown."""

from collections.abc import Iterable, Iterator
from itertools import chain, combinations
from random import Random

import pytest

from scorekeeper.cards import FRENCH_36
from scorekeeper.dispute import Dispute
from scorekeeper.games.durak import GAME
from scorekeeper.games.durak.house import HouseRules
from scorekeeper.games.durak.referee import RULES
from scorekeeper.games.durak.referee.attacks import ThrowIn
from scorekeeper.games.durak.referee.defence import Take, Transfer
from scorekeeper.games.durak.referee.turns import FirstAttack
from scorekeeper.referee import judge
from scorekeeper.schema import Invalid, Seat, copies_with, copy_with, dump_fields
from tests.games.durak.table import tables

pytestmark = pytest.mark.slow("tries every hand that nobody knows")

EACH_SEED = pytest.mark.parametrize("seed", range(60))
SUITS = "SHDC"


def readable(every: Iterable[Dispute], house: HouseRules) -> Iterator[Dispute]:
    """Those that can be true at the table."""
    for each in every:
        try:
            yield GAME.read_dispute(each.kind, dump_fields(each), house)
        except Invalid:
            continue


def proven(partial: Dispute, every: Iterable[Dispute], house: HouseRules) -> None:
    """The verdict on what is half known is that on every way it may have been."""
    verdict = judge(RULES, partial, house)
    ways = {judge(RULES, each, house).verdict for each in readable(every, house)}
    assert "undecidable" not in ways
    if verdict.verdict == "undecidable":
        assert ways == {"legal", "offence"}
        assert {"legal", "offence"} == set(verdict.witness)
        assert verdict.decides in verdict.missing
    else:
        assert ways == {verdict.verdict}
        assert verdict.whatever == bool(partial.unknown())


@EACH_SEED
def test_a_card_thrown_in_when_the_bout_is_not_known(seed: int) -> None:
    random = Random(seed)
    house = random.choice(tables(first_bout_five=(False, True), at_most_six=(False, True)))
    ranks = random.sample("6789TJQKA", 3)
    cards = [card for card in FRENCH_36.cards if card.rank in ranks]
    random.shuffle(cards)
    laid = random.randrange(1, 8)
    asked = ThrowIn(
        attack=tuple(cards[:laid]),
        beat=tuple(cards[laid : laid + random.randrange(laid)]),
        card=cards[-1],
        players=4,
        seat=Seat(0),
        attacker=Seat(0),
        defender=Seat(1),
        defender_hand=random.randrange(10),
        passed=frozenset(),
    )
    if list(readable([asked], house)):
        proven(asked, copies_with(asked, "bout", range(1, 5)), house)


@EACH_SEED
def test_a_transfer_when_it_is_not_known_which_game_it_is(seed: int) -> None:
    random = Random(seed)
    house = random.choice(
        tables(variant=("transfer",), transfer_first_bout=("never", "first-game", "always"))
    )
    first, *rest = random.sample([card for card in FRENCH_36.cards if card.rank in "67"], 3)
    asked = Transfer(
        attack=(first,), card=rest[0], next_hand=3, bout=random.choice((1, 1, 2)), trump="S"
    )
    proven(asked, copies_with(asked, "first_game", (False, True)), house)


@EACH_SEED
def test_cards_taken_when_the_hand_is_not_known(seed: int) -> None:
    random = Random(seed)
    house = random.choice(
        tables(beat_thrown_in=(True, True, False), spades_by_spades=(False, True))
    )
    rank = random.choice("6QKA")
    cards = [card for card in FRENCH_36.cards if card.rank == rank]
    unbeaten = tuple(random.sample(cards, random.randrange(1, 3)))
    trump = "D" if house.spades_by_spades else random.choice(SUITS)
    asked = Take(unbeaten=unbeaten, beaten=random.randrange(3), trump=trump)  # type: ignore[arg-type]
    others = [card for card in FRENCH_36.cards if card not in unbeaten]
    hands = chain.from_iterable(combinations(others, n) for n in range(3))
    proven(asked, copies_with(asked, "hand", hands), house)


@EACH_SEED
def test_who_began_when_the_trumps_or_the_dealer_are_not_known(seed: int) -> None:
    random = Random(seed)
    house = random.choice(tables(next_attack=("on-the-fool", "from-under-the-fool")))
    players = random.randrange(2, 7)
    seats = [Seat(seat) for seat in range(players)]
    asked = FirstAttack(players=players, seat=random.choice(seats))
    if random.randrange(2):
        proven(asked, with_lowest(asked, random), house)
    else:
        nobody = copy_with(asked, lowest=dict.fromkeys(seats))
        proven(nobody, copies_with(nobody, "dealer", seats), house)


def with_lowest(asked: FirstAttack, random: Random) -> Iterator[FirstAttack]:
    """Trumps dealt at random, often enough that everybody has the lowest of them."""
    trumps = [card for card in FRENCH_36.cards if card.suit == "H"]
    for _ in range(100):
        dealt = random.sample(trumps, asked.players)
        yield copy_with(asked, lowest={Seat(at): card for at, card in enumerate(dealt)})
