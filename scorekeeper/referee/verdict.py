"""The referee: a dispute goes in, a reasoned verdict comes out.

A verdict is a value of ids and facts, never prose and never an exception.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, get_args, get_origin

from scorekeeper.core.house_rules import HouseRules
from scorekeeper.core.schema import (
    Json,
    copies_with,
    dump,
    dump_fields,
    type_of,
    union_members,
)
from scorekeeper.referee.dispute import AnyDispute
from scorekeeper.referee.question import fact_at
from scorekeeper.referee.rule_table import (
    AnyRule,
    Broken,
    Finding,
    Missing,
    Penalty,
    admissible,
    allowed,
    breaks,
    in_force,
    is_breakable,
)

Result = Mapping[str, Any]
"""What a kind computes, in codes as JSON says them: its own TypedDict says the members."""


@dataclass(frozen=True)
class Verdict:
    """The referee's answer, in ids and in codes as JSON says them."""

    verdict: Literal["legal", "offence", "undecidable"]
    rules: tuple[str, ...]
    """Those broken, the most specific first; of a legal move those that applied to it."""
    offence: str | None = None
    """What the breach is called."""
    facts: Mapping[str, Json] = field(default_factory=dict, hash=False)
    """What the sentence of the first rule says of this breach."""
    instead: Sequence[Json] = ()
    """What would have been allowed."""
    penalty: Penalty | None = None
    """What it costs; None, too, where a fact that is missing decides it."""
    result: Result = field(default_factory=dict, hash=False)
    """What a kind that computes something found out; of a question in which facts are unknown only
    what is so in any case.
    """
    missing: tuple[str, ...] = ()
    """The facts without which nothing can be said."""
    witness: Mapping[str, Mapping[str, Json]] = field(default_factory=dict, hash=False)
    """Two ways (JSON of the dispute) in which it may have been where nothing can be said: one
    `legal` and one an `offence`; where nothing can be broken, `one` answer and the `other`.
    """
    decides: str | None = None
    """The field that settles what is open."""
    possible: tuple[Result, ...] = field(default=(), hash=False)
    """The results that there may be where nothing can be broken."""
    whatever: bool = False
    """It holds whatever the facts were that nobody knows."""
    customs: tuple[str, ...] = ()
    """Unwritten rules that a legal move offends."""


class Alternatives(Sequence[Json]):
    """What would have been allowed, found where somebody looks: of many ways in which a question
    may have been nobody asks more than which answer it gives.
    """

    def __init__(self, find: Callable[[], Iterable[Json]]) -> None:
        self._find = find

    @cached_property
    def _found(self) -> tuple[Json, ...]:
        return tuple(self._find())

    def __getitem__(self, at: Any) -> Any:
        return self._found[at]

    def __iter__(self) -> Iterator[Json]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __eq__(self, other: object) -> bool:
        return self._found == (other._found if isinstance(other, Alternatives) else other)

    def __hash__(self) -> int:
        return hash(self._found)

    def __repr__(self) -> str:
        return repr(self._found)


def same_members(results: Sequence[Result]) -> Result:
    """The members that some results have in common, those of nested ones too."""
    same: dict[str, Any] = {}
    for name, value in results[0].items():
        values = [each.get(name, _NOTHING) for each in results]
        if all(each == value for each in values):
            same[name] = value
        elif all(isinstance(each, Mapping) for each in values) and (inner := same_members(values)):
            same[name] = inner
    return same


_NOTHING = object()


def judge(rules: Sequence[AnyRule], dispute: AnyDispute, house: HouseRules) -> Verdict:
    """The verdict on a dispute by a game's table of rules, as this house plays them.

    >>> from scorekeeper.games.kocka.referee.conduct import CONDUCT_RULES, HouseRules, Turn
    >>> judge(CONDUCT_RULES, Turn(seat=2, turn=2), HouseRules()).verdict
    'legal'
    >>> judge(CONDUCT_RULES, Turn(seat=2, turn=3), HouseRules()).rules
    ('kocka.turn',)
    """
    asked = _asked(rules, dispute, house)
    verdict = _judgement(rules, dispute, house, asked)
    if verdict.verdict == "undecidable":
        return _proven(rules, dispute, house, verdict)
    if verdict.verdict == "offence":
        verdict = _with_open_penalty(rules, dispute, house, verdict, asked)
    customs = dispute.customs(house) if verdict.verdict == "legal" else ()
    if not dispute.unknown():
        return replace(verdict, customs=customs) if customs else verdict
    ways = [_result(way, house) for way in dispute.completions(house)] if verdict.result else []
    result = same_members([verdict.result, *ways])
    if verdict.verdict == "offence":  # what it tells of the breach itself is sure
        result = {n: v for n, v in verdict.result.items() if n in result or v is not None}
    return replace(verdict, whatever=True, customs=customs, result=result)


AskedRule = tuple[AnyRule, Finding, bool | None]
"""What a rule says of a dispute, and whether it applies: None as long as nobody had to know.

A bare tuple: a walk of random games makes millions.
"""


def _asked(rules: Sequence[AnyRule], dispute: AnyDispute, house: HouseRules) -> list[AskedRule]:
    """What each rule in force says of a dispute, as `find` does, found once."""
    asked = []
    for rule in in_force(rules, type(dispute), house):
        finding, applies = None, None
        if rule.check and rule.forbids(dispute):
            applies = rule.applies(dispute, house)
            finding = rule.check(dispute, house) if applies else None
        asked.append((rule, finding, applies))
    return asked


