"""What differs between two tables: found for every house rule of every game, and really another."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.game import AnyGame
from scorekeeper.games import GAMES
from scorekeeper.house import HousePath, HouseRules, load_house, paths_of, value_at
from tests.contract.books import EACH_GAME
from tests.contract.faults import Faults
from tests.contract.switches import any_house, switches
from tests.verification.differing import Difference, HouseEvaluator, compare
from tests.verification.differing.situations import Situation, known_situations, variations_of

NEEDS: dict[tuple[str, str], dict[str, Any]] = {
    ("durak", "simple_takes"): {"variant": "simple"},
    ("durak", "partners_throw_in"): {"teams": "2v2"},
    ("durak", "transfer_first_bout"): {"variant": "transfer"},
    ("durak", "transfer_trump"): {"variant": "transfer"},
    ("durak", "transfer_finish"): {"variant": "transfer"},
    ("faraon", "olympic_start"): {"mode": "olympic"},
    ("taroky", "ante"): {"tariff": "pocitadlo"},
    ("taroky", "currency"): {"tariff": "taroky.net"},
    ("kocka", "currency"): {"stake_price": 5000},
}
"""House rules that say nothing at the usual table → where they do."""


def base_of(game: AnyGame, path: HousePath) -> HouseRules:
    return load_house(game.house, NEEDS.get((game.key, path[-1]), {}))


@EACH_GAME
def test_every_house_rule_switched_alone_makes_a_difference(game: AnyGame, faults: Faults) -> None:
    shared = set(paths_of(HouseRules))
    for path in [path for path in paths_of(game.house) if path not in shared]:
        base = base_of(game, path)
        for switched, theirs in switches(game, base):
            if switched == path:
                with faults.at(game.key, path, value_at(theirs, path)):
                    (difference,) = compare(game, base, theirs)
                    assert difference.path == path
                    found = difference.situation
                    assert found is not None
                    assert difference.tried >= len(known_situations(game.key))
                    mine, other = (HouseEvaluator(game, h).answer(found) for h in (base, theirs))
                    assert mine != other


@EACH_GAME
def test_no_situation_is_searched_for_a_house_rule_of_all_games(game: AnyGame) -> None:
    other = game.house(confirm="opponent")
    (difference,) = compare(game, game.house(), other)
    assert difference == Difference(("confirm",), "off", "opponent", None, 0)


@pytest.mark.parametrize(("key", "name"), NEEDS)
def test_a_house_rule_that_cannot_come_up_is_said_to_make_no_difference(
    key: str, name: str
) -> None:
    game = GAMES[key]
    for path, theirs in switches(game, game.house()):
        if path[-1] == name:
            (difference,) = compare(game, game.house(), theirs)
            assert difference.situation is None


@EACH_GAME
@settings(max_examples=6, deadline=None)
@given(data=st.data())
def test_any_two_tables_can_be_compared(game: AnyGame, data: st.DataObject) -> None:
    mine, theirs = data.draw(any_house(game)), data.draw(any_house(game))
    assert compare(game, mine, mine) == ()
    for difference in compare(game, mine, theirs):
        assert difference.mine != difference.theirs
        if found := difference.situation:
            assert HouseEvaluator(game, mine).answer(found) != HouseEvaluator(game, theirs).answer(
                found
            )


@pytest.mark.parametrize("key", ["durak", "kocka"])
def test_no_smaller_situation_tells(key: str, faults: Faults) -> None:
    game = GAMES[key]
    for path, theirs in switches(game, game.house()):
        tables = HouseEvaluator(game, game.house()), HouseEvaluator(game, theirs)
        telling = [each for each in known_situations(key) if told(each, *tables)]
        (difference,) = compare(game, game.house(), theirs)
        with faults.at(path):
            assert not telling or difference.situation == telling[0]


def told(situation: Situation, mine: HouseEvaluator, theirs: HouseEvaluator) -> bool:
    """Whether both tables have an answer, and not the same."""
    here, there = mine.answer(situation), theirs.answer(situation)
    return here != there and all(each.taken and each.said for each in (here, there))


@EACH_GAME
def test_situations_come_least_first_and_each_once(game: AnyGame) -> None:
    for found in (known_situations(game.key), variations_of(game.key, game.rules[0].id)):
        assert len(set(found)) == len(found) > 90
        sizes = [each.size for each in found]
        assert sizes == sorted(sizes)


@EACH_GAME
def test_a_change_of_any_situation_is_answered_or_refused(game: AnyGame) -> None:
    """Facts that nobody thought of: the referee must not fall over them."""
    rules = sorted({each.rule for each in known_situations(game.key)})[::4]
    changed = {each for rule in rules for each in variations_of(game.key, rule)}
    table = HouseEvaluator(game, game.house())
    taken = sum(table.answer(each).taken for each in changed)
    assert taken > 200
