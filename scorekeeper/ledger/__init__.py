"""The ledger: what happened in a match, in order; nothing in it is ever changed.

Everything else (sheet, standing, rulings) is folded from these events. A store only has to keep
the `Ledger` protocol; the checks and the chain here hold for every store.

Here belong events, their checks and the stores. What an event means does not: no module here knows
a game or a match.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Protocol

from scorekeeper.core.rooms import rooms

if TYPE_CHECKING:
    from scorekeeper.ledger.store import Figures, LedgerStore

TIME_FORMAT = "%Y-%m-%dT%H:%M:%SZ"


@dataclass(frozen=True, slots=True)
class Event:
    stream: str
    """The code of the match or group that it belongs to; stored as `match`."""
    seq: int
    """1, 2, 3 … without gaps within a stream."""
    kind: str
    """Its kind, of those that its noun declares; the first event is "opened", and no other."""
    body: Mapping[str, Any]
    """Plain JSON data."""
    key: str
    """Made by the phone for each save, unique in the stream: a resend is recognised by it."""
    at: str
    """UTC, ISO 8601 with seconds: 2026-11-20T21:14:05Z."""
    hash: str = field(default="", compare=False)
    """Its link in the chain (see `chain`); empty where an older version wrote it."""


@dataclass(frozen=True, slots=True)
class Save:
    """What is to stand behind event `after` of a stream; `text` is its body, as it is written."""

    stream: str
    after: int
    key: str
    kind: str
    text: str
    at: str


class LedgerError(Exception):
    """What a ledger refuses. Nothing has been written when it is raised.

    LedgerError
     ├─ Stale        somebody was quicker
     ├─ KeyReused    the key is known, but with another kind or body
     ├─ MatchExists  a match that is already there cannot be restored
     ├─ Damaged      these events are not one whole match
     ├─ Unavailable  the store cannot be read or written for a while
     └─ Unusable     what the ledger is kept in is not what it should be
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
    """The match to be restored is already there; `match` is its code."""

    def __init__(self, match: str) -> None:
        super().__init__(f"{match} is already there")
        self.match = match


class Damaged(LedgerError):
    """The events are not 1 … n of one match; the message names the first fault."""


class Unavailable(LedgerError):
    """The store does not answer, is locked or full: the same may be tried again in a moment.

    A save may have been written all the same; sent again with its key, it is written once.
    """


class Unusable(LedgerError):
    """What the ledger is kept in is damaged, foreign, too new, gone, or cannot be written.

    The message is for the operator: what is wrong, and what would be right.
    """


Cursor = tuple[int, ...]
"""How far a ledger was read: what the numbers mean only its store knows."""


@dataclass(frozen=True, slots=True)
class News:
    """The place up to which a ledger was read, and code → the newest event written since."""

    place: Cursor
    newest: Mapping[str, int]


class Ledger(Protocol):
    def append(
        self,
        match: str,
        after: int,
        key: str,
        kind: str,
        body: Mapping[str, object],
        at: str = "",
    ) -> Event:
        """Write one event for ever; when this returns, it outlives a power cut, and was found.

        `after` is the number of the last event seen; 0 opens the match, with "opened". `at` is when
        it happened, where a phone without a signal wrote it; else that is now. If the key is known
        with the same kind and body, the first event is returned again and nothing is written,
        whatever `after` says.

        Raises Stale and KeyReused; ValueError for a kind that is out of place, and for a
        match or key that is no plain text; ValueError or TypeError for a body that is not plain
        JSON; and Unavailable when the store is full, locked or gone: the same save may then be
        sent again.
        """
        (event,) = self.append_many(as_save(match, after, key, kind, body, at))
        return event

    def append_many(self, *saves: Save) -> list[Event]:
        """Write several events, each of another match, as `append` does; or none of them.

        Raises what `append` would, of any of them.
        """

    def read(self, match: str, after: int = 0) -> list[Event]:
        """The events behind number `after`, oldest first; none for an unknown match."""

    def read_durable(self, match: str, after: int = 0) -> list[Event]:
        """The same, as certain as what `append` returns, and as dear: none is missing, and none
        will be lost. Raises Unavailable.
        """

    def newest(self, matches: Sequence[str]) -> Mapping[str, tuple[int, str]]:
        """The number and the key of the last event of each match that there is."""

    def news(self, after: Cursor | None = None) -> News:
        """What was written since a place in the ledger, by whatever process; cheap to ask often.

        A place is what an earlier answer gave; an empty one is the beginning, and without one
        only the place is told where the ledger is now. Where it was tidied up since, everything
        is new.
        """

    def restore(self, *matches: Sequence[Event]) -> None:
        """Write whole matches with their own times, keys and hashes, or nothing of them.

        Raises Damaged, also for a hash that does not fit, and MatchExists.
        """

    def rewrite(self, changed: Iterable[Event], dropped: Iterable[str] = ()) -> None:
        """Give events that are there other bodies and keys, for good, as names are forgotten; of
        the matches `dropped` keep only the first event, so that their codes stay taken.

        What stood there is nowhere in the store afterwards. The chain is forged anew.
        Raises Unusable if something still stands there.
        """

    def try_write(self) -> None:
        """Write nothing that stays, but as durably as an event, and find what was written last.
        Raises what `append` would, and Unusable.
        """

    def matches(self) -> list[str]:
        """The codes of all matches, the newest activity first."""

    def close(self) -> None:
        """Let go of what the ledger is kept in; it cannot be used any more."""


