"""What the controls of a form hold when it shows plain data: `typed.py` the other way round."""

from collections.abc import Mapping
from dataclasses import MISSING
from typing import Any

from scorekeeper.plain import declared, default_of, write
from scorekeeper.web.typed import CARDS, USUAL_ROWS, asked, group_of, kind_of, row_of, spots


def default(cls: type, name: str) -> Any:
    """The default of a field; None if it has none."""
    found = default_of(declared(cls)[name])
    return None if found is MISSING else found


def is_spared(cls: type, name: str) -> bool:
    """Whether a field need not be told: it has a default, or is usually the same."""
    field = declared(cls)[name]
    return "usual" in field.metadata or default_of(field) is not MISSING


def filling(cls: type, seats: int, plain: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Plain data as the controls hold it: texts, and for each seat or card its own."""
    filled: dict[str, Any] = {}
    for name in asked(cls):
        value = plain.get(name, write(default(cls, name)))
        if kind_of(cls, name) == "group":
            inner = value if isinstance(value, Mapping) else {}
            filled |= filling(group_of(cls, name), seats, inner, f"{prefix}{name}-")
        if kind_of(cls, name) == "rows":
            for at, row in enumerate(value or ()):
                filled |= filling(row_of(cls, name), seats, row, f"{prefix}{name}-{at}-")
        for spot, of in spots(cls, name, seats).items():
            filled[prefix + spot] = _shown(cls, name, value, of)
    return filled


def _shown(cls: type, name: str, value: Any, of: str) -> Any:
    """What one control holds of a field's value."""
    kind = kind_of(cls, name)
    if kind == "rows":
        return max(len(value or ()), USUAL_ROWS)
    if kind in CARDS:
        return _codes(value.get(of) if isinstance(value, Mapping) else value)
    if of:
        value = _of(value, of)
    if kind == "flag":
        told = {True: "y", False: "n"}.get(value)
        return value is True if default(cls, name) is False else told
    if kind in ("seats", "choices-by-seat", "choices"):
        return [str(each) for each in value or ()]
    if kind == "money":
        return _as_amount(value)
    return "" if value is None or isinstance(value, list) else str(value)


def _of(value: Any, of: str) -> Any:
    """What a value says of a seat, a place in an order, or a key."""
    if isinstance(value, list):
        return value[int(of)] if int(of) < len(value) else None
    return value.get(of) if isinstance(value, Mapping) else None


def _codes(value: Any) -> str:
    """Codes of cards in one text; those of tricks one after the other."""
    if not isinstance(value, list):
        return str(value or "")
    return " ".join(_codes(each) for each in value)


def _as_amount(haler: int) -> str:
    return f"{haler / 100:.2f}".removesuffix(".00").replace(".", ",") if haler else ""
