"""What a form sent, as plain data for the reader that reads case files too.

Every declared field has a kind, and the kind says which controls ask for it: one for a number, one
per seat for points, one per card, and for a declared dataclass those of its fields, behind its
name. Nothing is checked here that the core checks: what cannot be understood is handed on as it is.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, is_dataclass
from decimal import Decimal, InvalidOperation
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from werkzeug.datastructures import MultiDict

from scorekeeper.cards import Card
from scorekeeper.plain import Seat, declared, default_of, type_of, write
from scorekeeper.web.wording import MINUS

Typed = MultiDict[str, str]
"""What a form sent."""
CARDS = ("card", "cards", "cards-by-seat", "card-by-seat", "tricks")
"""Kinds that are picked as cards; a hidden control holds their codes."""
BY_SEAT = (
    "by-seat",
    "number-or-by-seat",
    "choices-by-seat",
    "cards-by-seat",
    "card-by-seat",
    "seats-in-order",
)
"""Kinds that have a control for each seat, or for each place in an order."""
USUAL_ROWS, MOST_ROWS = 2, 24


def plain_of(cls: type, typed: Typed, seats: int, prefix: str = "") -> dict[str, Any]:
    """What was typed for a dataclass, as plain data; what was left empty is left out."""
    read = {name: _READ[kind_of(cls, name)](cls, name, typed, seats, prefix) for name in asked(cls)}
    return {name: value for name, value in read.items() if value is not None}


@cache
def asked(cls: type) -> tuple[str, ...]:
    """The fields that forms ask for."""
    return tuple(name for name, field in declared(cls).items() if field.metadata.get("asked", True))


@cache
def kind_of(cls: type, name: str) -> str:
    """How a declared field is asked for. Raises TypeError for a type that has no form."""
    if declared(cls)[name].metadata.get("money"):
        return "money"
    kinds = {_kind(kind) for kind in options_of(type_of(cls, name))}
    if kinds == {"number", "by-seat"}:
        return "number-or-by-seat"
    return "number" if "number" in kinds else kinds.pop()


def options_of(kind: Any) -> tuple[Any, ...]:
    """The types that a declared type allows, without None."""
    if get_origin(kind) not in (Union, UnionType):
        return (kind,)
    return tuple(option for option in get_args(kind) if option is not NoneType)


@cache
def choices_of(cls: type, name: str) -> tuple[str, ...]:
    """The values that a field chooses from, or that the values of its mapping do."""
    (kind, *_) = options_of(type_of(cls, name))
    while get_origin(kind) is not Literal:
        kind = next(arg for arg in reversed(get_args(kind)) if arg is not Ellipsis)
    return tuple(map(str, get_args(kind)))


@cache
def spots(cls: type, name: str, seats: int) -> Mapping[str, str]:
    """The controls of a field: control name → the seat, card or key that it asks for."""
    kind = kind_of(cls, name)
    if kind in BY_SEAT:
        whole = {name: ""} if kind == "number-or-by-seat" else {}
        return {**whole, **{f"{name}-{seat}": str(seat) for seat in range(seats)}}
    if kind == "by-card":
        return {f"{name}-{card}": card for card in among(cls, name)}
    if kind in ("choice-by-key", "numbers-by-key"):
        keys = get_args(get_args(options_of(type_of(cls, name))[0])[0])
        return {f"{name}-{key}": str(key) for key in keys}
    return {} if kind == "group" else {f"{name}-rows" if kind == "rows" else name: ""}


@cache
def among(cls: type, name: str) -> Mapping[str, int]:
    """The cards that a field asks for: code → points."""
    cards: Mapping[Card, int] = declared(cls)[name].metadata["among"]
    return {str(card): points for card, points in cards.items()}


def group_of(cls: type, name: str) -> type:
    """The dataclass that a field of kind "group" holds."""
    group: type = options_of(type_of(cls, name))[0]
    return group


def presets_of(cls: type, name: str) -> Mapping[str, Any]:
    """The ready-made values of a field that holds a group: name → value."""
    if name not in asked(cls) or kind_of(cls, name) != "group":
        return {}
    presets: Mapping[str, Any] = getattr(group_of(cls, name), "presets", {})
    return presets


def _kind(kind: Any) -> str:
    origin, args = get_origin(kind), get_args(kind)
    if origin is Mapping:
        return _kind_of_mapping(*args)
    if origin is Literal:
        return "choice"
    if origin in (tuple, frozenset):
        return _kind_of_many(origin, args[0])
    if is_dataclass(kind):
        return "group"
    simple = {bool: "flag", int: "number", str: "text", Seat: "seat", Card: "card"}
    if kind not in simple:
        raise TypeError(f"{kind} has no form")
    return simple[kind]


def _kind_of_mapping(key: Any, value: Any) -> str:
    if key is Card:
        return "by-card"
    if key is Seat:
        cards = {"cards": "cards-by-seat", "card": "card-by-seat"}
        many = get_origin(value) is frozenset
        return "choices-by-seat" if many else cards.get(_kind_of_one(value), "by-seat")
    return "numbers-by-key" if value is int else "choice-by-key"


def _kind_of_many(many: Any, one: Any) -> str:
    """How a tuple or a set is asked for; in a set the order does not matter."""
    if get_origin(one) is tuple:
        return "tricks"
    kind = _kind_of_one(one)
    kinds = {"card": "cards", "group": "rows", "choice": "choices"}
    if kind == "seat":
        return "seats-in-order" if many is tuple else "seats"
    return kinds.get(kind, "by-seat")


def _kind_of_one(kind: Any) -> str:
    return _kind(options_of(kind)[0])


def number(text: Any) -> Any:
    """A number if the text is one; else the text itself, for the reader to complain of."""
    text = str(text or "").strip().replace(MINUS, "-")
    digits = text.removeprefix("-").removeprefix("+")
    if digits.isascii() and digits.isdigit() and len(digits) < 10:
        return int(text)
    return text or None


def amount(text: Any) -> Any:
    """Whole haléře of an amount as people write it ("25", "25,50"); else the text itself."""
    try:
        value = Decimal(str(text or "0").strip().replace(",", ".")) * 100
        return int(value) if value == value.to_integral_value() else text
    except (InvalidOperation, OverflowError, ValueError):
        return text


Read = Callable[[type, str, Typed, int, str], Any]


def _by_spot(cls: type, name: str, typed: Typed, seats: int, prefix: str) -> Any:
    """Numbers by seat or card: a list where a list is declared, else only what is given."""
    asked = {spot: of for spot, of in spots(cls, name, seats).items() if of}
    numbers = {of: number(typed.get(prefix + spot)) for spot, of in asked.items()}
    if all(each is None for each in numbers.values()):
        return None
    if any(get_origin(kind) is tuple for kind in options_of(type_of(cls, name))):
        return list(numbers.values())
    return {of: each for of, each in numbers.items() if each is not None}


def _number_or_by_spot(cls: type, name: str, typed: Typed, seats: int, prefix: str) -> Any:
    by_spot = _by_spot(cls, name, typed, seats, prefix)
    return number(typed.get(prefix + name)) if by_spot is None else by_spot


def _choices_by_seat(cls: type, name: str, typed: Typed, seats: int, prefix: str) -> Any:
    told = {of: typed.getlist(prefix + spot) for spot, of in spots(cls, name, seats).items()}
    return {of: said for of, said in told.items() if said} or None


def _choice_by_key(cls: type, name: str, typed: Typed, seats: int, prefix: str) -> Any:
    told = {of: typed.get(prefix + spot) for spot, of in spots(cls, name, seats).items()}
    return {of: said for of, said in told.items() if said} or None


def _group(cls: type, name: str, typed: Typed, seats: int, prefix: str) -> Any:
    """A nested dataclass; left out as long as nothing in it was chosen.

    In a group within a group what is usual is not chosen: there no entry says what it stands for.
    """
    group = group_of(cls, name)
    told = plain_of(group, typed, seats, f"{prefix}{name}-")
    usual = {field: default_of(declaration) for field, declaration in declared(group).items()}
    whole = all(field in told for field, value in usual.items() if value is MISSING)
    chosen = not prefix or any(value != write(usual[field]) for field, value in told.items())
    return told if told and (whole or chosen) else None


def _cards(text: str) -> list[str] | None:
    """Codes of cards, parted by blanks."""
    return text.split() or None


def _cards_by_seat(cls: type, name: str, typed: Typed, seats: int, prefix: str) -> Any:
    told = {
        of: _cards(typed.get(prefix + spot, "")) for spot, of in spots(cls, name, seats).items()
    }
    return {of: cards for of, cards in told.items() if cards} or None


def _card_by_seat(cls: type, name: str, typed: Typed, seats: int, prefix: str) -> Any:
    """A card for each seat, or none: a seat that has none is told, too."""
    told = {of: typed.get(prefix + spot) or None for spot, of in spots(cls, name, seats).items()}
    return told if any(told.values()) else None


def _in_order(cls: type, name: str, typed: Typed, seats: int, prefix: str) -> Any:
    told = (number(typed.get(prefix + spot)) for spot in spots(cls, name, seats))
    return [seat for seat in told if seat is not None] or None


def _tricks(cls: type, name: str, typed: Typed, seats: int, prefix: str) -> Any:
    """Cards in the order played, as tricks; one that is not finished yet is left out."""
    cards = _cards(typed.get(prefix + name, "")) or []
    return [cards[at : at + seats] for at in range(0, len(cards) - seats + 1, seats)]


def _rows(cls: type, name: str, typed: Typed, seats: int, prefix: str) -> Any:
    """Dataclasses one after the other; rows in which nothing was told are left out."""
    row = row_of(cls, name)
    told = (plain_of(row, typed, seats, f"{p}-") for p in row_prefixes(name, typed, prefix))
    return [each for each in told if each] or None


def row_prefixes(name: str, typed: Typed | None, prefix: str = "") -> list[str]:
    """The names that the controls of a field's rows begin with, as many as the form has."""
    count = number(typed.get(f"{prefix}{name}-rows")) if typed else None
    rows = count if isinstance(count, int) and 0 < count <= MOST_ROWS else USUAL_ROWS
    return [f"{prefix}{name}-{row}" for row in range(rows)]


