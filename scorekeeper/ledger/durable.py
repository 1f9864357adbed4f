"""What a store says, held against what whoever leads will have for ever.

A database that led until a moment ago answers as before: it may lack what was written since, and
have what never reached another one.
"""

from collections.abc import Sequence

from scorekeeper.ledger import Event, Ledger, Unavailable


def durable_from(ledger: Ledger, event: Event) -> Sequence[Event]:
    """An event that was read and what lies behind it, none of which is ever lost.

    Raises Unavailable if there is another one in its place, or none.
    """
    events = ledger.read_durable(event.stream, event.seq - 1)
    if not events or not is_sealed_so(events[0], event):
        raise Unavailable(f"event {event.seq} of {event.stream} was read of a store that is behind")
    return events


def is_sealed_so(event: Event, known: Event) -> bool:
    """True if an event is the one that is known, and what lies before it is."""
    return event == known and event.hash == known.hash
