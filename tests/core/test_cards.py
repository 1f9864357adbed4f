"""Cards and packs."""

import pytest

from scorekeeper.core.cards import (
    FRENCH_32,
    FRENCH_54,
    JOKER,
    TAROK,
    TWO_FRENCH_54,
    Card,
    Pack,
    as_joker,
    codes,
    french,
    parse_cards,
)
from scorekeeper.core.schema import Invalid, LoadContext, reader
from scorekeeper.games import GAMES
from scorekeeper.referee.dispute import require_distinct

TAROKS = Pack("few", ((TAROK, ("I", "II", "XXI")), ("H", ("1", "K")), (JOKER, (JOKER,))), 2)
TWO_52 = french("two-52", "23456789TJQKA", 2)
SIZES = {FRENCH_32: 32, TAROKS: 12, TWO_52: 104, FRENCH_54: 54, TWO_FRENCH_54: 108}
PACKS = [*SIZES, *(game.pack(game.house()) for game in GAMES.values())]


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.key)
def test_every_card_reads_back_from_its_code(pack):
    assert [pack.parse(str(card)) for card in pack] == list(pack)


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.key)
def test_no_two_cards_of_a_pack_have_the_same_code(pack):
    assert len(set(codes(pack.cards))) == len(pack.cards)
    assert list(dict.fromkeys(pack)) == list(pack.cards)
    assert sum(pack.number(card) for card in pack.cards) == len(list(pack))


@pytest.mark.parametrize(("pack", "size"), SIZES.items(), ids=lambda value: str(value)[:20])
def test_a_pack_holds_its_cards(pack, size):
    assert len(list(pack)) == len(pack) == size


@pytest.mark.parametrize(
    ("card", "code"),
    [
        (Card("Q", "S"), "QS"),
        (Card("T", "H"), "TH"),
        (Card("XXI", TAROK), "XXI"),
        (Card(JOKER, JOKER), "JOKER"),
    ],
)
def test_a_code_is_the_rank_and_the_suit(card, code):
    assert str(card) == code


@pytest.mark.parametrize("code", ["", "Q", "qs", "SQ", "10H", "2S", "QS ", "JOKER"])
def test_a_pack_has_no_other_cards(code):
    with pytest.raises(KeyError):
        FRENCH_32.parse(code)


def test_cards_of_a_suit_stand_from_low_to_high():
    hearts = parse_cards(FRENCH_32, "7H 8H 9H TH JH QH KH AH")
    assert [FRENCH_32.height[card] for card in hearts] == list(range(8))


def test_hands_are_written_and_read_in_order():
    assert codes(parse_cards(FRENCH_32, "QS  AH 7C")) == ["QS", "AH", "7C"]


JOKERS = (Card(JOKER, JOKER), Card("JOKER=KH", JOKER), Card("JOKER=2S", JOKER))


@pytest.mark.parametrize("code", ["JOKER=", "JOKER=JOKER", "JOKER=1S", "JOKER=kh", "=KH", "joker"])
def test_a_joker_is_named_as_a_card_of_its_pack(code):
    with pytest.raises(KeyError):
        FRENCH_54.parse(code)


def test_a_pack_without_jokers_has_none_that_are_named():
    with pytest.raises(KeyError):
        FRENCH_32.parse("JOKER=KH")


def test_every_card_can_be_named_by_a_joker():
    for card in FRENCH_54.cards[:-1]:
        named = FRENCH_54.parse(f"JOKER={card}")
        assert (named, named.meant) == (as_joker(card), card)
        assert named.physical == JOKERS[0]
        assert (card.meant, card.physical) == (card, card)


@pytest.mark.parametrize(("pack", "number"), [(FRENCH_32, 0), (FRENCH_54, 2), (TWO_FRENCH_54, 4)])
def test_named_and_unnamed_jokers_are_the_same_cards(pack, number):
    assert [pack.number(joker) for joker in JOKERS] == [number] * len(JOKERS)


@pytest.mark.parametrize(
    ("pack", "plain", "twice"),
    [
        (FRENCH_54, ["KH", "JOKER=KH", "JOKER"], None),
        (FRENCH_54, ["KH", "KH"], "KH"),
        (FRENCH_54, ["JOKER=KH", "JOKER", "JOKER=2S"], "JOKER"),
        (TWO_FRENCH_54, ["KH", "KH", "JOKER=KH", "JOKER", "JOKER=2S", "JOKER=2S"], None),
        (TWO_FRENCH_54, ["KH", "KH", "KH"], "KH"),
        (TWO_FRENCH_54, ["JOKER=KH", "JOKER", "JOKER=2S", "JOKER", "JOKER=2S"], "JOKER"),
    ],
)
def test_reading_counts_the_cards_of_the_pack(pack, plain, twice):
    read = reader(tuple[Card, ...])
    if twice is None:
        assert codes(read(plain, LoadContext(4, pack))) == plain
    else:
        with pytest.raises(Invalid) as refused:
            read(plain, LoadContext(4, pack))
        assert (refused.value.code, refused.value.params) == ("twice", {"item": twice})


def test_the_pack_is_one_wherever_its_cards_lie():
    places = {"top": [JOKERS[1]], "hand": [JOKERS[0], Card("K", "H")], "cards": [JOKERS[2]]}
    require_distinct(places, TWO_FRENCH_54.number)
    with pytest.raises(Invalid) as refused:
        require_distinct(places, FRENCH_54.number)
    assert (refused.value.path, refused.value.params) == ("cards", {"item": "JOKER=2S"})
