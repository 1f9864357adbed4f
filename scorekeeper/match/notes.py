"""Notes: what a table wants to remember of a row, in its own words. They score nothing."""

from collections.abc import Mapping, Sequence

from scorekeeper.fields import LONGEST_TEXT
from scorekeeper.ledger import Event


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
