"""What happened in a match, event by event; and the same as a file to keep."""

from dataclasses import dataclass

from flask import Blueprint, Response
from flask_babel import gettext as _

from scorekeeper.ledger import Event
from scorekeeper.match import Match
from scorekeeper.stream.files import dump
from scorekeeper.web.access import match_for
from scorekeeper.web.paging import before, stretch_of
from scorekeeper.web.render import page
from scorekeeper.web.wording.events import describe_event
from scorekeeper.web.wording.figures import named_points, points_text
from scorekeeper.web.wording.reader import book_of, clock
from scorekeeper.web.wording.rows import words_by

history = Blueprint("history", __name__, url_prefix="/m/<code>")


@dataclass(frozen=True)
class Happening:
    """An event in words, with the `story` of the entry that it wrote; `gone` if something later
    took it back.
    """

    at: str
    text: str
    story: tuple[str, ...]
    detail: str
    gone: bool


@history.get("/history")
def events(code: str) -> Response:
    """Everything that happened, newest first, a page at a time."""
    match = match_for(code)
    stretch = stretch_of(match.events, before())
    return page(
        "match/history.html",
        events=[_happening(match, event) for event in reversed(stretch.lines)],
        older=stretch.older,
        match=match,
        book=book_of(match.game),
        title=book_of(match.game).title,
    )


@history.get("/export")
def export(code: str) -> Response:
    """The match as a file: one event a line."""
    events = match_for(code, write=True).events
    response = Response(dump(events), mimetype="application/x-ndjson")
    response.headers["Content-Disposition"] = f'attachment; filename="scorekeeper-{code}.jsonl"'
    return response


@history.get("/saves/<key>")
def saved(code: str, key: str) -> Response:
    """What the save with a key wrote, as a sentence; 204 if that is not on the sheet."""
    match = match_for(code, write=True)
    event = next((event for event in match.events if event.key == key), None)
    if event is None or event.seq in match.struck_by:
        return Response(status=204)
    texts = describe_event(match, event), named_points(match, event)
    what = " · ".join(filter(None, texts))
    return Response(_("Already written: %(what)s.", what=what), mimetype="text/plain")


def _happening(match: Match, event: Event) -> Happening:
    detail = points_text(match, event) if event.body.get("lines") else ""
    return Happening(
        clock(event.at),
        describe_event(match, event),
        words_by(match, event),
        detail,
        event.seq in match.struck_by,
    )
