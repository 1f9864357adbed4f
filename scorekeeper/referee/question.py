"""A question: a dispute as it was put, in which some facts may be unknown.

A member of a case that is `null` is a fact that nobody knows. It is neither zero nor "no": the
question stands for every dispute that it may have been, and only what is so in all of them is said.
A fact is named by its path: `points`, or `deal.points` for a member of the entry in `deal`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import MISSING, dataclass, field, is_dataclass
from itertools import chain, combinations, product, starmap
from math import prod
from typing import Any, Literal, get_args, get_origin

from scorekeeper.core import schema
from scorekeeper.core.cards import Card, Pack
from scorekeeper.core.schema import Invalid, Json, LoadContext, Seat, Spec
from scorekeeper.referee.dispute import AnyDispute, Some
from scorekeeper.referee.hands import HAND, HOLDS, LACKS, PartOfHand, part_of_hand
from scorekeeper.referee.hands import Cards as Hand

MAX_CANDIDATES = 2000
"""Where more disputes than these are possible, it is not tried what they have in common."""
MOST_IN_A_SET = 6
"""A set of more than these has too many parts to try them all."""
MOST_NUMBERS = 100
"""A number that may be more than these has to name those that make a difference."""
NO_TABLE = LoadContext(0, Pack("none", ()))


@dataclass(frozen=True)
class Question:
    """A kind of dispute as it was put: `candidates` are all that it may have been, at least one.

    `unknown` are the fields that nobody knows, and `lacking` those that the rules can do without.
    Where nobody can tell what they may be there are no ways, and `unknown` has only what may
    matter. `all_results` says that they come to
    every result that there may be.
    """

    kind: type[AnyDispute]
    unknown: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()
    candidates: tuple[AnyDispute, ...] = field(default=(), repr=False)
    all_results: bool = True
    partial: AnyDispute | None = field(default=None, repr=False, compare=False)
    """Where there are no ways: the dispute as far as it is told. To ask it for more raises Untold.
    """

    @property
    def dispute(self) -> AnyDispute | None:
        """The dispute itself; None if a fact that it needs is unknown."""
        return self.candidates[0] if len(self.candidates) == 1 else None


def read_question(
    kind: type[AnyDispute],
    given: Mapping[str, Json],
    context: LoadContext,
    read: Callable[[Mapping[str, Json]], AnyDispute],
    house: object,
) -> Question:
    """A question from the JSON object of its facts; `read` makes a dispute of all of them.

    Of a hand that is told in part every whole one is tried that makes a difference in a `house`.
    Raises Invalid, also if it can have been none.
    """
    part, given = _without_part(kind, given, context)
    unknown, lacking = _untold(kind, given)
    members = _members(kind, given, unknown, context) if unknown else {}
    tried = _tried(kind, unknown, members, context)
    if tried is None:
        open_facts = tuple(path for path in unknown if path not in kind.idle_facts)
        partial = _partial(kind, members, unknown)
        _require_told_possible(kind, partial, given)
        return Question(kind, open_facts, lacking, partial=partial)
    candidates: list[AnyDispute] = []
    refused: list[Invalid] = []
    for values in product(*tried):
        facts = with_facts(given, dict(zip(unknown, values, strict=True)))
        try:
            ways = _with_hands(kind, facts, part, context, house) if part else (facts,)
        except Invalid as error:
            refused.append(error)
            continue
        for way in ways:
            try:
                candidates.append(read(way))
            except Invalid as error:
                refused.append(error)
    if refused and not candidates:
        return _missing_beside(kind, refused[0], part, given, lacking)
    if part and given.get(HAND) is None and any(getattr(way, HAND) for way in candidates):
        unknown, lacking = (*unknown, HAND), tuple(path for path in lacking if path != HAND)
    untold = any(error.path in lacking for error in refused)
    all_results = not (untold or any(isinstance(values, Some) for values in tried))
    return Question(kind, unknown, lacking, tuple(candidates), all_results)


def _missing_beside(
    kind: type[AnyDispute],
    error: Invalid,
    part: PartOfHand | None,
    given: Mapping[str, Json],
    lacking: tuple[str, ...],
) -> Question:
    """A question that lacks a fact without which the rest is nothing: one of those that are null,
    or another in place of which they may tell it; raises the error if it is about what is told, of
    a hand of which only a part was, as an error of that.
    """
    if part and error.path.partition(".")[0] == HAND:
        error = Invalid(HOLDS, error.code, **error.params)
    fact = fact_of(kind, error.path)
    if not lacking or fact_at(given, fact) is not None:
        raise error
    return Question(kind, (fact,) if fact in lacking else lacking, lacking)


def _without_part(
    kind: type[AnyDispute], given: Mapping[str, Json], context: LoadContext
) -> tuple[PartOfHand | None, Mapping[str, Json]]:
    """What is told of a hand in part, of a kind that has one, and the facts without it.

    Raises Invalid.
    """
    if HAND not in schema.fields_of(kind):
        return None, given
    part = part_of_hand(given, context.pack)
    rest = {name: value for name, value in given.items() if name not in (HOLDS, LACKS)}
    has_to_be_told = not schema.allows_none(schema.type_of(kind, HAND))
    return part, {HAND: None, **rest} if part and has_to_be_told else rest


def _with_hands(
    kind: type[AnyDispute],
    facts: Mapping[str, Json],
    part: PartOfHand,
    context: LoadContext,
    house: object,
) -> Iterable[Mapping[str, Json]]:
    """Facts of which only the hand is told in part, with each whole one that is tried; as they are
    where the hand is told, or where nobody can list it. Raises Invalid.
    """
    dispute = schema.load(kind, facts, context)
    whole: Hand | None = getattr(dispute, HAND)
    if whole is not None:
        part.require_agreement(whole)
        return (facts,)
    within = schema.spec_of(schema.fields_of(kind)[HAND]).contains
    played = tuple(card for name in within for card in _cards_in(getattr(dispute, name)))
    places = dispute.places().items()
    away = [card for name, cards in places if name not in (HAND, *within) for card in cards]
    told = part.open_hands(context.pack, played, away)
    ways = [dispute.whole_hands(each, house) for each in told]
    if any(way is None for way in ways):
        return (facts,)
    hands = dict.fromkeys(hand for way in ways for hand in way or ())
    return ({**facts, HAND: schema.dump(hand)} for hand in hands)


def _cards_in(value: object) -> Hand:
    """The cards of a field that holds one or several; none of one that holds nothing."""
    return (value,) if isinstance(value, Card) else value if isinstance(value, tuple) else ()


class Untold(Exception):
    """A fact was asked for that nobody knows."""


def _partial(
    kind: type[AnyDispute], members: Mapping[str, object], unknown: Sequence[str]
) -> AnyDispute:
    open_fields = frozenset(path.partition(".")[0] for path in unknown)
    partial = object.__new__(_partial_kind(kind, open_fields))
    vars(partial).update((n, value) for n, value in members.items() if n not in open_fields)
    return partial


def _require_told_possible(
    kind: type[AnyDispute], partial: AnyDispute, given: Mapping[str, Json]
) -> None:
    """Raises Invalid about what is told, which no other fact could mend."""
    try:
        partial.validate()
    except Untold:
        return
    except Invalid as error:
        if fact_at(given, fact_of(kind, error.path)) is not None:
            raise


@schema.remembered
def _partial_kind(kind: type, untold: Set[str]) -> type[AnyDispute]:
    return type(kind.__name__, (kind,), {name: property(_untold_fact) for name in untold})


def _untold_fact(dispute: AnyDispute) -> object:
    raise Untold


def fact_of(cls: type, path: str) -> str:
    """The fact that a path leads to, or into: `points` of `points.0`."""
    name, _, inner = path.partition(".")
    nested = objects_in(cls).get(name)
    return f"{name}.{fact_of(nested, inner)}" if nested and inner else name


def with_facts(given: Mapping[str, Json], facts: Mapping[str, object]) -> dict[str, Json]:
    """The facts of a case (JSON) with others at their paths.

    >>> with_facts({"deal": {"points": None}, "seat": 1}, {"deal.points": 40})
    {'deal': {'points': 40}, 'seat': 1}
    """
    whole = dict(given)
    for path, value in facts.items():
        name, _, inner = path.partition(".")
        whole[name] = (
            with_facts(_object_at(whole, name), {inner: value}) if inner else schema.dump(value)
        )
    return whole


def example_of(
    kind: type[AnyDispute], way: AnyDispute, guess: Mapping[str, Json]
) -> Mapping[str, Json]:
    """The facts (JSON) of a way in which a question may have been, told as a table tells them: that
    there is none of something is left out.
    """
    facts = with_facts(schema.dump_fields(way), guess)
    for path in _nothing_at(guess):
        cls, name = field_at(kind, path)
        if schema.default_of(schema.fields_of(cls)[name]) is None:
            facts = _without(facts, path)
    return facts


def _without(facts: Mapping[str, Json], path: str) -> dict[str, Json]:
    name, _, inner = path.partition(".")
    if inner:
        return {**facts, name: _without(_object_at(facts, name), inner)}
    return {each: value for each, value in facts.items() if each != name}


def unanswered(kind: type[AnyDispute], guess: Mapping[str, Json]) -> int:
    """How many facts some guess leaves open, of which nobody says that there is none."""
    asked = (field_at(kind, path) for path in _nothing_at(guess))
    return sum(not none_is_an_answer(*each) for each in asked)


def _nothing_at(guess: Mapping[str, Json]) -> list[str]:
    return [path for path, value in guess.items() if value is None]


def _object_at(given: Mapping[str, Json], name: str) -> Mapping[str, Json]:
    """The object in a member; an empty one where there is none."""
    within = given.get(name)
    return within if isinstance(within, Mapping) else {}


def fact_at(given: Json, path: str, left_out: Any = None) -> Json:
    """The fact of a case (JSON) at a path; `left_out` where there is none.

    >>> fact_at({"deal": {"points": 40}}, "deal.points"), fact_at({}, "deal.points")
    (40, None)
    """
    for step in path.split("."):
        given = given.get(step, left_out) if isinstance(given, Mapping) else left_out
    return given


def field_at(cls: type, path: str) -> tuple[type, str]:
    """The dataclass that has the fact at a path, and the name of its field there."""
    *within, name = path.split(".")
    for step in within:
        cls = objects_in(cls)[step]
    return cls, name


def _members(
    cls: type, given: Mapping[str, Json], unknown: Sequence[str], context: LoadContext
) -> dict[str, object]:
    """Field → what it holds, of those that are told or have a default; of an object in which facts
    are unknown its own members. Raises Invalid for a field that has to be told first: what is
    unknown is asked for later.
    """
    within: dict[str, list[str]] = {}
    for path in unknown:
        name, _, inner = path.partition(".")
        within.setdefault(name, []).extend([inner] if inner else [])
    told = {name: value for name, value in given.items() if name not in within}
    members = schema.load_members(cls, told, context)
    for name, paths in within.items():
        try:
            if paths:
                nested = objects_in(cls)[name]
                members[name] = _members(nested, _object_at(given, name), paths, context)
        except Invalid as error:
            raise error.prefixed(name) from None
    lacking = next(
        (name for name in schema.fields_of(cls) if name not in {*members, *within}), None
    )
    if lacking is not None:
        raise Invalid(lacking, "missing")
    return members


def _tried(
    kind: type[AnyDispute],
    unknown: Sequence[str],
    members: Mapping[str, object],
    context: LoadContext,
) -> Sequence[Sequence[object]] | None:
    """What is tried for each unknown field; None if that is too much."""
    tried: list[Sequence[object]] = []
    for name in unknown:
        values = (None,) if name in kind.idle_facts else kind.possible_values(name, members)
        values = values_of(kind, name, context) if values is None else values
        if values is None:
            return None
        tried.append(values)
    return tried if prod(map(len, tried)) <= MAX_CANDIDATES else None


def _untold(
    kind: type[AnyDispute], given: Mapping[str, Json]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The facts that nobody knows: those that are null; and of these, apart, those left to the
    rules. Which cards make a difference they say themselves (`completions`).
    """
    null = [path for path in paths_in(kind, given) if fact_at(given, path, MISSING) is None]
    null += [
        name
        for name, other in _tellers(kind).items()
        if name not in given and given.get(other, MISSING) is None
    ]
    lacking = tuple(path for path in null if rules_handle_null(kind, path))
    return tuple(path for path in null if path not in lacking), lacking


