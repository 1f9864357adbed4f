"""Events as texts: as they lie in a phone's storage, and as they are sent."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace

from scorekeeper.ledger import Damaged, Event
from scorekeeper.ledger.chain import check_event
from scorekeeper.stream.files import BrokenLine, event_in, event_of

EVENT, SENT, TROUBLE = "e", "s", "t"
"""What keys of the storage begin with."""


def key_of(code: str, seq: int) -> str:
    """Where an event lies in the storage.

    >>> key_of("7KQ4", 12)
    'e/7KQ4/00000012'
    """
    # With so many digits they are sorted as texts.
    return f"{EVENT}/{code}/{seq:08}"


def kept_event(line: str) -> Event:
    """An event as this phone put it away. Raises Damaged."""
    try:
        return event_in(json.loads(line))
    except (ValueError, TypeError) as error:
        raise Damaged(f"an event in this phone cannot be read: {error}") from None


def kept_time(line: str) -> str:
    """When an event happened that lies in the storage; empty if that cannot be read."""
    try:
        return kept_event(line).at
    except Damaged:
        return ""


def events_after(
    code: str, seq: int, hash: str, lines: Sequence[str], keys: Iterable[str] = ()
) -> list[Event]:
    """The events of lines from outside that follow one of such a number and hash, and none of
    which has one of these keys. Raises Damaged.
    """
    events: list[Event] = []
    taken = {*keys}
    for number, line in enumerate(lines, start=seq + 1):
        try:
            event = event_of(number, line)
        except BrokenLine as broken:
            raise Damaged(str(broken)) from None
        hash = check_event(event, code, number, taken, hash)
        taken.add(event.key)
        events.append(replace(event, hash=hash))
    return events
