"""What cannot be told is right: facts of random questions are taken away, and each answer is held
against what was known.

    python -m tests.verification.unknown 20000            so many questions of every game
    python -m tests.verification.unknown 20000 taroky     of one game

The questions are kept ones under house rules at random, and those of the second implementation.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import dump_house, load_house, paths_of, with_value
from scorekeeper.core.schema import LoadContext, default_of, fields_of, spec_of
from scorekeeper.games import GAMES
from scorekeeper.referee.cases import judge_case
from scorekeeper.referee.dispute import optional_facts
from scorekeeper.referee.question import fact_at, field_at, paths_in, values_of, with_facts
from scorekeeper.referee.undecided import judge_question
from tests.contract.switches import declaration, own_rules, values
from tests.games.test_kept import lines_of
from tests.verification.breadth import ask_on_all_cores
from tests.verification.second.agreement import question_of

FILES = ("cases.jsonl", "quarrels.jsonl", "facts.jsonl", "applied.jsonl")
DECIDED = ("legal", "offence")
ASKED = ("game", "kind", "given", "house")
DRAWN = 0.5
"""The part of the questions that the second implementation draws."""
LEFT_OUT = 0.5
"""The part of the facts that are left out and not null, where they may be."""
NEVER_LEFT_OUT = ("pagat", "leader")
"""Without them an auction tells the first bid that is an offence whoever has the pagát, and a trick
the card that takes it.
"""
SWITCHED = 3
"""So many house rules are switched at most."""
OTHERS = 2
"""So many other ways to complete a question are compared."""

Case = dict[str, Any]
Facts = Mapping[str, Any]


@cache
def kept_questions(key: str) -> Mapping[str, Sequence[Case]]:
    """Kind → the kept questions of a game, without what is expected."""
    by_kind = defaultdict[str, list[Case]](list)
    for case in _kept(GAMES[key]):
        by_kind[case["kind"]].append(case)
    return by_kind


def _kept(game: AnyGame) -> Iterator[Case]:
    for name in FILES:
        for line in lines_of(game, name):
            case = {"game": game.key, **line.get("case", line)}
            if "error" not in case.get("expect", {}) and case.get("kind") in game.kinds:
                yield {name: case[name] for name in ASKED if name in case}


def facts_of(game: AnyGame, case: Case) -> list[str]:
    """The facts of a question that may be null, those within its entry too; where null says
    something, it is no unknown fact.
    """
    kind = game.kinds[case["kind"]]
    fields = ((path, *field_at(kind, path)) for path in paths_in(kind, case["given"]))
    specs = ((path, spec_of(fields_of(cls)[name])) for path, cls, name in fields)
    asked = [path for path, spec in specs if spec.in_form and not spec.null_is_answer]
    return [path for path in asked if not _told_in_part(fact_at(case["given"], path))]


def _told_in_part(value: Any) -> bool:
    """True for a list of which something is unknown already."""
    return isinstance(value, list | tuple) and None in value


def random_question(key: str, random: Random) -> tuple[Case, list[str]]:
    """A question of a game, and which of its facts are taken away."""
    game = GAMES[key]
    case = _whole(key, random)
    names = facts_of(game, case)
    told = [name for name in names if fact_at(case["given"], name) is not None]
    number = random.choice((1, 1, 1, 2, 2, 3))
    from_these = random.choice((names, told or names))
    return case, random.sample(from_these, min(number, len(from_these)))


def _whole(key: str, random: Random) -> Case:
    """A question that can be read."""
    if random.random() < DRAWN:
        drawn = question_of(key, random.randrange(1 << 40)).case
        case = {name: drawn[name] for name in ASKED if name in drawn}
        if "kind" in case and "error" not in judge_case(case):
            return case
    kinds = kept_questions(key)
    case = random.choice(kinds[random.choice(list(kinds))])
    switched = {**case, "house": random_house(GAMES[key], case.get("house", {}), random)}
    return case if "error" in judge_case(switched) else switched


def random_house(game: AnyGame, data: Facts, random: Random) -> Facts:
    """House rules of which some may be another than they were."""
    house = load_house(game.house, data)
    paths = [path for path in paths_of(game.house) if path[0] in own_rules(game)]
    for path in random.sample(paths, random.randrange(SWITCHED + 1)):
        house = with_value(house, path, random.choice(values(*declaration(game.house, path))))
    return dump_house(house)


def fault(case: Case, less: Sequence[str], random: Random) -> str:
    """What is wrong with the answer to a question with less; empty if nothing is."""
    asked = _without(case, less, random)
    answer = judge_case(asked)
    if "error" in answer:
        return f"refused: {answer['error']} at {answer['field']}"
    others = [_with(case, other) for other in _others(case, less, random)]
    wholes = [*([case] if _is_told(case, less) else ()), *others]
    found = (differing(answer, judge_case(whole)) for whole in wholes)
    return next(filter(None, found), "") or _witness_fault(asked)


def _is_told(case: Case, less: Sequence[str]) -> bool:
    """True if the question tells whichever of some facts may be unknown."""
    optional = optional_facts(GAMES[case["game"]].kinds[case["kind"]])
    return all(fact_at(case["given"], name) is not None for name in less if name in optional)


def _without(case: Case, less: Sequence[str], random: Random) -> Case:
    """The question with less: null, or left out where that says as little."""
    kind = GAMES[case["game"]].kinds[case["kind"]]
    optional = [n for n in optional_facts(kind) if default_of(fields_of(kind)[n]) is None]
    may_be = [name for name in less if name in optional and name not in NEVER_LEFT_OUT]
    left_out = {name for name in may_be if random.random() < LEFT_OUT}
    asked = _with(case, dict.fromkeys(less))
    shorter = {name: asked["given"][name] for name in asked["given"] if name not in left_out}
    return {**case, "given": shorter} if left_out <= _unknown({**case, "given": shorter}) else asked


def _unknown(case: Case) -> set[str]:
    """The facts that a question lacks, as it says itself."""
    game = GAMES[case["game"]]
    house = load_house(game.house, case.get("house", {}))
    ways = game.read_question(case["kind"], case["given"], house).candidates
    return {name for way in ways[:1] for name in way.unknown()}


def _with(case: Case, facts: Facts) -> Case:
    return {**case, "given": with_facts(case["given"], facts)}


def _others(case: Case, less: Sequence[str], random: Random) -> Iterator[Facts]:
    """Some other values of the facts that are taken away, where they can be listed."""
    game = GAMES[case["game"]]
    kind = game.kinds[case["kind"]]
    pack = game.pack(load_house(game.house, case.get("house", {})))
    context = LoadContext(game.players_in(kind, case["given"]), pack)
    values = [
        (name, [v for v in values_of(kind, name, context) or () if v is not None]) for name in less
    ]
    for _ in range(OTHERS if any(listed for _name, listed in values) else 0):
        yield {name: random.choice(listed) for name, listed in values if listed}


def differing(answer: Facts, whole: Facts) -> str:
    """What was answered and does not hold for a question that is told whole."""
    if whole.get("verdict") not in DECIDED:
        return ""
    told, result = answer.get("result", {}), whole.get("result", {})
    if not holds(told, result):
        return f"{answer['verdict']} result {told} but {result}"
    if answer["verdict"] == "undecidable":
        possible = answer.get("possible", [result])
        listed = any(holds(each, result) for each in possible)
        return "" if listed else f"possible {possible} but {result}"
    costs = whole["verdict"] == "offence" and not answer.get("decides")
    for name in ("verdict", "penalty") if costs else ("verdict",):
        if answer.get(name) != whole.get(name):
            return f"{name} {answer.get(name)} but {whole.get(name)}"
    return ""


def _witness_fault(asked: Case) -> str:
    """What is wrong with the examples of an open verdict: each is whole, has what was told, and
    is judged as it stands for; two of what nobody can break come to two results.
    """
    game = GAMES[asked["game"]]
    house = load_house(game.house, asked.get("house", {}))
    question = game.read_question(asked["kind"], asked["given"], house)
    witness = judge_question(game.rules, question, house).witness
    found = {way: judge_case({**asked, "given": given}) for way, given in witness.items()}
    for way, given in witness.items():
        if found[way].get("verdict") not in ((way,) if "legal" in witness else DECIDED):
            return f"witness {way} {given} is {found[way]}"
        for name, value in given.items():
            if not _agrees(asked["given"].get(name), value):
                return f"witness {way} has another {name}: {value}"
    if "one" in witness and found["one"].get("result") == found["other"].get("result"):
        return f"witnesses {witness} come to the same"
    return ""


def _agrees(told: Any, whole: Any) -> bool:
    """True if what was told is so in a whole example: a hand may have more cards, a joker stands
    for one, and the order of a set is none.
    """
    if isinstance(whole, Mapping) and isinstance(told, str):  # the name of a ready-made one
        return True
    if isinstance(told, Mapping) and isinstance(whole, Mapping):
        return all(_agrees(told[name], whole[name]) for name in told if name in whole)
    if isinstance(told, list | tuple) and isinstance(whole, list | tuple):
        return all(any(_agrees(each, other) for other in whole) for each in told)
    return told is None or told == whole or str(whole).startswith(f"{told}=")


def holds(part: object, whole: object, name: str = "") -> bool:
    """True if each member of a result is so in another; what an audit proves may grow."""
    if isinstance(part, Mapping) and isinstance(whole, Mapping):
        return all(each in whole and holds(part[each], whole[each], each) for each in part)
    grows = name in ("breaches", "proofs") and isinstance(part, list) and isinstance(whole, list)
    return all(each in whole for each in part) if grows else part == whole


def fault_of(key: str, seed: int) -> str:
    """The fault of the question that a number stands for; nothing if there is none."""
    random = Random(f"{key} {seed}")
    case, less = random_question(key, random)
    said = fault(case, less, random)
    where = f"{key} {seed} {case['kind']} {','.join(less)}"
    return f"{where}: {said}\n{json.dumps(case)}" if said else ""


if __name__ == "__main__":
    sys.exit(ask_on_all_cores("tests.verification.unknown", fault_of))
