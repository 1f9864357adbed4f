"""The ledger of a phone: its events are in memory, and it says what has to be put away.

What lies in the phone's storage are texts by keys: an event is there under `e/CODE/00000012`, as
the line of a file; under `s/CODE` the number of the last event that the server is known to have;
under `t/CODE` a problem with a match, as JSON. Nothing was written before it is put away: whoever
answers a request puts away what `drain` gives, and only then answers.

A problem has a `kind`. Whatever is new, two members of it stay until the table has looked: what was
`left` out when two sides were settled, and a `case` in which phone and server differ.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from scorekeeper.ledger import (
    Cursor,
    Damaged,
    Event,
    Ledger,
    LedgerError,
    MatchExists,
    News,
    Save,
    canonical_json,
    chain,
)
from scorekeeper.match import Match
from scorekeeper.stream.files import BrokenLine, event_from_members, line_of, parse_event

EVENT, SENT, TROUBLE = "e", "s", "t"
"""What keys of the storage begin with."""


def key_of(code: str, seq: int) -> str:
    """Where an event lies in the storage.

    >>> key_of("7KQ4", 12)
    'e/7KQ4/00000012'
    """
    # With so many digits they are sorted as texts.
    return f"{EVENT}/{code}/{seq:08}"


def load_stored_event(line: str) -> Event:
    """An event as this phone put it away. Raises Damaged."""
    try:
        return event_from_members(json.loads(line))
    except (ValueError, TypeError) as error:
        raise Damaged(f"an event in this phone cannot be read: {error}") from None


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
            event = parse_event(number, line)
        except BrokenLine as broken:
            raise Damaged(str(broken)) from None
        hash = chain.verify_event(event, code, number, taken, hash)
        taken.add(event.key)
        events.append(replace(event, hash=hash))
    return events


SyncProblem = Mapping[str, Any]
"""What keeps a match from being sent, as JSON; `kind` tells which problem it is."""


class Unsent(LedgerError):
    """Something would be lost that the server does not have; `keys` are those of the events."""

    def __init__(self, keys: Sequence[str]) -> None:
        super().__init__(f"these are not sent yet: {', '.join(keys)}")
        self.keys = keys


class PocketLedger(Ledger):
    """A `Ledger` of what lies in a phone's storage; of one process with one thread."""

    def __init__(self, records: Mapping[str, str]) -> None:
        self._first_place, self._log = 0, list[str]()
        self.reload(records)

    def reload(self, records: Mapping[str, str]) -> None:
        """Begins with what lies in the storage: anew, where putting something away failed."""
        self._lines: dict[str, list[str]] = {}  # of streams that nobody has read yet
        self._events: dict[str, list[Event]] = {}
        self._sent: dict[str, int] = {}
        self._troubles: dict[str, SyncProblem] = {}
        self._changes: dict[str, str | None] = {}
        for key in sorted(records):
            self._load(key, records[key])
        # Further than any place that was ever told of: what lies here is all new.
        self._first_place += len(self._log) + sum(map(len, self._lines.values()))
        self._log = []

    # --- the protocol of every ledger ------------------------------------------------------------

    def append_many(self, *saves: Save) -> list[Event]:
        events, new = list[Event](), list[Event]()
        for save in saves:
            there = self._stream(save.stream)
            if known := next((event for event in there if event.key == save.key), None):
                events.append(chain.resent_event(save, known))
            else:
                new.append(chain.next_event(save, len(there), chain.last_hash(there)))
                events.append(new[-1])
        for event in new:
            self._put(event.stream, event.seq - 1, [event])
        return events

    def read(self, match: str, after: int = 0) -> list[Event]:
        return self._stream(match)[max(after, 0) :]

    def read_durable(self, match: str, after: int = 0) -> list[Event]:
        return self.read(match, after)

    def newest(self, matches: Sequence[str]) -> Mapping[str, tuple[int, str]]:
        there = ((code, self._stream(code)[-1]) for code in matches if code in self._codes())
        return {code: (last.seq, last.key) for code, last in there}

    def news(self, after: Cursor | None = None) -> News:
        place = self._first_place + len(self._log)
        (since,) = after or (place if after is None else -1,)
        known = self._first_place <= since <= place
        codes = self._log[since - self._first_place :] if known else self._codes()
        there = [code for code in dict.fromkeys(codes) if code in self._codes()]
        return News((place,), {code: number for code, (number, _key) in self.newest(there).items()})

    def restore(self, *matches: Sequence[Event]) -> None:
        for events in matches:
            chain.verify_stream(events)
            if events[0].stream in self._codes():
                raise MatchExists(events[0].stream)
        for events in matches:
            self._put(events[0].stream, 0, events)

    def rewrite(self, changed: Iterable[Event], dropped: Iterable[str] = ()) -> None:
        codes = dict.fromkeys(dropped)
        streams = {code: self.read(code)[:1] for code in codes}
        for event in changed:
            stream = streams.setdefault(event.stream, self.read(event.stream))
            if event.seq <= len(stream):
                stream[event.seq - 1] = event
        for code, events in streams.items():
            if events:
                self._put(code, 0, list(chain.rehashed(events)))

    def try_write(self) -> None:
        """Nothing: whether the storage takes something shows when it is put away."""

    def matches(self) -> list[str]:
        order = {code: number for number, code in enumerate(self._log)}
        last = {code: (self._last_time(code), order.get(code, -1)) for code in self._codes()}
        return sorted(last, key=last.__getitem__, reverse=True)

    def close(self) -> None:
        self.reload({})

    # --- the phone's storage ---------------------------------------------------------------------

    def drain(self) -> Mapping[str, str | None]:
        """What changed since this was asked last: key → text, or None for what is no more."""
        changes, self._changes = self._changes, {}
        return changes

    def drop(self, code: str) -> None:
        """Removes a match from the phone, whatever of it was sent."""
        self._put(code, 0, [])
        del self._events[code]
        self.set_problem(code, None)

    # --- what the server has ---------------------------------------------------------------------

    def sent(self, code: str) -> int:
        """The number of the last event that the server is known to have; 0: it has none."""
        return self._sent.get(code, 0)

    def waiting(self, code: str) -> list[Event]:
        return self.read(code, self.sent(code))

    def waits(self) -> list[str]:
        """The matches of which something has yet to be sent: what waits longest comes first."""
        codes = [code for code in self._codes() if self._number(code) > self.sent(code)]
        whole = filter(self._is_whole, codes)
        matches = (code for code in whole if Match.mark in self._stream(code)[0].body)
        first = {code: self.waiting(code)[0].at for code in matches}
        return sorted(first, key=lambda code: (first[code], code))

    def take(self, code: str, first: int, lines: Sequence[str], *, dropping: bool = False) -> None:
        """Lets the server's events from number `first` on take the place of what stands there;
        all counts as sent then.

        Raises Unsent if it would drop what the server does not have, unless it is `dropping` that;
        Damaged for lines that are not what follows here.
        """
        kept = self.read(code)[: first - 1] if first > 1 else []
        if first != len(kept) + 1 or not (kept or lines):
            raise Damaged(f"event {first} of {code} does not follow {len(kept)}")
        keys = [event.key for event in kept]
        theirs = events_after(code, len(kept), chain.last_hash(kept), lines, keys)
        if not dropping and (lost := self._lost(code, [*kept, *theirs])):
            raise Unsent(lost)
        self._put(code, len(kept), theirs)
        self._set_sent(code, len(kept) + len(theirs))

    def unsend(self, code: str, sent: int) -> None:
        """Lets everything behind a number wait again: the server has lost it."""
        self._set_sent(code, min(sent, self.sent(code)))

    @property
    def problems(self) -> Mapping[str, SyncProblem]:
        """Matches that cannot be sent as they are → why."""
        return self._troubles

    def set_problem(self, code: str, problem: SyncProblem | None) -> None:
        """Keeps why a match cannot be sent; None: nothing is in the way any more."""
        if problem is None:
            if self._troubles.pop(code, None) is not None:
                self._changes[f"{TROUBLE}/{code}"] = None
        else:
            self._troubles[code] = problem
            self._changes[f"{TROUBLE}/{code}"] = canonical_json(problem)

    # --- inside ----------------------------------------------------------------------------------

    def _load(self, key: str, text: str) -> None:
        kind, code, *number = key.split("/") if key.count("/") in (1, 2) else (key, "")
        if kind == EVENT:
            lines = self._lines.setdefault(code, [])
            # What is missing cannot be read.
            lines += [""] * (int(number[0]) - 1 - len(lines))
            lines.append(text)
        elif kind == SENT:
            self._sent[code] = int(text)
        elif kind == TROUBLE:
            self._troubles[code] = json.loads(text)

    def _codes(self) -> Sequence[str]:
        return [*self._lines, *self._events]

    def _number(self, code: str) -> int:
        return len(self._lines[code] if code in self._lines else self._events.get(code, ()))

    def _stream(self, code: str) -> list[Event]:
        """The events of a code, read when they are first asked for. Raises Damaged."""
        if code in self._lines:
            self._events[code] = [load_stored_event(line) for line in self._lines[code]]
            del self._lines[code]
        return self._events.get(code, [])

    def _last_time(self, code: str) -> str:
        """When something was written last; empty if that cannot be read."""
        with suppress(Damaged):
            lines = self._lines.get(code)
            return (load_stored_event(lines[-1]) if lines else self._events[code][-1]).at
        return ""

    def _is_whole(self, code: str) -> bool:
        try:
            return bool(self._stream(code))
        except Damaged:
            return False

    def _lost(self, code: str, remaining: Iterable[Event]) -> list[str]:
        """The keys of what waits and would no longer be there; of what cannot be read, where that
        lies in the storage.
        """
        if not self._is_whole(code):
            return [key_of(code, seq) for seq in range(self.sent(code) + 1, self._number(code) + 1)]
        keys = {event.key for event in remaining}
        return [event.key for event in self.waiting(code) if event.key not in keys]

    def _put(self, code: str, after: int, events: Sequence[Event]) -> None:
        """Lets events stand behind number `after`, and nothing else."""
        for seq in range(after + len(events) + 1, self._number(code) + 1):
            self._changes[key_of(code, seq)] = None
        for event in events:
            self._changes[key_of(code, event.seq)] = line_of(event)
        kept = self._stream(code)[:after] if after else []
        self._lines.pop(code, None)
        self._events[code] = [*kept, *events]
        self._set_sent(code, min(self.sent(code), after + len(events)))
        self._log.append(code)

    def _set_sent(self, code: str, sent: int) -> None:
        if sent != self.sent(code):
            self._sent[code] = sent
            self._changes[f"{SENT}/{code}"] = str(sent) if sent else None


