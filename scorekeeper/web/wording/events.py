"""What happened in a match, in words: for Undo and Redo, the history, and a phone that was late."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeVar

from flask_babel import gettext as _

from scorekeeper.core.rooms import first_of_rooms
from scorekeeper.ledger import Event
from scorekeeper.match import Match
from scorekeeper.match.rows import Row
from scorekeeper.stream.streams import Stream
from scorekeeper.web.wording.figures import (
    phone_text,
    row_name,
    row_name_genitive,
    writer_text,
)
from scorekeeper.web.wording.rows import agreed_text, question_view, row_view

S = TypeVar("S", bound=Stream)


def event_name(match: Match, event: Event | None) -> str:
    """What Undo and Redo say of an event: "kolo 6", "oprava kola 3"; empty for none."""
    if event is None:
        return ""
    if text := retired_text(match, event):
        return text
    if told := TEXTS.get(event.kind):
        return told(match, event)
    row = _row_of(match, event)
    name = row_name(match, row) if row else _("ruling")
    if event.kind not in ("corrected", "struck"):
        return name
    after_of = row_name_genitive(match, row) if row else _("ruling")
    if event.kind == "corrected":
        return _("correction of %(name)s", name=after_of)
    back = _target(match, event).kind == "struck"
    struck = _("striking out %(name)s", name=after_of)
    return _("brought back: %(what)s", what=name) if back else struck


def receipt_text(match: Match) -> str:
    """What was written last, as the phone says it that wrote it: "Saved: game 7"; where a game is a
    stroke, whose it is. Empty if Undo would not take back just that.
    """
    event = match.undo
    if event is None or newest_event(match) is not event:
        return ""
    what = event_name(match, event)
    if match.game.drawn_as_strokes and event.kind == "recorded":
        row = row_view(match, match.row(event.seq))
        what = next(iter(row.story + row.marks), what)
    return _("Saved: %(what)s", what=what)


class ActTexts(NamedTuple):
    """What an event did, as sentences: `here` where this phone wrote it ("Saved: game 7", "Taken
    back: game 7"), `there` where another one did.
    """

    here: str
    there: str


def act_texts(match: Match, event: Event) -> ActTexts:
    """What an event did, for those who listen."""
    by = event.body.get("by")
    if by is None:
        what = describe_event(match, event)
        there = _("Saved from another phone: %(what)s", what=what)
        return ActTexts(_("Saved: %(what)s", what=what), there)
    target = _target(match, event)
    if by == "undo":
        what = event_name(match, target)
        there = _("Taken back from another phone: %(what)s", what=what)
        return ActTexts(_("Taken back: %(what)s", what=what), there)
    what = event_name(match, _target(match, target))
    there = _("Brought back from another phone: %(what)s", what=what)
    return ActTexts(_("Brought back: %(what)s", what=what), there)


def _ended(match: Match, event: Event) -> str:
    person = event.body["person"]
    if of := event.body.get("of"):
        return _("%(phone)s writes no more", phone=phone_text(match, of))
    if person is None:
        return _("new link for who writes")
    return _("new link for the seat of %(name)s", name=match.seating.people[person])


def _said_by(match: Match, event: Event) -> str:
    """Whose phone it is, or what that person thinks of a row."""
    said = event.body
    name = match.seating.people[said["person"]]
    if event.kind == "sat":
        return _("%(name)s has a phone here", name=name)
    row = row_name(match, match.row(said["event"]))
    if event.kind == "confirmed":
        return _("%(name)s confirms %(row)s", name=name, row=row)
    return _("%(name)s objects to %(row)s", name=name, row=row)


def _grouped(code: str) -> str:
    if not code:
        return _("no group may read this match")
    name = first_of_rooms(lambda room: room.group_name(code)) or code
    return _("group %(name)s may read this match", name=name)


def _question(match: Match, event: Event) -> str:
    """What somebody asked from his seat, or that he takes it back."""
    if "question" in event.body:
        return question_view(match, event).text
    name = match.seating.people[event.body["person"]]
    return _("%(name)s takes the question back", name=name)


def _who_moved(match: Match, event: Event) -> str:
    """Who came and who left with an event: "Eva joins, Petr leaves"."""
    before = Match.fold(match.events[: event.seq - 1]).seating.seats
    now = tuple(event.body.get("seats", ()))
    came = [person for person in now if person not in before]
    left = [person for person in before if person not in now]
    joins = [_("%(name)s joins", name=name) for name in match.seating.names_at(tuple(came))]
    leaves = [_("%(name)s leaves", name=name) for name in match.seating.names_at(tuple(left))]
    return ", ".join([*joins, *leaves]) or _("the seats")


TEXTS: Mapping[str, Callable[[Match, Event], str]] = {
    "seated": _who_moved,
    "renamed": lambda match, event: _("names"),
    "agreed": lambda match, event: _("house rules"),
    "noted": lambda match, event: _(
        "note: %(what)s", what=row_name(match, match.row(event.body["event"]))
    ),
    "relinked": lambda match, event: _("new links instead of the old ones"),
    "closed": lambda match, event: _("end of the evening"),
    "grouped": lambda match, event: _grouped(event.body["group"]),
    "took": lambda match, event: writer_text(match, event.body["person"]),
    "ended": _ended,
    "asked": _question,
    **dict.fromkeys(("sat", "confirmed", "objected"), _said_by),
}
"""Kind of event → what one is that writes no row and no ruling."""


def describe_event(match: Match, event: Event) -> str:
    """What happened, for those who did not see it: also an undo, a redo, and the beginning."""
    if event.kind == "opened":
        opened = _("match opened: %(names)s", names=", ".join(event.body["names"]))
        group = event.body.get("group")
        return f"{opened}; {_grouped(group)}" if group else opened
    if event.kind == "agreed":
        return agreed_text(match, event)
    if (by := event.body.get("by")) is None:
        return event_name(match, event)
    target = _target(match, event)
    if by == "undo":
        return _("taken back: %(what)s", what=event_name(match, target))
    return _("brought back: %(what)s", what=event_name(match, _target(match, target)))


def retired_text(stream: Stream, event: Event) -> str:
    """What is said of an event of a kind that only older versions wrote; empty for any other."""
    kind = stream.kinds.body_types.get(event.kind)
    return _("from an older version, without effect now") if kind and kind.retired else ""


def _target(match: Match, event: Event) -> Event:
    """The event that a correction or a strike is about."""
    number: int = event.body["event"]
    return match.events[number - 1]


def _row_of(match: Match, event: Event) -> Row | None:
    """The row that an event is about, through strikes of strikes; None for a mere ruling."""
    while event.kind in ("corrected", "struck"):
        event = _target(match, event)
    return match.row(event.seq) if "entry" in event.body else None


def conflict_text(match: Match, mine: str) -> str:
    """The message for a save in a match that lost the race (HTTP 409)."""
    return stream_conflict_text(match, mine, describe_event)


def stream_conflict_text(stream: S, mine: str, describe: Callable[[S, Event], str]) -> str:
    """The message for a late save (HTTP 409): `mine`, not saved, and what the other phone did."""
    return _(
        "Not saved: %(mine)s. Somebody was quicker: %(what)s. Look at it and save again.",
        mine=mine,
        what=describe(stream, newest_event(stream)),
    )


def struck_text() -> str:
    """The message for a correction of a row that is struck out."""
    return _("Not saved: the row is struck out, so this would not count. Bring it back first.")


def newest_event(stream: Stream) -> Event:
    """What was written last, but for what makes no save come too late: what phones said of it."""
    beside = stream.kinds.kinds_with("never_conflicts")
    return next(event for event in reversed(stream.events) if event.kind not in beside)
