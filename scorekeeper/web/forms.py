"""Forms read off declarations: one field of a dataclass gives one part of a form.

A part knows its words and its WTForms fields. What was typed becomes plain data for the same
reader that reads case files; nothing is checked here that the core checks.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, replace
from decimal import Decimal, InvalidOperation
from functools import cache
from types import NoneType
from typing import Any, Literal, get_args, get_origin

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Field, Form, RadioField, SelectMultipleField, StringField

from scorekeeper.cards import Card
from scorekeeper.plain import Seat, declared, default_of, type_of, write
from scorekeeper.rulebook import Rulebook
from scorekeeper.web.wording import MINUS

Typed = MultiDict[str, str]
"""What a form sent."""


@dataclass(frozen=True)
class Item:
    """One control of a part, with its label; `code` is the card it asks for, `worth` its points."""

    label: str
    field: Field
    code: str = ""
    worth: int = 0

    @property
    def id(self) -> str:
        """The control's id in the page."""
        return str(self.field.id)


@dataclass(frozen=True)
class Part:
    """The controls for one declared field; `kind` says how they look."""

    name: str
    kind: str
    label: str
    help: str
    items: tuple[Item, ...]
    errors: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The part's id in the page, where an error leads."""
        return f"part-{self.name}"


@dataclass(frozen=True)
class Words:
    """Where a form's words come from: `section` of the book (house, fields.round), and names."""

    book: Rulebook
    section: tuple[str, ...]
    names: Sequence[str]

    def of(self, *path: str) -> str:
        """The text at a path of the section; empty if the book has none."""
        try:
            return self.book.label(*self.section, *path)
        except KeyError:
            return ""


@dataclass(frozen=True)
class DeclaredForm:
    """A form made from a dataclass: its parts by name, in the order of declaration."""

    parts: Mapping[str, Part]
    errors: tuple[tuple[str, str], ...] = ()

    @property
    def order(self) -> tuple[Part, ...]:
        """The parts as declared."""
        return tuple(self.parts.values())

    @property
    def typed(self) -> list[tuple[str, str]]:
        """Every control that holds something, as name and value: to carry a form in another."""
        return [
            (item.field.name, str(value))
            for part in self.order
            for item in part.items
            for value in _values(item.field.data)
        ]

    def with_error(self, path: str, text: str) -> "DeclaredForm":
        """The same form with an error at the part that a path (`points.0`) leads to."""
        name = path.partition(".")[0]
        anchor = self.parts[name].id if name in self.parts else "form"
        errors = (*self.errors, (anchor, text))
        if name not in self.parts:
            return replace(self, errors=errors)
        part = replace(self.parts[name], errors=(text,))
        return replace(self, parts={**self.parts, name: part}, errors=errors)


def plain_of(cls: type, typed: Typed, seats: int) -> dict[str, Any]:
    """What was typed for a dataclass, as plain data; what was left empty is left out."""
    read = {name: _READ[kind_of(cls, name)](cls, name, typed, seats) for name in declared(cls)}
    return {name: value for name, value in read.items() if value is not None}


def form_of(cls: type, words: Words, typed: Typed | None = None, plain: Any = None) -> DeclaredForm:
    """The form for a dataclass: filled with what was `typed`, or with `plain` data."""
    form = _form_class(cls, len(words.names))(
        formdata=typed, data=_filling(cls, len(words.names), plain or {})
    )
    parts = {name: _part(cls, name, words, form) for name in declared(cls)}
    return DeclaredForm(parts)


@cache
def kind_of(cls: type, name: str) -> str:
    """How a declared field is asked for. Raises TypeError for a type that has no form."""
    if declared(cls)[name].metadata.get("money"):
        return "money"
    kind = _bare(type_of(cls, name))
    origin, args = get_origin(kind), get_args(kind)
    if origin is Mapping:
        return "by-card" if args[0] is Card else "by-seat"
    if origin is tuple:
        return "by-seat"
    if origin is frozenset:
        return "seats"
    if origin is Literal:
        return "choice"
    simple = {bool: "flag", int: "number", str: "text", Seat: "seat"}
    if kind not in simple:
        raise TypeError(f"{cls.__name__}.{name} has no form")
    return simple[kind]


def _bare(kind: Any) -> Any:
    """A type without its `| None`."""
    inner = [arg for arg in get_args(kind) if arg is not NoneType]
    return inner[0] if NoneType in get_args(kind) else kind


@cache
def _spots(cls: type, name: str, seats: int) -> dict[str, str]:
    """The controls of a field: control name → the seat or card it asks for."""
    kind = kind_of(cls, name)
    if kind == "by-seat":
        return {f"{name}-{seat}": str(seat) for seat in range(seats)}
    if kind == "by-card":
        return {f"{name}-{card}": card for card in _among(cls, name)}
    return {name: ""}


