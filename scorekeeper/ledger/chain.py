"""The chain of a stream: the hash of each event seals it and all that lies before it; what every
event and every save is held to, whatever store or file it comes from.

What is hashed stands in EVENTS.md beside this file. Every store keeps the hashes that this module
works out. A database that led until a moment ago answers as before: it may lack what was written
since, and have what never reached another one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from datetime import datetime
from hashlib import sha256

from scorekeeper.ledger import (
    Damaged,
    Event,
    KeyReused,
    Ledger,
    Save,
    Stale,
    Unavailable,
    canonical_json,
    is_text,
    now,
    validate_kind,
)


def chain_hash(previous: str, event: Event) -> str:
    """The hash of an event, after one with the hash `previous` (empty before the first).

    >>> event = Event("7KQ4", 1, "opened", {"game": "kocka"}, "a-key", "2026-11-20T21:14:05Z")
    >>> chain_hash("", event)[:16], chain_hash("", replace(event, at="2026-11-20T21:14:06Z"))[:16]
    ('8484bb408835f9ee', '52568d8306a3ebf4')
    """
    sealed = canonical_json(
        {
            "match": event.stream,
            "seq": event.seq,
            "kind": event.kind,
            "body": dict(event.body),
            "key": event.key,
            "at": event.at,
        }
    )
    return sha256(f"{previous}{sealed}".encode()).hexdigest()


def known_hashes(events: Iterable[Event]) -> Iterator[str]:
    """The hashes of a stream whose chain holds; worked out where older versions wrote none."""
    previous = ""
    for event in events:
        yield (previous := event.hash or chain_hash(previous, event))


def last_hash(events: Sequence[Event]) -> str:
    """The hash of the last event; worked out where older versions wrote none. Empty for none."""
    if not events:
        return ""
    return events[-1].hash or [*known_hashes(events)][-1]


def rehashed(events: Iterable[Event]) -> Iterator[Event]:
    """A whole stream in which something was changed for good, with the hashes that now fit."""
    previous = ""
    for event in events:
        previous = chain_hash(previous, event)
        yield replace(event, hash=previous)


def verify_stream(events: Sequence[Event]) -> None:
    """Raise Damaged, naming the first fault, unless these are all the events of one match."""
    if not events:
        raise Damaged("there are no events")
    keys: set[str] = set()
    previous = ""
    for seq, event in enumerate(events, start=1):
        previous = verify_event(event, events[0].stream, seq, keys, previous)
        keys.add(event.key)


def verify_event(event: Event, match: str, seq: int, keys: Set[str], previous: str) -> str:
    """Raise Damaged unless this can be event number `seq` of a match with these keys and this last
    hash before it. Gives its hash, which it need not have itself.
    """
    right = unsealed = ""
    try:
        right = chain_hash(previous, event)
    except (ValueError, TypeError) as error:
        unsealed = f"the body is not plain JSON: {error}"
    if not is_object(event.body):  # a list of pairs has the hash of what it could be
        unsealed = "the body is no JSON object"
    if fault := next(_faults(event, match, seq, keys, unsealed), ""):
        raise Damaged(fault)
    if event.hash not in ("", right):
        raise Damaged(
            f"hash: event {seq} of {match} is not as it was written, or one before it is not"
        )
    return right


def is_object(body: object) -> bool:
    """True for what JSON writes as an object."""
    return isinstance(body, Mapping)


def _faults(event: Event, match: str, seq: int, keys: Set[str], unsealed: str) -> Iterator[str]:
    """What is wrong with an event; `unsealed` says why it has no hash. In this order: each may rely
    on those above it being right.
    """
    if not all(map(is_text, (event.stream, event.key, event.at))):
        yield "a match, key or time is not text"
    if event.stream != match:
        yield f"this is an event of another match than {match!r}"
    if event.seq != seq:
        yield f"the numbers are not 1, 2, 3 …: {seq} is missing"
    if event.key in keys:
        yield "this key belongs to another event"
    try:
        validate_kind(event.kind, seq)
    except ValueError as error:
        yield str(error)
    if unsealed:
        yield unsealed
    try:
        _validate_time(event.at)
    except ValueError as error:
        yield f"the time is not written like 2026-11-20T21:14:05Z: {error}"


def _validate_time(at: str) -> None:
    # Times are compared as texts, so only one form will do.
    if not _TIME.fullmatch(at):
        raise ValueError(at)
    datetime.fromisoformat(at)


_TIME = re.compile("[0-9]{4}(-[0-9]{2}){2}T(?!24)[0-9]{2}(:[0-9]{2}){2}Z")
"""A time as `TIME_FORMAT` writes it, though there need not be such a day. What Python reads as 24
hours is the next day.
"""


def resent_event(save: Save, event: Event) -> Event:
    """The event that has the key of a save, if it says the same. Raises KeyReused."""
    if (event.kind, canonical_json(event.body)) != (save.kind, save.text):
        raise KeyReused(f"{save.key!r} already stands for event {event.seq} of {save.stream}")
    return event


def next_event(save: Save, newest: int, previous: str) -> Event:
    """What a save writes behind event `newest`, whose hash is `previous`.

    Raises Stale, and ValueError for a kind that is unknown or out of place.
    """
    if newest != save.after:
        raise Stale(newest)
    validate_kind(save.kind, newest + 1)
    body, at = json.loads(save.text), save.at or now()
    event = Event(save.stream, newest + 1, save.kind, body, save.key, at)
    return replace(event, hash=chain_hash(previous, event))


def require_durable(ledger: Ledger, event: Event) -> Sequence[Event]:
    """An event that was read and what lies behind it, none of which is ever lost.

    Raises Unavailable if there is another one in its place, or none.
    """
    events = ledger.read_durable(event.stream, event.seq - 1)
    if not events or not is_same_event(events[0], event):
        raise Unavailable(f"event {event.seq} of {event.stream} was read of a store that is behind")
    return events


def is_same_event(event: Event, known: Event) -> bool:
    return event == known and event.hash == known.hash
