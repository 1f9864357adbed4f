"""Reads and writes frozen dataclasses as plain JSON data, and says exactly what cannot be read.

House rules, entries and disputes are declared once as dataclasses; case files, forms and the
ledger all pass through here. The types understood are `int bool str Seat Card`, `Literal`,
`X | None`, `X | Y`, `tuple[X, ...]`, `frozenset[X]`, `Mapping[K, V]` and dataclasses of these. A
dataclass with `presets` is also read from the name of one.
Bounds stand in a field's metadata: `at_least`, `at_most` (numbers), `longest` (text).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from functools import cache, partial
from types import NoneType, UnionType
from typing import Any, Literal, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

from scorekeeper.cards import Card, Pack

Seat = NewType("Seat", int)
"""A place at the table, 0-based, numbered in the game's own direction of play."""

T = TypeVar("T")
LONGEST_TEXT = 200


class Unreadable(ValueError):
    """Data that cannot be read.

    `field` is the path to it (`given.hand.3`), `problem` says what is wrong (a key of the
    words that all games share), `facts` are the values for that sentence.
    """

    def __init__(self, field: str, problem: str, **facts: Any) -> None:
        super().__init__(f"{field}: {problem}")
        self.field, self.problem, self.facts = field, problem, facts

    def under(self, prefix: str) -> "Unreadable":
        """The same, seen from one level further out."""
        return Unreadable(f"{prefix}.{self.field}".rstrip("."), self.problem, **self.facts)


@dataclass(frozen=True)
class Table:
    """What reading needs to know: how many players sit there, and with which pack."""

    players: int
    pack: Pack


Reader = Callable[[Any, Table], Any]


def read(cls: type[T], data: Any, table: Table, ignore: Set[str] = frozenset()) -> T:
    """A dataclass from plain data. Raises Unreadable with the path of the first bad field."""
    if isinstance(data, str) and data in (presets := getattr(cls, "presets", {})):
        preset: T = presets[data]
        return preset
    if not isinstance(data, Mapping):
        raise Unreadable("", "not-an-object")
    kind: type = cls
    known = declared(kind)
    for name in data:
        if name not in known and name not in ignore:
            raise Unreadable(str(name), "unknown-field", known=", ".join(known))
    return cls(**{name: _member(known[name], kind, data, table) for name in known})