@schema.remembered
def _tellers(cls: type) -> Mapping[str, str]:
    """A fact that may be left out → the other one that tells it then."""
    tellers = {name: schema.spec_of(field).told_by for name, field in schema.fields_of(cls).items()}
    return {name: other for name, other in tellers.items() if other}


def paths_in(cls: type, given: Mapping[str, Json]) -> Iterator[str]:
    """The paths of the facts that a case may tell, within the objects that it has too."""
    for name in schema.fields_of(cls):
        inner, within = objects_in(cls).get(name), given.get(name)
        if inner and isinstance(within, Mapping):
            yield from (f"{name}.{path}" for path in paths_in(inner, within))
        else:
            yield name


@schema.remembered
def objects_in(cls: type) -> Mapping[str, type]:
    """The fields that hold an object of facts of its own → its dataclass."""
    asked = [name for name, field in schema.fields_of(cls).items() if schema.spec_of(field).in_form]
    kinds: Iterator[object] = (schema.union_members(schema.type_of(cls, name))[0] for name in asked)
    types = ((n, kind) for n, kind in zip(asked, kinds, strict=True) if isinstance(kind, type))
    return {n: kind for n, kind in types if is_dataclass(kind)}


def rules_handle_null(kind: type[AnyDispute], path: str) -> bool:
    """True if null is a value that the rules of a kind know themselves."""
    cls, name = field_at(kind, path)
    spec = schema.spec_of(schema.fields_of(cls)[name])
    if spec.null_is_answer or not spec.in_form:
        return True
    return schema.allows_none(schema.type_of(cls, name)) and not _has_listed(cls, name)


