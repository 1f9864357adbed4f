"""Which events still hold: strikes, strikes of strikes, and the corrections of an entry."""

from collections.abc import Container, Iterator, Mapping, Sequence

from scorekeeper.ledger import Event


def recording_of(events: Sequence[Event], event: Event) -> int:
    """The number of the event that recorded what a correction or a strike is about."""
    while event.kind in ("corrected", "struck"):
        if not 0 < event.body["event"] < event.seq:
            raise ValueError(f"event {event.seq} is about no earlier one")
        event = events[event.body["event"] - 1]
    return event.seq


def strikes_of(events: Sequence[Event]) -> Mapping[int, Event]:
    """Event number → the strike that took it back. Strikes can be taken back by later ones."""
    strikes: dict[int, Event] = {}
    for event in reversed(events):
        if event.kind == "struck" and event.seq not in strikes:
            strikes[event.body["event"]] = event
    return strikes


def versions_of(
    events: Sequence[Event], struck_by: Mapping[int, Event]
) -> dict[int, tuple[Event, ...]]:
    """Event number of a corrected entry → its own event and the corrections that hold."""
    by_number = {event.seq: event for event in events}
    versions: dict[int, tuple[Event, ...]] = {}
    for event in events:
        if event.kind == "corrected" and event.seq not in struck_by:
            target = event.body["event"]
            versions[target] = (*versions.get(target, (by_number[target],)), event)
    return versions


def undone_by(
    events: Sequence[Event], struck_by: Mapping[int, Event], actions: Container[str]
) -> Event | None:
    """The event that Undo takes back: the newest of these kinds that holds, if there is one."""
    return next((e for e in _holding(events, struck_by) if _is_action(e, actions)), None)


def redone_by(
    events: Sequence[Event], struck_by: Mapping[int, Event], actions: Container[str]
) -> Event | None:
    """The undo that Redo takes back, if nothing was done since."""
    for event in _holding(events, struck_by):
        if event.body.get("by") == "undo":
            return event
        if _is_action(event, actions):
            break
    return None


def _holding(events: Sequence[Event], struck_by: Mapping[int, Event]) -> Iterator[Event]:
    """Events that still hold, newest first."""
    return (event for event in reversed(events) if event.seq not in struck_by)


def _is_action(event: Event, actions: Container[str]) -> bool:
    return event.kind in actions and "by" not in event.body
