"""Declared dataclasses as forms: one field gives one part, and what was sent comes back as data, or
as a reader sees it.

How a field is asked for is said by its kind (`kinds/`); this is the one bridge to WTForms, and it
makes nothing that the page does not show. What somebody entered is said again with the labels of
the form (`asked.<kind>.<field>`): cards to be drawn, players by name, choices in their words.

Here belongs what knows the fields of a declared dataclass: as controls, and as text. Routes do not
belong here, nor anything that knows a game or a match.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType

from flask_babel import gettext as _
from wtforms.form import BaseForm

from scorekeeper.core.schema import Json
from scorekeeper.rulebook import Rulebook
from scorekeeper.web.forms.kinds.kind import (
    NONE,
    ControlValue,
    FieldKind,
    FormData,
    Part,
    data_of,
    filling,
    kind_of,
    kinds_of,
    unbound_fields,
)
from scorekeeper.web.forms.kinds.nested import Group
from scorekeeper.web.forms.labels import Fragment, Labels

FOLD_FROM = 3
"""From this many optional parts on, they are folded away."""


@dataclass(frozen=True)
class BoundForm:
    """A declared dataclass as a form, with what was `submitted` for it, or with JSON `data`.

    `asks` says which of its fields; the names of their controls begin with `prefix`. `errors` are
    paths of fields with what is wrong there. Controls and labels are made only when the form is
    shown.
    """

    cls: type
    labels: Labels
    submitted: FormData | None = None
    data: Mapping[str, Json] = field(default_factory=dict)
    errors: tuple[tuple[str, str], ...] = ()
    asks: Callable[[str], bool] = lambda name: True
    prefix: str = ""

    @cached_property
    def _kinds(self) -> list[FieldKind]:
        return [kind for kind in kinds_of(self.cls) if self.asks(kind.name)]

    @property
    def _seats(self) -> int:
        return len(self.labels.names)

    @property
    def parts(self) -> Mapping[str, Part]:
        """The parts by name, in the order of declaration, with their controls and errors."""
        return self._shown[0]

    @property
    def anchors(self) -> Sequence[tuple[str, str]]:
        """The errors by where in the page they are: an anchor with what is wrong there."""
        return self._shown[1]

    @cached_property
    def _shown(self) -> tuple[Mapping[str, Part], Sequence[tuple[str, str]]]:
        filled = filling(self._kinds, self._seats, self.data, self.prefix)
        # What is not among the submitted is filled with data, as browsers send no empty boxes.
        source = FormData({name: str(value) for name, value in filled.items()})
        sent = source if self.submitted is None else self.submitted
        fields = unbound_fields(self._kinds, self._seats, sent, self.prefix)
        made = BaseForm(fields)
        made.process(self.submitted, data=filled)
        bound = {name: made[name] for name in fields}
        parts = {kind.name: kind.part(bound, self.labels, self.prefix) for kind in self._kinds}
        anchors = []
        for path, text in self.errors:
            name, _dot, within = path.partition(".")
            anchor = "form"
            if name in parts:
                parts[name], anchor = parts[name].with_error(within, text)
            anchors.append((anchor, text))
        return parts, anchors

    @property
    def order(self) -> tuple[Part, ...]:
        return tuple(self.parts.values())

    @property
    def first(self) -> tuple[Part, ...]:
        """The parts that a form shows at once: all but the `rest`."""
        return tuple(part for part in self.order if part not in self.rest)

    @property
    def rest(self) -> tuple[Part, ...]:
        optional = tuple(part for part in self.order[1:] if part.optional)
        return optional if len(optional) >= FOLD_FROM else ()

    @property
    def chosen(self) -> dict[str, str]:
        """Part → the key of the ready-made set that it is; empty if it is none."""
        data = self.read()
        return {part.name: part.kind.preset(data.get(part.kind.name)) for part in self.order}

    @property
    def carried_fields(self) -> list[tuple[str, str]]:
        """Every control that holds something, as name and value, as it was typed where it was
        submitted: to carry it in another form.
        """
        contents: Mapping[str, ControlValue]
        if self.submitted is None:
            contents = filling(self._kinds, self._seats, self.data, self.prefix)
        else:
            controls = unbound_fields(self._kinds, self._seats, self.submitted, self.prefix)
            contents = {control: self.submitted.getlist(control) for control in controls}
        return [(control, text) for control, value in contents.items() for text in _texts(value)]

    def read(self) -> Mapping[str, Json]:
        """What was submitted as JSON data, not yet checked; else the data."""
        if self.submitted is None:
            return self.data
        return data_of(self._kinds, self.submitted, self._seats, self.prefix)

    def with_error(self, path: str, text: str) -> "BoundForm":
        return replace(self, errors=(*self.errors, (path, text)))


def _texts(value: ControlValue) -> Sequence[str]:
    if isinstance(value, list):
        return [str(each) for each in value if each]
    return () if value in (None, "", False) else ("y" if value is True else str(value),)


LabelledValue = tuple[str, tuple[Fragment, ...]]
"""A label, and what was said there."""


@dataclass(frozen=True)
class FieldText:
    """A field in words: its label, what helps to answer it, and in one line what it says (`text`)
    and what it says usually; both empty where nothing is said.

    `rule` is the id of the rule that it changes, and `inner` says that it stands in a group; of a
    `group` that is a ready-made set, `preset` is its key.
    """

    name: str
    label: str
    help: str
    text: str
    usual: str
    rule: str
    inner: bool
    group: bool
    preset: str

    @property
    def value(self) -> str:
        return self.text or "–"

    @property
    def differs(self) -> bool:
        return self.text != self.usual


def field_texts(
    cls: type,
    data: Mapping[str, Json],
    labels: Labels,
    prefix: str = "",
    usual: Mapping[str, Json] = MappingProxyType({}),
) -> Iterator[FieldText]:
    """Every field of a dataclass with its value, those of groups after their group.

    Names are those of the form's parts; what the data leaves out holds its default.
    """
    for kind in kinds_of(cls):
        both = [each.get(kind.name, kind.default) for each in (data, usual)]
        here, default = (kind.text(value, labels) for value in both)
        name, group, preset = prefix + kind.name, isinstance(kind, Group), kind.preset(both[0])
        label, help = labels.of(kind.name, "label"), labels.of(kind.name, "help")
        rule, inner = kind.spec.rule, bool(prefix)
        yield FieldText(name, label, help, here, default, rule, inner, group, preset)
        if isinstance(kind, Group):
            told, known = (value if isinstance(value, Mapping) else {} for value in both)
            within = labels.within(kind.name)
            yield from field_texts(kind.group, told, within, f"{name}-", known)


def describe(
    book: Rulebook,
    cls: type,
    given: Mapping[str, Json],
    names: Sequence[str],
    section: Sequence[str] = (),
) -> list[LabelledValue]:
    """What `given` says for the fields of a dispute, in the order of their declaration.

    Labels are those of `asked.<kind>`, or of another `section` of the book, as for an entry
    `("fields", "round")`. What is unknown (None) is left out. Raises KeyError for a missing label.
    """
    where = tuple(section) or ("asked", getattr(cls, "kind", ""))
    labels, nothing = Labels(book, where, names), (Fragment(_("nothing")),)
    return [
        (
            book.label(*where, kind.name, "label"),
            tuple(kind.describe(given[kind.name], labels)) or nothing,
        )
        for kind in kinds_of(cls)
        if given.get(kind.name) is not None
    ]


def describe_none(
    book: Rulebook, cls: type, name: str, names: Sequence[str], section: Sequence[str]
) -> LabelledValue:
    """That there is none of a fact, in the words in which its form asks for it."""
    labels = Labels(book, tuple(section), names)
    choices = dict(kind_of(cls, name, facts=True).choices(labels, ""))
    return labels.of(name, "label"), (Fragment(choices.get(NONE) or _("nothing")),)
