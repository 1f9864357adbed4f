"""Declared dataclasses ↔ JSON: what each field means (its type, its default, its `Spec`), loading,
dumping, and saying exactly what is invalid.

House rules, entries and disputes are declared once as dataclasses; case files, forms, rulebook and
the ledger all ask here. The types understood are `int bool str Seat Card RuleId`, `Literal`,
`X | None`, `X | Y`, `tuple[X, ...]`, `frozenset[X]`, `Mapping[K, V]` and dataclasses of these; a
`Mapping[str, object]` is any JSON object. A dataclass with `presets` is also read from the name of
one.
"""

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from functools import cache, partial
from inspect import get_annotations
from types import NoneType, UnionType
from typing import (
    Any,
    Literal,
    NewType,
    TypeAlias,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from scorekeeper.core.cards import Card, Pack

MAX_TEXT_LENGTH = 200

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])
AnyField = Field[Any]


def remembered(function: F) -> F:
    """`functools.cache`, but the function keeps its signature: a checker of types, which does not
    take the class of a frozen dataclass for hashable, allows it as an argument.
    """
    return cast(F, cache(function))


Known = Literal["", "players", "dealer", "resting", "leader", "before", "opening"]
"""What a match says by itself: how many play, the seats of the dealer, of those who pause and of
who leads after the deal, the totals before it, and whether nothing was played yet."""


@dataclass(frozen=True)
class Spec:
    """What a declared field means beyond its type."""

    ge: int | None = None
    """The least number."""
    le: int | None = None
    """The largest number."""
    max_length: int = MAX_TEXT_LENGTH
    """Letters of a text at most."""
    in_details: bool = False
    """In a form it stands among the details, though it has no default, or is one of the facts."""
    advance: bool = False
    """After its first card the picker goes on."""
    contains: tuple[str, ...] = ()
    """Fields whose cards lie in this one, too."""
    named: bool = False
    """A card that is only named may lie anywhere."""
    cards: Mapping[Card, int] = dataclasses.field(default_factory=dict, hash=False)
    """The cards that a mapping by card asks for → their points."""
    in_form: bool = True
    """A form asks for it; else it stands only in files."""
    listed: bool = False
    """Numbers that are typed one after the other, as many as there are."""
    known: Known = ""
    """What the match fills it with."""
    agreed: bool = False
    """Of an entry that penalises: the points that the other players agree on."""
    shown: str = ""
    """Of an entry: points hang on it, and its form does not ask where nobody touches it: this says
    where the form shows what then holds. Of every other field on which points hang it asks.
    """
    rule: str = ""
    """Of a house rule: the id that it changes."""
    money: bool = False
    """Of a house rule: an amount in haléře."""
    former: Mapping[bool, object] = dataclasses.field(default_factory=dict, hash=False)
    """Of a house rule: values that were written once → what they are now."""
    last: bool = False
    """Of a house rule: it stands behind all that are not."""
    deciding_values: tuple[object, ...] = ()
    """Of a dispute: the values that make a difference where there are many."""
    sides: int = 0
    """Of a number: it stands for a side, the players who sit so many apart from that seat on."""
    written: bool = True
    """It stands in JSON; else it is worked out from what does."""
    null_is_answer: bool = False
    """Of a dispute: null says something – nobody is accused, nothing was laid."""
    optional: bool = False
    """Of a dispute: nobody may be able to tell it; it is None then."""
    told_by: str = ""
    """Of a dispute: the fact that tells it where it is left out: where that is null, so is this."""


def spec(default: Any = MISSING, **known: Any) -> Any:
    """Declares a field of a dataclass with its `Spec`.

    >>> @dataclass(frozen=True)
    ... class Bid:
    ...     points: int = spec(ge=1, le=70)
    >>> spec_of(fields_of(Bid)["points"]).le
    70
    """
    return field(default=default, metadata={"spec": Spec(**known)})


def spec_of(field: AnyField) -> Spec:
    """The `Spec` of a declared field; an empty one if it has none."""
    declared: Spec = field.metadata.get("spec", _NO_SPEC)
    return declared


_NO_SPEC = Spec()


@remembered
def fields_of(cls: type) -> Mapping[str, AnyField]:
    """Field name → its declaration: what is inherited, then the fields of the class's own body.

    A field that a class declares once more stands where that class has it; one that is `last`
    behind them all.
    """
    declared = {f.name: f for f in fields(cls)}
    own = [name for name in get_annotations(cls) if name in declared]
    names = (*(name for name in declared if name not in own), *own)
    return {n: declared[n] for n in sorted(names, key=lambda n: spec_of(declared[n]).last)}


@remembered
def type_of(cls: type, name: str) -> object:
    """The resolved type of a field."""
    return get_type_hints(cls)[name]


