"""Cards and packs; and the examples in the docstrings of the core, which are run here."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

from scorekeeper.cards import FRENCH_32, JOKER, TAROK, Card, Pack, codes, french, parse_cards
from scorekeeper.games import GAMES

ROOT = Path(__file__).parent.parent
CORE = [p for p in sorted((ROOT / "scorekeeper").rglob("*.py")) if "web" not in p.parts]
WITH_EXAMPLES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in CORE
    if ">>> " in path.read_text("utf-8")
]

TAROKS = Pack("few", ((TAROK, ("I", "II", "XXI")), ("H", ("1", "K")), (JOKER, (JOKER,))), 2)
TWO_52 = french("two-52", "23456789TJQKA", 2)
SIZES = {FRENCH_32: 32, TAROKS: 12, TWO_52: 104}
PACKS = [*SIZES, *(game.pack(game.house()) for game in GAMES.values())]


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.key)
def test_every_card_reads_back_from_its_code(pack: Pack) -> None:
    assert [pack.parse(str(card)) for card in pack] == list(pack)


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.key)
def test_no_two_cards_of_a_pack_have_the_same_code(pack: Pack) -> None:
    assert len(set(codes(pack.cards))) == len(pack.cards) == len(list(pack)) // pack.copies


@pytest.mark.parametrize(("pack", "size"), SIZES.items(), ids=lambda value: str(value)[:20])
def test_a_pack_holds_its_cards(pack: Pack, size: int) -> None:
    assert len(list(pack)) == size


@pytest.mark.parametrize(
    ("card", "code"),
    [
        (Card("Q", "S"), "QS"),
        (Card("T", "H"), "TH"),
        (Card("XXI", TAROK), "XXI"),
        (Card(JOKER, JOKER), "JOKER"),
    ],
)
def test_a_code_is_the_rank_and_the_suit(card: Card, code: str) -> None:
    assert str(card) == code


@pytest.mark.parametrize("code", ["", "Q", "qs", "SQ", "10H", "2S", "QS ", "JOKER"])
def test_a_pack_has_no_other_cards(code: str) -> None:
    with pytest.raises(KeyError):
        FRENCH_32.parse(code)


def test_cards_of_a_suit_stand_from_low_to_high() -> None:
    hearts = parse_cards(FRENCH_32, "7H 8H 9H TH JH QH KH AH")
    assert [FRENCH_32.height[card] for card in hearts] == list(range(8))


def test_hands_are_written_and_read_in_order() -> None:
    assert codes(parse_cards(FRENCH_32, "QS  AH 7C")) == ["QS", "AH", "7C"]


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_the_examples_in_docstrings_are_true(module: str) -> None:
    failed, run = doctest.testmod(import_module(module))
    assert run
    assert not failed


def test_there_are_examples_in_docstrings() -> None:
    assert "scorekeeper.cards" in WITH_EXAMPLES
