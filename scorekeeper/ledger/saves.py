"""A save as every store takes it in: known by its key, or the next event of its match."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace

from scorekeeper.ledger import Event, KeyReused, Save, Stale, as_json, check_kind, now
from scorekeeper.ledger.chain import link
from scorekeeper.ledger.checks import is_text


def repeated(save: Save, event: Event) -> Event:
    """The event that has the key of a save, if it says the same. Raises KeyReused."""
    if (event.kind, as_json(event.body)) != (save.kind, save.text):
        raise KeyReused(f"{save.key!r} already stands for event {event.seq} of {save.stream}")
    return event


def next_event(save: Save, newest: int, previous: str) -> Event:
    """What a save writes behind event `newest`, whose hash is `previous`.

    Raises Stale, and ValueError for a kind that is unknown or out of place.
    """
    if newest != save.after:
        raise Stale(newest)
    check_kind(save.kind, newest + 1)
    body, at = json.loads(save.text), save.at or now()
    event = Event(save.stream, newest + 1, save.kind, body, save.key, at)
    return replace(event, hash=link(previous, event))


def as_save(
    match: str, after: int, key: str, kind: str, body: Mapping[str, object], at: str
) -> Save:
    """What somebody wants to write. Raises ValueError or TypeError for what no store can hold."""
    for name, text in (("match", match), ("key", key)):
        if not is_text(text):
            raise ValueError(f"{name}: {text!r} is no plain text")
    return Save(match, after, key, kind, as_json(body), at)


class SaveStore(ABC):
    """What every store does alike with saves."""

    @abstractmethod
    def append_all(self, *saves: Save) -> list[Event]:
        """As in the protocol `Ledger`."""

    def append(
        self,
        match: str,
        after: int,
        key: str,
        kind: str,
        body: Mapping[str, object],
        at: str = "",
    ) -> Event:
        """As in the protocol `Ledger`."""
        (event,) = self.append_all(as_save(match, after, key, kind, body, at))
        return event