def union_members(kind: object) -> tuple[object, ...]:
    """The types that a declared type allows, without None.

    >>> union_members(int | str | None), union_members(int)
    ((<class 'int'>, <class 'str'>), (<class 'int'>,))
    """
    if get_origin(kind) not in (Union, UnionType):
        return (kind,)
    return tuple(option for option in get_args(kind) if option is not NoneType)


def allows_none(kind: object) -> bool:
    """True if a declared type allows None."""
    return NoneType in get_args(kind) and get_origin(kind) in (Union, UnionType)


def copy_with(value: T, **changes: object) -> T:
    """A copy of a frozen dataclass with other values of some fields.

    Four times as quick as `dataclasses.replace`, for the many alternatives of a dispute: no
    `__init__` is run, so nothing is checked. What the value has cached is not copied.

    >>> @dataclass(frozen=True)
    ... class Bid:
    ...     seat: int
    ...     points: int = 1
    >>> copy_with(Bid(seat=2), points=7)
    Bid(seat=2, points=7)
    """
    copy: T = object.__new__(type(value))
    members = copy.__dict__
    members.update(_values_of(value))
    members.update(changes)
    return copy


def copies_with(value: T, name: str, choices: Iterable[object]) -> Iterator[T]:
    """A copy like those of `copy_with` for each choice of one field."""
    cls, known = type(value), _values_of(value)
    for choice in choices:
        copy: T = object.__new__(cls)
        members = copy.__dict__
        members.update(known)
        members[name] = choice
        yield copy


def made(cls: type[T], members: Mapping[str, object]) -> T:
    """A frozen dataclass with these values of all its fields, made as quick as `copy_with` does."""
    value: T = object.__new__(cls)
    value.__dict__.update(members)
    return value


def _values_of(value: object) -> Mapping[str, object]:
    """Field name → value, without what the value has cached."""
    known, names = vars(value), fields_of(type(value))
    return known if len(known) == len(names) else {name: known[name] for name in names}


def default_of(field: AnyField) -> object:
    """The default of a field, or `dataclasses.MISSING`."""
    return field.default_factory() if field.default_factory is not MISSING else field.default


Seat = NewType("Seat", int)
"""A place at the table, 0-based, numbered in the game's own direction of play."""

RuleId = NewType("RuleId", str)
"""The id of a rule that a table of rules knows as an offence with a penalty."""

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
"""Data as a JSON file or the ledger holds it. What comes from outside is an `object` until read."""


class Invalid(ValueError):
    """Data that cannot be read.

    `path` leads to it (`given.hand.3`), `code` says what is wrong (a key of the words that all
    games share), `params` are the values for that sentence.
    """

    def __init__(self, path: str, code: str, /, **params: Any) -> None:
        super().__init__(f"{path}: {code}")
        self.path, self.code, self.params = path, code, params

    def prefixed(self, prefix: str) -> "Invalid":
        """The same error, its path seen from one level further out."""
        return Invalid(f"{prefix}.{self.path}".rstrip("."), self.code, **self.params)


