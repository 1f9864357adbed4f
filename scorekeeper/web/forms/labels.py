"""The words of declared fields: where they come from, a value in them by its declared types, and
numbers and amounts of money as people type them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, is_dataclass, replace
from decimal import Decimal, InvalidOperation
from itertools import chain
from typing import Literal, TypeAlias, get_args, get_origin

from flask_babel import gettext as _

from scorekeeper.core.cards import Card
from scorekeeper.core.schema import Json, Seat, fields_of, type_of, union_members
from scorekeeper.rulebook import Rulebook
from scorekeeper.web.wording.reader import MINUS

DeclaredType: TypeAlias = object
"""A type as a field declares it: a class, or a form of `typing`."""


@dataclass(frozen=True)
class Labels:
    """The words of a form: `section` of the book (`house`, `fields.round`), and names by seat."""

    book: Rulebook
    section: tuple[str, ...]
    names: Sequence[str]

    def of(self, *path: str) -> str:
        """The text at a path of the section; empty if the book has none."""
        try:
            return self.book.label(*self.section, *path)
        except KeyError:
            return ""

    def choices(self, name: str) -> Mapping[str, str]:
        """The choices of a field: (value, its words)."""
        return self.book.texts(*self.section, name, "choices")

    def within(self, step: str) -> "Labels":
        return replace(self, section=(*self.section, step))

    def value(self, value: Json) -> str:
        """A value in the words of its choice; else in those of the game, else as a fact."""
        if text := self.of("choices", str(value)) or self.of("keys", str(value)):
            return text
        if str(value) in self.book.rules:  # a rule as its breach is called
            return self.book.offence(str(value))
        return self.book.fact_text("", value, self.names)


@dataclass(frozen=True)
class Fragment:
    """A run of text, or a card to draw by its code."""

    text: str = ""
    card: str = ""


def fragments(labels: Labels, kinds: Sequence[DeclaredType], value: Json) -> Iterator[Fragment]:
    """A value (JSON data) by the first of its declared types that can hold it."""
    kind = next((kind for kind in kinds if _holds(kind, value)), None)
    if isinstance(value, bool):
        yield Fragment(_("yes") if value else _("no"))
    elif isinstance(value, str):
        yield Fragment(card=value) if kind is Card else Fragment(labels.value(value))
    elif isinstance(value, Mapping):
        yield from _mapping(labels, kind, value)
    elif isinstance(value, Sequence):
        yield from _many(labels, kind, value)
    elif isinstance(value, int):
        yield Fragment(labels.names[value] if kind is Seat else str(value).replace("-", MINUS))
    else:
        yield Fragment(labels.value(value))


def _holds(kind: DeclaredType, value: Json) -> bool:
    origin = get_origin(kind)
    if isinstance(value, Mapping):
        return origin is Mapping or is_dataclass(kind)
    if isinstance(value, list | tuple):
        return origin in (tuple, frozenset)
    if origin is Literal:
        return value in get_args(kind)
    return kind in ((Card, str) if isinstance(value, str) else (Seat, int, bool))


def _many(labels: Labels, kind: DeclaredType, values: Sequence[Json]) -> Iterator[Fragment]:
    """Cards stand side by side, everything else is listed; a number for each seat has its name."""
    inner = union_members(get_args(kind)[0])
    if not values:
        yield _none_of(inner)
    elif inner == (int,) and len(values) == len(labels.names):
        by_seat = {str(seat): value for seat, value in enumerate(values)}
        yield from _mapping(labels, Mapping[Seat, int], by_seat)
    else:
        yield from _listed(tuple(fragments(labels, inner, value)) for value in values)


def _none_of(kinds: Sequence[DeclaredType]) -> Fragment:
    """What is said where none is: nobody, if players would be named there, else nothing."""
    return Fragment(_("nobody") if Seat in kinds else _("nothing"))


def _mapping(labels: Labels, kind: DeclaredType, value: Mapping[str, Json]) -> Iterator[Fragment]:
    """Key and value; a declared dataclass says its fields in their own words."""
    if is_dataclass(kind) and isinstance(kind, type):
        members = [name for name in fields_of(kind) if value.get(name) is not None]
        parts = (tuple(_field(labels, kind, name, value[name])) for name in members)
        yield from _listed(parts) if hasattr(kind, "type") else chain.from_iterable(parts)
    else:
        of, to = get_args(kind)
        pairs = [
            (
                *fragments(labels, (of,), int(key) if of is Seat else key),
                *fragments(labels, union_members(to), each),
            )
            for key, each in value.items()
            if each is not None
        ]
        yield from _listed(pairs or [(_none_of([of]),)])


def _field(labels: Labels, kind: type, name: str, value: Json) -> Iterator[Fragment]:
    """A field of a dataclass; one of an entry says what it is, in the words of the entry."""
    entry = getattr(kind, "type", "")
    own = replace(labels, section=("fields", entry)) if entry else labels
    if entry:
        yield Fragment(f"{own.of(name, 'label')}:")
    yield from fragments(own.within(name), union_members(type_of(kind, name)), value)


def _listed(groups: Iterable[tuple[Fragment, ...]]) -> Iterator[Fragment]:
    """Fragments one after the other, with a comma between all but cards."""
    listed = list(groups)
    for at, group in enumerate(listed, start=1):
        lone = len(group) == 1 and group[0].card
        yield from group[:-1]
        last = group[-1]
        parted = at < len(listed) and not lone
        yield Fragment(f"{last.text},") if parted and last.text else last
        if parted and last.card:
            yield Fragment(",")


MAX_DIGITS = 10
"""What has so many digits is no number that anybody plays for."""


def number(text: object) -> int | str | None:
    """A number if the text is one, None if it is empty; else the text, for `schema` to refuse.

    >>> number(" −3 "), number("– 3"), number(""), number("three")
    (-3, -3, None, 'three')
    """
    entered = _signed(text)
    digits = entered.removeprefix("-").removeprefix("+")
    if digits.isascii() and digits.isdigit() and len(digits) < MAX_DIGITS:
        return int(entered)
    return entered or None


def amount(text: str) -> int | str:
    """Whole haléře of an amount as people write it; else, or if it is huge, the text itself.

    >>> amount("25,50"), amount("−3"), amount("a lot")
    (2550, -300, 'a lot')
    """
    try:
        value = Decimal(_signed(text or "0").replace(",", ".")) * 100
        small = value.adjusted() < MAX_DIGITS
        return int(value) if small and value == value.to_integral_value() else text
    except (InvalidOperation, OverflowError, ValueError):
        return text


def _signed(text: object) -> str:
    """What was typed, with the minus that programs read: every dash in front of it is one."""
    return _MINUS.sub("-", str(text or "").strip(), count=1)


_MINUS = re.compile("^[-\u2010-\u2015\u2212\ufe63\uff0d]\\s*")
"""A minus as sheets, phones and other programs write it."""


def amount_text(haler: int) -> str:
    """Haléře as people write them; empty for nothing.

    >>> amount_text(2550), amount_text(0)
    ('25,50', '')
    """
    whole, rest = divmod(abs(haler), 100)
    cents = f",{rest:02}" if rest else ""
    return f"{'-' if haler < 0 else ''}{whole}{cents}" if haler else ""
