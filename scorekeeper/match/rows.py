"""A row of the sheet: an entry with all that a match knows of it, and the note that a table made of
it, which scores nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.house import HouseRules
from scorekeeper.ledger import Event
from scorekeeper.match.seating import Seating
from scorekeeper.schema import LONGEST_TEXT
from scorekeeper.sheet import Entry, Line, Refusal, Standing


class UnknownRow(LookupError):
    """The match has no row of this number."""


@dataclass(frozen=True)
class Row:
    """An entry as it stands on the sheet.

    `seq` is the event that recorded it, `before` and `after` the standing on either side,
    `versions` the events that gave it its content, newest last. A `struck` row scores nothing;
    `undone` says that it was taken back by undo. `refusal` is why it would not be taken now
    that something before it was changed: what was agreed still counts, but wants a look.
    `seating` is the company that it was written by, `house` what was agreed then; a `stray` one was
    taken back since.
    """

    seq: int
    entry: Entry
    lines: tuple[Line, ...]
    before: Standing
    after: Standing
    versions: tuple[int, ...]
    seating: Seating
    house: HouseRules
    stray: bool = False
    struck: bool = False
    undone: bool = False
    refusal: Refusal | None = None

    @property
    def number(self) -> int | None:
        """Its number on the sheet, if entries of its type are counted."""
        return self.before.played + 1 if self.entry.counted else None


def notes_of(events: Sequence[Event], struck_by: Mapping[int, Event]) -> Mapping[int, str]:
    """Row number → the note that stands there after some events."""
    holding = (event for event in events if event.kind == "noted" and event.seq not in struck_by)
    notes = {event.body["event"]: event.body["note"] for event in holding}
    return {seq: note for seq, note in notes.items() if note}


def proper_note(typed: str) -> str:
    """A note as it is kept: what cannot be printed, needless blanks and what is too long left out.

    >>> proper_note("  měl všechna\\tsrdce ")
    'měl všechna srdce'
    """
    words = " ".join(typed.split())
    return "".join(filter(str.isprintable, words))[:LONGEST_TEXT].rstrip()
