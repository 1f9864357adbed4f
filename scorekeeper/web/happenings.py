"""What happened in a match, in words: for Undo and Redo, the history, and a phone that was late."""

from flask_babel import gettext as _

from scorekeeper.ledger import Event
from scorekeeper.match import Match
from scorekeeper.web.figures import row_name


def event_name(match: Match, event: Event | None) -> str:
    """What Undo and Redo say of an event: "kolo 6", "oprava: kolo 3"; empty for none."""
    if event is None:
        return ""
    if event.kind == "renamed":
        return _("names")
    if event.kind == "closed":
        return _("end of the evening")
    name = _name_of(match, event)
    if event.kind == "corrected":
        return _("correction of %(name)s", name=name)
    if event.kind == "struck" and _target(match, event).kind == "struck":
        return _("brought back: %(what)s", what=name)
    return _("striking out %(name)s", name=name) if event.kind == "struck" else name


def event_text(match: Match, event: Event) -> str:
    """What happened, for those who did not see it: also an undo, a redo, and the beginning."""
    if event.kind == "opened":
        return _("match opened: %(names)s", names=", ".join(event.body["names"]))
    if (by := event.body.get("by")) is None:
        return event_name(match, event)
    target = _target(match, event)
    if by == "undo":
        return _("taken back: %(what)s", what=event_name(match, target))
    return _("brought back: %(what)s", what=event_name(match, _target(match, target)))


def _target(match: Match, event: Event) -> Event:
    """The event that a correction or a strike is about."""
    number: int = event.body["event"]
    return match.events[number - 1]


def _name_of(match: Match, event: Event) -> str:
    """The name of the row that an event is about, through strikes of strikes."""
    while event.kind in ("corrected", "struck"):
        event = _target(match, event)
    return row_name(match, match.row(event.seq)) if "entry" in event.body else _("ruling")


def undone_by(match: Match) -> Event | None:
    """The event that Redo would bring back."""
    return _target(match, match.redo) if match.redo else None


def somebody_was_quicker(match: Match) -> str:
    """What a phone is told that had not seen the last event."""
    what = event_text(match, match.events[-1])
    return _("Somebody was quicker: %(what)s. Look at it and save again.", what=what)
