"""A question: a dispute as it was put, in which some facts may be unknown.

A member of a case that is `null` is a fact that nobody knows. It is neither zero nor "no": the
question stands for every dispute that it may have been, and only what is so in all of them is said.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import chain, combinations, product
from math import prod
from typing import Any, Literal, get_args, get_origin

from scorekeeper.cards import Card
from scorekeeper.dispute import Dispute
from scorekeeper.schema import (
    Invalid,
    Json,
    LoadContext,
    Seat,
    Spec,
    allows_none,
    dump,
    fields_of,
    load_members,
    spec_of,
    type_of,
    union_members,
)

MAX_CANDIDATES = 2000
"""Where more disputes than these are possible, it is not tried what they have in common."""
MOST_IN_A_SET = 6
"""A set of more than these has too many parts to try them all."""
MOST_NUMBERS = 100
"""A number that may be more than these has to name those that make a difference."""


@dataclass(frozen=True)
class Question:
    """A kind of dispute as it was put: `candidates` are all that it may have been, at least one.

    `unknown` are the fields that nobody knows, and `lacking` those that the rules can do without.
    Where nobody can tell what they may be there are no ways.
    """

    kind: type[Dispute]
    unknown: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()
    candidates: tuple[Dispute, ...] = field(default=(), repr=False)

    @property
    def dispute(self) -> Dispute | None:
        """The dispute itself; None if a fact that it needs is unknown."""
        return self.candidates[0] if len(self.candidates) == 1 else None


def read_question(
    kind: type[Dispute],
    given: Mapping[str, Json],
    context: LoadContext,
    read: Callable[[Mapping[str, Json]], Dispute],
) -> Question:
    """A question from the JSON object of its facts; `read` makes a dispute of all of them.

    Raises Invalid, also if it can have been none.
    """
    unknown = unknown_in(kind, given)
    known = {name: value for name, value in given.items() if name not in unknown}
    lacking = tuple(name for name, value in known.items() if value is None)
    if not unknown:
        return Question(kind, (), lacking, (read(known),))
    members = load_members(kind, known, context)
    _require_the_others(kind, {*members, *unknown})
    tried = _tried(kind, unknown, members, context)
    if tried is None:
        return Question(kind, unknown, lacking)
    candidates, refused = [], None
    for values in product(*tried):
        try:
            candidates.append(read({**known, **dict(zip(unknown, map(dump, values), strict=True))}))
        except Invalid as error:
            refused = refused or error
    if refused and not candidates:
        raise refused
    return Question(kind, unknown, lacking, tuple(candidates))


def _require_the_others(kind: type[Dispute], told: Set[str]) -> None:
    """Raises Invalid for a field that has to be told first: what is unknown is asked for later."""
    cls: type = kind
    lacking = next((name for name in fields_of(cls) if name not in told), None)
    if lacking is not None:
        raise Invalid(lacking, "missing")


def _tried(
    kind: type[Dispute],
    unknown: Sequence[str],
    members: Mapping[str, object],
    context: LoadContext,
) -> Sequence[Sequence[object]] | None:
    """What is tried for each unknown field; None if that is too much."""
    tried: list[Sequence[object]] = []
    for name in unknown:
        values = kind.possible_values(name, members)
        values = values_of(kind, name, context) if values is None else values
        if values is None:
            return None
        tried.append(values)
    return tried if prod(map(len, tried)) <= MAX_CANDIDATES else None


def unknown_in(kind: type[Dispute], given: Mapping[str, object]) -> tuple[str, ...]:
    """The fields that nobody knows: those that are null.

    A list of cards that may be missing is left to the rules: which cards make a difference they
    say themselves (`completions`).
    """
    cls: type = kind
    names = (name for name in fields_of(cls) if name in given and given[name] is None)
    return tuple(name for name in names if not rules_handle_null(kind, name))


def rules_handle_null(kind: type[Dispute], name: str) -> bool:
    """True if null is a value that the rules of a kind know themselves."""
    cls: type = kind
    spec = spec_of(fields_of(cls)[name])
    if spec.null_is_answer or not spec.in_form:
        return True
    return allows_none(type_of(cls, name)) and not _has_listed(cls, name)


def may_be_unknown(kind: type[Dispute], name: str) -> bool:
    """True if a question can be judged without a field, or at least what it may be is known."""
    cls: type = kind
    return allows_none(type_of(cls, name)) or _has_listed(cls, name)


def none_is_an_answer(kind: type[Dispute], name: str) -> bool:
    """True if that there is none is an answer of its own: no suit demanded, nobody.

    Of a number, or what a kind may lack, it is never told so.
    """
    cls: type = kind
    declared = type_of(cls, name)
    first = union_members(declared)[0]
    chosen = first is Seat or get_origin(first) is Literal
    told = name not in kind.optional_facts and not spec_of(fields_of(cls)[name]).null_is_answer
    return chosen and told and allows_none(declared)


def values_of(kind: type[Dispute], name: str, context: LoadContext) -> Sequence[object] | None:
    """All that a field may hold, null first; None if that is too much to try.

    Numbers name what makes a difference where they may be many (`Spec.deciding_values`).
    """
    cls: type = kind
    spec, declared = spec_of(fields_of(cls)[name]), type_of(cls, name)
    if spec.deciding_values:
        return spec.deciding_values
    none = [None] if allows_none(declared) and name not in kind.optional_facts else []
    listed = [_values(each, spec, context) for each in union_members(declared)]
    return [*none, *chain(*(values for values in listed if values is not None))] or None


def _has_listed(cls: type, name: str) -> bool:
    """True if values of a field can be listed at some table."""
    spec = spec_of(fields_of(cls)[name])
    return any(_is_listed(each, spec) for each in union_members(type_of(cls, name)))


def _is_listed(kind: object, declared: Spec) -> bool:
    """True if the values of a type can be listed at some table."""
    if declared.deciding_values or kind in (bool, Seat, Card):
        return True
    if get_origin(kind) in (frozenset, tuple):
        return _is_listed_in_sets(get_args(kind)[0])
    return _is_number(kind, declared) or get_origin(kind) is Literal


def _is_number(kind: object, declared: Spec) -> bool:
    """True for a number whose bounds are not far from each other."""
    known = declared.ge is not None and declared.le is not None
    return kind is int and known and (declared.le or 0) - (declared.ge or 0) < MOST_NUMBERS


def _is_listed_in_sets(kind: object) -> bool:
    """True for what there is little of at a table, so that it may be tried who or what it was."""
    return kind is Seat or (get_origin(kind) is Literal and len(get_args(kind)) <= MOST_IN_A_SET)


def _values(kind: Any, declared: Spec, context: LoadContext) -> Sequence[object] | None:
    """All values of one type; None if that is too much to try."""
    simple: Mapping[object, Callable[[], Sequence[object]]] = {
        bool: lambda: (False, True),
        Seat: lambda: [Seat(seat) for seat in range(context.players)],
        Card: lambda: [*context.pack.numbers],
        int: lambda: range(declared.ge or 0, (declared.le or 0) + 1),
    }
    if not _is_listed(kind, declared):
        return None
    if kind in simple:
        return simple[kind]()
    if get_origin(kind) is Literal:
        return get_args(kind)
    origin, first = get_origin(kind), get_args(kind)[0]
    return [origin(some) for some in _subsets(_values(first, declared, context) or ())]


def _subsets(values: Sequence[object]) -> Iterator[tuple[object, ...]]:
    """Each part of some values, in their order."""
    return chain.from_iterable(combinations(values, n) for n in range(len(values) + 1))