def row_of(cls: type, name: str) -> type:
    """The dataclass of a field's rows."""
    row: type = get_args(options_of(type_of(cls, name))[0])[0]
    return row


def _seats(cls: type, name: str, typed: Typed, seats: int, prefix: str) -> Any:
    return [number(seat) for seat in typed.getlist(prefix + name)] or None


def _one(read: Callable[[str], Any]) -> Read:
    """A reader for a field with a single control."""
    return lambda cls, name, typed, seats, prefix: read(typed.get(prefix + name, ""))


def _choices(cls: type, name: str, typed: Typed, seats: int, prefix: str) -> Any:
    return typed.getlist(prefix + name) or None


_READ: Mapping[str, Read] = {
    "flag": _one({"y": True, "n": False}.get),
    "choice": _one(lambda text: text or None),
    "text": _one(lambda text: text.strip() or None),
    "number": _one(number),
    "money": _one(lambda text: amount(text) if text else None),
    "seat": _one(number),
    "seats": _seats,
    "by-seat": _by_spot,
    "by-card": _by_spot,
    "number-or-by-seat": _number_or_by_spot,
    "choices-by-seat": _choices_by_seat,
    "choice-by-key": _choice_by_key,
    "numbers-by-key": _by_spot,
    "choices": _choices,
    "card": _one(lambda text: text.strip() or None),
    "cards": _one(_cards),
    "cards-by-seat": _cards_by_seat,
    "card-by-seat": _card_by_seat,
    "seats-in-order": _in_order,
    "rows": _rows,
    "tricks": _tricks,
    "group": _group,
}
