"""The chain of a stream: the hash of each event seals it and all that lies before it.

What is hashed and signed, and what that proves, stands in SEAL.md beside this file. Every store
keeps the hashes that this module works out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from scorekeeper.ledger import Event, as_json

SIGNED = "signed"
"""The kind of event by which somebody signs a head."""


@dataclass(frozen=True, slots=True)
class Head:
    """An event of an evening, and by the hash all before it: the last one is signed at the end."""

    match: str
    seq: int
    hash: str


def link(previous: str, event: Event) -> str:
    """The hash of an event, after one with the hash `previous` (empty before the first).

    >>> event = Event("7KQ4", 1, "opened", {"game": "kocka"}, "a-key", "2026-11-20T21:14:05Z")
    >>> link("", event)[:16], link("", replace(event, at="2026-11-20T21:14:06Z"))[:16]
    ('8484bb408835f9ee', '52568d8306a3ebf4')
    """
    sealed = as_json(
        {
            "match": event.stream,
            "seq": event.seq,
            "kind": event.kind,
            "body": event.body,
            "key": event.key,
            "at": event.at,
        }
    )
    return sha256(f"{previous}{sealed}".encode()).hexdigest()


def hashes_of(events: Iterable[Event]) -> Iterator[str]:
    """The hashes that a whole stream must have, whatever it says itself."""
    previous = ""
    for event in events:
        yield (previous := link(previous, event))


def known_hashes(events: Iterable[Event]) -> Iterator[str]:
    """The hashes of a stream whose chain holds; worked out where older versions wrote none."""
    previous = ""
    for event in events:
        yield (previous := event.hash or link(previous, event))


def last_hash(events: Sequence[Event]) -> str:
    """The hash of the last event; worked out where older versions wrote none. Empty for none."""
    if not events or events[-1].hash:
        return events[-1].hash if events else ""
    *_, last = hashes_of(events)
    return last


def signed_of(events: Sequence[Event]) -> Head | None:
    """The last signature of a whole stream, whose hash seals them all; None if nobody signed."""
    last = next((event for event in reversed(events) if event.kind == SIGNED), None)
    return Head(last.stream, last.seq, last_hash(events[: last.seq])) if last else None


def sealed_anew(events: Iterable[Event]) -> Iterator[Event]:
    """A whole stream in which something was changed for good, with the hashes that now fit.

    A signature of what is no more would be false: who signed which event stays, and nothing else.
    """
    hashes = [""]
    for event in events:
        if event.kind == SIGNED and event.body["hash"] != hashes[event.body["head"]]:
            event = _voided(event)  # noqa: PLW2901
        hashes.append(link(hashes[-1], event))
        yield replace(event, hash=hashes[-1])


def _voided(event: Event) -> Event:
    return replace(event, body={**event.body, "hash": "", "key": "", "signature": ""})
