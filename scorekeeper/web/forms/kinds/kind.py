"""`FieldKind`, the root of all kinds of field: the one place that knows a field's controls.

A kind is found by the type of the field, and there is one class for each. It says which controls
ask for a field, reads what they sent, fills them, and words and reseats what they gave.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, replace
from typing import ClassVar, Literal, get_args, get_origin

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict
from wtforms import Field, RadioField, SelectMultipleField, StringField

from scorekeeper.core import schema
from scorekeeper.core.schema import Json, Spec
from scorekeeper.referee.dispute import Dispute
from scorekeeper.referee.question import none_is_an_answer
from scorekeeper.rulebook import Rulebook
from scorekeeper.web.forms.labels import DeclaredType, Fragment, Labels, fragments, number

FormData = MultiDict[str, str]
"""What a form sent: control → texts."""
NONE = "-"
"""What a control holds that says that there is none."""
ControlValue = str | int | bool | list[str] | None
"""What a control holds."""
BoundFields = Mapping[str, Field]
"""The WTForms fields of a form by the name of their control."""


@dataclass(frozen=True)
class Control:
    """One control of a part, with its label.

    `code` is the card it asks for, `worth` its points, and `book` says what stands on it.
    """

    label: str
    field: Field
    code: str = ""
    worth: int = 0
    book: Rulebook | None = None

    @property
    def id(self) -> str:
        return str(self.field.id)

    @property
    def words(self) -> Iterator[str]:
        """What it holds, as it words its choices; nothing if it is empty."""
        choices, data = getattr(self.field, "choices", None) or (), self.field.data
        words = {str(value): str(label) for value, label in choices}
        if isinstance(data, bool):
            words = {"True": _("yes"), "False": _("no")}
        held = data if isinstance(data, list) else [data]
        yield from (words.get(str(each), str(each)) for each in held if each not in (None, ""))


@dataclass(frozen=True)
class Part:
    """The controls for one declared field, with its words and what is wrong there.

    A group has `inner` parts instead, and perhaps `presets`: key and words. Within an object that
    there may be none of nothing has to be told (`in_optional`).
    """

    name: str
    kind: "FieldKind"
    label: str
    help: str
    controls: tuple[Control, ...]
    inner: tuple["Part", ...] = ()
    presets: tuple[tuple[str, str], ...] = ()
    errors: tuple[str, ...] = ()
    in_optional: bool = False

    @property
    def id(self) -> str:
        """The part's id in the page, where an error leads."""
        return f"part-{self.name}"

    @property
    def path(self) -> str:
        return path_of(self.name)

    @property
    def widget(self) -> str:
        return self.kind.widget

    @property
    def optional(self) -> bool:
        return self.kind.optional or self.in_optional

    @property
    def every(self) -> Iterator["Part"]:
        yield self
        for part in self.inner:
            yield from part.every

    @property
    def values(self) -> tuple[ControlValue, ...]:
        return tuple(control.field.data for part in self.every for control in part.controls)

    def with_error(self, path: str, text: str) -> "tuple[Part, str]":
        """The part with an error where a path within it leads to, and the anchor there.

        Only an object of facts shows it at its own part: a group of a form is mended as a whole.
        """
        step, _dot, rest = path.partition(".")
        inner = {part.name: part for part in self.inner if self.kind.asks_a_fact}
        if (name := f"{self.name}-{step}") in inner:
            inner[name], anchor = inner[name].with_error(rest, text)
            return replace(self, inner=tuple(inner.values())), anchor
        return replace(self, errors=(text,)), self.id

    @property
    def summary(self) -> str:
        """What it holds, in words: "Dealer: Eva"; of a group only what it is."""
        if self.widget == "group":
            return self.label
        parts = (part for part in self.every if not part.inner)
        held = (words for part in parts for each in part.controls for words in each.words)
        return f"{self.label}: {', '.join(held)}"


Accepts = Callable[[DeclaredType, Sequence[DeclaredType], Spec], bool]
"""True if a field is of a kind: from the chief of its declared types, all of them, and its spec."""
KINDS: list[tuple[Accepts, type["FieldKind"]]] = []
"""In the order in which they are asked."""


