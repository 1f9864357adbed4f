"""The worked cases of the games, as the tests of examples and of words go through them."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, get_type_hints

from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import HouseRules, load_house
from scorekeeper.core.schema import dump, fields_of
from scorekeeper.games import GAMES
from scorekeeper.referee.cases import Answer, differences, judge_case, score
from scorekeeper.referee.dispute import Admitted, Dispute
from scorekeeper.referee.rule_table import AnyRule, Broken
from scorekeeper.referee.verdict import Verdict, judge
from scorekeeper.rulebook.decisions import Example, examples_of

NAMES = ("Petr", "Jana", "Karel", "Eva", "Olga", "Ivan", "Nora", "Hugo", "Iva", "Ota")
FILED = [game for game in GAMES.values() if (game.folder / "examples.toml").exists()]
"""A game without the file fails the contract of the folder; its words are tested all the same."""
ALL = [(game, example) for game in FILED for example in examples_of(game)]


def judged_examples(game: AnyGame) -> list[Example]:
    """The examples that the referee answers, not the sheet."""
    return [example for example in examples_of(game) if not example.scored]


def worked_cases(game: AnyGame) -> list[Mapping[str, Any]]:
    """The same as lines of a case file."""
    return [example.case for example in judged_examples(game)]


def answer(example: Example, **other: Any) -> Answer:
    """What is answered to an example, perhaps with something of it changed."""
    case = {**example.case, **other}
    return score(case) if example.scored else judge_case(case)


def unlike(example: Example, got: Answer) -> list[str]:
    """What an answer says otherwise than the example expects.

    TOML has no null: of a penalty the parts that it can tell are compared.
    """
    expected = dict(example.case["expect"])
    penalty, cost = expected.pop("penalty", {}), got.get("penalty")
    paid = cost if isinstance(cost, Mapping) else {}
    wrong = [f"penalty: {cost}" for key, value in penalty.items() if paid.get(key) != value]
    return [*differences(expected, got), *wrong]


def house_of(game: AnyGame, example: Example) -> HouseRules:
    return load_house(game.house, example.case.get("house", {}))


def dispute_of(game: AnyGame, example: Example) -> Dispute:
    case = example.case
    return game.read_dispute(case["kind"], case["given"], house_of(game, example))


def verdict_of(game: AnyGame, example: Example) -> Verdict:
    return judge(game.rules, dispute_of(game, example), house_of(game, example))


@cache
def houses(game: AnyGame) -> tuple[HouseRules, ...]:
    told = [house_of(game, example) for each, example in ALL if each is game]
    return tuple(dict.fromkeys((game.house(), *told)))


def values_of(dispute: Dispute) -> Mapping[str, Any]:
    """Every field of a dispute as plain data, those that hold their default too."""
    cls: type = type(dispute)
    return {name: dump(getattr(dispute, name)) for name in fields_of(cls)}


def asked(game: AnyGame) -> Iterator[AnyRule]:
    return (rule for rule in game.rules if rule.asks in game.disputes)


def can_be_broken(rule: AnyRule) -> bool:
    """Whether its predicate may find it broken: as it says itself of what it returns."""
    if rule.check is None or rule.asks is Admitted:
        return False
    return Broken in get_type_hints(rule.check)["return"].__args__
