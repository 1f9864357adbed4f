"""Fields that hold declared dataclasses themselves: one, or several in rows."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, is_dataclass, replace
from itertools import count, takewhile
from typing import get_args

from flask_babel import gettext as _
from wtforms import Field

from scorekeeper.core import schema
from scorekeeper.core.schema import Json, Seat
from scorekeeper.web.forms.kinds import kind as base
from scorekeeper.web.forms.labels import DeclaredType, Fragment, Labels, number

USUAL_ROWS, MOST_ROWS = 2, 24


class Group(base.FieldKind, accepts=lambda kind, *_: is_dataclass(kind)):
    """A dataclass within another: its controls, behind the name of the field."""

    widget = "group"
    ticks_one = True
    lists = True

    def __init__(self, cls: type, name: str, facts: bool = False) -> None:
        super().__init__(cls, name, facts)
        self.may_be_none = self.may_be_none and self.optional
        self.group = base.class_of(self.main)
        self.presets: Mapping[str, object] = getattr(self.group, "presets", {})

    def targets(self, seats: int) -> Mapping[str, str]:
        return {self.name: ""} if self.may_be_none else {}

    def choices(self, labels: Labels, value: base.ControlValue) -> Iterable[tuple[str, str]]:
        return self.none(labels, _("nothing"))

    @property
    def kinds(self) -> tuple[base.FieldKind, ...]:
        """The kinds of its fields: of an object within a dispute they ask for facts as well."""
        return base.kinds_of(self.group, self.asks_a_fact)

    def parse(self, submitted: base.FormData, seats: int, prefix: str) -> Json:
        """The group; None as long as nothing in it was chosen.

        In a group within a group a default is no choice: a form sends it with every entry.
        """
        data = base.data_of(self.kinds, submitted, seats, f"{prefix}{self.name}-")
        if self.asks_a_fact:
            return data or None
        declared = (
            (name, schema.default_of(field)) for name, field in schema.fields_of(self.group).items()
        )
        defaults = {name: held if held is MISSING else schema.dump(held) for name, held in declared}
        whole = all(name in data for name, value in defaults.items() if value is MISSING)
        chosen = not prefix or any(value != defaults[name] for name, value in data.items())
        return data if data and (whole or chosen) else None

    def pressed(self, submitted: base.FormData, seats: int) -> Mapping[str, str]:
        """The button of a ready-made set fills in the whole group ("tariff:taroky.net")."""
        name, _colon, key = submitted.get("preset", "").partition(":")
        if name != self.name or key not in self.presets:
            return {}
        filled = self.fill(self._whole(schema.dump(self.presets[key])), seats, "")
        return {control: str(value) for control, value in filled.items()}

    def fill(self, value: Json, seats: int, prefix: str) -> dict[str, base.ControlValue]:
        data, begin = value if isinstance(value, Mapping) else {}, f"{prefix}{self.name}-"
        own = {
            prefix + name: base.NONE if value == base.NONE else None for name in self.targets(seats)
        }
        return own | base.filling(self.kinds, seats, data, begin)

    def unbound(self, seats: int, source: base.FormData, prefix: str) -> dict[str, Field]:
        inner = base.unbound_fields(self.kinds, seats, source, f"{prefix}{self.name}-")
        return super().unbound(seats, source, prefix) | inner

    def part(self, bound: base.BoundFields, labels: Labels, prefix: str = "") -> base.Part:
        within = labels.within(self.name)
        if hasattr(self.group, "type"):
            # An entry within another is asked for in its own words.
            within = replace(labels, section=("fields", self.group.type))
        presets = tuple((key, labels.of(self.name, "presets", key)) for key in self.presets)
        begin = f"{prefix}{self.name}-"
        inner = tuple(kind.part(bound, within, begin) for kind in self.kinds)
        whole = replace(super().part(bound, labels, prefix), inner=inner, presets=presets)
        if not self.may_be_none:
            return whole
        inner = tuple(replace(each, in_optional=True) for each in inner)
        return without_none(replace(whole, inner=inner))

    def text(self, value: Json, labels: Labels) -> str:
        key = self.preset(value)
        return labels.of(self.name, "presets", key) if key else _("our own")

    def preset(self, value: Json) -> str:
        whole = self._whole(value)
        alike = (
            key for key, preset in self.presets.items() if self._whole(schema.dump(preset)) == whole
        )
        return next(alike, "")

    def _whole(self, value: Json) -> Mapping[str, Json]:
        data = value if isinstance(value, Mapping) else {}
        return {kind.name: data.get(kind.name, kind.default) for kind in self.kinds}

    def reseat(self, value: Json, seats: Sequence[int | None], table: int) -> Json:
        return base.reseat(self.group, value, seats, table) if isinstance(value, Mapping) else value


class Rows(
    base.FieldKind, accepts=lambda kind, *_: base.is_many(kind) and is_dataclass(base.item_of(kind))
):
    """Dataclasses one after the other; a hidden control says how many rows the form has."""

    widget = "rows"

    def __init__(self, cls: type, name: str, facts: bool = False) -> None:
        super().__init__(cls, name, facts)
        self.kinds = base.kinds_of(self.row_class())
        self.numbered = NumberedRow(cls, name)

    def row_class(self) -> type:
        return base.class_of(base.item_of(self.main))

    def targets(self, seats: int) -> Mapping[str, str]:
        return {f"{self.name}-rows": ""}

    def parse(self, submitted: base.FormData, seats: int, prefix: str) -> Json:
        begins = self._prefixes(submitted, prefix)
        rows = (base.data_of(self.kinds, submitted, seats, begin) for begin in begins)
        return [row for row in rows if row] or None

    def fill(self, value: Json, seats: int, prefix: str) -> dict[str, base.ControlValue]:
        rows = value if isinstance(value, list) else []
        filled: dict[str, base.ControlValue] = {
            f"{prefix}{self.name}-rows": max(len(rows), USUAL_ROWS)
        }
        for at, row in enumerate(rows):
            filled |= base.filling(self.kinds, seats, row, f"{prefix}{self.name}-{at}-")
        return filled

    def unbound(self, seats: int, source: base.FormData, prefix: str) -> dict[str, Field]:
        fields = super().unbound(seats, source, prefix)
        for begin in self._prefixes(source, prefix):
            fields |= base.unbound_fields(self.kinds, seats, source, begin)
        return fields

    def part(self, bound: base.BoundFields, labels: Labels, prefix: str = "") -> base.Part:
        within, begin = labels.within(self.name), f"{prefix}{self.name}"
        present = takewhile(
            lambda at: any(name.startswith(f"{begin}-{at}-") for name in bound), count()
        )
        rows = tuple(
            base.Part(
                f"{begin}-{at}",
                self.numbered,
                f"{at + 1}.",
                "",
                (),
                tuple(kind.part(bound, within, f"{begin}-{at}-") for kind in self.kinds),
            )
            for at in present
        )
        return replace(super().part(bound, labels, prefix), inner=rows)

    def _prefixes(self, source: base.FormData, prefix: str) -> list[str]:
        """The prefix of each row's controls, for as many rows as the form has."""
        rows = number(source.get(f"{prefix}{self.name}-rows"))
        rows = rows if isinstance(rows, int) and 0 < rows <= MOST_ROWS else USUAL_ROWS
        return [f"{prefix}{self.name}-{row}-" for row in range(rows)]


