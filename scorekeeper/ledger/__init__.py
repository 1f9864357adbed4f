"""The ledger: what happened in a match, in order; nothing in it is ever changed.

Everything else (sheet, standing, rulings) is folded from these events. A store only has to keep
the `Ledger` protocol; the checks here hold for every store.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol

KINDS: tuple[str, ...] = (
    "opened",
    "recorded",
    "corrected",
    "struck",
    "ruled",
    "renamed",
    "closed",
)

_AT = "%Y-%m-%dT%H:%M:%SZ"


@dataclass(frozen=True, slots=True)
class Event:
    match: str
    """The code of the match."""
    seq: int
    """1, 2, 3 … without gaps within a match."""
    kind: str
    """One of `KINDS`; the first event is "opened", and no other."""
    body: Mapping[str, Any]
    """Plain JSON data."""
    key: str
    """Made by the phone for each save, unique in the match: a resend is recognised by it."""
    at: str
    """UTC, ISO 8601 with seconds: 2026-11-20T21:14:05Z."""


class LedgerError(Exception):
    """What a ledger refuses. Nothing has been written when it is raised.

    LedgerError
     ├─ Stale        somebody was quicker
     ├─ KeyReused    the key is known, but with another kind or body
     ├─ MatchExists  a match that is already there cannot be restored
     └─ Damaged      these events are not one whole match
    """


class Stale(LedgerError):
    """`after` is not the last event: somebody was quicker. `newest` is the last one's number."""

    def __init__(self, newest: int) -> None:
        super().__init__(newest)
        self.newest = newest

    def __str__(self) -> str:
        return f"the newest event is {self.newest}"


class KeyReused(LedgerError):
    """The key is known in this match, but with another kind or body."""


class MatchExists(LedgerError):
    """The match to be restored is already there."""


class Damaged(LedgerError):
    """The events are not 1 … n of one match; the message names the first fault."""


class Ledger(Protocol):
    def append(self, match: str, after: int, key: str, kind: str, body: Mapping[str, Any]) -> Event:
        """Write one event for ever; when this returns, it outlives a power cut.

        `after` is the number of the last event seen; 0 opens the match, with "opened". If the
        key is known with the same kind and body, the first event is returned again and nothing
        is written, whatever `after` says.

        Raises Stale and KeyReused; ValueError for a kind that is unknown or out of place;
        ValueError or TypeError for a body that is not plain JSON; and the driver's own error
        when the disk is full, broken or locked: the same save may then be sent again.
        """

    def read(self, match: str, after: int = 0) -> list[Event]:
        """The events behind number `after`, oldest first; none for an unknown match."""

    def restore(self, events: Sequence[Event]) -> None:
        """Write a whole match with its own times and keys, or nothing of it.

        Raises Damaged and MatchExists.
        """

    def matches(self) -> list[str]:
        """The codes of all matches, the newest activity first."""


def open_ledger(url: str) -> Ledger:
    """The ledger at "sqlite:///path/to/file.db" ("sqlite:////…" from the root), made if missing.

    "sqlite://" is one in memory, for tests. Raises ValueError for any other address.
    """
    # Only here, so that a store whose driver is not installed costs the others nothing.
    from scorekeeper.ledger.sqlite import MEMORY, SqliteLedger  # noqa: PLC0415

    if url == "sqlite://":
        return SqliteLedger(MEMORY)
    path = url.removeprefix("sqlite:///")
    # SQLite takes an empty path for a temporary file: an evening would vanish without a word.
    if path in (url, ""):
        raise ValueError(
            f"{url!r} is no ledger; write sqlite:///path/to/file.db, or sqlite:// for memory"
        )
    return SqliteLedger(path)


def now() -> str:
    """The time as events carry it."""
    return datetime.now(UTC).strftime(_AT)


def as_json(body: Mapping[str, Any]) -> str:
    """The one way to write a body, so that equal bodies are equal texts.

    Raises ValueError or TypeError for what JSON or UTF-8 cannot hold.
    """
    text = json.dumps(
        dict(body), ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    )
    text.encode()  # half a surrogate pair passes json, and would fail in the store
    return text


def check_kind(kind: str, seq: int) -> None:
    """Raise ValueError unless an event of this kind may be number `seq`."""
    if kind not in KINDS:
        raise ValueError(f"{kind!r} is no kind of event; they are {', '.join(KINDS)}")
    if (kind == "opened") != (seq == 1):
        raise ValueError(f'event {seq} cannot be {kind!r}: "opened" is the first, and only it')


def check_whole(events: Sequence[Event]) -> None:
    """Raise Damaged, naming the first fault, unless these are all the events of one match."""
    for fault, is_found in _FAULTS:
        if is_found(events):
            raise Damaged(fault)


def _fails(check: Callable[[Event], object], events: Sequence[Event]) -> bool:
    try:
        for event in events:
            check(event)
    except (ValueError, TypeError, AttributeError):
        return True
    return False


def _check_texts(event: Event) -> None:
    for text in (event.match, event.key, event.at):
        text.encode()


def _check_time(event: Event) -> None:
    # strptime also takes 2026-1-5; times are compared as texts, so only one form will do.
    if datetime.strptime(event.at, _AT).strftime(_AT) != event.at:
        raise ValueError(event.at)


# In this order: each fault may rely on the absence of those above it.
_FAULTS: tuple[tuple[str, Callable[[Sequence[Event]], bool]], ...] = (
    ("there are no events", lambda events: not events),
    ("a match, key or time is not text", lambda events: _fails(_check_texts, events)),
    ("they are of more than one match", lambda events: len({e.match for e in events}) > 1),
    (
        "the numbers are not 1, 2, 3 …",
        lambda events: [e.seq for e in events] != list(range(1, len(events) + 1)),
    ),
    ("a key comes twice", lambda events: len({e.key for e in events}) < len(events)),
    (
        "a kind is unknown or out of place",
        lambda events: _fails(lambda e: check_kind(e.kind, e.seq), events),
    ),
    ("a body is not plain JSON", lambda events: _fails(lambda e: as_json(e.body), events)),
    (
        "a time is not written like 2026-11-20T21:14:05Z",
        lambda events: _fails(_check_time, events),
    ),
)
