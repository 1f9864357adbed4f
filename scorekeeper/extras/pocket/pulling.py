"""How a phone keeps up with the server's matches, so that they are there when the signal goes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorekeeper.extras.pocket.ledger import PocketLedger, Unsent, events_after, keep_problem
from scorekeeper.ledger import Damaged, Event
from scorekeeper.ledger.chain import last_hash
from scorekeeper.stream.files import line_of


def stream_update(events: Sequence[Event], have: object) -> dict[str, object] | None:
    """What a phone has to take of a match, whole or from the first event that it lacks; None if it
    has all. `have` is what it says to have: the number of its last event, and the hash of that.
    """
    first = 1
    if isinstance(have, Sequence) and len(have) == 2:
        seq, hash = have
        if type(seq) is int and 0 < seq <= len(events) and last_hash(events[:seq]) == hash:
            first = seq + 1
    if first > len(events):
        return None
    lines = [line_of(event) for event in events[first - 1 :]]
    return {"code": events[0].stream, "first": first, "lines": lines}


def follow(ledger: PocketLedger, stream: object) -> bool:
    """Takes what the server sent of a match; False if it cannot be taken now.

    Where something waits to be sent, that comes first. What the server has lost waits again.
    """
    if not isinstance(stream, Mapping):
        return False
    code, first, lines = stream.get("code"), stream.get("first"), stream.get("lines")
    if not isinstance(code, str) or type(first) is not int or not isinstance(lines, list):
        return False
    if not all(isinstance(line, str) for line in lines):
        return False
    try:
        if not _went_back(ledger, code, first, lines):
            ledger.take(code, first, lines)
    except (Damaged, Unsent):
        return False
    return True


def drop_gone(ledger: PocketLedger, code: str) -> None:
    """The server has nothing for this phone under a code any more: what waits there stays, and so
    does what the table has yet to look at.
    """
    if ledger.waiting(code):
        keep_problem(ledger, code, "gone")
    elif code not in ledger.problems:
        ledger.drop(code)


def _went_back(ledger: PocketLedger, code: str, first: int, lines: Sequence[str]) -> bool:
    """True if the server has the beginning of what it had: that is let wait again."""
    sent = ledger.sent(code)
    if first != 1 or len(lines) >= sent:
        return False
    theirs = events_after(code, 0, "", lines)
    if [event.hash for event in theirs] != [e.hash for e in ledger.read(code)[: len(theirs)]]:
        return False
    ledger.unsend(code, len(theirs))
    return True