def may_be_unknown(kind: type[AnyDispute], path: str) -> bool:
    """True if a question can be judged without a fact, or at least what it may be is known; of an
    object each fact may be.
    """
    cls, name = field_at(kind, path)
    return "." in path or schema.allows_none(schema.type_of(cls, name)) or _has_listed(cls, name)


def none_is_an_answer(cls: type, name: str) -> bool:
    """True if that there is none is an answer of its own: no suit demanded, nobody.

    Of a number, a detail, or what a kind may lack, it is never told so.
    """
    declared, spec = schema.type_of(cls, name), schema.spec_of(schema.fields_of(cls)[name])
    first = schema.union_members(declared)[0]
    chosen = first is Seat or get_origin(first) is Literal
    told = not (spec.optional or spec.null_is_answer or spec.in_details)
    return chosen and told and schema.allows_none(declared)


def values_of(cls: type, path: str, context: LoadContext) -> Sequence[object] | None:
    """All that a fact may be, null first; None if that is too much to try.

    Numbers name what makes a difference where they may be many (`Spec.deciding_values`).
    """
    cls, name = field_at(cls, path)
    spec, declared = schema.spec_of(schema.fields_of(cls)[name]), schema.type_of(cls, name)
    if spec.deciding_values:
        return spec.deciding_values
    none = [None] if schema.allows_none(declared) and not spec.optional else []
    listed = (_values(each, spec, context) for each in schema.union_members(declared))
    return [*none, *chain(*(values for values in listed if values is not None))] or None