def unique_members(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    """The members of a JSON object, for `json.loads`. Raises Invalid for one that is given twice:
    people and other readers would not agree which one counts.
    """
    members = dict(pairs)
    if len(members) < len(pairs):
        ((name, _times),) = Counter(name for name, _value in pairs).most_common(1)
        raise Invalid(name, "member-twice", item=name)
    return members


@dataclass(frozen=True)
class LoadContext:
    """What reading needs to know: how many players sit there, with which pack, by which rules.

    `rules` are the ids that a `RuleId` may be. A `lenient` one leaves unknown members alone.
    """

    players: int
    pack: Pack
    rules: tuple[str, ...] = ()
    lenient: bool = False


Reader = Callable[[object, LoadContext], object]


def load(cls: type[T], data: object, context: LoadContext) -> T:
    """A dataclass from JSON data. Raises Invalid with the path of the first bad field.

    The `type` of an entry may be there besides.

    >>> from scorekeeper.core.cards import FRENCH_32
    >>> @dataclass(frozen=True)
    ... class Play:
    ...     card: Card
    ...     seat: Seat
    >>> load(Play, {"card": "QS", "seat": 3}, LoadContext(4, FRENCH_32))
    Play(card=Card(rank='Q', suit='S'), seat=3)
    >>> load(Play, {"card": "QS", "seat": 4}, LoadContext(4, FRENCH_32))
    Traceback (most recent call last):
    scorekeeper.core.schema.Invalid: seat: no-such-seat
    """
    presets: Mapping[str, T] = getattr(cls, "presets", {})
    if isinstance(data, str) and data in presets:
        return presets[data]
    if type(data) is not dict and not isinstance(data, Mapping):
        names = ", ".join(presets)
        raise Invalid("", "no-preset", choices=names) if names else Invalid("", "not-an-object")
    members, known = load_members(cls, data, context), fields_of(cls)
    if len(members) < len(known):
        raise Invalid(next(name for name in known if name not in members), "missing")
    return made(cls, members)


def load_members(cls: type, data: Mapping[str, object], context: LoadContext) -> dict[str, object]:
    """Field name → what it holds, if JSON data says it or it has a default. Raises Invalid."""
    if not context.lenient:
        _require_known(cls, data)
    constants, factories = _defaults(cls)
    members = {**constants, **{name: make() for name, make in factories.items()}}
    name = ""
    try:
        for name, former, read, bounds in _readers(cls):
            if name in data:
                said = data[name]
                if former and isinstance(said, bool):
                    said = former.get(said, said)
                members[name] = value = read(said, context)
                if bounds:
                    _within(bounds, value)
    except Invalid as unreadable:
        raise unreadable.prefixed(name) from None
    return members


def _require_known(cls: type, data: Mapping[str, object]) -> None:
    """Raises Invalid for a member that is no field, nor the `type` of the class."""
    known, own_type = fields_of(cls), ("type", getattr(cls, "type", None))
    for name in data:
        if name not in known and (name, data[name]) != own_type:
            raise Invalid(str(name), "unknown-field", known=", ".join(known))


@cache
def _defaults(cls: type) -> tuple[Mapping[str, object], Mapping[str, Callable[[], object]]]:
    """Field name → its default, and name → what makes one that no two objects share."""
    known = fields_of(cls).items()
    constants = {name: f.default for name, f in known if f.default is not MISSING}
    factories = {name: f.default_factory for name, f in known if f.default_factory is not MISSING}
    return constants, factories


@cache
def _readers(cls: type) -> tuple[tuple[str, Mapping[bool, object], Reader, Spec | None], ...]:
    """Each field of a dataclass by its name, with its former values, the function that loads it and
    its bounds if what it loads can be outside of any.
    """
    kinds = ((name, spec_of(f), type_of(cls, name)) for name, f in fields_of(cls).items())
    return tuple(
        (n, spec.former, reader(kind), spec if _bounded(spec, kind) else None)
        for n, spec, kind in kinds
    )


def _bounded(spec: Spec, kind: object) -> bool:
    """True if a value can be out of bounds: a number where some are declared, any text."""
    return spec.ge is not None or spec.le is not None or _has_text(kind)


def _has_text(kind: object) -> bool:
    if get_origin(kind) is Literal or is_dataclass(kind):
        return False
    parts = get_args(kind)
    return any(map(_has_text, parts)) if parts else kind not in _NO_TEXTS


_NO_TEXTS = frozenset({NoneType, bool, int, Seat, Card, RuleId, ...})


PLAIN = frozenset({NoneType, bool, int, float, str})
"""What JSON holds as it is."""


def dump(value: object) -> Json:
    """JSON data of a value; fields of a dataclass that hold their default are left out.

    Raises TypeError for what JSON cannot hold.
    """
    if type(value) in PLAIN:
        return value  # type: ignore[return-value]
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple | list | frozenset):
        return [dump(item) for item in (sorted(value) if isinstance(value, frozenset) else value)]
    if isinstance(value, Mapping):
        return {str(dump(key)): dump(item) for key, item in value.items()}
    if is_dataclass(value):
        return dump_fields(value)
    if isinstance(value, int | float | str):
        return value
    raise TypeError(f"{value!r} cannot be written as JSON")


def dump_fields(value: object) -> dict[str, Json]:
    """A dataclass as a JSON object; fields that hold their default are left out."""
    parts = ((name, getattr(value, name), default) for name, default in _written(type(value)))
    return {name: dump(part) for name, part, default in parts if part != default}


@remembered
def _written(cls: type) -> tuple[tuple[str, object], ...]:
    """Each field that stands in JSON by its name, with its default or MISSING."""
    fields = fields_of(cls).items()
    return tuple((name, default_of(field)) for name, field in fields if spec_of(field).written)


def _within(bounds: Spec, value: object) -> None:
    if type(value) is int:
        _number_within(bounds, value)
    elif isinstance(value, str):
        if len(value) > bounds.max_length:
            raise Invalid("", "too-long", longest=bounds.max_length)
    elif type(value) is tuple or isinstance(value, Mapping):
        for at, item in enumerate(value) if isinstance(value, tuple) else value.items():
            try:
                _within(bounds, item)
            except Invalid as unreadable:
                raise unreadable.prefixed(str(dump(at))) from None


def _number_within(bounds: Spec, number: int) -> None:
    if bounds.ge is not None and number < bounds.ge:
        raise Invalid("", "too-small", least=bounds.ge)
    if bounds.le is not None and number > bounds.le:
        raise Invalid("", "too-large", most=bounds.le)


