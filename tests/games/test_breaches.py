"""A breach has every fact that the sentence on it names, wherever it is made: so it can be said.

The sentence of a rule (`[verdicts]` of the book) names facts. What `Broken(…)` says of them is read
where it is made, of all that the predicate of the rule may return; and looked at in all cases.
"""

import ast
import inspect
import textwrap
from collections.abc import Mapping
from functools import cache
from itertools import islice
from string import Formatter
from types import FunctionType, ModuleType

from scorekeeper.referee.rule_table import Broken, in_force
from scorekeeper.rulebook import DEFAULT_LANGUAGE, open_rulebook
from tests.contract.books import EACH_GAME
from tests.contract.examples import dispute_of, house_of, judged_examples
from tests.contract.test_referee_words import sentence
from tests.games.test_kept import disputes


def named(game, rule):
    """The facts that the sentence on a breach of a rule names."""
    told = open_rulebook(game.folder, DEFAULT_LANGUAGE).data["verdicts"]
    key = sentence(rule.asks.kind, rule.id)
    text = told.get(f"{rule.asks.kind}.{rule.id}", told.get(key, ""))
    texts = text.values() if isinstance(text, Mapping) else [text]
    fields = (name for each in texts for _, name, *_ in Formatter().parse(str(each)) if name)
    return {name.partition("[")[0] for name in fields}


def made_by(check, others):
    """Where a predicate makes a breach, and with which facts; None where they are not spelled out.

    What it takes from predicates of `others` is said of their rules, which stand before it.
    """
    for function, tree in reached(check, set(others)):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == Broken.__name__:
                facts = node.args[0] if node.args else ast.Dict([], [])
                keys = facts.keys if isinstance(facts, ast.Dict) else [None]
                spelled = {key.value for key in keys if isinstance(key, ast.Constant)}
                yield function.__qualname__, spelled if len(spelled) == len(keys) else None


def reached(check, seen):
    if isinstance(check, FunctionType) and check.__module__.startswith("scorekeeper.games"):
        seen.add(check)
        tree = parsed(check)
        yield check, tree
        for other in (named_by(node, check.__globals__) for node in ast.walk(tree)):
            if isinstance(other, FunctionType) and other not in seen:
                yield from reached(other, seen)


def named_by(node, known):
    """What a name stands for in a module, or `module.name`; None for other code."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        module = known.get(node.value.id)
        return getattr(module, node.attr, None) if isinstance(module, ModuleType) else None
    return known.get(node.id) if isinstance(node, ast.Name) else None


@cache
def parsed(function):
    return ast.parse(textwrap.dedent(inspect.getsource(function)))


@EACH_GAME
def test_every_breach_is_made_with_the_facts_that_its_sentence_names(game, faults):
    checks = {rule.check for rule in game.rules if rule.check}
    read = 0
    for rule in (rule for rule in game.rules if rule.check):
        for function, facts in made_by(rule.check, frozenset(checks - {rule.check})):
            read += 1
            lacking = named(game, rule) - (named(game, rule) if facts is None else facts)
            with faults.at(game.key, rule.asks.kind, rule.id):
                assert not lacking, (
                    f"{function} makes a Broken without {sorted(lacking)}, which the sentence "
                    f'"{rule.id}" of [verdicts] names: another cause is a rule of its own'
                )
    assert read >= len(game.rules) // 3


@EACH_GAME
def test_every_breach_in_a_case_has_the_facts_that_its_sentence_names(game, faults):
    worked = ((dispute_of(game, each), house_of(game, each)) for each in judged_examples(game))
    kept = ((dispute, house) for _, dispute, house in disputes(game))
    for dispute, house in (*worked, *kept):
        asked = in_force(game.rules, type(dispute), house)
        findings = ((rule, rule.find(dispute, house)) for rule in asked)
        broken = ((rule, found) for rule, found in findings if isinstance(found, Broken))
        for rule, found in islice(broken, 1):  # the most specific one is told
            lacking = named(game, rule) - set(found.facts)
            with faults.at(game.key, rule.id, dispute):
                assert not lacking


def test_a_breach_without_a_fact_is_found_where_it_is_made():
    def answers(top):
        return Broken({"top": top, "n": 2}) if top else Broken({"top": top})

    answers.__module__ = "scorekeeper.games.toy"
    name = "test_a_breach_without_a_fact_is_found_where_it_is_made.<locals>.answers"
    assert list(made_by(answers, frozenset())) == [(name, {"top", "n"}), (name, {"top"})]