@dataclass(frozen=True)
class _Several:
    """A seat, and how much came from it at once; one if nothing else is said."""

    seat: Seat
    n: int | None = schema.spec(None, ge=1)


def _may_be_pairs(kind: DeclaredType) -> bool:
    inner = schema.union_members(get_args(kind)[0]) if base.is_many(kind) else ()
    return len(inner) > 1 and base.is_many(inner[0]) and inner[-1] is Seat


class SeatsWithNumbers(Rows, accepts=lambda kind, *_: _may_be_pairs(kind)):
    """Seats in order, each alone or in a pair with a number (`[seat, n]`)."""

    def row_class(self) -> type:
        return _Several

    def parse(self, submitted: base.FormData, seats: int, prefix: str) -> Json:
        rows = super().parse(submitted, seats, prefix)
        return [_pair(row) for row in rows] if isinstance(rows, list) else None

    def fill(self, value: Json, seats: int, prefix: str) -> dict[str, base.ControlValue]:
        return super().fill([_row(each) for each in _listed(value)], seats, prefix)

    def describe(self, value: Json, labels: Labels) -> Iterator[Fragment]:
        rows = map(_row, _listed(value))
        told = [(labels.names[int(str(row["seat"]))], row.get("n")) for row in rows]
        names = [f"{name} {n}×" if n else name for name, n in told]
        yield Fragment(", ".join(names) or _("nobody"))

    def reseat(self, value: Json, seats: Sequence[int | None], table: int) -> Json:
        moved = [base.reseat(_Several, _row(each), seats, table) for each in _listed(value)]
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


class NumberedRow(base.FieldKind):
    """One row of several: drawn as a group with its number."""

    widget = "group"


def without_none(part: base.Part) -> base.Part:
    """The part of what there may be none of: that is not ticked beside something that is told."""
    (none,) = (each for each in part.controls if each.field.name == part.name)
    others = (each for shown in part.every for each in shown.controls if each is not none)
    if any(each.field.data for each in others):
        none.field.data = None
    return part
