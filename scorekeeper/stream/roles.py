"""What a field of an event holds beyond its type: by that names are forgotten and numbers follow;
and which links of a stream count, those of its newest generation.

A declaration says it once, as the type of the field; a body is walked along its declaration.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, is_dataclass
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, Protocol, Union, get_args, get_origin, get_type_hints

from scorekeeper.stream.kinds import InvalidEvent

Role = Literal[
    "name", "label", "text", "word", "licence", "event", "mark", "member", "stream", "day"
]
Name = Annotated[str, "name"]
"""What somebody is called."""
Label = Annotated[str, "label"]
"""What something is called that people gave a name: house rules, a group. People may be named."""
Text = Annotated[str, "text"]
"""Free text of people, in which somebody may be named."""
Keyword = Annotated[str, "word"]
"""A word of the program, which is checked and names nobody: a game, a rule, a card."""
EventNo = Annotated[int, "event"]
"""The number of another event of the stream."""
Mark = Annotated[str, "mark"]
"""The mark of a phone, which only the app can make."""
MemberNo = Annotated[int, "member"]
"""The number of a member of the group."""
StreamCode = Annotated[str, "stream"]
"""The code of another stream: of a match."""
Day = Annotated[str, "day"]
"""A day, written like 2026-11-20."""
ROLES: frozenset[str] = frozenset(get_args(Role))

Changes = Mapping[Role, Callable[[Any], object]]
"""Role → what becomes of a value that a field of this role holds."""


def with_changes(shape: type, body: Mapping[str, Any], changes: Changes) -> dict[str, Any]:
    """A body in which every value of these roles is changed; all else stays as it is, also what the
    declaration does not know.
    """
    changed = dict(body)
    for name, kind in _kinds_of(shape, frozenset(changes)).items():
        if name in body:
            changed[name] = _changed(kind, body[name], changes)
    return changed


def texts_in(shape: type, body: Mapping[str, object], role: Role) -> list[str]:
    """The texts in a body that fields of a role hold, in the order of the declaration."""
    texts: list[str] = []
    with_changes(shape, body, {role: texts.append})
    return texts


@cache
def _kinds_of(shape: type, roles: frozenset[str]) -> Mapping[str, object]:
    """Field → its type, of those that hold something of these roles."""
    hints = get_type_hints(shape, include_extras=True)
    return {name: kind for name, kind in hints.items() if _roles_of(kind) & roles}


@cache
def _roles_of(kind: object) -> frozenset[str]:
    if get_origin(kind) is Annotated:
        return ROLES & {*get_args(kind)[1:]}
    if isinstance(kind, type) and is_dataclass(kind):
        inner = tuple(get_type_hints(kind, include_extras=True).values())
    else:
        inner = get_args(kind)
    return frozenset().union(*map(_roles_of, inner))


def _changed(kind: object, data: object, changes: Changes) -> object:
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        change = changes.get(args[1])
        return change(data) if change and type(data) is args[0] else data
    if origin in (Union, UnionType):
        for each in args:
            data = _changed(each, data, changes)
        return data
    if origin is tuple and isinstance(data, list | tuple):
        return [_changed(args[0], each, changes) for each in data]
    if is_dataclass(kind) and isinstance(kind, type) and isinstance(data, Mapping):
        return with_changes(kind, data, changes)
    return data


@dataclass(frozen=True, kw_only=True)
class Links:
    """`generation` counts from 1, the links of the opening have 0; the `phone` of this mark renewed
    them and keeps its role.
    """

    generation: int
    phone: Mark

    def validate(self, linked: "Linked") -> None:
        if self.generation != (following := linked.links.generation + 1):
            raise InvalidEvent("generation", f"the next links are number {following}")


class Linked(Protocol):
    """What has links."""

    @property
    def links(self) -> Links: ...


FIRST_LINKS = Links(generation=0, phone="")
