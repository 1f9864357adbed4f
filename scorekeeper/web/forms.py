"""Forms read off declarations: one field of a dataclass gives one part of a form.

A part knows its words and its WTForms fields; what they send is read in `typed.py`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import count, takewhile
from typing import Any, Literal, get_args, get_origin

from flask_babel import gettext as _
from wtforms import BooleanField, Field, Form, RadioField, SelectMultipleField, StringField

from scorekeeper.plain import declared, type_of
from scorekeeper.rulebook import Rulebook
from scorekeeper.web.filling import default, filling, is_spared
from scorekeeper.web.parts import DeclaredForm, Item, Part, Words
from scorekeeper.web.typed import (
    Typed,
    among,
    asked,
    choices_of,
    group_of,
    kind_of,
    options_of,
    presets_of,
    row_of,
    row_prefixes,
    spots,
)

FEW = 13
"""As many numbers are offered to choose from; of more, one is typed."""


def form_of(cls: type, words: Words, typed: Typed | None = None, plain: Any = None) -> DeclaredForm:
    """The form for a dataclass: filled with what was `typed`, or with `plain` data."""
    seats = len(words.names)
    data = filling(cls, seats, plain or {})
    form = _form_class(cls, seats, _rows_in(cls, typed, data))(formdata=typed, data=data)
    return DeclaredForm({name: _part(cls, name, words, form, "") for name in asked(cls)})


Rows = tuple[tuple[str, int], ...]
"""How many rows a form has for each field that is told in rows."""


def _rows_in(cls: type, typed: Typed | None, data: Mapping[str, Any]) -> Rows:
    told = typed or Typed({k: str(v) for k, v in data.items() if k.endswith("-rows")})
    names = (name for name in asked(cls) if kind_of(cls, name) == "rows")
    return tuple((name, len(row_prefixes(name, told))) for name in names)


def _controls(
    cls: type, seats: int, rows: Rows = (), prefix: str = ""
) -> Iterator[tuple[str, type, str]]:
    """Every control of a form, those of nested dataclasses too: its name, and its field."""
    for name in asked(cls):
        if kind_of(cls, name) == "group":
            yield from _controls(group_of(cls, name), seats, (), f"{prefix}{name}-")
        if kind_of(cls, name) == "rows":
            for row in range(dict(rows)[name]):
                yield from _controls(row_of(cls, name), seats, (), f"{prefix}{name}-{row}-")
        for spot in spots(cls, name, seats):
            yield prefix + spot, cls, name


@cache
def _form_class(cls: type, seats: int, rows: Rows) -> type[Form]:
    fields = {control: _field(of, name) for control, of, name in _controls(cls, seats, rows)}
    return type(f"{cls.__name__}Form", (Form,), fields)


def _field(cls: type, name: str) -> Any:
    kind = kind_of(cls, name)
    if kind == "flag" and default(cls, name) is False:
        return BooleanField(false_values=("", "n", False))
    if kind in ("seats", "choices-by-seat", "choices"):
        return SelectMultipleField(validate_choice=False)
    if kind in ("choice", "seat", "by-card", "choice-by-key", "flag", "seats-in-order"):
        return RadioField(validate_choice=False)
    return StringField()


def _part(cls: type, name: str, words: Words, form: Form, prefix: str) -> Part:
    kind = kind_of(cls, name)
    inner: tuple[Part, ...] = ()
    if kind == "group":
        group = group_of(cls, name)
        # An entry within another is asked for in its own words.
        own = ("fields", group.type) if hasattr(group, "type") else (*words.section, name)
        within = replace(words, section=own)
        inner = tuple(_part(group, n, within, form, f"{prefix}{name}-") for n in asked(group))
    elif kind == "rows":
        inner = tuple(_row_parts(cls, name, words, form))
    elif kind == "number" and len(_few(cls, name)):
        kind = "few-numbers"
    spot_of = spots(cls, name, len(words.names))
    items = tuple(_item(cls, name, form[prefix + s], of, words) for s, of in spot_of.items())
    presets = tuple((key, words.of(name, "presets", key)) for key in presets_of(cls, name))
    return Part(
        prefix + name,
        kind,
        words.of(name, "label"),
        words.of(name, "help"),
        items,
        inner,
        presets,
        spared=is_spared(cls, name),
    )


def _row_parts(cls: type, name: str, words: Words, form: Form) -> Iterator[Part]:
    """The rows of a field: a numbered group of parts each."""
    row, within = row_of(cls, name), replace(words, section=(*words.section, name))
    for at in takewhile(lambda at: any(c.startswith(f"{name}-{at}-") for c in form.data), count()):
        inner = tuple(_part(row, n, within, form, f"{name}-{at}-") for n in asked(row))
        yield Part(f"{name}-{at}", "group", f"{at + 1}.", "", (), inner)


def _few(cls: type, name: str) -> range:
    """The numbers that a field may hold, if they are few enough to choose from."""
    bounds = declared(cls)[name].metadata
    if "at_least" not in bounds or "at_most" not in bounds:
        return range(0)
    all_of_them = range(bounds["at_least"], bounds["at_most"] + 1)
    return all_of_them if len(all_of_them) <= FEW else range(0)


def _item(cls: type, name: str, control: Field, of: str, words: Words) -> Item:
    kind = kind_of(cls, name)
    control.choices = [*_choices(cls, name, words)]
    control.choices += _held(cls, name, control, words.book)
    if kind == "by-card":
        return Item(words.book.card(of), control, of, among(cls, name)[of], words.book)
    if kind in ("choice-by-key", "numbers-by-key"):
        return Item(words.of(name, "keys", of) or of, control, of)
    if kind == "seats-in-order":
        return Item(f"{int(of) + 1}.", control)
    if of:
        return Item(words.names[int(of)], control)
    return Item(words.of(name, "label"), control)


def _choices(cls: type, name: str, words: Words) -> Iterator[tuple[str, str]]:
    """What a control offers: value and words; a value that has no words is not offered."""
    kind = kind_of(cls, name)
    if kind in ("seat", "seats", "by-card", "seats-in-order"):
        yield from ((str(seat), player) for seat, player in enumerate(words.names))
    elif kind in ("choice", "choices-by-seat", "choice-by-key", "choices"):
        told = ((value, words.of(name, "choices", value)) for value in choices_of(cls, name))
        yield from ((value, label) for value, label in told if label)
    elif kind == "number" and (few := _few(cls, name)):
        yield from ((str(n), words.of(name, "choices", str(n)) or str(n)) for n in few)
    elif kind == "number":
        yield from ((word, words.of(name, "choices", word)) for word in _words_of(cls, name))
    elif kind == "flag":
        yield from (("y", _("yes")), ("n", _("no")))


def _held(cls: type, name: str, control: Field, book: Rulebook) -> list[tuple[str, str]]:
    """A rule that a control holds without offering it: a verdict named it, so it stays."""
    value, offered = control.data, [value for value, _label in control.choices]
    known = kind_of(cls, name) == "choice" and value in choices_of(cls, name)
    return [(value, book.rule(value).title)] if known and value not in offered else []


def _words_of(cls: type, name: str) -> Iterator[str]:
    """The words that a field may hold instead of a number."""
    for option in options_of(type_of(cls, name)):
        if get_origin(option) is Literal:
            yield from map(str, get_args(option))