def write(value: Any) -> Any:
    """Plain JSON data of a value; fields that hold their default are left out."""
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, Mapping):
        return {str(write(key)): write(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [write(item) for item in value]
    if isinstance(value, frozenset):
        return [write(item) for item in sorted(value)]
    if is_dataclass(value):
        parts = ((f, getattr(value, f.name)) for f in fields(value))
        return {f.name: write(part) for f, part in parts if part != default_of(f)}
    return value


def part(default: Any = MISSING, **metadata: Any) -> Any:
    """Declares a field with its bounds (`at_least`, `at_most`, `longest`).

    For forms, `among` are the cards that a mapping by card asks for, with their points, `usual` is
    what a form says until it is told otherwise, `first` marks cards of which mostly the first one
    matters, `includes` names the fields whose cards lie in this one too, and a field that is not
    `asked` is only in files.
    """
    return field(default=default, metadata=metadata)


@cache
def declared(cls: type) -> Mapping[str, "Field[Any]"]:
    """Field name → its declaration."""
    return {f.name: f for f in fields(cls)}


@cache
def type_of(cls: type, name: str) -> Any:
    """The resolved type of a field."""
    return get_type_hints(cls)[name]


def default_of(field: "Field[Any]") -> Any:
    """The default of a field, or `dataclasses.MISSING`."""
    return field.default_factory() if field.default_factory is not MISSING else field.default


def _member(field: "Field[Any]", cls: type, data: Mapping[str, Any], table: Table) -> Any:
    if field.name not in data:
        if (default := default_of(field)) is MISSING:
            raise Unreadable(field.name, "missing")
        return default
    try:
        value = reader(type_of(cls, field.name))(data[field.name], table)
        _within(field.metadata, value)
    except Unreadable as unreadable:
        raise unreadable.under(field.name) from None
    return value


def _within(bounds: Mapping[str, Any], value: Any) -> None:
    """Raises Unreadable if a number or a text is outside the bounds of its declaration."""
    if isinstance(value, str) and len(value) > (longest := bounds.get("longest", LONGEST_TEXT)):
        raise Unreadable("", "too-long", longest=longest)
    if type(value) is int:
        _number_within(bounds, value)
    for at, item in _items(value):
        try:
            _within(bounds, item)
        except Unreadable as unreadable:
            raise unreadable.under(str(write(at))) from None


def _items(value: Any) -> Iterable[tuple[Any, Any]]:
    """The parts of a value that are held to its bounds one by one, each with its place."""
    if isinstance(value, Mapping):
        return value.items()
    return enumerate(value) if type(value) is tuple else ()


def _number_within(bounds: Mapping[str, Any], number: int) -> None:
    if number < (least := bounds.get("at_least", number)):
        raise Unreadable("", "too-small", least=least)
    if number > (most := bounds.get("at_most", number)):
        raise Unreadable("", "too-large", most=most)


@cache
def reader(kind: Any) -> Reader:
    """The function that reads plain data of a type. Raises TypeError for a type not understood."""
    if kind in _SIMPLE:
        return _SIMPLE[kind]
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        kinds = tuple(arg for arg in args if arg is not NoneType)
        inner = reader(kinds[0]) if len(kinds) == 1 else partial(_either, kinds)
        return partial(_optional, inner) if NoneType in args else inner
    if origin is Literal:
        return partial(_choice, args)
    if origin in (tuple, frozenset):
        return partial(_many, origin, args[0], reader(args[0]))
    if origin is Mapping:
        return partial(_mapping, args[0] is Seat, reader(args[0]), reader(args[1]))
    if is_dataclass(kind) and isinstance(kind, type):
        return partial(read, kind)
    raise TypeError(f"{kind} cannot be read from plain data")


def _whole(value: Any, table: Table) -> int:
    if type(value) is not int:
        raise Unreadable("", "not-a-number")
    return value


def _flag(value: Any, table: Table) -> bool:
    if not isinstance(value, bool):
        raise Unreadable("", "not-yes-or-no")
    return value


def _text(value: Any, table: Table) -> str:
    if not isinstance(value, str):
        raise Unreadable("", "not-a-text")
    return value


def _seat(value: Any, table: Table) -> Seat:
    if not 0 <= _whole(value, table) < table.players:
        raise Unreadable("", "no-such-seat", last=table.players - 1)
    return Seat(value)


def _card(value: Any, table: Table) -> Card:
    if not isinstance(value, str):
        raise Unreadable("", "not-a-card")
    try:
        return table.pack.parse(value)
    except KeyError:
        raise Unreadable("", "unknown-card", code=value[:20]) from None


_SIMPLE: dict[Any, Reader] = {int: _whole, bool: _flag, str: _text, Seat: _seat, Card: _card}


def _optional(inner: Reader, value: Any, table: Table) -> Any:
    return None if value is None else inner(value, table)


def _either(kinds: tuple[Any, ...], value: Any, table: Table) -> Any:
    """A value of the first type that fits; what does not fit any is told of the last one."""
    for kind in kinds[:-1]:
        try:
            return reader(kind)(value, table)
        except Unreadable:
            continue
    return reader(kinds[-1])(value, table)


def _choice(choices: tuple[Any, ...], value: Any, table: Table) -> Any:
    """One of the choices; one that is written in digits may be given as a number (a pack of 52)."""
    if type(value) is int and str(value) in choices:
        return str(value)
    for choice in choices:
        if type(choice) is type(value) and choice == value:
            return choice
    raise Unreadable("", "not-a-choice", choices=", ".join(map(str, choices)))


def _many(origin: Any, kind: Any, inner: Reader, value: Any, table: Table) -> Any:
    if not isinstance(value, list | tuple):
        raise Unreadable("", "not-a-list")
    items = [_item(inner, at, item, table) for at, item in enumerate(value)]
    if kind is Card:
        _held_by(table.pack, items)
    elif origin is frozenset:
        for item, times in Counter(items).items():
            if times > 1:
                raise Unreadable("", "twice", item=write(item))
    return origin(items)


def _held_by(pack: Pack, cards: list[Card]) -> None:
    """Raises Unreadable if a card is there more often than the pack has it."""
    for card, times in Counter(card.physical for card in cards).items():
        if times > pack.number(card):
            raise Unreadable("", "twice", item=str(card))


def _item(inner: Reader, at: int | str, item: Any, table: Table) -> Any:
    try:
        return inner(item, table)
    except Unreadable as unreadable:
        raise unreadable.under(str(at)) from None


def _mapping(by_seat: bool, key: Reader, inner: Reader, value: Any, table: Table) -> Any:
    if not isinstance(value, Mapping):
        raise Unreadable("", "not-an-object")
    result = {}
    for name, item in value.items():
        at = _item(key, name, _seat_number(name) if by_seat else name, table)
        result[at] = _item(inner, name, item, table)
    return result


def _seat_number(name: Any) -> Any:
    """Seats are numbers, but JSON's keys are text."""
    digits = isinstance(name, str) and name.isascii() and name.isdigit() and len(name) < 10
    return int(name) if digits and str(int(name)) == name else name
