"""Files that phones bring: matches that come in whole, and what no phone may bring."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random

from scorekeeper.ledger import Event
from scorekeeper.match import group_of
from scorekeeper.match.files import load
from scorekeeper.stream.files import dump, under_code
from tests.verification.simulation.fault import require
from tests.verification.simulation.phone import Phone
from tests.verification.simulation.server import Request
from tests.verification.simulation.wishes import EVENINGS
from tests.web.test_taking_in import FORGED, GROUPED, STRANGE, forged, with_events

BOUNDARY = "a-line-of-no-file"
LEFT = {"group": ""}
"""What the server adds to a file that does not say so: it is in no group."""

Source = tuple[str, str]
"""What tells a file from every other one, whatever code it gets: key and time of its opening."""


def source(opened: Event) -> Source:
    return opened.key, opened.at


@dataclass(frozen=True)
class File:
    """The events of a file, and the `keys` of what was written behind them when they were in."""

    events: Sequence[Event]
    keys: set[str] = field(default_factory=set)

    @property
    def source(self) -> Source:
        return source(self.events[0])

    @property
    def text(self) -> bytes:
        return dump(self.events).encode()

    def look_at(self, there: Sequence[Event]) -> None:
        """It is there whole, in no group, and nobody else has written behind it. Raises Fault."""
        size, code = len(self.events), there[0].stream
        require("whole", _said(there[:size]) == _said(self.events), f"{code} is not as in the file")
        require("alone", not group_of(there), f"{code} is in the group {group_of(there)}")
        behind = [e for e in there[size:] if (e.kind, e.body) != ("grouped", LEFT)]
        strange = [event for event in behind if event.key not in self.keys]
        require("nobody", not strange, f"nobody wrote {strange} behind the file of {code}")


def _said(events: Sequence[Event]) -> list[tuple[int, str, Mapping[str, object], str, str]]:
    return [(event.seq, event.kind, event.body, event.key, event.at) for event in events]


@cache
def evening(path: Path) -> Sequence[Event]:
    return load(path.read_text("utf-8"))


def whole(random: Random) -> File:
    """A match as it was saved; or one with a code that nobody draws or that another match has, or
    one that says to be in a group.
    """
    how = random.choice(("as it is", "as it is", "strange code", "same code", "grouped"))
    events = evening(random.choice(EVENINGS))
    code = random.choice(STRANGE) if how == "strange code" else events[0].stream
    if how == "grouped":
        group = random.choice(list(GROUPED))
        events, how = with_events(*GROUPED[group]), f"{how}: {group}"
    if how != "as it is":
        events = under_code(_opened_as(events, f"{how} {events[0].stream} {code}"), code)
    return File(events)


def _opened_as(events: Sequence[Event], key: str) -> list[Event]:
    """The same, opened at another time."""
    chance = Random(key)
    at = f"{chance.randrange(2000, 2026)}{events[0].at[4:17]}{chance.randrange(60):02}Z"
    return [replace(events[0], key=key, at=at), *events[1:]]


def broken(random: Random) -> tuple[Source | None, bytes]:
    """What no phone may bring, and the source of the match that it would have been."""
    key = f"broken-{random.getrandbits(64)}"
    if random.random() < 0.5:
        line, change, _ = random.choice(list(FORGED.values()))
        events = _opened_as(forged(line, change), key)
        return source(events[0]), dump(events).encode()
    events = under_code(_opened_as(evening(random.choice(EVENINGS)), key), "KACK")
    lines = dump(events).encode().splitlines(keepends=True)
    at = random.randrange(1, len(lines))
    how = random.choice(("cut", "changed", "missing", "nonsense"))
    if how == "nonsense":
        return None, random.choice((b"\xff\xfe", b"date;game;name", b"{}", b""))
    if how == "cut":
        lines[at:] = [lines[at][: random.randrange(1, len(lines[at]) - 1)]]
    elif how == "changed":
        event = json.loads(lines[at])
        lines[at] = json.dumps({**event, "key": f"{event['key']}x"}).encode() + b"\n"
    else:
        lines[at - 1 : at] = []
    return source(events[0]), b"".join(lines)


def request_with(phone: Phone, text: bytes) -> Request:
    """The form that takes a file in, filled in as a browser sends it."""
    part = f"--{BOUNDARY}\r\nContent-Disposition: form-data; name="
    file = f'{part}"file"; filename="match.jsonl"\r\nContent-Type: text/plain\r\n\r\n'
    token = f'\r\n{part}"csrf_token"\r\n\r\n{phone.token}\r\n--{BOUNDARY}--\r\n'
    body, kind = file.encode() + text + token.encode(), f"multipart/form-data; boundary={BOUNDARY}"
    return Request("/take-in", dict(phone.cookies), body, phone.language, kind)
