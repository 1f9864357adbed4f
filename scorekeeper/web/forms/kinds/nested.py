"""Fields that hold declared dataclasses themselves: one, or several in rows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, is_dataclass, replace
from itertools import count, takewhile
from typing import get_args

from flask_babel import gettext as _
from wtforms import Field

from scorekeeper.schema import Json, Seat, Spec, default_of, dump, fields_of, options_of
from scorekeeper.web.forms.kinds.kind import (
    Bound,
    Filled,
    Kind,
    Part,
    Submitted,
    data_of,
    filling,
    kinds_of,
    reseat,
)
from scorekeeper.web.forms.kinds.types import class_of, is_many, item_of
from scorekeeper.web.forms.labels import Declared, Fragment, Labels
from scorekeeper.web.forms.numbers import number

USUAL_ROWS, MOST_ROWS = 2, 24


class Group(Kind):
    """A dataclass within another: its controls, behind the name of the field."""

    look = "group"

    def __init__(self, cls: type, name: str) -> None:
        super().__init__(cls, name)
        self.group = class_of(self.main)
        self.presets: Mapping[str, object] = getattr(self.group, "presets", {})

    @classmethod
    def takes(cls, kind: Declared, types: Sequence[Declared], spec: Spec) -> bool:
        return is_dataclass(kind)

    def targets(self, seats: int) -> Mapping[str, str]:
        return {}

    def parse(self, submitted: Submitted, seats: int, prefix: str) -> Json:
        """The group; None as long as nothing in it was chosen.

        In a group within a group a default is no choice: a form sends it with every entry.
        """
        data = data_of(self.group, submitted, seats, f"{prefix}{self.name}-")
        defaults = {name: default_of(field) for name, field in fields_of(self.group).items()}
        whole = all(name in data for name, value in defaults.items() if value is MISSING)
        chosen = not prefix or any(value != _data(defaults[name]) for name, value in data.items())
        return data if data and (whole or chosen) else None

    def pressed(self, submitted: Submitted, seats: int) -> Mapping[str, str]:
        """The button of a ready-made set fills in the whole group ("tariff:taroky.net")."""
        name, _colon, key = submitted.get("preset", "").partition(":")
        if name != self.name or key not in self.presets:
            return {}
        filled = self.fill(self._whole(dump(self.presets[key])), seats, "")
        return {control: str(value) for control, value in filled.items()}

    def fill(self, value: Json, seats: int, prefix: str) -> dict[str, Filled]:
        data = value if isinstance(value, Mapping) else {}
        return filling(self.group, seats, data, f"{prefix}{self.name}-")

    def unbound(self, seats: int, source: Submitted, prefix: str) -> dict[str, Field]:
        return unbound_fields(self.group, seats, source, f"{prefix}{self.name}-")

    def part(self, bound: Bound, labels: Labels, prefix: str = "") -> Part:
        within = labels.within(self.name)
        if hasattr(self.group, "type"):
            # An entry within another is asked for in its own words.
            within = replace(labels, section=("fields", self.group.type))
        presets = tuple((key, labels.of(self.name, "presets", key)) for key in self.presets)
        inner = parts_of(self.group, bound, within, f"{prefix}{self.name}-")
        return replace(super().part(bound, labels, prefix), inner=inner, presets=presets)

    def text(self, value: Json, labels: Labels) -> str:
        """The name of the ready-made set that the group is, if it is one."""
        key = self.preset(value)
        return labels.of(self.name, "presets", key) if key else _("our own")

    def preset(self, value: Json) -> str:
        whole = self._whole(value)
        alike = (key for key, preset in self.presets.items() if self._whole(dump(preset)) == whole)
        return next(alike, "")

    def _whole(self, value: Json) -> Mapping[str, Json]:
        """JSON data of the group with its defaults."""
        data = value if isinstance(value, Mapping) else {}
        return {kind.name: data.get(kind.name, kind.default) for kind in kinds_of(self.group)}

    def reseat(self, value: Json, seats: Sequence[int], table: int) -> Json:
        return reseat(self.group, value, seats, table) if isinstance(value, Mapping) else value


class Rows(Kind):
    """Dataclasses one after the other; a hidden control says how many rows the form has."""

    look = "rows"

    def __init__(self, cls: type, name: str) -> None:
        super().__init__(cls, name)
        self.row = self.row_class()
        self.numbered = NumberedRow(cls, name)

    @classmethod
    def takes(cls, kind: Declared, types: Sequence[Declared], spec: Spec) -> bool:
        return is_many(kind) and is_dataclass(item_of(kind))

    def row_class(self) -> type:
        """The dataclass that a row asks for."""
        return class_of(item_of(self.main))

    def targets(self, seats: int) -> Mapping[str, str]:
        return {f"{self.name}-rows": ""}

    def parse(self, submitted: Submitted, seats: int, prefix: str) -> Json:
        """The rows in which something was entered."""
        rows = (
            data_of(self.row, submitted, seats, row) for row in self._prefixes(submitted, prefix)
        )
        return [row for row in rows if row] or None

    def fill(self, value: Json, seats: int, prefix: str) -> dict[str, Filled]:
        rows = value if isinstance(value, list) else []
        filled: dict[str, Filled] = {f"{prefix}{self.name}-rows": max(len(rows), USUAL_ROWS)}
        for at, row in enumerate(rows):
            filled |= filling(self.row, seats, row, f"{prefix}{self.name}-{at}-")
        return filled

    def unbound(self, seats: int, source: Submitted, prefix: str) -> dict[str, Field]:
        fields = super().unbound(seats, source, prefix)
        for row in self._prefixes(source, prefix):
            fields |= unbound_fields(self.row, seats, source, row)
        return fields

    def part(self, bound: Bound, labels: Labels, prefix: str = "") -> Part:
        within, begin = labels.within(self.name), f"{prefix}{self.name}"
        present = takewhile(
            lambda at: any(name.startswith(f"{begin}-{at}-") for name in bound), count()
        )
        rows = tuple(
            Part(
                f"{begin}-{at}",
                self.numbered,
                f"{at + 1}.",
                "",
                (),
                parts_of(self.row, bound, within, f"{begin}-{at}-"),
            )
            for at in present
        )
        return replace(super().part(bound, labels, prefix), inner=rows)

    def _prefixes(self, source: Submitted, prefix: str) -> list[str]:
        """The prefix of each row's controls, for as many rows as the form has."""
        rows = number(source.get(f"{prefix}{self.name}-rows"))
        rows = rows if isinstance(rows, int) and 0 < rows <= MOST_ROWS else USUAL_ROWS
        return [f"{prefix}{self.name}-{row}-" for row in range(rows)]


