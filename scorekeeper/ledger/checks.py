"""What every event of a stream is held to, whatever store or file it comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from datetime import datetime

from scorekeeper.ledger import AT, Damaged, Event, as_json, check_kind
from scorekeeper.ledger.chain import link


def check_whole(events: Sequence[Event]) -> None:
    """Raise Damaged, naming the first fault, unless these are all the events of one match."""
    if not events:
        raise Damaged("there are no events")
    keys: set[str] = set()
    previous = ""
    for seq, event in enumerate(events, start=1):
        previous = check_event(event, events[0].stream, seq, keys, previous)
        keys.add(event.key)


def check_event(event: Event, match: str, seq: int, keys: Set[str], previous: str) -> str:
    """Raise Damaged unless this can be event number `seq` of a match with these keys and this last
    hash before it. Gives its hash, which it need not have itself.
    """
    if fault := next(_faults(event, match, seq, keys), ""):
        raise Damaged(fault)
    right = link(previous, event)
    if event.hash not in ("", right):
        raise Damaged(
            f"hash: event {seq} of {match} is not as it was written, or one before it is not"
        )
    return right


def is_text(text: object) -> bool:
    """True if it is text that every store can hold: neither half a surrogate pair nor a NUL."""
    try:
        return isinstance(text, str) and "\0" not in text and text.encode() is not None
    except UnicodeEncodeError:
        return False


def _faults(event: Event, match: str, seq: int, keys: Set[str]) -> Iterator[str]:
    """What is wrong with an event. In this order: each may rely on those above it being right."""
    if not all(is_text(text) for text in (event.stream, event.key, event.at)):
        yield "a match, key or time is not text"
    if event.stream != match:
        yield f"this is an event of another match than {match!r}"
    if event.seq != seq:
        yield f"the numbers are not 1, 2, 3 …: {seq} is missing"
    if event.key in keys:
        yield "this key belongs to another event"
    yield from _complaint("", check_kind, event.kind, seq)
    yield from _complaint("the body is not plain JSON: ", as_json, event.body)
    yield from _complaint("the time is not written like 2026-11-20T21:14:05Z: ", _time, event.at)


def _complaint(prefix: str, check: Callable[..., object], *arguments: object) -> Iterator[str]:
    """The message of the error that a check raises."""
    try:
        check(*arguments)
    except (ValueError, TypeError, AttributeError) as error:
        yield f"{prefix}{error}"


def _time(at: str) -> None:
    # strptime also takes 2026-1-5; times are compared as texts, so only one form will do.
    if datetime.strptime(at, AT).strftime(AT) != at:
        raise ValueError(at)
