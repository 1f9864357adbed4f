"""A game's table of rules: each row a named predicate, what breaking it costs, and when it holds.

From it come the verdicts, what was allowed instead, the choices of the random walks and the pages
of the rulebook; legality is computed nowhere else.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import attrgetter
from typing import Any, Generic, Literal, Self, TypeVar

from scorekeeper.core.house_rules import HouseRules
from scorekeeper.core.schema import Json, dump_fields, fields_of, spec
from scorekeeper.core.sheet import Facts
from scorekeeper.referee.dispute import Admitted, AnyDispute

H = TypeVar("H", bound=HouseRules)
D = TypeVar("D", bound=AnyDispute)


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
MOST_PAID = 10**9
"""A penalty of more is none that anybody plays for."""


@dataclass(frozen=True)
class Penalty:
    """What an offence costs; how it is said stands in the books, by `kind` and `what`."""

    kind: str
    what: str | None = None
    """What is lost."""
    each: int | None = spec(None, ge=0, le=MOST_PAID)
    """Points to every other player."""
    amount: int | None = spec(None, ge=0, le=MOST_PAID)
    """The number of whatever the kind counts (cards)."""
    agree: bool = False
    """The others agree on the points."""
    buys: int | None = spec(None, ge=0, le=MOST_PAID)
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


def is_breakable(rules: Sequence[AnyRule], kind: type[AnyDispute], house: HouseRules) -> bool:
    return any(rule.breakable for rule in in_force(rules, kind, house))


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
    return broken_first(in_force(rules, type(dispute), house), dispute, house) is not None


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
