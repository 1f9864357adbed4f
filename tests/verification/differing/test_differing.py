"""Each house rule changes some answer, and any facts are answered or refused."""

from itertools import chain

from scorekeeper.core.house_rules import HouseRules, load_house, paths_of, value_at
from scorekeeper.core.schema import fields_of, spec_of, type_of
from tests.contract.books import EACH_GAME
from tests.contract.switches import switches
from tests.verification.differing.answers import HouseEvaluator
from tests.verification.differing.situations import known_situations, variations_of

NEEDS = {
    ("durak", "simple_takes"): {"variant": "simple"},
    ("durak", "partners_throw_in"): {"teams": "2v2"},
    ("durak", "transfer_first_bout"): {"variant": "transfer"},
    ("durak", "transfer_trump"): {"variant": "transfer"},
    ("durak", "transfer_finish"): {"variant": "transfer"},
    ("faraon", "olympic_start"): {"mode": "olympic", "olympic_start": 2},
    ("taroky", "ante"): {"tariff": "pocitadlo"},
    ("taroky", "currency"): {"tariff": "taroky.net"},
    ("kocka", "currency"): {"stake_price": 5000},
}
"""House rules that say nothing at the usual table → where they do."""


def base_of(game, path):
    return load_house(game.house, NEEDS.get((game.key, path[-1]), {}))


def rule_of(cls, path):
    """The id of the rule that a house rule changes."""
    name, *rest = path
    return rule_of(type_of(cls, name), tuple(rest)) if rest else spec_of(fields_of(cls)[name]).rule


def situations_of(game, path):
    """What is known, and near to what is known of the rule what nobody wrote down."""
    yield from known_situations(game.key)
    yield from variations_of(game.key, rule_of(game.house, path))


@EACH_GAME
def test_every_house_rule_switched_alone_makes_a_difference(game, faults):
    shared = set(paths_of(HouseRules))
    tables = {}
    for path in [path for path in paths_of(game.house) if path not in shared]:
        base = base_of(game, path)
        here = tables.setdefault(base, HouseEvaluator(game, base))
        for switched, house in switches(game, base):
            if switched == path:
                there = HouseEvaluator(game, house)
                with faults.at(game.key, path, value_at(house, path)):
                    told = situations_of(game, path)
                    assert any(here.answer(each) != there.answer(each) for each in told)


@EACH_GAME
def test_a_change_of_any_situation_is_answered_or_refused(game):
    """Facts that nobody thought of: the referee must not fall over them."""
    rules = sorted({each.rule for each in known_situations(game.key)})[::4]
    changed = set(chain.from_iterable(variations_of(game.key, rule) for rule in rules))
    table = HouseEvaluator(game, game.house())
    assert sum(table.answer(each).taken for each in changed) > 200
