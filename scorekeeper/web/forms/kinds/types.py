"""Predicates on declared types, by which kinds find their fields."""

from collections.abc import Mapping
from typing import Literal, get_args, get_origin

from scorekeeper.core.schema import union_members
from scorekeeper.web.forms.labels import DeclaredType


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
    return union_members(args[-1])[0] if args else None


def literals_of(kind: DeclaredType) -> tuple[str, ...]:
    """The values of a choice, as controls send them."""
    return tuple(map(str, get_args(kind)))


def class_of(kind: DeclaredType) -> type:
    """The class of a declared type. Raises TypeError if the type is not a class."""
    if not isinstance(kind, type):
        raise TypeError(f"{kind} is no class")
    return kind
