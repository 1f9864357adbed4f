"""The referee: a dispute goes in, a reasoned verdict comes out.

A rule is a named predicate. From a game's table of rules come the verdict, what was allowed
instead, the choices of the random walks and the pages of the rulebook; legality is computed
nowhere else. A verdict is a value of ids and facts, never prose and never an exception.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Generic, Literal, Self, TypeVar

from scorekeeper.cards import Card, Pack
from scorekeeper.house import HouseRules
from scorekeeper.plain import Unreadable
from scorekeeper.sheet import Facts

H = TypeVar("H", bound=HouseRules)


@dataclass(frozen=True)
class Dispute:
    """The root of every question put to the referee; `kind` is its name in case files.

    `seated` is the field that says how many sit there: the number, or a list with one for each.
    Where nothing says it `at_table` do; None: as many as the game is for.
    """

    kind: ClassVar[str]
    seated: ClassVar[str] = "players"
    at_table: ClassVar[int | None] = None

    def check(self) -> None:
        """Raises Unreadable if the facts cannot be true together."""

    def places(self) -> Mapping[str, Iterable[Card]]:
        """Field → the cards that lie there, each card of the pack in one place only."""
        return {}

    def check_pack(self, pack: Pack) -> None:
        """Raises Unreadable if the cards cannot all come from the pack of this table."""
        no_card_twice(self.places(), pack.number)

    def alternatives(self) -> Iterable["Dispute"]:
        """The same situation with everything else that could have been done."""
        return ()

    def done(self) -> Any:
        """What was done, as plain data: how an alternative is told."""
        return None

    def result(self, house: Any) -> Mapping[str, Any]:
        """What a kind that computes something finds out. Raises Unreadable."""
        return {}

    def entry(self) -> Mapping[str, Any] | None:
        """What the sheet can take over from it: an entry as plain data, with its type.

        What the dispute does not tell is left out; the sheet asks for it.
        """
        return None


class CardPlayed(Dispute):
    """The root of questions on a single card that was played.

    `hand` is the hand before it, the card included, if it is known.
    """

    card: Card
    hand: tuple[Card, ...] | None

    def check(self) -> None:
        """Raises Unreadable if the card was not in the hand."""
        held(self.hand, "card", (self.card,))

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The hand, or the card."""
        return from_hand(self.hand, "card", (self.card,))

    def alternatives(self) -> Iterable[Self]:
        """Every card of the hand, played instead."""
        changes: Iterable[dict[str, Any]] = ({"card": card} for card in self.hand or ())
        return (replace(self, **change) for change in changes)

    def done(self) -> Any:
        """The card."""
        return self.card


@dataclass(frozen=True)
class Seen(Dispute):
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
Penalty = Mapping[str, Any]
"""What an offence costs, as case files print it: kind, and amounts in cards or points."""


def _always(house: Any) -> bool:
    return True


def _no_penalty(house: Any) -> Penalty | None:
    return None


@dataclass(frozen=True)
class Rule(Generic[D, H]):
    """A rule that can be broken: asked in disputes of `kind`, if the house plays it (`under`)."""

    id: str
    kind: type[D]
    finds: Callable[[D, H], Finding]
    offence: str = "renonc"
    penalty: Callable[[H], Penalty | None] = _no_penalty
    under: Callable[[H], bool] = _always


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
    """The verdict on a dispute by a game's table of rules, as this house plays them."""
    asked = in_force(rules, dispute, house)
    found = [(rule, rule.finds(dispute, house)) for rule in asked]
    broken = [(rule, finding) for rule, finding in found if isinstance(finding, Broken)]
    missing = dict.fromkeys(f.fact for _, f in found if isinstance(f, Missing))
    if not broken:
        ids = tuple(rule.id for rule in asked)
        verdict: Literal["legal", "undecidable"] = "undecidable" if missing else "legal"
        return Verdict(verdict, ids, missing=tuple(missing), result=dispute.result(house))
    first, finding = broken[0]
    return Verdict(
        "offence",
        tuple(rule.id for rule, _ in broken),
        offence=first.offence,
        facts=finding.facts,
        instead=tuple(other.done() for other in allowed(rules, dispute.alternatives(), house)),
        penalty=first.penalty(house),
        result=dispute.result(house),
    )


def seen(rules: Sequence[AnyRule], id: str, house: HouseRules) -> Verdict | None:
    """The verdict on an offence that the table agrees on: the rule's own; None for no such rule."""
    can_be_broken = (rule for rule in rules if rule.kind is Seen or rule.finds is not decides)
    rule = next((rule for rule in can_be_broken if rule.id == id and rule.under(house)), None)
    if rule is None:
        return None
    return Verdict("offence", (id,), offence=rule.offence, penalty=rule.penalty(house))


def allowed(rules: Sequence[AnyRule], choices: Iterable[D], house: HouseRules) -> tuple[D, ...]:
    """Those choices, all of one kind, that break no rule; what a rule cannot see is allowed."""
    alike = tuple(choices)
    asked = in_force(rules, alike[0], house) if alike else []
    return tuple(each for each in alike if not _broken(asked, each, house))


def breaks(rules: Sequence[AnyRule], dispute: Dispute, house: HouseRules) -> bool:
    """Whether any rule in force finds itself broken."""
    return _broken(in_force(rules, dispute, house), dispute, house)


def _broken(asked: Iterable[AnyRule], dispute: Dispute, house: HouseRules) -> bool:
    return any(isinstance(rule.finds(dispute, house), Broken) for rule in asked)


def first_broken(rules: Sequence[AnyRule], dispute: Dispute, house: HouseRules) -> str | None:
    """The id of the most specific rule that is broken, if one is."""
    asked = in_force(rules, dispute, house)
    return next((r.id for r in asked if isinstance(r.finds(dispute, house), Broken)), None)


def in_force(rules: Sequence[AnyRule], dispute: Dispute, house: HouseRules) -> list[AnyRule]:
    """The rules that are asked about a dispute in this house, in the order of the table."""
    return [rule for rule in rules if isinstance(dispute, rule.kind) and rule.under(house)]


def decides(dispute: Any, house: Any) -> Finding:
    """The predicate of a rule that nobody can break: it only says what follows."""
    return None


def held(hand: Sequence[Card] | None, place: str, cards: Iterable[Card]) -> None:
    """Raises Unreadable at the place of cards that were laid, if they were not in a known hand."""
    left = Counter(card.physical for card in hand or ())
    for card in cards if hand is not None else ():
        left[card.physical] -= 1
        if left[card.physical] < 0:
            raise Unreadable(place, "not-in-hand", code=str(card))


def no_more(place: str, cards: Sequence[Any] | None, most: int) -> None:
    """Raises Unreadable at a place of more cards than there can be."""
    if len(cards or ()) > most:
        raise Unreadable(place, "too-many-cards", most=most)


def from_hand(
    hand: Sequence[Card] | None, place: str, cards: Iterable[Card]
) -> Mapping[str, Iterable[Card]]:
    """Where cards that were laid came from: the hand, if it is known, else their own place."""
    return {place: cards} if hand is None else {"hand": hand}


def no_card_twice(places: Mapping[str, Iterable[Card]], copies: Callable[[Card], int]) -> None:
    """Raises Unreadable at the place where a card of the pack appears once too often.

    `copies` tells of a card how many equal ones there are.
    """
    seen: Counter[Card] = Counter()
    for place, cards in places.items():
        for card in cards:
            seen[card.physical] += 1
            if seen[card.physical] > copies(card):
                raise Unreadable(place, "twice", item=str(card))