@cache
def reader(kind: object) -> Reader:
    """The function that loads JSON data of a type. Raises TypeError for a type not understood."""
    if kind in _SIMPLE:
        return _SIMPLE[kind]
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        inners = tuple(reader(arg) for arg in args if arg is not NoneType)
        inner = inners[0] if len(inners) == 1 else partial(_either, inners)
        return partial(_optional, inner) if NoneType in args else inner
    if origin is Literal:
        return partial(_choice, args)
    if origin in (tuple, frozenset):
        return partial(_many, origin, args[0], reader(args[0]))
    if origin is Mapping:
        return partial(_mapping, args[0] is Seat, reader(args[0]), reader(args[1]))
    if is_dataclass(kind) and isinstance(kind, type):
        return partial(load, kind)
    raise TypeError(f"{kind} cannot be read from JSON data")


def _whole(value: object, context: LoadContext) -> int:
    if type(value) is not int:
        raise Invalid("", "not-a-number")
    return value


def _flag(value: object, context: LoadContext) -> bool:
    if not isinstance(value, bool):
        raise Invalid("", "not-yes-or-no")
    return value


def _object(value: object, context: LoadContext) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise Invalid("", "not-an-object")
    return value


def _text(value: object, context: LoadContext) -> str:
    if not isinstance(value, str):
        raise Invalid("", "not-a-text")
    return value


def _seat(value: object, context: LoadContext) -> Seat:
    seat = _whole(value, context)
    if not 0 <= seat < context.players:
        raise Invalid("", "no-such-seat", last=context.players - 1)
    return Seat(seat)


def _card(value: object, context: LoadContext) -> Card:
    if not isinstance(value, str):
        raise Invalid("", "not-a-card")
    card = context.pack.by_code.get(value)
    if card is None:
        raise Invalid("", "unknown-card", code=value[:20])
    return card


def _rule(value: object, context: LoadContext) -> RuleId:
    if not isinstance(value, str) or value not in context.rules:
        raise Invalid("", "not-a-choice", choices=", ".join(context.rules))
    return RuleId(value)


_SIMPLE: dict[object, Reader] = {
    int: _whole,
    bool: _flag,
    str: _text,
    Seat: _seat,
    Card: _card,
    RuleId: _rule,
    Mapping[str, object]: _object,
    object: lambda value, _context: value,
}


def _optional(inner: Reader, value: object, context: LoadContext) -> object:
    return None if value is None else inner(value, context)


def _either(inners: tuple[Reader, ...], value: object, context: LoadContext) -> object:
    """A value of the first type that fits. Raises Invalid of the type it is near, or of all."""
    wrong: list[Invalid] = []
    for inner in inners:
        try:
            return inner(value, context)
        except Invalid as error:
            wrong.append(error)
    near = [error for error in wrong if error.path or not error.code.startswith("not-")]
    raise near[0] if near else Invalid("", "neither", first=wrong[0], then=wrong[-1])


def _choice(choices: tuple[object, ...], value: object, context: LoadContext) -> object:
    """One of the choices; one that is written in digits may be given as a number (a pack of 52)."""
    if type(value) is int and str(value) in choices:
        return str(value)
    for choice in choices:
        if type(choice) is type(value) and choice == value:
            return choice
    raise Invalid("", "not-a-choice", choices=", ".join(map(str, choices)))


def _many(origin: type, kind: object, inner: Reader, value: object, context: LoadContext) -> object:
    if not isinstance(value, list | tuple):
        raise Invalid("", "not-a-list")
    items: list[object] = []
    try:
        for item in value:
            items.append(inner(item, context))
    except Invalid as unreadable:
        raise unreadable.prefixed(str(len(items))) from None
    if kind is Card:
        _require_in_pack(context.pack, [card for card in items if isinstance(card, Card)])
    elif origin is frozenset:
        for item, times in Counter(items).items():
            if times > 1:
                raise Invalid("", "twice", item=dump(item))
    return origin(items)


def _require_in_pack(pack: Pack, cards: list[Card]) -> None:
    for card, times in Counter(card.physical for card in cards).items():
        if times > pack.number(card):
            raise Invalid("", "twice", item=str(card))


def _mapping(
    by_seat: bool, key: Reader, inner: Reader, value: object, context: LoadContext
) -> object:
    if not isinstance(value, Mapping):
        raise Invalid("", "not-an-object")
    result, name = {}, ""
    try:
        for name, item in value.items():
            at = key(_seat_number(name) if by_seat else name, context)
            result[at] = inner(item, context)
    except Invalid as unreadable:
        raise unreadable.prefixed(str(name)) from None
    return result


def _seat_number(name: object) -> object:
    """Seats are numbers, but JSON's keys are text."""
    if not isinstance(name, str) or not (name.isascii() and name.isdigit() and len(name) < 10):
        return name
    return int(name) if str(int(name)) == name else name
