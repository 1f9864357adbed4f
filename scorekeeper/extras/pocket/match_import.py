"""A match that comes in a file: from another phone, or back from one that wrote on."""

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.ledger import Event, Ledger, LedgerError


class DivergedMatch(LedgerError):
    """The match is here already, and from event `seq` on it is another one than in the file."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"event {seq} here is another one than in the file")
        self.seq = seq


def import_match(ledger: Ledger, events: Sequence[Event]) -> int:
    """Takes in a match that is whole: all of it, or what was written elsewhere since.

    Gives how many events are new here. Raises DivergedMatch; then nothing of it is taken.
    """
    code = events[0].stream
    here = ledger.read(code)
    for mine, theirs in zip(here, events, strict=False):
        if replace(mine, hash="") != replace(theirs, hash=""):
            raise DivergedMatch(theirs.seq)
    if not here:
        ledger.restore(events)
    for event in events[len(here) :] if here else ():
        ledger.append(code, event.seq - 1, event.key, event.kind, event.body, event.at)
    return max(0, len(events) - len(here))