def open_ledger(url: str, *, create: bool = True, read_only: bool = False) -> LedgerStore:
    """The ledger at "sqlite:///path/to/file.db" ("sqlite:////…" from the root), or
    at "postgresql://user@host/database", made if it is missing.

    "sqlite://" is one in memory, for tests. Without `create`, or if it only `read_only`, none is
    made. Raises ValueError for any other address, Unusable and Unavailable.

    >>> ledger = open_ledger("sqlite://")
    >>> ledger.append("7KQ4", 0, "a-key", "opened", {"game": "kocka"}).seq
    1
    >>> ledger.append("7KQ4", 0, "a-key", "opened", {"game": "kocka"}).seq  # sent again
    1
    >>> ledger.append("7KQ4", 0, "other", "opened", {"game": "kocka"})
    Traceback (most recent call last):
    scorekeeper.ledger.Stale: the newest event is 1
    >>> ledger.close()
    """
    begin = url.partition("://")[0]
    stores = {b: store for room in rooms() for b, store in room.stores().items()} | STORES
    if begin not in stores:
        raise _not_known(url)
    store: LedgerStore = stores[begin](url, create=create, read_only=read_only)
    return store


def _not_known(url: str) -> ValueError:
    return ValueError(
        f"{url!r} is no ledger; write sqlite:///path/to/file.db, postgresql://user@host/database, "
        "or sqlite:// for memory"
    )


def _sqlite(url: str, *, create: bool, read_only: bool) -> LedgerStore:
    # Only here, so that a store whose driver is not installed costs the others nothing.
    from scorekeeper.ledger.sqlite import SqliteLedger  # noqa: PLC0415
    from scorekeeper.ledger.sqlite.opening import MEMORY  # noqa: PLC0415

    if url == "sqlite://":
        return SqliteLedger(MEMORY)
    path = url.removeprefix("sqlite:///")
    # SQLite takes an empty path for a temporary file: an evening would vanish without a word.
    if path in (url, ""):
        raise _not_known(url)
    return SqliteLedger(path, create=create and not read_only, read_only=read_only)


STORES: dict[str, Callable[..., LedgerStore]] = {"sqlite": _sqlite}
"""What the address of a store begins with → what opens it; rooms have more."""


def figures_of(ledger: Ledger) -> Figures | None:
    """The figures beside a ledger; None where none are kept."""
    figures: Figures | None = getattr(ledger, "figures", None)
    return figures


def now() -> str:
    """The time as events carry it."""
    return datetime.now(UTC).strftime(TIME_FORMAT)


_CANONICAL = json.JSONEncoder(
    ensure_ascii=False,
    sort_keys=True,
    separators=(",", ":"),
    allow_nan=False,
    check_circular=False,  # a third of the time, and what was read from JSON holds itself nowhere
)


def canonical_json(body: Mapping[str, object]) -> str:
    """The one way to write a body, so that equal bodies are equal texts.

    Raises ValueError or TypeError for what JSON or UTF-8 cannot hold.
    """
    text = _CANONICAL.encode(dict(body))
    text.encode()  # half a surrogate pair passes json, and would fail in the store
    return text


def validate_kind(kind: object, seq: int) -> None:
    """Raise ValueError unless an event of this kind may be number `seq`."""
    if not isinstance(kind, str) or not kind:
        raise ValueError(f"{kind!r} is no kind of event")
    if (kind == "opened") != (seq == 1):
        raise ValueError(f'event {seq} cannot be {kind!r}: "opened" is the first, and only it')


def is_text(text: object) -> bool:
    """True if it is text that every store can hold: neither half a surrogate pair nor a NUL."""
    try:
        return isinstance(text, str) and "\0" not in text and text.encode() is not None
    except UnicodeEncodeError:
        return False


def as_save(
    match: str, after: int, key: str, kind: str, body: Mapping[str, object], at: str
) -> Save:
    """What somebody wants to write. Raises ValueError or TypeError for what no store can hold."""
    for name, text in (("match", match), ("key", key)):
        if not is_text(text):
            raise ValueError(f"{name}: {text!r} is no plain text")
    return Save(match, after, key, kind, canonical_json(body), at)