@cache
def _among(cls: type, name: str) -> Mapping[str, int]:
    """The cards that a field asks for: code → points."""
    among: Mapping[Card, int] = declared(cls)[name].metadata["among"]
    return {str(card): points for card, points in among.items()}


@cache
def _form_class(cls: type, seats: int) -> type[Form]:
    controls = {
        spot: _control(kind_of(cls, name))
        for name in declared(cls)
        for spot in _spots(cls, name, seats)
    }
    return type(f"{cls.__name__}Form", (Form,), controls)


def _control(kind: str) -> Any:
    if kind == "flag":
        return BooleanField()
    if kind == "seats":
        return SelectMultipleField(validate_choice=False)
    if kind in ("choice", "seat", "by-card"):
        return RadioField(validate_choice=False)
    return StringField()


def _part(cls: type, name: str, words: Words, form: Form) -> Part:
    kind = kind_of(cls, name)
    spots = _spots(cls, name, len(words.names))
    items = tuple(_item(kind, form[spot], of, words, cls, name) for spot, of in spots.items())
    return Part(name, kind, words.of(name, "label"), words.of(name, "help"), items)


def _item(kind: str, control: Field, of: str, words: Words, cls: type, name: str) -> Item:
    if kind in ("seat", "seats", "by-card"):
        control.choices = [(str(seat), player) for seat, player in enumerate(words.names)]
    if kind == "choice":
        options = get_args(_bare(type_of(cls, name)))
        control.choices = [(o, words.of(name, "choices", o) or o) for o in map(str, options)]
    if kind == "by-seat":
        return Item(words.names[int(of)], control)
    if kind == "by-card":
        return Item(words.book.card(of), control, of, _among(cls, name)[of])
    return Item(words.of(name, "label"), control)


def _filling(cls: type, seats: int, plain: Mapping[str, Any]) -> dict[str, Any]:
    """Plain data as the controls hold it: texts, and for each seat or card its own."""
    filled: dict[str, Any] = {}
    for name in declared(cls):
        value = plain.get(name, write(_default(cls, name)))
        for spot, of in _spots(cls, name, seats).items():
            filled[spot] = _shown(kind_of(cls, name), value, of)
    return filled


def _default(cls: type, name: str) -> Any:
    default = default_of(declared(cls)[name])
    return None if default is MISSING else default


def _shown(kind: str, value: Any, of: str) -> Any:
    if of and isinstance(value, list):
        value = value[int(of)] if int(of) < len(value) else None
    elif of:
        value = value.get(of) if isinstance(value, Mapping) else None
    if kind == "flag":
        return value is True
    if kind == "seats":
        return [str(seat) for seat in value or ()]
    if kind == "money":
        return _as_amount(value)
    return "" if value is None else str(value)


def _as_amount(haler: int) -> str:
    return f"{haler / 100:.2f}".removesuffix(".00").replace(".", ",") if haler else ""


def _values(data: Any) -> Sequence[Any]:
    if isinstance(data, list):
        return data
    return () if data in (None, "", False) else ("y" if data is True else data,)


def _number(text: Any) -> Any:
    """A number if the text is one; else the text itself, for the reader to complain of."""
    text = str(text or "").strip().replace(MINUS, "-")
    digits = text.removeprefix("-").removeprefix("+")
    if digits.isascii() and digits.isdigit() and len(digits) < 10:
        return int(text)
    return text or None


def _amount(text: Any) -> Any:
    """Whole haléře of an amount as people write it ("25", "25,50"); else the text itself."""
    try:
        amount = Decimal(str(text or "0").strip().replace(",", ".")) * 100
        return int(amount) if amount == amount.to_integral_value() else text
    except (InvalidOperation, OverflowError, ValueError):
        return text


def _by_spot(cls: type, name: str, typed: Typed, seats: int) -> Any:
    """Numbers by seat or card: a list where a list is declared, else only what is given."""
    numbers = {of: _number(typed.get(spot)) for spot, of in _spots(cls, name, seats).items()}
    if all(number is None for number in numbers.values()):
        return None
    if get_origin(_bare(type_of(cls, name))) is tuple:
        return list(numbers.values())
    return {of: number for of, number in numbers.items() if number is not None}


def _one(read: Callable[[str], Any]) -> Callable[[type, str, Typed, int], Any]:
    """A reader for a field with a single control."""
    return lambda cls, name, typed, seats: read(typed.get(name, ""))


_READ: Mapping[str, Callable[[type, str, Typed, int], Any]] = {
    "flag": _one(bool),
    "choice": _one(lambda text: text or None),
    "text": _one(lambda text: text.strip() or None),
    "number": _one(_number),
    "money": _one(_amount),
    "seat": _one(_number),
    "seats": lambda cls, name, typed, seats: [_number(s) for s in typed.getlist(name)] or None,
    "by-seat": _by_spot,
    "by-card": _by_spot,
}