@dataclass(frozen=True)
class _Several:
    """A seat, and how much came from it at once; one if nothing else is said."""

    seat: Seat
    n: int | None = None


class SeatsWithNumbers(Rows):
    """Seats in order, each alone or in a pair with a number (`[seat, n]`)."""

    @classmethod
    def takes(cls, kind: Declared, types: Sequence[Declared], spec: Spec) -> bool:
        inner = options_of(get_args(kind)[0]) if is_many(kind) else ()
        return len(inner) > 1 and is_many(inner[0]) and inner[-1] is Seat

    def row_class(self) -> type:
        return _Several

    def parse(self, submitted: Submitted, seats: int, prefix: str) -> Json:
        rows = super().parse(submitted, seats, prefix)
        return [_pair(row) for row in rows] if isinstance(rows, list) else None

    def fill(self, value: Json, seats: int, prefix: str) -> dict[str, Filled]:
        return super().fill([_row(each) for each in _listed(value)], seats, prefix)

    def describe(self, value: Json, labels: Labels) -> Iterator[Fragment]:
        names = [_with_number(_row(each), labels.names) for each in _listed(value)]
        yield Fragment(", ".join(names) or _("nothing"))

    def reseat(self, value: Json, seats: Sequence[int], table: int) -> Json:
        moved = [reseat(_Several, _row(each), seats, table) for each in _listed(value)]
        return [_pair(row) for row in moved]


def _listed(value: Json) -> Sequence[Json]:
    return value if isinstance(value, list | tuple) else ()


def _row(value: Json) -> Mapping[str, Json]:
    """A seat, or a seat and a number, as a row holds them."""
    if isinstance(value, list | tuple):
        return {"seat": value[0], "n": value[1]}
    return {"seat": value}


def _pair(row: Json) -> Json:
    """The row as case files write it; without a seat there is nothing that a seat could be."""
    data = row if isinstance(row, Mapping) else {}
    seat, n = data.get("seat"), data.get("n")
    return seat if n in (None, 1) else [seat, n]


def _with_number(row: Mapping[str, Json], names: Sequence[str]) -> str:
    name = names[int(str(row["seat"]))]
    return f"{name} {row['n']}×" if row.get("n") else name


class NumberedRow(Kind):
    """One row of several: drawn as a group with its number."""

    look = "group"


def groups_of(cls: type) -> tuple[Group, ...]:
    """The fields of a dataclass that hold another one."""
    return tuple(kind for kind in kinds_of(cls) if isinstance(kind, Group))


def unbound_fields(cls: type, seats: int, source: Submitted, prefix: str = "") -> dict[str, Field]:
    """The WTForms fields of every control for a dataclass, those of nested ones too."""
    fields: dict[str, Field] = {}
    for kind in kinds_of(cls):
        fields |= kind.unbound(seats, source, prefix)
    return fields


def parts_of(cls: type, bound: Bound, labels: Labels, prefix: str = "") -> tuple[Part, ...]:
    """The parts of a dataclass with their bound controls and words."""
    return tuple(kind.part(bound, labels, prefix) for kind in kinds_of(cls))


def _data(default: object) -> object:
    return default if default is MISSING else dump(default)
