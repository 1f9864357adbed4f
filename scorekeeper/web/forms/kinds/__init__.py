"""Kinds of declared fields, a class for each: its controls, and what they send, hold and say.

A new kind is a class in one of these files; its `accepts` says which types it is for, and a
template draws it by its `widget`.
"""

from scorekeeper.web.forms.kinds import for_each, nested, simple
from scorekeeper.web.forms.kinds.kind import FieldKind

__all__ = ["FieldKind", "for_each", "nested", "simple"]
