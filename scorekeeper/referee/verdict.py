"""The referee: a dispute goes in, a reasoned verdict comes out.

A rule is a named predicate. From a game's table of rules come the verdict, what was allowed
instead, the choices of the random walks and the pages of the rulebook; legality is computed
nowhere else. A verdict is a value of ids and facts, never prose and never an exception.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import Any, Generic, Literal, NamedTuple, Self, TypeVar, get_args, get_origin

from scorekeeper.core.house_rules import HouseRules
from scorekeeper.core.schema import (
    Json,
    Seat,
    copies_with,
    dump,
    dump_fields,
    fields_of,
    type_of,
    union_members,
)
from scorekeeper.core.sheet import Facts
from scorekeeper.referee.dispute import Admitted, AnyDispute
from scorekeeper.referee.question import Question, Untold, example_of, fact_at, unanswered

H = TypeVar("H", bound=HouseRules)
D = TypeVar("D", bound=AnyDispute)
T = TypeVar("T")


@dataclass(frozen=True)
class Broken:
    """A rule was broken; `facts` are the values for its sentence.

    Each breach of a rule has all that the sentence names: a cause that has others is a rule of its
    own. `tests/games/test_breaches.py` reads it where a breach is made. Where a rule asks for
    several things, `wrong` says which of them failed, and the book may have a sentence for each.
    """

    facts: Facts = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Missing:
    """A rule cannot tell without this field of the dispute."""

    fact: str


Finding = Broken | Missing | None


@dataclass(frozen=True)
class Penalty:
    """What an offence costs; how it is said stands in the books, by `kind` and `what`."""

    kind: str
    what: str | None = None
    """What is lost."""
    each: int | None = None
    """Points to every other player."""
    amount: int | None = None
    """The number of whatever the kind counts (cards)."""
    agree: bool = False
    """The others agree on the points."""
    buys: int | None = None
    """Rounds of drinks."""

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Self:
        """A penalty from the JSON of case files and saved verdicts."""
        return cls(**{name: value for name, value in data.items() if name in fields_of(Penalty)})

    def dump(self) -> dict[str, Json]:
        """The penalty as case files print it; an amount still to be agreed on is null."""
        return {"kind": self.kind, **({"amount": None} if self.agree else {}), **dump_fields(self)}

    @property
    def ids(self) -> tuple[str, ...]:
        """Ids of its words, the most specific first: `lost.deal`, `lost`."""
        case = "agree" if self.agree else self.what
        return (f"{self.kind}.{case}", self.kind) if case else (self.kind,)


def _always(*facts: object) -> bool:
    return True


def has(name: str, *values: object) -> Callable[..., bool]:
    """A predicate for a row: a fact (or a house rule) is true, or one of some values.

    `name` may lead into an object: `deal.way`.
    """
    value = attrgetter(name)
    if values:
        return lambda of, *_house: value(of) in values
    return lambda of, *_house: bool(value(of))


def lacks(name: str) -> Callable[..., bool]:
    """A predicate for a row: a fact (or a house rule) is false, zero or empty."""
    value = attrgetter(name)
    return lambda of, *_house: not value(of)


def is_told(name: str) -> Callable[..., bool]:
    """A predicate for a row: a fact is not null."""
    value = attrgetter(name)
    return lambda of, *_house: value(of) is not None


def several(name: str) -> Callable[..., bool]:
    """A predicate for a row: a fact has more than one item."""
    value = attrgetter(name)
    return lambda of, *_house: len(value(of)) > 1


def needs(fact: str, of: str | None = None) -> Callable[[Any, object], Missing | None]:
    """A check that nobody can break: a fact is missing while it, or what hangs `of` it, is null."""
    value = attrgetter(of or fact)

    def check(dispute: AnyDispute, house: object) -> Missing | None:
        return Missing(fact) if value(dispute) is None else None

    return check


def _no_penalty(house: object) -> Penalty | None:
    return None


OurPart = Literal["penalty", "onward"]


@dataclass(frozen=True, eq=False)
class Rule(Generic[D, H]):
    """A rule of the referee's table.

    Alternatives are spared the whole check: where a rule `forbids` only certain deeds, `check`
    looks at the situation alone.
    """

    id: str
    asks: type[D]
    """The class of dispute in which it is asked."""
    check: Callable[[D, H], Finding] | None = None
    """Whether it is broken; None if nobody can break it and it only says what follows."""
    offence: str = "renonc"
    """What a breach of it is called; without one it only finds what is missing."""
    penalty: Callable[[H], Penalty | None] = _no_penalty
    """What a breach costs in a house."""
    when: Callable[[H], bool] = _always
    """The houses in which it holds."""
    applies: Callable[[D, H], bool] = _always
    """Whether it has a say in a dispute at all: in this contract, trick, position."""
    forbids: Callable[[D], bool] = _always
    """The deeds that it is about."""
    ours: tuple[OurPart, ...] = ()
    """What the source does not tell of a breach and we decided: the penalty, or how play goes on.
    """
    ours_where: Mapping[str, tuple[OurPart, ...]] = field(default_factory=dict)
    """What was `wrong` → what of such a breach is ours, where it is not as in the others."""

    @property
    def breakable(self) -> bool:
        """True if it forbids anything."""
        return self.check is not None and bool(self.offence)

    @property
    def costs(self) -> bool:
        """True if a breach has a penalty of its own."""
        return self.penalty is not _no_penalty

    def find(self, dispute: D, house: H) -> Finding:
        """What `check` finds in a dispute; None for a rule that does not apply or has no check."""
        if self.check and self.forbids(dispute) and self.applies(dispute, house):
            return self.check(dispute, house)
        return None

    def breaking(self, situation: D, house: H) -> Callable[[D], bool] | None:
        """Which alternatives of a situation break the rule, as a predicate; None if none can."""
        check, applies = self.check, self.applies
        if check is None:
            return None
        if self.forbids is not _always:
            asked = applies(situation, house)
            return self.forbids if asked and isinstance(check(situation, house), Broken) else None
        if applies is _always:
            return lambda choice: isinstance(check(choice, house), Broken)
        return lambda choice: applies(choice, house) and isinstance(check(choice, house), Broken)


AnyRule = Rule[Any, Any]
"""A rule of any game. In a table that is not declared to hold these, each predicate is checked
against the kind and the house rules of its row.
"""
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
    missing: tuple[str, ...] = ()
    """The facts without which nothing can be said."""
    result: Result = field(default_factory=dict, hash=False)
    """What a kind that computes something found out; of a question in which facts are unknown only
    what is so in any case.
    """
    witness: Mapping[str, Mapping[str, Json]] = field(default_factory=dict, hash=False)
    """Two ways (JSON of the dispute) in which it may have been where nothing can be said: one
    `legal` and one an `offence`; where nothing can be broken, `one` answer and the `other`.
    """
    decides: str | None = None
    """The field that settles what is open."""
    whatever: bool = False
    """It holds whatever the facts were that nobody knows."""
    customs: tuple[str, ...] = ()
    """Unwritten rules that a legal move offends."""
    possible: tuple[Result, ...] = field(default=(), hash=False)
    """The results that there may be where nothing can be broken."""


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


def judge_question(rules: Sequence[AnyRule], question: Question, house: HouseRules) -> Verdict:
    """The verdict on a question: what is so in all the ways in which it may have been."""
    if not question.candidates:
        return _by_what_is_told(rules, question, house)
    verdicts = [_without(question, judge(rules, way, house)) for way in question.candidates]
    if not question.unknown:
        return verdicts[0]
    breakable = question.candidates[0].accuses and _is_breakable(rules, question.kind, house)
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
        facts=_dump_members(finding.facts),
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


def _is_breakable(rules: Sequence[AnyRule], kind: type[AnyDispute], house: HouseRules) -> bool:
    return any(rule.breakable for rule in in_force(rules, kind, house))


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
        result=_same_members([each.result for each in verdicts]),
        whatever=True,
        customs=tuple(id for id in first.customs if all(id in v.customs for v in verdicts)),
    )


def _same(values: Sequence[T]) -> T | None:
    return values[0] if all(each == values[0] for each in values) else None


def _same_members(results: Sequence[Result]) -> Result:
    """The members that some results have in common, those of nested ones too."""
    same: dict[str, Any] = {}
    for name, value in results[0].items():
        values = [each.get(name, _NOTHING) for each in results]
        if all(each == value for each in values):
            same[name] = value
        elif all(isinstance(each, Mapping) for each in values) and (inner := _same_members(values)):
            same[name] = inner
    return same


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


_NOTHING = object()
MOST_POSSIBLE = 12
"""Of more results than these it is not said which are possible."""


def _open_verdict(question: Question, verdicts: Sequence[Verdict], breakable: bool) -> Verdict:
    """The verdict that cannot be told: with a witness of each kind, and the facts that decide."""
    guesses = [_guess(question, way) for way in question.candidates]
    answers = [each.verdict if breakable else repr(each.result) for each in verdicts]
    missing = [name for name in question.unknown if _decides(name, guesses, answers)]
    missing += dict.fromkeys(n for v in verdicts for n in v.missing if n not in missing)
    candidates = [
        JudgedCandidate(verdict, example_of(question.kind, way, guess))
        for verdict, way, guess in sorted(
            zip(verdicts, question.candidates, guesses, strict=True),
            key=lambda each: unanswered(question.kind, each[2]),
        )
    ]
    still_open = [each for each in verdicts if each.verdict == "undecidable"]
    undecidable = Verdict(
        "undecidable",
        _in_common(still_open or verdicts).rules,
        missing=tuple(missing or question.unknown),
        result=_same_members([each.result for each in verdicts]),
        witness=_witness(candidates) if breakable else _two_results(candidates),
    )
    decides = _deciding(undecidable.missing, undecidable.witness)
    if breakable:
        return replace(undecidable, decides=decides)
    possible = _possible(verdicts) if question.all_results else ()
    return replace(undecidable, decides=decides, possible=possible)


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
    """A way in which a question may have been: the verdict on it, and its facts as JSON."""

    verdict: Verdict
    facts: Mapping[str, Json]


def _witness(candidates: Sequence[JudgedCandidate]) -> dict[str, Mapping[str, Json]]:
    """The facts of a legal way and of an offence; of a way that is open itself its own witness."""
    found: dict[str, Mapping[str, Json]] = {}
    for verdict, facts in candidates:
        for name, own in (verdict.witness or {verdict.verdict: facts}).items():
            found.setdefault(name, {**facts, **own})
    if "legal" not in found or "offence" not in found:
        return {}
    return {"legal": found["legal"], "offence": found["offence"]}


def _two_results(candidates: Sequence[JudgedCandidate]) -> dict[str, Mapping[str, Json]]:
    """The facts of two ways with different results; else those of a way that is open itself."""
    told = [way for way in candidates if way.verdict.verdict != "undecidable"]
    for verdict, other in told[1:]:
        if verdict.result != told[0].verdict.result:
            return {"one": told[0].facts, "other": other}
    verdict, facts = next((way for way in candidates if way.verdict.witness), candidates[0])
    return {name: {**facts, **own} for name, own in verdict.witness.items()}


def _possible(verdicts: Sequence[Verdict]) -> tuple[Result, ...]:
    """The different results that there may be; none if they are too many to be told, or if some
    way is open in itself.
    """
    if any(each.verdict == "undecidable" for each in verdicts):
        return ()
    results = [each.result for each in verdicts]
    different = [each for at, each in enumerate(results) if each not in results[:at]]
    return tuple(different) if len(different) <= MOST_POSSIBLE else ()


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
    result = _same_members([verdict.result, *ways])
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
    return Verdict(
        "offence",
        tuple(rule.id for rule, _ in broken),
        offence=first.offence,
        facts=_dump_members(finding.facts),
        instead=Alternatives(lambda: _alternatives(rules, dispute, house)),
        penalty=first.penalty(house),
        result=_result(dispute, house),
    )


def _alternatives(
    rules: Sequence[AnyRule], dispute: AnyDispute, house: HouseRules
) -> Iterable[Json]:
    return (dump(each.choice()) for each in allowed(rules, dispute.alternatives(house), house))


def _result(dispute: AnyDispute, house: HouseRules) -> dict[str, Json]:
    return _dump_members(dispute.result(house))


def _dump_members(values: Mapping[str, object]) -> dict[str, Json]:
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
    breakable = _is_breakable(rules, type(dispute), house)
    verdict = replace(verdict, result=_certain_result(dispute, verdict, house))
    names = ("legal", "offence") if breakable else ("one", "other")
    candidates: dict[str, AnyDispute] = {}
    for way in dispute.completions(house) if breakable else _guesses(dispute, verdict, house):
        second = breaks(rules, way, house) if breakable else _differs(way, candidates, house)
        candidates.setdefault(names[second], way)
        if len(candidates) == 2:
            witness = {name: dump_fields(candidates[name]) for name in names}
            return replace(verdict, witness=witness, decides=_deciding(verdict.missing, witness))
    for way in candidates.values():
        return replace(_judgement(rules, way, house), instead=(), whatever=True)
    return replace(verdict, decides=verdict.missing[0])


def _certain_result(dispute: AnyDispute, verdict: Verdict, house: HouseRules) -> Mapping[str, Json]:
    """What all ways in which a dispute may have been have in common of their results.

    Where nobody can list them, it is what a kind says to hang on nothing that is missing. An audit
    tells of what was played so far.
    """
    if not verdict.result or type(dispute).lists_breaches:
        return verdict.result
    cls: type = type(dispute)
    needs, open_facts = type(dispute).result_needs, verdict.missing[:1]
    several = any(Seat in union_members(type_of(cls, name)) for name in open_facts)
    guesses = dispute.completions(house) if several else _guesses(dispute, verdict, house)
    ways = [_result(way, house) for way in guesses]
    if not ways:
        missing = {*verdict.missing, *dispute.unknown()}
        free = {name for name in verdict.result if missing.isdisjoint(needs.get(name, ()))}
        return {n: value for n, value in verdict.result.items() if needs and n in free}
    return _same_members([verdict.result, *ways])


def _guesses(dispute: AnyDispute, verdict: Verdict, house: HouseRules) -> Iterator[AnyDispute]:
    """A dispute in which nothing can be broken, with what is missing filled in.

    Unless it says itself how, that is done with a yes or a no, with each choice, or with two seats.
    """
    cls: type = type(dispute)
    yield from dispute.completions(house)
    for name in verdict.missing[:1]:
        yield from copies_with(dispute, name, _few_values(type_of(cls, name)))


def _few_values(kind: object) -> Sequence[object]:
    """What a field of a type may hold, if that is little; of many seats the first two."""
    kinds = union_members(kind)
    choices = (get_args(each) for each in kinds if get_origin(each) is Literal)
    if bool in kinds:
        return False, True
    return (Seat(0), Seat(1)) if Seat in kinds else next(choices, ())


def _differs(way: AnyDispute, candidates: Mapping[str, AnyDispute], house: HouseRules) -> bool:
    return bool(candidates) and way.result(house) != candidates["one"].result(house)


def _deciding(missing: Sequence[str], witness: Mapping[str, Mapping[str, Json]]) -> str:
    one, other = (*witness.values(), {}, {})[:2]
    differing = (name for name in missing if fact_at(one, name) != fact_at(other, name))
    return next(differing, missing[0])


def judge_admitted(rules: Sequence[AnyRule], id: str, house: HouseRules) -> Verdict | None:
    """The verdict on an offence that the table agrees on; None if no such rule can be broken."""
    for rule in admissible(rules, house):
        if rule.id == id:
            return Verdict("offence", (id,), offence=rule.offence, penalty=rule.penalty(house))
    return None


def admissible(rules: Iterable[AnyRule], house: HouseRules) -> Iterator[AnyRule]:
    """The rules in force that a table may agree are broken."""
    in_house = (rule for rule in rules if rule.when(house))
    return (rule for rule in in_house if rule.asks is Admitted or rule.breakable)


def allowed(rules: Sequence[AnyRule], choices: Iterable[D], house: HouseRules) -> tuple[D, ...]:
    """The choices that break no rule; a rule that cannot tell forbids nothing.

    They are all of one kind and in one situation: only what is done differs.
    """
    left = alike = tuple(choices)
    for rule in in_force(rules, type(alike[0]), house) if alike else ():
        if breaking := rule.breaking(alike[0], house):
            left = tuple([each for each in left if not breaking(each)])
    return left


def breaks(rules: Sequence[AnyRule], dispute: AnyDispute, house: HouseRules) -> bool:
    return first_broken(rules, dispute, house) is not None


def first_broken(rules: Sequence[AnyRule], dispute: AnyDispute, house: HouseRules) -> str | None:
    """The id of the most specific rule that is broken, if one is."""
    return broken_first(in_force(rules, type(dispute), house), dispute, house)


def broken_first(relevant: Iterable[AnyRule], dispute: AnyDispute, house: HouseRules) -> str | None:
    """The id of the first of some rules in force that is broken, if one is."""
    for rule in relevant:
        # As `find` does: audits and walks ask very often.
        check = rule.check
        if check is None or not (rule.forbids(dispute) and rule.applies(dispute, house)):
            continue
        if isinstance(check(dispute, house), Broken):
            return rule.id
    return None


def in_force(rules: Sequence[AnyRule], kind: type, house: HouseRules) -> Sequence[AnyRule]:
    """The rules that are asked about a kind of dispute in this house, in the table's order."""
    return [rule for rule in _asking(tuple(rules), kind) if rule.when(house)]


@lru_cache(maxsize=512)
def _asking(rules: tuple[AnyRule, ...], kind: type) -> tuple[AnyRule, ...]:
    return tuple(rule for rule in rules if issubclass(kind, rule.asks))
