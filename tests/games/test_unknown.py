"""What nobody told is not known: no completion of a question changes what was answered.

A fact of a decided question is taken away (it is null then), or all that may be unknown are. What
is still decided has to hold for whatever the fact may have been: the verdict, each member of the
result that is given, and the penalty, unless a fact is named that decides it.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any

from scorekeeper.cases import judge_case
from scorekeeper.dispute import Dispute
from scorekeeper.game import AnyGame
from scorekeeper.house import load_house
from scorekeeper.question import field_at, may_be_unknown, paths_in, values_of, with_facts
from scorekeeper.schema import LoadContext, fields_of, spec_of
from tests.contract.books import EACH_GAME
from tests.contract.faults import Faults
from tests.games.test_kept import lines_of

FILES = ("cases.jsonl", "quarrels.jsonl", "facts.jsonl", "applied.jsonl")
EACH = 16
"""Each so many questions are asked with less here, all of them by verification."""
COMPARED = 30
"""So many ways to complete a question are enough here."""
TRIED = 12
"""So many values of each fact are tried, chosen at random."""

Case = dict[str, Any]
Facts = Mapping[str, Any]


@EACH_GAME
def test_what_nobody_told_changes_nothing_that_was_answered(game: AnyGame, faults: Faults) -> None:
    require_no_flips(game, decided(game, EACH), faults, 0, COMPARED)


@EACH_GAME
def test_what_is_open_says_nothing_that_may_be_otherwise(game: AnyGame, faults: Faults) -> None:
    require_no_open_results(game, decided(game, EACH), faults, 0, COMPARED)


@EACH_GAME
def test_a_witness_is_a_question_that_is_judged_so(game: AnyGame, faults: Faults) -> None:
    require_witnesses(game, decided(game, EACH), faults, 0, COMPARED)


def decided(game: AnyGame, each: int = 1) -> list[Case]:
    """The kept questions of a game that have a decided answer, without what is expected; or each
    so many of them.
    """
    asked = islice(_questions(game), 0, None, each)
    return [case for case in asked if _verdict(judge_case(case)) in ("legal", "offence")]


def _questions(game: AnyGame) -> Iterator[Case]:
    for name in FILES:
        for line in lines_of(game, name):
            case = line.get("case", line)
            if str(case.get("kind")) in game.kinds and isinstance(case.get("given"), dict):
                members = {name: case[name] for name in ("kind", "given", "house") if name in case}
                yield {"game": game.key, **members}


def require_no_flips(
    game: AnyGame, cases: list[Case], faults: Faults, seed: int, most: int | None = None
) -> int:
    """Asks each question with less, completed in so many ways at `most`; gives how many in all."""
    random, compared = Random(seed), 0
    for case in cases:
        for asked, answer, whole in islice(_compared(game, case, random), most):
            compared += 1
            with faults.at(asked["kind"], asked["given"], whole["given"]):
                require_same(answer, judge_case(whole))
    return compared


def require_no_open_results(
    game: AnyGame, cases: list[Case], faults: Faults, seed: int, most: int | None = None
) -> int:
    """Asks each question with less: what an undecided answer says of the result is so however it
    is completed; gives how many in all.
    """
    random, compared = Random(seed), 0
    for case in cases:
        for asked, answer, whole in islice(_undecided(game, case, random), most):
            compared += 1
            with faults.at(asked, whole["given"]):
                require_result(answer, judge_case(whole))
    return compared


def require_result(answer: Facts, whole: Facts) -> None:
    """What an undecided answer says of the result is so of a question that is told whole; a list of
    breaches may grow.
    """
    if _verdict(whole) in ("legal", "offence"):
        told = {
            n: v for n, v in answer.get("result", {}).items() if n not in ("breaches", "proofs")
        }
        assert _holds(told, whole.get("result", {}))


def require_witnesses(
    game: AnyGame, cases: list[Case], faults: Faults, seed: int, most: int | None = None
) -> int:
    """Asks each question with less: each witness of an undecided answer, judged by itself, is what
    it stands for; gives how many in all.
    """
    random, judged = Random(seed), 0
    for case in cases:
        for less in islice(_parts(_facts_of(game, case), random), most):
            asked = _with(case, dict.fromkeys(less))
            for way, given in judge_case(asked).get("witness", {}).items():
                judged += 1
                with faults.at(asked, way, given):
                    assert _verdict(judge_case({**case, "given": given})) == way
    return judged


def _undecided(game: AnyGame, case: Case, random: Random) -> Iterator[tuple[Case, Facts, Case]]:
    """The question with less that is not decided any more, its answer, and it completed."""
    for less in _parts(_facts_of(game, case), random):
        asked = _with(case, dict.fromkeys(less))
        answer = judge_case(asked)
        if _verdict(answer) == "undecidable":
            for whole in (case, *_completed(game, case, less, random)):
                yield asked, answer, whole


def _compared(game: AnyGame, case: Case, random: Random) -> Iterator[tuple[Case, Facts, Case]]:
    """The question with less that is still decided, its answer, and the question completed."""
    for less in _parts(_facts_of(game, case), random):
        asked = _with(case, dict.fromkeys(less))
        answer = judge_case(asked)
        if _verdict(answer) in ("legal", "offence"):
            for whole in (case, *_completed(game, case, less, random)):
                yield asked, answer, whole


def _parts(names: list[str], random: Random) -> Iterator[list[str]]:
    """What is taken away: each fact, all of them, and some that chance chooses."""
    yield from ([name] for name in names)
    if len(names) > 1:
        yield names
        yield from (random.sample(names, random.randint(1, len(names) - 1)) for _ in names)


def _facts_of(game: AnyGame, case: Case) -> list[str]:
    """The facts of a question that nobody may know, those within its entry too; who is accused is
    asked, and no fact.
    """
    kind: type[Dispute] = game.kinds[case["kind"]]
    fields = ((path, *field_at(kind, path)) for path in paths_in(kind, case["given"]))
    specs = ((path, spec_of(fields_of(cls)[name])) for path, cls, name in fields)
    asked = (path for path, spec in specs if spec.in_form and not spec.null_is_answer)
    return [path for path in asked if may_be_unknown(kind, path)]


def _completed(game: AnyGame, case: Case, less: list[str], random: Random) -> Iterator[Case]:
    """The question with other facts in place of those taken away, one after the other."""
    kind = game.kinds[case["kind"]]
    pack = game.pack(load_house(game.house, case.get("house", {})))
    context = LoadContext(game.players_in(kind, case["given"]), pack)
    for name in less:
        values = values_of(kind, name, context) or ()
        for value in random.sample([*values], min(TRIED, len(values))):
            yield _with(case, {name: value})


def _with(case: Case, facts: Facts) -> Case:
    return {**case, "given": with_facts(case["given"], facts)}


def require_same(answer: Facts, whole: Facts) -> None:
    """What was answered holds for a question that is told whole, if it can be so."""
    if _verdict(whole) in ("legal", "offence"):
        assert answer["verdict"] == whole["verdict"]
        assert _holds(answer.get("result", {}), whole.get("result", {}))
    if _verdict(whole) == "offence" and not answer.get("decides"):
        assert answer.get("penalty") == whole.get("penalty"), "else something decides"


def _holds(part: object, whole: object) -> bool:
    """True if each member of a result is so in another."""
    if isinstance(part, Mapping) and isinstance(whole, Mapping):
        return all(name in whole and _holds(part[name], whole[name]) for name in part)
    return part == whole


def _verdict(answer: Facts) -> str:
    return str(answer.get("verdict", "error"))