@schema.remembered
def _has_listed(cls: type, name: str) -> bool:
    """True if all that a fact may be can be tried, at whatever table."""
    spec, kinds = schema.spec_of(schema.fields_of(cls)[name]), schema.type_of(cls, name)
    listed = (_values(each, spec, NO_TABLE) for each in schema.union_members(kinds))
    return bool(spec.deciding_values) or any(values is not None for values in listed)


def _values(kind: Any, spec: Spec, table: LoadContext) -> Iterable[object] | None:
    """All the values of a type at a table; None if they are too many to try."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return inner
    if kind is int and spec.ge is not None and spec.le is not None:
        return range(spec.ge, spec.le + 1) if spec.le - spec.ge < MOST_NUMBERS else None
    if origin is Mapping and all(get_origin(each) is Literal for each in inner):
        keys, choices = map(get_args, inner)
        chosen = product((None, *choices), repeat=len(keys))
        return ({k: v for k, v in zip(keys, some, strict=True) if v} for some in chosen)
    if origin in (frozenset, tuple):
        few = get_origin(inner[0]) is Literal and len(get_args(inner[0])) <= MOST_IN_A_SET
        items = [*(_values(inner[0], spec, table) or ())] if few or inner[0] is Seat else None
        sizes = range(len(items or ()) + 1)
        return items and (origin(some) for n in sizes for some in combinations(items, n))
    if is_dataclass(kind) and isinstance(kind, type):
        names = schema.fields_of(kind)
        each = (values_of(kind, name, table) or () for name in names)
        listed = all(_has_listed(kind, name) for name in names)
        return starmap(kind, product(*each)) if listed else None
    simple = {bool: (False, True), Seat: map(Seat, range(table.players)), Card: table.pack.numbers}
    return simple.get(kind)
