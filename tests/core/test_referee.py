"""The referee of every game: its rules are in the books, its disputes in files, nothing crashes."""

import json
import subprocess
import sys
from dataclasses import dataclass
from typing import ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.cli import main
from scorekeeper.core.house_rules import HouseRules, load_house
from scorekeeper.core.schema import Invalid, dump, dump_fields
from scorekeeper.referee.cases import judge_case
from scorekeeper.referee.dispute import Dispute
from scorekeeper.referee.rule_table import (
    Broken,
    Finding,
    Missing,
    Penalty,
    Rule,
    allowed,
    breaks,
    broken_first,
    in_force,
)
from scorekeeper.referee.verdict import judge
from tests.contract.books import EACH_GAME
from tests.contract.switches import switches
from tests.games.test_kept import kept

ANSWERS = {
    *("verdict", "rules", "offence", "instead", "penalty", "result", "missing"),
    *("witness", "possible", "decides", "whatever"),
}
GOOD = {"game": "kocka", "kind": "turn", "given": {"seat": 2, "turn": 2}}
BAD = {"game": "kocka", "kind": "turn", "given": {"seat": 2, "turn": 7}}


@EACH_GAME
def test_a_rule_and_a_kind_stand_once_in_the_table(game):
    """At any table: a rule that one agrees on may stand a second time for those that do not."""
    for house in (game.house(), *(house for _, house in switches(game, game.house()))):
        asked = [(rule.asks, rule.id) for rule in game.rules if rule.when(house)]
        assert len(set(asked)) == len(asked)
    kinds = [kind.kind for kind in game.disputes]
    assert len(set(kinds)) == len(kinds)


@dataclass(frozen=True)
class Asked(Dispute):
    """A dispute for the rules below: they find what it says."""

    kind: ClassVar[str] = "asked"
    finds: tuple[Finding, ...]


@dataclass(frozen=True)
class House(HouseRules):
    strict: bool = True


def toy_rules(strict_only=9):
    """Rules a, b and c, each telling its own finding; one of them only in a strict house."""

    def rule(at):
        def under(house):
            return house.strict or at != strict_only

        def costs(house):
            return Penalty("at", amount=at)

        return Rule("abc"[at], Asked, lambda asked, house: asked.finds[at], "abc"[at], costs, under)

    return tuple(map(rule, range(3)))


@pytest.mark.parametrize(
    ("finds", "verdict", "rules", "missing"),
    [
        ((None, None, None), "legal", "abc", ()),
        ((None, Missing("x"), None), "undecidable", "bac", ("x",)),
        ((Missing("y"), None, Missing("x")), "undecidable", "acb", ("y", "x")),
        ((Missing("y"), Missing("x"), Missing("y")), "undecidable", "abc", ("y", "x")),
        ((Missing("x"), Broken(), None), "offence", "b", ()),
        ((None, Broken(), Missing("x")), "offence", "b", ()),
        ((Broken(), None, Broken()), "offence", "ac", ()),
    ],
)
def test_what_is_broken_weighs_more_than_what_is_missing(finds, verdict, rules, missing):
    found = judge(toy_rules(), Asked(finds), House())
    assert (found.verdict, found.rules, found.missing) == (verdict, tuple(rules), missing)
    first = rules[0] if verdict == "offence" else None
    assert found.offence == first
    assert found.penalty == (Penalty("at", amount="abc".index(first)) if first else None)


def test_a_rule_that_the_house_does_not_play_is_not_asked():
    rules, asked = toy_rules(strict_only=0), Asked((Broken(), None, None))
    assert judge(rules, asked, House()).rules == ("a",)
    verdict = judge(rules, asked, House(strict=False))
    assert (verdict.verdict, verdict.rules) == ("legal", ("b", "c"))
    assert allowed(rules, [asked], House(strict=False)) == (asked,)
    assert allowed(rules, [asked], House()) == allowed(rules, [], House()) == ()


