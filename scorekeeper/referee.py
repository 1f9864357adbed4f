"""The referee: a dispute goes in, a reasoned verdict comes out.

A rule is a named predicate. From a game's table of rules come the verdict, what was allowed
instead, the choices of the random walks and the pages of the rulebook; legality is computed
nowhere else. A verdict is a value of ids and facts, never prose and never an exception.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar, Generic, Literal, Self, TypeVar

from scorekeeper.cards import Card, Pack
from scorekeeper.fields import copies_with, fields_of
from scorekeeper.house import HouseRules
from scorekeeper.places import lying_in, require_distinct, require_in_hand
from scorekeeper.schema import Json, dump_fields
from scorekeeper.sheet import Facts

H = TypeVar("H", bound=HouseRules)
GameHouse = Any
"""House rules of the game that a dispute belongs to: each kind names its own class of them."""


@dataclass(frozen=True)
class Dispute:
    """The root of every question put to the referee; `kind` is its name in case files.

    `seated` is the field that says how many sit there: the number, or a list with one for each.
    Where nothing says it `at_table` do; None: as many as the game is for. The result of a kind that
    `lists_breaches` has all `breaches` with their `proofs`.
    """

    kind: ClassVar[str]
    seated: ClassVar[str] = "players"
    at_table: ClassVar[int | None] = None
    lists_breaches: ClassVar[bool] = False

    def check(self) -> None:
        """Raises Invalid if the facts cannot be true together."""

    def places(self) -> Mapping[str, Iterable[Card]]:
        """Field → the cards that lie there, each card of the pack in one place only."""
        return {}

    def check_pack(self, pack: Pack) -> None:
        """Raises Invalid if the cards cannot all come from the pack of this table."""
        require_distinct(self.places(), pack.number)

    def alternatives(self, house: GameHouse) -> Iterable["Dispute"]:
        """The same situation with everything else that could have been done."""
        return ()

    def choice(self) -> object:
        """What the player did, as case files print it in `instead`: a card, cards, or an id."""
        return None

    def result(self, house: GameHouse) -> Mapping[str, object]:
        """What the question computes, by the names of `verdict.result`. Raises Invalid."""
        return {}

    def trick_winners(self) -> tuple[int, ...]:
        """The seat that won each trick, of a kind that goes trick by trick."""
        return ()

    def entry(self) -> Mapping[str, Json] | None:
        """An entry (JSON, with its type) that the sheet can take over, or None.

        Fields that the dispute does not settle are missing; the entry's form asks for them.
        """
        return None


@dataclass(frozen=True, kw_only=True)
class CardPlayed(Dispute):
    """The root of questions on a single card that was played.

    `hand` is the hand before it, the card included, if it is known. A kind declares both once more
    at their place among its own fields, which is the order in which forms ask for them.
    """

    card: Card
    hand: tuple[Card, ...] | None = None

    def check(self) -> None:
        """Raises Invalid if the card was not in the hand."""
        require_in_hand(self.hand, "card", (self.card,))

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The hand, or the card."""
        return lying_in(self.hand, "card", (self.card,))

    def alternatives(self, house: GameHouse) -> Iterable[Self]:
        """Every card of the hand, played instead."""
        return copies_with(self, "card", self.hand or ())

    def choice(self) -> object:
        """The card."""
        return self.card


@dataclass(frozen=True)
class Admitted(Dispute):
    """An offence that the table saw and agrees on: there is nothing to prove, only to penalise."""

    kind: ClassVar[str] = "seen"


D = TypeVar("D", bound=Dispute)


@dataclass(frozen=True)
class Broken:
    """A rule was broken; `facts` are the values for the sentence."""

    facts: Facts = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Missing:
    """A rule cannot tell without this field of the dispute."""

    fact: str


Finding = Broken | Missing | None


@dataclass(frozen=True)
class Penalty:
    """What an offence costs; how it is said stands in the books, by `kind` and `what`.

    `what` is lost, `each` are points to every other player, `amount` is a number of whatever the
    kind counts (cards), `buys` are rounds of drinks. On some points the others `agree`.
    """

    kind: str
    what: str | None = None
    each: int | None = None
    amount: int | None = None
    agree: bool = False
    buys: int | None = None

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


def _always(house: object) -> bool:
    return True


def _no_penalty(house: object) -> Penalty | None:
    return None


@dataclass(frozen=True, eq=False)
class Rule(Generic[D, H]):
    """A rule of the referee's table: asked in disputes of the class `asks`, where `when` holds.

    `check` says whether it is broken; None if nobody can break it and it only says what follows.
    Alternatives are spared the whole check: `concerns` says whether anything done in the situation
    can break the rule; where it `forbids` only certain deeds, `check` looks at the situation alone.
    """

    id: str
    asks: type[D]
    check: Callable[[D, H], Finding] | None = None
    offence: str = "renonc"
    penalty: Callable[[H], Penalty | None] = _no_penalty
    when: Callable[[H], bool] = _always
    concerns: Callable[[D], bool] = _always
    forbids: Callable[[D], bool] = _always

    @property
    def costs(self) -> bool:
        """True if a breach has a penalty of its own."""
        return self.penalty is not _no_penalty

    def find(self, dispute: D, house: H) -> Finding:
        """What `check` finds in a dispute; None for a rule that cannot be broken."""
        return self.check(dispute, house) if self.check and self.forbids(dispute) else None

    def breaking(self, situation: D, house: H) -> Callable[[D], bool] | None:
        """Which alternatives of a situation break the rule, as a predicate; None if none can."""
        check = self.check
        if check is None or not self.concerns(situation):
            return None
        if self.forbids is _always:
            return lambda choice: isinstance(check(choice, house), Broken)
        return self.forbids if isinstance(check(situation, house), Broken) else None