STAY = {"left": "left", "case": "differs"}
"""Members that stay → the kind of problem that is left when they are all there is."""


IN_THE_WAY = ("ahead", "refused", "forbidden", "gone", "unreadable")
"""Kinds of problem that sending again does not end: the table has to choose."""


def keep_problem(ledger: PocketLedger, match: str, kind: str, **members: object) -> None:
    ledger.set_problem(match, {**_staying(ledger, match), "kind": kind, **members})


def sendable(ledger: PocketLedger) -> list[str]:
    """The matches of which something waits that nothing keeps from being sent, oldest first."""
    kinds = {code: problem_of(ledger, code).get("kind") for code in ledger.waits()}
    return [code for code, kind in kinds.items() if kind not in IN_THE_WAY]


def clear_problem(ledger: PocketLedger, code: str) -> None:
    """Nothing is in the way any more; only what the table has yet to look at stays."""
    staying = _staying(ledger, code)
    kinds = [STAY[member] for member in STAY if member in staying]
    ledger.set_problem(code, {**staying, "kind": kinds[0]} if kinds else None)


def problem_of(ledger: PocketLedger, code: str) -> SyncProblem:
    """The problem of a match; empty if there is none."""
    return ledger.problems.get(code, {})


def _staying(ledger: PocketLedger, code: str) -> Mapping[str, object]:
    problem = problem_of(ledger, code)
    return {name: problem[name] for name in STAY if name in problem}