@EACH_GAME
def test_a_kept_dispute_is_judged_as_every_one_is(game, faults):
    for case in kept(game):
        with faults.at(case):
            answer = json.loads(json.dumps(judge_case(case)))
            assert set(answer) <= ANSWERS or set(answer) == {"error", "field"}
            assert ("error" in answer) == ("verdict" not in answer)
            if "error" in answer:
                continue
            house = load_house(game.house, case.get("house", {}))
            dispute = game.read_dispute(case["kind"], case["given"], house)
            plain = json.loads(json.dumps(dump(dispute)))
            assert game.read_dispute(dispute.kind, plain, house) == dispute
            verdict = judge(game.rules, dispute, house)
            assert verdict == judge(game.rules, dispute, house)
            require_ids_and_facts(game, dispute, house, verdict)
            require_harmless_choices(game, dispute, house)
            require_witnesses(game, dispute, house, verdict)


def require_ids_and_facts(game, dispute, house, verdict):
    asked = {rule.id for rule in game.rules if isinstance(dispute, rule.asks)}
    assert set(verdict.rules) <= asked
    broken = verdict.verdict == "offence"
    assert broken == (verdict.offence is not None)
    assert broken == breaks(game.rules, dispute, house)
    relevant = in_force(game.rules, type(dispute), house)
    assert broken_first(relevant, dispute, house) == (verdict.rules[0] if broken else None)
    assert broken or (verdict.instead, verdict.penalty, dict(verdict.facts)) == ((), None, {})
    assert (verdict.verdict == "undecidable") == bool(verdict.missing)
    assert set(verdict.missing) <= set(vars(dispute))
    if verdict.verdict == "legal":
        told = [r for r in in_force(game.rules, type(dispute), house) if r.id in verdict.rules]
        assert all(rule.applies(dispute, house) for rule in told)


def require_harmless_choices(game, dispute, house):
    could_do = tuple(dispute.alternatives(house))
    choices = allowed(game.rules, could_do, house)
    assert not any(breaks(game.rules, choice, house) for choice in choices)
    if choices and dispute in could_do:
        assert (dispute in choices) != breaks(game.rules, dispute, house)