class FieldKind:
    """How a declared field is asked for: with one control that holds a text, unless a class says
    otherwise. A subclass says by `accepts` for which fields it is.
    """

    widget: str
    """What a template asks for, to draw the part."""
    picks_cards: ClassVar[bool] = False
    """Cards are picked for it; hidden controls hold their codes."""
    picks_one: ClassVar[bool] = False
    """A control holds one card."""
    by_seat: ClassVar[bool] = False
    """Each seat has a control."""
    ticks_several: ClassVar[bool] = False
    """More than one may be ticked: one tick does not say that this is all."""
    lists: ClassVar[bool] = False
    """It may hold several, or all that may have been besides: that there is none is an answer, and
    not a missing one.
    """
    ticks_one: ClassVar[bool] = False
    """One of its choices is ticked."""
    numeric: ClassVar[bool] = False
    """A control sends a number."""
    may_be_negative: ClassVar[bool] = False
    """That number may be below zero, unless it is declared otherwise."""

    def __init__(self, cls: type, name: str, facts: bool = False) -> None:
        field = schema.fields_of(cls)[name]
        default = schema.default_of(field)
        self.name = name
        self.spec: Spec = schema.spec_of(field)
        self.types: tuple[DeclaredType, ...] = schema.union_members(schema.type_of(cls, name))
        self.main: DeclaredType = _main_of(self.types)
        self.asks_a_fact = facts
        # What nobody told of a fact is not known: nothing is chosen at first.
        unset = self.asks_a_fact and (self.picks_one or not self.picks_cards)
        self.default: Json = None if default is MISSING or unset else schema.dump(default)
        self.optional = self.spec.in_details or default is not MISSING
        self.may_be_none = self.asks_a_fact and (self.lists or none_is_an_answer(cls, name))

    def __init_subclass__(cls, accepts: Accepts | None = None) -> None:
        super().__init_subclass__()
        if accepts:
            KINDS.append((accepts, cls))

    @property
    def signed(self) -> bool:
        """True if what it asks for may be a number below zero."""
        return self.may_be_negative and (self.spec.ge is None or self.spec.ge < 0)

    def targets(self, seats: int) -> Mapping[str, str]:
        """Control → the seat, card or key that it asks for; empty for one that asks for all."""
        return {self.name: ""}

    def parse(self, submitted: FormData, seats: int, prefix: str) -> Json:
        """What was submitted as JSON data, None if nothing was; `prefix` is that of the group.

        Nothing is checked here that `schema` checks: what is no number is handed on as a text.
        """
        text = submitted.get(prefix + self.name, "")
        return None if self.may_be_none and text == NONE else self.read(text)

    def read(self, text: str) -> Json:
        """What one control sent, as JSON data."""
        return number(text) if self.numeric else text.strip() or None

    def pressed(self, submitted: FormData, seats: int) -> Mapping[str, str]:
        """Controls that a button of this field's own changes, if it was pressed: name → value."""
        return {}

    def fill(self, value: Json, seats: int, prefix: str) -> dict[str, ControlValue]:
        """Control → what it holds to show a value (JSON data)."""
        return {
            prefix + control: self.filled(value, target)
            for control, target in self.targets(seats).items()
        }

    def filled(self, value: Json, target: str) -> ControlValue:
        """The content of a target's control for a value."""
        each = member_of(value, target) if target else value
        return "" if each is None or isinstance(each, list) else str(each)

    def unbound(self, seats: int, source: FormData, prefix: str) -> dict[str, Field]:
        """The WTForms fields to be bound; of rows there are as many as `source` has."""
        return {prefix + control: self.field() for control in self.targets(seats)}

    def field(self) -> Field:
        """The WTForms field of one control."""
        if self.ticks_several:
            return SelectMultipleField(validate_choice=False)
        return RadioField(validate_choice=False) if self.ticks_one else StringField()

    def part(self, bound: BoundFields, labels: Labels, prefix: str = "") -> Part:
        """The part of a form with its controls and words."""
        targets = self.targets(len(labels.names))
        return Part(
            prefix + self.name,
            self,
            labels.of(self.name, "label"),
            labels.of(self.name, "help"),
            tuple(self.control(bound[prefix + c], target, labels) for c, target in targets.items()),
        )

    def control(self, field: Field, target: str, labels: Labels) -> Control:
        """A bound field with its label and what it offers."""
        field.choices = [*self.choices(labels, field.data)]
        return Control(self.label_of(target, labels), field)

    def label_of(self, target: str, labels: Labels) -> str:
        """The label of the control for a target."""
        if target:
            return labels.names[int(target)] if self.by_seat else target
        return labels.of(self.name, "label")

    def choices(self, labels: Labels, value: ControlValue) -> Iterable[tuple[str, str]]:
        """The choices of a control that holds a value: (value, its words)."""
        return ()

    def none(self, labels: Labels, word: str) -> Iterable[tuple[str, str]]:
        """The choice that says that there is none, where that is an answer: in the field's own
        words, or by a `word` that fits every such field.
        """
        return ((NONE, labels.of(self.name, "none") or word),) if self.may_be_none else ()

    def describe(self, value: Json, labels: Labels) -> Iterator[Fragment]:
        """A value (JSON data) in the reader's words."""
        return fragments(labels.within(self.name), self.types, value)

    def text(self, value: Json, labels: Labels) -> str:
        """A value in one line; empty for null."""
        if value is None:
            return ""
        return " ".join(each.text or each.card for each in self.describe(value, labels))

    def preset(self, value: Json) -> str:
        """The key of the ready-made set that a value is; empty if it is none."""
        return ""

    def reseat(self, value: Json, seats: Sequence[int | None], table: int) -> Json:
        """A value with places (0, 1, …) moved to `seats` of a `table` of so many."""
        return value


