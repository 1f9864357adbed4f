"""Who asks without a match is asked for the house rules on which the answer depends, and no others.

A kind of question says so in `depends_on`. Every kept and every worked case of every game is asked
again with each house rule the other way: what changes the answer has to be named, what changes
nothing at all may not be. What changes whether a question is refused has to be named, too.
"""

import json
from inspect import getsourcefile
from pathlib import Path

from scorekeeper.core.house_rules import dump_house
from scorekeeper.referee.cases import judge_case
from tests.contract.books import EACH_GAME
from tests.contract.examples import worked_cases
from tests.contract.switches import own_rules, switches
from tests.laws.test_shape import PACKAGE

KEPT = Path(__file__).parents[2] / "games"
ANSWER = ("verdict", "rules", "result", "missing")
COST_BESIDE = {"durak", "makao"}
"""Games in which every invalid move costs the same cards: it is said beside the answer."""
PACKS = {"makao": {"jokers", "packs"}}
"""Who asks about cards that only the usual, larger pack has plays with it."""
PLAYED_HERE = {("taroky", kind, "varsava") for kind in ("play", "settle", "varsava-talon")}
"""Who asks about a card or a deal of a Varšava plays it."""


def cases_of(game):
    """The cases that are kept or worked; not those that are refused for their house rules."""
    path = KEPT / game.key / "cases.jsonl"
    lines = path.read_text("utf-8").splitlines() if path.exists() else ()
    for case in (*(json.loads(line) for line in lines if line[:1] == "{"), *worked_cases(game)):
        if not str(case["expect"].get("field", "")).startswith("house"):
            yield case


def other_houses(game):
    """A house rule of the game's own, and another value of it; no value: as it usually is."""
    for path, house in switches(game, game.house()):
        if path[0] in own_rules(game):
            yield path[0], {path[0]: dump_house(house)[path[0]]}
    yield from ((name, {}) for name in own_rules(game))


def changing(game):
    """For each kind, the house rules that change its answer, and those that change anything."""
    parts = ANSWER if game.key in COST_BESIDE else (*ANSWER, "penalty")
    answer = {kind: set() for kind in game.kinds}
    anything = {kind: set() for kind in game.kinds}
    others = list(other_houses(game))
    for case in cases_of(game):
        kind, usual = str(case.get("kind")), judge_case(case)
        for name, other in others if kind in game.kinds else ():
            here = case.get("house", {})
            there = {**{key: value for key, value in here.items() if key != name}, **other}
            if name in answer[kind] or there == here:
                continue  # that is known, or the same question
            got = judge_case({**case, "house": there})
            if got != usual:
                anything[kind].add(name)
                if ("error" in got) != ("error" in usual) and name not in PACKS.get(game.key, ()):
                    answer[kind].add(name)
                if "error" not in {**got, **usual} and any(
                    json.dumps(got.get(part)) != json.dumps(usual.get(part)) for part in parts
                ):
                    answer[kind].add(name)
    return answer, anything


@EACH_GAME
def test_a_kind_depends_on_the_house_rules_that_change_its_answer(game, faults):
    answer, anything = changing(game)
    for kind in game.disputes:
        with faults.at(kind.kind):
            require_declared(game, kind, answer, anything)


def require_declared(game, kind, answer, anything):
    needed = {name for name in answer[kind.kind] if (game.key, kind.kind, name) not in PLAYED_HERE}
    declared = set(kind.depends_on)
    kept = declared & anything[kind.kind]
    right = [*filter(kept.__contains__, kind.depends_on), *sorted(needed - kept)]
    told = str(tuple(right)).replace("'", '"')
    assert set(right) == declared, (
        f"{place_of(kind)}: write depends_on: ClassVar[tuple[str, ...]] = {told}"
    )


def place_of(kind):
    """Where a kind says on what it depends: in its own class, or in one of its game above it."""
    game = kind.__module__.rpartition(".referee")[0]
    above = [each for each in kind.__mro__ if each.__module__.startswith(game)]
    place = next((each for each in above if "depends_on" in vars(each)), kind)
    path = Path(getsourcefile(place) or "").relative_to(PACKAGE.parent)
    return f"{path}, class {place.__name__}"
