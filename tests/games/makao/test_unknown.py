"""Jokers that nobody named: whatever they were, a verdict that is given stands."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from scorekeeper.cards import TWO_FRENCH_54
from scorekeeper.games.makao import GAME
from scorekeeper.games.makao.house import HouseRules
from scorekeeper.referee import judge
from scorekeeper.schema import Invalid

pytestmark = pytest.mark.slow("tries every hand that nobody knows")

USUAL = HouseRules()
NATURAL = [str(card) for card in TWO_FRENCH_54.cards][:-1]
JOKER = "JOKER"


def verdict(kind: str, facts: dict[str, Any]) -> Any:
    return judge(GAME.rules, GAME.read_dispute(kind, facts, USUAL), USUAL)


def named(cards: list[str]) -> Iterator[list[str]]:
    """Cards with their jokers named, in every way."""
    at = [place for place, card in enumerate(cards) if card == JOKER]
    for names in product(NATURAL, repeat=len(at)):
        filled = dict(zip(at, names, strict=True))
        yield [f"JOKER={filled[n]}" if n in filled else card for n, card in enumerate(cards)]


def proven(kind: str, partial: dict[str, Any], every: Iterator[dict[str, Any]]) -> str:
    """What is said of cards that were half named is true however they were named."""
    try:
        said = verdict(kind, partial)
    except Invalid:
        return "unreadable"
    ways = {verdict(kind, facts).verdict for facts in every}
    if said.verdict == "undecidable":
        assert ways == {"legal", "offence"} == set(said.witness)
    else:
        assert (ways, said.whatever) == ({said.verdict}, True)
    return str(said.verdict)


def situation(random: Random) -> dict[str, Any]:
    top = random.choice(NATURAL)
    facing: list[dict[str, Any]] = [{}, {"rank": random.choice("5679TQ")}, {"suit": "D"}]
    if top[0] in "23":
        facing.append({"attack": int(top[0]) + random.choice((0, 2, 5))})
    if top[0] == "4":
        facing.append({"skips": 1})
    return {"top": top, "players": 4, **random.choice(facing)}


@pytest.mark.parametrize("seed", range(60))
def test_a_play_with_jokers(seed: int) -> None:
    random = Random(seed)
    facts = situation(random)
    rest = random.choice([[], [], [random.choice(NATURAL)], [facts["top"][0] + "S"]])
    cards = [JOKER, *rest] if random.randrange(2) else [*rest, JOKER]
    if random.randrange(3) == 0:
        facts["demands"] = random.choice("57SHK")
    every = ({**facts, "cards": each} for each in named(cards))
    assert proven("play", {**facts, "cards": cards}, every) != "unreadable"


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("kind", ["attack", "skip"])
def test_a_chain_with_jokers(kind: str, seed: int) -> None:
    random = Random(seed)
    begin = ["2S", "3H", "KH", "KS", "2D"] if kind == "attack" else ["4S", "4H"]
    plays = [{"seat": 0, "cards": [random.choice(begin)]}]
    for step in range(1, random.randrange(2, 4)):
        card = JOKER if step == 1 else random.choice([*begin, "5S"])
        more = random.choice([[], [], [random.choice(begin)]])
        plays.append({"seat": random.choice([step, step, 4 - step]), "cards": [card, *more]})
    ways = product(*(list(named(play["cards"])) for play in plays))
    every = (
        {"players": 4, "plays": [{**play, "cards": c} for play, c in zip(plays, way, strict=True)]}
        for way in ways
    )
    proven(kind, {"players": 4, "plays": plays}, every)


def test_two_jokers_side_by_side_may_have_been_anything() -> None:
    facts = {"top": "7H", "players": 4, "cards": [JOKER, JOKER]}
    said = verdict("play", facts)
    assert (said.verdict, said.decides) == ("undecidable", "cards")
