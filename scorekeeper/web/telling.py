"""What somebody said, told again: the fields of a dispute or an entry with their labels.

A form asks for plain data; here it comes back as a reader sees it: cards to be drawn, players by
name, choices in their words. The labels are those of the form (`asked.<kind>.<field>`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from typing import Any, Literal, get_args, get_origin

from flask_babel import gettext as _

from scorekeeper.cards import Card
from scorekeeper.plain import Seat, declared, type_of
from scorekeeper.rulebook import Rulebook
from scorekeeper.web.typed import asked, options_of
from scorekeeper.web.wording import MINUS


@dataclass(frozen=True)
class Bit:
    """A bit of what is told: a card by its code, or a text."""

    text: str = ""
    card: str = ""


Told = tuple[str, tuple[Bit, ...]]
"""A label, and what was said there."""


@dataclass(frozen=True)
class _Telling:
    """Where the words come from: the section of the book that a value belongs to, and names."""

    book: Rulebook
    section: tuple[str, ...]
    names: Sequence[str]

    def within(self, step: str) -> "_Telling":
        """The same, one level further in."""
        return _Telling(self.book, (*self.section, step), self.names)

    def choice(self, value: Any) -> str:
        """A value in the words of its choice; else in those of the game, else as it is."""
        for words in ("choices", "keys"):
            try:
                return self.book.label(*self.section, words, str(value))
            except KeyError:
                continue
        return self.book.shown("", value, self.names)


def told(
    book: Rulebook,
    cls: type,
    given: Mapping[str, Any],
    names: Sequence[str],
    section: Sequence[str] = (),
) -> list[Told]:
    """What `given` says for the fields of a dispute, in the order of their declaration.

    Labels are those of `asked.<kind>`, or of another `section` of the book, as for an entry
    `("fields", "round")`. What is unknown (None) is left out.
    """
    where = tuple(section) or ("asked", getattr(cls, "kind", ""))
    telling, nothing = _Telling(book, where, names), (Bit(_("nothing")),)
    return [
        (
            book.label(*where, name, "label"),
            tuple(_field(telling, cls, name, given[name])) or nothing,
        )
        for name in asked(cls)
        if given.get(name) is not None
    ]


def _field(telling: _Telling, cls: type, name: str, value: Any) -> Iterator[Bit]:
    return _bits(telling.within(name), options_of(type_of(cls, name)), value)


def _bits(telling: _Telling, kinds: Sequence[Any], value: Any) -> Iterator[Bit]:
    """A value in bits, by the first of its declared types that can hold it."""
    kind = next((kind for kind in kinds if _holds(kind, value)), None)
    if isinstance(value, bool):
        yield Bit(_("yes") if value else _("no"))
    elif kind is Card:
        yield Bit(card=str(value))
    elif kind is Seat:
        yield Bit(telling.names[value])
    elif isinstance(value, Mapping):
        yield from _mapping(telling, kind, value)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        yield from _many(telling, kind, value)
    elif isinstance(value, int):
        yield Bit(str(value).replace("-", MINUS))
    else:
        yield Bit(telling.choice(value))


def _holds(kind: Any, value: Any) -> bool:
    origin = get_origin(kind)
    if isinstance(value, Mapping):
        return origin is Mapping or is_dataclass(kind)
    if isinstance(value, list | tuple):
        return origin in (tuple, frozenset)
    if origin is Literal:
        return value in get_args(kind)
    return kind in ((Card, str) if isinstance(value, str) else (Seat, int, bool))


def _many(telling: _Telling, kind: Any, values: Sequence[Any]) -> Iterator[Bit]:
    """Cards stand side by side, everything else is listed; a number for each seat has its name."""
    inner = options_of(get_args(kind)[0])
    if not values:
        yield Bit(_("nothing"))
    elif inner == (int,) and len(values) == len(telling.names):
        yield from _mapping(telling, Mapping[Seat, int], dict(enumerate(values)))
    else:
        yield from _listed(tuple(_bits(telling, inner, value)) for value in values)


def _mapping(telling: _Telling, kind: Any, value: Mapping[Any, Any]) -> Iterator[Bit]:
    """Key and value; a declared dataclass tells its fields by their own words."""
    if is_dataclass(kind) and isinstance(kind, type):
        known = [name for name in declared(kind) if value.get(name) is not None]
        for name in known:
            yield from _field(telling, kind, name, value[name])
    else:
        of, to = get_args(kind)
        yield from _listed(
            (*_bits(telling, (of,), _key(of, key)), *_bits(telling, options_of(to), each))
            for key, each in value.items()
            if each is not None
        )


def _key(kind: Any, key: Any) -> Any:
    """Seats are numbers, but keys of plain data are text."""
    return int(key) if kind is Seat else key


def _listed(groups: Iterable[tuple[Bit, ...]]) -> Iterator[Bit]:
    """Bits one after the other; whatever is more than a card is parted from the next."""
    told = list(groups)
    for at, group in enumerate(told, start=1):
        lone = len(group) == 1 and group[0].card
        yield from group[:-1]
        last = group[-1]
        parted = at < len(told) and not lone
        yield Bit(f"{last.text},") if parted and last.text else last
        if parted and last.card:
            yield Bit(",")