def data_of(
    kinds: Iterable[FieldKind], submitted: FormData, seats: int, prefix: str = ""
) -> dict[str, Json]:
    """What was submitted for some fields as JSON data; what was left empty is left out."""
    read = {kind.name: kind.parse(submitted, seats, prefix) for kind in kinds}
    return {name: value for name, value in read.items() if value is not None}


def pressed(cls: type, submitted: FormData, seats: int) -> FormData:
    """What was submitted for a dataclass, after the button of a field that was pressed."""
    changed = {
        control: value
        for kind in kinds_of(cls)
        for control, value in kind.pressed(submitted, seats).items()
    }
    if not changed:
        return submitted
    after = FormData(submitted)
    for control, value in changed.items():
        after[control] = value
    return after


def filling(
    kinds: Iterable[FieldKind], seats: int, data: Mapping[str, Json], prefix: str
) -> dict[str, ControlValue]:
    """Control → what it holds to show JSON data of some fields."""
    filled: dict[str, ControlValue] = {}
    for kind in kinds:
        filled |= kind.fill(data.get(kind.name, kind.default), seats, prefix)
    return filled


def unbound_fields(
    kinds: Iterable[FieldKind], seats: int, source: FormData, prefix: str
) -> dict[str, Field]:
    """The WTForms fields of every control for some fields, those of nested ones too."""
    fields: dict[str, Field] = {}
    for kind in kinds:
        fields |= kind.unbound(seats, source, prefix)
    return fields


def reseat(
    cls: type, data: Mapping[str, Json], seats: Sequence[int | None], table: int
) -> dict[str, Json]:
    """JSON data of a dataclass with places (0, 1, …) moved to `seats` of a `table` of so many; a
    place without a seat there (None) is nobody's.
    """
    return {
        name: kind_of(cls, name).reseat(value, seats, table)
        if name in schema.fields_of(cls)
        else value
        for name, value in data.items()
        if value is not None
    }


@schema.remembered
def form_fields(cls: type) -> tuple[str, ...]:
    return tuple(
        name for name, field in schema.fields_of(cls).items() if schema.spec_of(field).in_form
    )


@schema.remembered
def kinds_of(cls: type, facts: bool = False) -> tuple[FieldKind, ...]:
    """The kinds of the fields that forms ask for, as declared; `facts` as in `kind_of`."""
    return tuple(kind_of(cls, name, facts) for name in form_fields(cls))


@schema.remembered
def kind_of(cls: type, name: str, facts: bool = False) -> FieldKind:
    """The kind of a declared field. Raises TypeError for a type that has no form.

    With `facts` an object within a dispute is asked for as the dispute is: nothing is chosen at
    first, since what nobody told is not known.
    """
    types, spec = (
        schema.union_members(schema.type_of(cls, name)),
        schema.spec_of(schema.fields_of(cls)[name]),
    )
    for accepts, kind in KINDS:
        if accepts(_main_of(types), types, spec):
            return kind(cls, name, facts or issubclass(cls, Dispute))
    raise TypeError(f"{types} has no form")


def path_of(name: str) -> str:
    """The path of the fact that a part or a control of this name asks for.

    >>> path_of("deal-points")
    'deal.points'
    """
    return name.replace("-", ".")


def member_of(value: Json, target: str) -> Json:
    """The member of a list or mapping for a target (a place or a key); None if there is none."""
    if isinstance(value, list):
        return value[int(target)] if int(target) < len(value) else None
    return value.get(target) if isinstance(value, Mapping) else None


def _main_of(types: Sequence[DeclaredType]) -> DeclaredType:
    """The type that decides the kind of a field: a number, if it may be one."""
    return int if int in types else types[0]


def is_many(kind: DeclaredType) -> bool:
    return get_origin(kind) in (tuple, frozenset)


def is_many_numbers(kind: DeclaredType) -> bool:
    return is_many(kind) and item_of(kind) is int


def is_set(kind: DeclaredType) -> bool:
    """True if it is a set, in which the order does not matter."""
    return get_origin(kind) is frozenset


def is_choice(kind: DeclaredType) -> bool:
    return get_origin(kind) is Literal


def is_mapping(kind: DeclaredType, key: DeclaredType) -> bool:
    return get_origin(kind) is Mapping and get_args(kind)[0] is key


def item_of(kind: DeclaredType) -> DeclaredType:
    """The type of the items of a tuple or a set, or of the values of a mapping, without None."""
    args = [arg for arg in get_args(kind) if arg is not Ellipsis]
    return schema.union_members(args[-1])[0] if args else None


def literals_of(kind: DeclaredType) -> tuple[str, ...]:
    """The values of a choice, as controls send them."""
    return tuple(map(str, get_args(kind)))


def class_of(kind: DeclaredType) -> type:
    """The class of a declared type. Raises TypeError if the type is not a class."""
    if not isinstance(kind, type):
        raise TypeError(f"{kind} is no class")
    return kind
