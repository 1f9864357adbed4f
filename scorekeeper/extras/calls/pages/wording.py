"""Calls and referees in words, for the history and the news of a company and of a tournament."""

from flask_babel import gettext as _

from scorekeeper.extras.company import Company
from scorekeeper.extras.tournament import Tournament
from scorekeeper.extras.tournament.pages.wording import table_title
from scorekeeper.ledger import Event
from scorekeeper.stream.streams import Stream
from scorekeeper.web.wording.events import EVENT_WORDS
from scorekeeper.web.wording.reader import clock


@EVENT_WORDS.fill()
def describe(stream: Stream, event: Event) -> str:
    """What an event about calls did; empty for any other."""
    body = event.body
    if event.kind == "called" and isinstance(stream, Company):
        return _("match %(code)s calls the referee", code=body["match"])
    if event.kind == "called" and isinstance(stream, Tournament):
        return call_text(stream, event)
    if event.kind == "appointed":
        return _("referee: %(name)s", name=body["name"]) if body["name"] else _("one referee fewer")
    if event.kind == "came" and body.get("needless"):
        return _("the referee is not needed now")
    if event.kind == "came":
        return _("%(name)s goes to a table", name=body.get("referee") or "–")
    return ""


def call_text(tournament: Tournament, called: Event) -> str:
    """Which table calls the referee, when, and what for: "Table 2 calls … 21:40 · who leads?"."""
    title, note = table_title(tournament, called.body["table"]), called.body.get("note", "")
    text = _("%(table)s calls the referee: %(at)s", table=title, at=clock(called.at))
    return f"{text} · {note}" if note else text