def _judgement(
    rules: Sequence[AnyRule],
    dispute: AnyDispute,
    house: HouseRules,
    asked: Sequence[AskedRule] | None = None,
) -> Verdict:
    """The verdict as far as the known facts tell it, by what the `asked` rules said."""
    asked = _asked(rules, dispute, house) if asked is None else asked
    broken = [(rule, f) for rule, f, _applies in asked if isinstance(f, Broken)]
    if not broken:
        missing = dict.fromkeys(f.fact for _, f, _applies in asked if isinstance(f, Missing))
        lacking = {rule.id for rule, f, _applies in asked if isinstance(f, Missing)}
        applied = [
            rule.id
            for rule, _finding, applies in asked
            if (rule.applies(dispute, house) if applies is None else applies)
        ]
        ids = tuple(sorted(applied, key=lambda id: id not in lacking))  # what decides is first
        verdict: Literal["legal", "undecidable"] = "undecidable" if missing else "legal"
        return Verdict(verdict, ids, missing=tuple(missing), result=_result(dispute, house))
    first, finding = broken[0]

    def alternatives() -> Iterator[Json]:
        return (dump(each.choice()) for each in allowed(rules, dispute.alternatives(house), house))

    return Verdict(
        "offence",
        tuple(rule.id for rule, _ in broken),
        offence=first.offence,
        facts=dump_members(finding.facts),
        instead=Alternatives(alternatives),
        penalty=first.penalty(house),
        result=_result(dispute, house),
    )


def _result(dispute: AnyDispute, house: HouseRules) -> dict[str, Json]:
    return dump_members(dispute.result(house))


def dump_members(values: Mapping[str, object]) -> dict[str, Json]:
    return {str(name): dump(value) for name, value in values.items()}


def _with_open_penalty(
    rules: Sequence[AnyRule],
    dispute: AnyDispute,
    house: HouseRules,
    verdict: Verdict,
    asked: Sequence[AskedRule],
) -> Verdict:
    """An offence; without its penalty where a more specific rule, of which a fact is missing, may
    be broken as well and costs something else.
    """
    lacking: list[str] = []
    for _rule, finding, _applies in asked:
        if isinstance(finding, Broken):
            break
        lacking += [finding.fact] if finding else []
    if not lacking:
        return verdict
    candidates = dispute.completions(house)
    if all(_judgement(rules, way, house).penalty == verdict.penalty for way in candidates):
        return verdict
    return replace(verdict, penalty=None, decides=lacking[0])


def _proven(
    rules: Sequence[AnyRule], dispute: AnyDispute, house: HouseRules, verdict: Verdict
) -> Verdict:
    """An undecidable verdict with its witness, and with what of its result is so in any case; the
    decided one if it can only have been one way.
    """
    breakable = is_breakable(rules, type(dispute), house)
    verdict = replace(verdict, result=_certain_result(dispute, verdict, house))
    names = ("legal", "offence") if breakable else ("one", "other")
    candidates: dict[str, AnyDispute] = {}
    for way in dispute.completions(house) if breakable else _guesses(dispute, verdict, house):
        second = breaks(rules, way, house) if breakable else _differs(way, candidates, house)
        candidates.setdefault(names[second], way)
        if len(candidates) == 2:
            witness = {name: dump_fields(candidates[name]) for name in names}
            return replace(verdict, witness=witness, decides=deciding(verdict.missing, witness))
    for way in candidates.values():
        return replace(_judgement(rules, way, house), instead=(), whatever=True)
    return replace(verdict, decides=verdict.missing[0])


def _certain_result(dispute: AnyDispute, verdict: Verdict, house: HouseRules) -> Mapping[str, Json]:
    """What all ways in which a dispute may have been have in common of their results.

    Where nobody can list them, it is what a kind says to hang on nothing that is missing. An audit
    tells of what was played so far.
    """
    if not verdict.result or dispute.lists_breaches:
        return verdict.result
    ways = [_result(way, house) for way in _guesses(dispute, verdict, house)]
    if not ways:
        needs, missing = dispute.result_needs, {*verdict.missing, *dispute.unknown()}
        free = {name for name in verdict.result if missing.isdisjoint(needs.get(name, ()))}
        return {n: value for n, value in verdict.result.items() if needs and n in free}
    return same_members([verdict.result, *ways])


def _guesses(dispute: AnyDispute, verdict: Verdict, house: HouseRules) -> Iterator[AnyDispute]:
    """A dispute with what is missing filled in: as it says itself how, then with a yes and a no, or
    with each choice.
    """
    yield from dispute.completions(house)
    name = verdict.missing[0]
    kinds = union_members(type_of(type(dispute), name))
    choices = (get_args(each) for each in kinds if get_origin(each) is Literal)
    few = (False, True) if bool in kinds else next(choices, ())
    yield from copies_with(dispute, name, few)


def _differs(way: AnyDispute, candidates: Mapping[str, AnyDispute], house: HouseRules) -> bool:
    return bool(candidates) and way.result(house) != candidates["one"].result(house)


def deciding(missing: Sequence[str], witness: Mapping[str, Mapping[str, Json]]) -> str:
    one, other = (*witness.values(), {}, {})[:2]
    differing = (name for name in missing if fact_at(one, name) != fact_at(other, name))
    return next(differing, missing[0])


def judge_admitted(rules: Sequence[AnyRule], id: str, house: HouseRules) -> Verdict | None:
    """The verdict on an offence that the table agrees on; None if no such rule can be broken."""
    for rule in admissible(rules, house):
        if rule.id == id:
            return Verdict("offence", (id,), offence=rule.offence, penalty=rule.penalty(house))
    return None