AnyRule = Rule[Any, Any]


@dataclass(frozen=True)
class Verdict:
    """The referee's answer.

    `rules` are those broken, the most specific first; of a legal move those that were asked.
    `instead` is what would have been allowed, `missing` the facts without which nothing can be
    said, `result` what a kind that computes something found out.
    """

    verdict: Literal["legal", "offence", "undecidable"]
    rules: tuple[str, ...]
    offence: str | None = None
    facts: Facts = field(default_factory=dict, hash=False)
    instead: tuple[Any, ...] = ()
    penalty: Penalty | None = None
    missing: tuple[str, ...] = ()
    result: Mapping[str, Any] = field(default_factory=dict, hash=False)


def judge(rules: Sequence[AnyRule], dispute: Dispute, house: HouseRules) -> Verdict:
    """The verdict on a dispute by a game's table of rules, as this house plays them.

    >>> from scorekeeper.games.kocka.referee.conduct import CONDUCT_RULES, HouseRules, Turn
    >>> judge(CONDUCT_RULES, Turn(seat=2, turn=2), HouseRules()).verdict
    'legal'
    >>> judge(CONDUCT_RULES, Turn(seat=2, turn=3), HouseRules()).rules
    ('kocka.turn',)
    """
    relevant = in_force(rules, type(dispute), house)
    findings = [(rule, rule.find(dispute, house)) for rule in relevant]
    broken = [(rule, finding) for rule, finding in findings if isinstance(finding, Broken)]
    missing = dict.fromkeys(f.fact for _, f in findings if isinstance(f, Missing))
    if not broken:
        ids = tuple(rule.id for rule in relevant)
        verdict: Literal["legal", "undecidable"] = "undecidable" if missing else "legal"
        return Verdict(verdict, ids, missing=tuple(missing), result=dispute.result(house))
    first, finding = broken[0]
    return Verdict(
        "offence",
        tuple(rule.id for rule, _ in broken),
        offence=first.offence,
        facts=finding.facts,
        instead=tuple(each.choice() for each in allowed(rules, dispute.alternatives(house), house)),
        penalty=first.penalty(house),
        result=dispute.result(house),
    )


def judge_admitted(rules: Sequence[AnyRule], id: str, house: HouseRules) -> Verdict | None:
    """The verdict on an offence that the table agrees on; None if no such rule can be broken."""
    can_be_broken = (rule for rule in rules if rule.asks is Admitted or rule.check is not None)
    for rule in can_be_broken:
        if rule.id == id and rule.when(house):
            return Verdict("offence", (id,), offence=rule.offence, penalty=rule.penalty(house))
    return None


def allowed(rules: Sequence[AnyRule], choices: Iterable[D], house: HouseRules) -> tuple[D, ...]:
    """The choices that break no rule; a rule that cannot tell forbids nothing.

    They are all of one kind and in one situation: only what is done differs.
    """
    left = alike = tuple(choices)
    for rule in in_force(rules, type(alike[0]), house) if alike else ():
        if breaking := rule.breaking(alike[0], house):
            left = tuple([each for each in left if not breaking(each)])
    return left


def breaks(rules: Sequence[AnyRule], dispute: Dispute, house: HouseRules) -> bool:
    """True if any rule in force is broken."""
    return first_broken(rules, dispute, house) is not None


def first_broken(rules: Sequence[AnyRule], dispute: Dispute, house: HouseRules) -> str | None:
    """The id of the most specific rule that is broken, if one is."""
    return broken_first(in_force(rules, type(dispute), house), dispute, house)


def broken_first(relevant: Iterable[AnyRule], dispute: Dispute, house: HouseRules) -> str | None:
    """The id of the first of some rules in force that is broken, if one is."""
    return next((r.id for r in relevant if isinstance(r.find(dispute, house), Broken)), None)


def in_force(rules: Sequence[AnyRule], kind: type, house: HouseRules) -> Sequence[AnyRule]:
    """The rules that are asked about a kind of dispute in this house, in the table's order."""
    return [rule for rule in _asking(tuple(rules), kind) if rule.when(house)]


@lru_cache(maxsize=512)
def _asking(rules: tuple[AnyRule, ...], kind: type) -> tuple[AnyRule, ...]:
    """The rules that are asked about disputes of a kind in any house."""
    return tuple(rule for rule in rules if issubclass(kind, rule.asks))
