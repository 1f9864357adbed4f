"""What a form is made of: parts with their words and controls, ready for a template."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from wtforms import Field

from scorekeeper.rulebook import Rulebook

FOLDED = 3
"""So many parts that need not be told are folded away."""


@dataclass(frozen=True)
class Item:
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
        """The control's id in the page."""
        return str(self.field.id)


@dataclass(frozen=True)
class Part:
    """The controls for one declared field; `kind` says how they look.

    A group has `inner` parts instead, and perhaps `presets`: key and words. What is `spared` need
    not be told.
    """

    name: str
    kind: str
    label: str
    help: str
    items: tuple[Item, ...]
    inner: tuple["Part", ...] = ()
    presets: tuple[tuple[str, str], ...] = ()
    spared: bool = False
    errors: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The part's id in the page, where an error leads."""
        return f"part-{self.name}"

    @property
    def held(self) -> tuple[Any, ...]:
        """What its controls hold, those of inner parts too."""
        return tuple(item.field.data for part in _flat((self,)) for item in part.items)

    @property
    def said(self) -> str:
        """What it holds, in words: "Dealer: Eva"."""
        choices = (getattr(item.field, "choices", None) or () for item in self.items)
        words = {str(value): str(label) for some in choices for value, label in some}
        held = (str(each) for each in self.held if each not in (None, "", []))
        return f"{self.label}: {', '.join(words.get(each, each) for each in held)}"


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
    def first(self) -> tuple[Part, ...]:
        """The parts that a form shows at once: all but the `rest`."""
        return tuple(part for part in self.order if part not in self.rest)

    @property
    def rest(self) -> tuple[Part, ...]:
        """What may be told besides, if it is enough to be folded away."""
        spared = tuple(part for part in self.order[1:] if part.spared)
        return spared if len(spared) >= FOLDED else ()

    @property
    def typed(self) -> list[tuple[str, str]]:
        """Every control that holds something, as name and value: to carry a form in another."""
        return [
            (item.field.name, str(value))
            for item in self.items()
            for value in _values(item.field.data)
        ]

    @property
    def every(self) -> tuple[Part, ...]:
        """Every part of the form, those of groups after their group."""
        return tuple(_flat(self.order))

    def items(self) -> Iterator[Item]:
        """Every control of the form, those of groups too."""
        for part in self.every:
            yield from part.items

    def only(self, asks: Callable[[str], bool]) -> "DeclaredForm":
        """The same form with only those parts."""
        return replace(self, parts={n: part for n, part in self.parts.items() if asks(n)})

    def with_error(self, path: str, text: str) -> "DeclaredForm":
        """The same form with an error at the part that a path (`points.0`) leads to."""
        name = path.partition(".")[0]
        anchor = self.parts[name].id if name in self.parts else "form"
        errors = (*self.errors, (anchor, text))
        if name not in self.parts:
            return replace(self, errors=errors)
        part = replace(self.parts[name], errors=(text,))
        return replace(self, parts={**self.parts, name: part}, errors=errors)


def _flat(parts: Iterable[Part]) -> Iterator[Part]:
    for part in parts:
        yield part
        yield from _flat(part.inner)


def _values(data: Any) -> Sequence[Any]:
    if isinstance(data, list):
        return data
    return () if data in (None, "", False) else ("y" if data is True else data,)
