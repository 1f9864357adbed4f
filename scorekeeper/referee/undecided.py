"""The verdict on a question of which something is not told: what is so in all the ways in which it
may have been, and otherwise two of them that differ.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import NamedTuple, TypeVar

from scorekeeper.core.house_rules import HouseRules
from scorekeeper.core.schema import Json, dump
from scorekeeper.referee.dispute import AnyDispute
from scorekeeper.referee.question import Question, Untold, example_of, unanswered
from scorekeeper.referee.rule_table import AnyRule, Broken, Finding, Missing, in_force, is_breakable
from scorekeeper.referee.verdict import Result, Verdict, deciding, dump_members, judge, same_members

T = TypeVar("T")


def judge_question(rules: Sequence[AnyRule], question: Question, house: HouseRules) -> Verdict:
    """The verdict on a question: what is so in all the ways in which it may have been."""
    if not question.candidates:
        return _by_what_is_told(rules, question, house)
    verdicts = [_without(question, judge(rules, way, house)) for way in question.candidates]
    if not question.unknown:
        return verdicts[0]
    breakable = question.candidates[0].accuses and is_breakable(rules, question.kind, house)
    answers = {each.verdict for each in verdicts}
    same = breakable or all(each.result == verdicts[0].result for each in verdicts)
    if answers == {"legal"} and same:
        return _in_common(verdicts)
    if answers == {"offence"}:
        costs = [repr(each.penalty) for each in verdicts]
        guesses = [_guess(question, way) for way in question.candidates]
        deciding = (name for name in question.unknown if _decides(name, guesses, costs))
        several = question.unknown[0] if len(set(costs)) > 1 else None
        open_in_itself = next((each.decides for each in verdicts if each.decides), None)
        return replace(_in_common(verdicts), decides=next(deciding, several) or open_in_itself)
    return _open_verdict(question, verdicts, breakable)


def _by_what_is_told(rules: Sequence[AnyRule], question: Question, house: HouseRules) -> Verdict:
    """The verdict on a question of which nobody can try all that it may have been: an offence if
    what is told breaks a rule by itself, whatever the rest was.
    """
    answers = [
        (rule, _finding(rule, question.partial, house))
        for rule in in_force(rules, question.kind, house)
        if rule.breakable
    ]
    certain = [(rule, found) for rule, found in answers if isinstance(found, Broken)]
    if not certain:
        return Verdict("undecidable", (), missing=question.unknown, decides=question.unknown[0])
    first, finding = certain[0]
    possible = [rule for rule, found in answers if found is not None]
    ahead = possible[: possible.index(first) + 1]
    costs = [rule.penalty(house) for rule in ahead]
    differ = any(cost != costs[0] for cost in costs)
    return Verdict(
        "offence",
        tuple(rule.id for rule, _found in certain),
        offence=_same([rule.offence for rule in ahead]),
        facts=dump_members(finding.facts),
        penalty=_same(costs),
        decides=question.unknown[0] if differ else None,
        whatever=True,
    )


def _finding(rule: AnyRule, partial: AnyDispute | None, house: HouseRules) -> Finding:
    """What a rule finds in a dispute that is told in part; Missing if it asks for more."""
    if partial is None:
        return Missing("")
    try:
        return rule.find(partial, house)
    except Untold as untold:
        return Missing(str(untold))


BREACHES = ("breaches", "proofs")
"""Members of a result that list what was broken: that there is nothing is no answer yet where
something is missing.
"""


def _without(question: Question, verdict: Verdict) -> Verdict:
    """A verdict without what hangs on lists of cards that nobody knows: members of its result, and
    that all was `legal`.
    """
    hanging = question.kind.result_needs.items()
    untold = {m: at for m, names in hanging if (at := [n for n in names if n in question.lacking])}
    if not untold:
        return verdict
    known = replace(verdict, result={m: v for m, v in verdict.result.items() if m not in untold})
    missing = untold.get("legal", ())
    if verdict.verdict != "legal" or not missing:
        return known
    listed = {m: v for m, v in known.result.items() if m not in BREACHES or v}
    return replace(
        known, verdict="undecidable", missing=tuple(missing), decides=missing[0], result=listed
    )


def _in_common(verdicts: Sequence[Verdict]) -> Verdict:
    """What some verdicts that agree have in common.

    They are offences, or legal moves. Where no rule is broken in all of them, all are named.
    """
    rules = [id for id in verdicts[0].rules if all(id in each.rules for each in verdicts)]
    named = rules or dict.fromkeys(id for each in verdicts for id in each.rules)
    first = next((v for v in verdicts if v.rules[:1] == tuple(named)[:1]), verdicts[0])
    return replace(
        first,
        rules=tuple(named),
        offence=_same([each.offence for each in verdicts]),
        facts=_same_facts([v.facts for v in verdicts if v.rules[:1] == first.rules[:1]]),
        instead=tuple(c for c in first.instead if all(c in each.instead for each in verdicts)),
        penalty=_same([each.penalty for each in verdicts]),
        result=same_members([each.result for each in verdicts]),
        whatever=True,
        customs=tuple(id for id in first.customs if all(id in v.customs for v in verdicts)),
    )


def _same(values: Sequence[T]) -> T | None:
    return values[0] if all(each == values[0] for each in values) else None


def _same_facts(facts: Sequence[Mapping[str, Json]]) -> Mapping[str, Json]:
    """The facts of a sentence that some ways have in common: of a list what is in all of them."""
    same: dict[str, Json] = {}
    for name, value in facts[0].items():
        values = [each.get(name) for each in facts]
        if all(each == value for each in values):
            same[name] = value
        elif len(lists := [each for each in values if isinstance(each, list)]) == len(values):
            same[name] = [item for item in lists[0] if all(item in each for each in lists)]
    return {name: value for name, value in same.items() if value != [] or facts[0][name] == []}


MOST_POSSIBLE = 12
"""Of more results than these it is not said which are possible."""


def _open_verdict(question: Question, verdicts: Sequence[Verdict], breakable: bool) -> Verdict:
    """The verdict that cannot be told: with a witness of each kind, and the facts that decide."""
    guesses = [_guess(question, way) for way in question.candidates]
    answers = [each.verdict if breakable else repr(each.result) for each in verdicts]
    missing = [name for name in question.unknown if _decides(name, guesses, answers)]
    missing += dict.fromkeys(n for v in verdicts for n in v.missing if n not in missing)
    missing = missing or [*question.unknown]
    candidates = [
        JudgedCandidate(verdict, partial(example_of, question.kind, way, guess))
        for verdict, way, guess in sorted(
            zip(verdicts, question.candidates, guesses, strict=True),
            key=lambda each: unanswered(question.kind, each[2]),
        )
    ]
    still_open = [each for each in verdicts if each.verdict == "undecidable"]
    witness = _witness(candidates) if breakable else _two_results(candidates)
    return Verdict(
        "undecidable",
        _in_common(still_open or verdicts).rules,
        missing=tuple(missing),
        result=same_members([each.result for each in verdicts]),
        witness=witness,
        decides=deciding(missing, witness),
        possible=() if breakable or not question.all_results else _possible(verdicts),
    )


def _guess(question: Question, way: AnyDispute) -> Mapping[str, Json]:
    return {path: dump(attrgetter(path)(way)) for path in question.unknown}


def _decides(name: str, guesses: Sequence[Mapping[str, Json]], answers: Sequence[str]) -> bool:
    """True if there are two guesses that differ in one field only, and in the answer."""
    answer: dict[str, str] = {}
    for guess, each in zip(guesses, answers, strict=True):
        rest = repr({other: value for other, value in guess.items() if other != name})
        if answer.setdefault(rest, each) != each:
            return True
    return False


class JudgedCandidate(NamedTuple):
    """A way in which a question may have been: the verdict on it, and what tells its facts (JSON),
    which of most ways nobody asks.
    """

    verdict: Verdict
    facts: Callable[[], Mapping[str, Json]]


def _witness(candidates: Sequence[JudgedCandidate]) -> dict[str, Mapping[str, Json]]:
    """The facts of a legal way and of an offence; of a way that is open itself its own witness."""
    found: dict[str, Mapping[str, Json]] = {}
    for verdict, facts in candidates:
        for name, own in (verdict.witness or {verdict.verdict: {}}).items():
            if name not in found:
                found[name] = {**facts(), **own}
    if "legal" not in found or "offence" not in found:
        return {}
    return {"legal": found["legal"], "offence": found["offence"]}


def _two_results(candidates: Sequence[JudgedCandidate]) -> dict[str, Mapping[str, Json]]:
    """The facts of two ways with different results; else those of a way that is open itself."""
    told = [way for way in candidates if way.verdict.verdict != "undecidable"]
    for verdict, other in told[1:]:
        if verdict.result != told[0].verdict.result:
            return {"one": told[0].facts(), "other": other()}
    verdict, facts = next((way for way in candidates if way.verdict.witness), candidates[0])
    return {name: {**facts(), **own} for name, own in verdict.witness.items()}


def _possible(verdicts: Sequence[Verdict]) -> tuple[Result, ...]:
    """The different results that there may be; none if they are too many to be told, or if some
    way is open in itself.
    """
    if any(each.verdict == "undecidable" for each in verdicts):
        return ()
    results = [each.result for each in verdicts]
    different = [each for at, each in enumerate(results) if each not in results[:at]]
    return tuple(different) if len(different) <= MOST_POSSIBLE else ()