def require_witnesses(game, dispute, house, verdict):
    """What cannot be told has one for both ways."""
    answers = []
    for way, facts in verdict.witness.items():
        completed = game.read_dispute(dispute.kind, facts, house)
        answer = judge(game.rules, completed, house)
        assert answer.verdict == (way if way == "offence" else "legal")
        answers.append(answer.result)
        known = {n: v for n, v in dump_fields(dispute).items() if v is not None}
        assert {**known, **facts} == facts
    if verdict.verdict == "undecidable":
        assert verdict.decides in verdict.missing
    elif verdict.decides is not None:  # the penalty of an offence hangs on it
        assert (verdict.verdict, verdict.penalty) == ("offence", None)
        assert verdict.decides in dispute.unknown()
    assert set(verdict.witness) in (set(), {"legal", "offence"}, {"one", "other"})
    assert "one" not in verdict.witness or answers[0] != answers[1]


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 60)
    | st.floats()
    | st.sampled_from(["QS", "7H", "AS", "KD", "XIX", "left", "0", "3", ""]),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(st.sampled_from(["0", "1", "2", "QS", "I"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@EACH_GAME
def test_whatever_is_given_it_is_judged_or_refused(game):
    require_answers(game, 5)


def require_answers(game, examples):
    for kind in game.disputes:
        _require_answer(game, kind, examples)


def _require_answer(game, kind, examples):
    fields = st.sampled_from(sorted(kind.__dataclass_fields__))

    @settings(max_examples=examples, deadline=None)
    @given(told=st.dictionaries(fields, JSON) | JSON)
    def judged_or_refused(told):
        answer = judge_case({"game": game.key, "kind": kind.kind, "given": told})
        assert ("verdict" in answer) != ("error" in answer)

    judged_or_refused()


@EACH_GAME
def test_an_unknown_kind_is_refused_with_the_kinds_there_are(game, faults):
    for kind in ("", "no such kind", None, 3, [], {}):
        with faults.at(game.key, repr(kind)):
            with pytest.raises(Invalid) as refused:
                game.read_dispute(kind, {}, game.house())
            error = refused.value
            assert (error.path, error.code) == ("kind", "not-a-choice")
            assert error.params["choices"].split(", ") == [each.kind for each in game.disputes]


def file_of(folder, *lines):
    path = folder / "some.jsonl"
    texts = (line if isinstance(line, str) else json.dumps(line) for line in lines)
    path.write_text("".join(f"{text}\n" for text in texts), "utf-8")
    return str(path)


def test_where_all_can_be_read_the_status_is_none_even_for_an_offence(tmp_path, capsys):
    offence = {**GOOD, "given": {"seat": 1, "turn": 2}}
    assert main(["judge", file_of(tmp_path, GOOD, offence)]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[1]) == {
        "verdict": "offence",
        "rules": ["kocka.turn"],
        "offence": "renonc",
        "penalty": {"kind": "take-back"},
        "line": 2,
    }


def expects(**expect):
    return {**GOOD, "expect": expect}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (expects(verdict="offence"), 'verdict: expected "offence", got "legal"'),
        (expects(rules=["kocka.look"]), 'rules: expected ["kocka.look"], got ["kocka.turn"]'),
        (expects(error=True), "error: expected true, got null"),
        (BAD, "error: Nobody sits there. Seats are 0 to 3. (given.turn)"),
        (
            {**BAD, "expect": {"error": True, "field": "given.seat"}},
            'field: expected "given.seat", got "given.turn"',
        ),
    ],
)
def test_one_broken_line_among_many_is_told_with_its_place(tmp_path, capsys, line, said):
    good = expects(verdict="legal", rules=["kocka.turn"], offence=None, penalty=None, missing=[])
    path = file_of(tmp_path, *[good] * 20, "# the next one is wrong", line, *[good] * 20)
    assert main(["judge", "--check", path]) == 1
    assert capsys.readouterr().out == f"{path}:22: {said}\n40 passed, 1 failed\n"


def test_a_penalty_is_the_same_or_it_differs(tmp_path, capsys):
    strict = {"other_breaches": "renonc"}
    offence = {**GOOD, "given": {"seat": 1, "turn": 2}, "house": strict}
    part = {**offence, "expect": {"penalty": {"kind": "void"}}}
    whole = {**offence, "expect": {"penalty": {"kind": "void", "buys": 1}}}
    assert main(["judge", "--check", file_of(tmp_path, whole, part)]) == 1
    assert capsys.readouterr().out.endswith("1 passed, 1 failed\n")


SURROGATE = {**GOOD, "kind": "play", "given": {"trick_no": 1, "trick": [], "card": "\ud800"}}
ODD = {
    "half a character": {**GOOD, "given": {"seat": 2, "turn": "\ud800"}},
    "half a character, told": SURROGATE,
    "half a character as a name": {**GOOD, "given": {"\ud800": 2}},
    "long seat": {**GOOD, "kind": "claim", "given": {"seat": 0, "taken": {"9" * 5_000: []}}},
    "rules in a list": expects(rules=[["kocka.turn"]]),
    "rules as a text": expects(rules="kocka.turn"),
    "instead is a number": expects(instead=3),
    "missing is a flag": expects(missing=True),
}


def test_odd_lines_stop_nothing(tmp_path):
    """In a process of its own: only there lines are printed as UTF-8."""
    lines = [GOOD, *ODD.values(), GOOD]
    path = file_of(tmp_path, *lines)
    for options, least in (([], len(lines)), (["--check"], len(ODD) + 1)):
        command = [sys.executable, "-m", "scorekeeper", "judge", *options, path]
        run = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
        assert (run.returncode in (0, 1, 2), run.stderr) == (True, "")
        assert len(run.stdout.splitlines()) >= least


def test_a_refusal_that_was_expected_passes(tmp_path, capsys):
    path = file_of(tmp_path, {**BAD, "expect": {"error": True}}, GOOD)
    assert main(["judge", "--check", path]) == 0
    assert capsys.readouterr().out == "2 passed, 0 failed\n"
