"""What every form that writes sends along: the last event it saw, and the key of this save."""

import re
from dataclasses import dataclass

from flask import request

from scorekeeper.plain import Unreadable

KEY = re.compile(r"[0-9A-Za-z-]{8,64}")


@dataclass(frozen=True)
class Save:
    """`seen` is the last event the phone saw; `key` is the same when the save is sent again."""

    seen: int
    key: str


def read_save() -> Save:
    """The save of this request. Raises Unreadable for a broken form."""
    seen, key = request.form.get("seen", ""), request.form.get("key", "")
    if not (seen.isascii() and seen.isdigit() and len(seen) < 10):
        raise Unreadable("seen", "not-a-number")
    if not KEY.fullmatch(key):
        raise Unreadable("key", "not-a-key")
    return Save(int(seen), key)
