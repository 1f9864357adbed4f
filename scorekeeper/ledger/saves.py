"""A save as every store takes it in: known by its key, or the next event of its match."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from scorekeeper.ledger import Event, KeyReused, Stale, as_json, check_kind, now
from scorekeeper.ledger.chain import link
from scorekeeper.ledger.checks import is_text


@dataclass(frozen=True, slots=True)
class Save:
    """What is to stand behind event `after` of a match; `text` is its body, as it is written."""

    match: str
    after: int
    key: str
    kind: str
    text: str
    at: str

    def repeats(self, event: Event) -> Event:
        """The event that has this key, if it says the same. Raises KeyReused."""
        if (event.kind, as_json(event.body)) != (self.kind, self.text):
            raise KeyReused(f"{self.key!r} already stands for event {event.seq} of {self.match}")
        return event

    def event(self, newest: int, previous: str) -> Event:
        """What is written behind event `newest`, whose hash is `previous`.

        Raises Stale, and ValueError for a kind that is unknown or out of place.
        """
        if newest != self.after:
            raise Stale(newest)
        check_kind(self.kind, newest + 1)
        body, at = json.loads(self.text), self.at or now()
        event = Event(self.match, newest + 1, self.kind, body, self.key, at)
        return replace(event, hash=link(previous, event))


def as_save(
    match: str, after: int, key: str, kind: str, body: Mapping[str, object], at: str
) -> Save:
    """What somebody wants to write. Raises ValueError or TypeError for what no store can hold."""
    for name, text in (("match", match), ("key", key)):
        if not is_text(text):
            raise ValueError(f"{name}: {text!r} is no plain text")
    return Save(match, after, key, kind, as_json(body), at)
