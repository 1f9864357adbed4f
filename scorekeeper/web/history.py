"""What happened in a match, event by event; and the same as a file to keep."""

from dataclasses import dataclass

from flask import Blueprint, Response

from scorekeeper.ledger import Event
from scorekeeper.match import Match
from scorekeeper.transfer import dump
from scorekeeper.web.access import require
from scorekeeper.web.figures import points_text
from scorekeeper.web.happenings import event_text
from scorekeeper.web.pages import page
from scorekeeper.web.shelf import matches
from scorekeeper.web.wording import book_of, clock

history = Blueprint("history", __name__, url_prefix="/m/<code>")


@dataclass(frozen=True)
class Happening:
    """An event in words; `gone` if something later took it back."""

    at: str
    text: str
    detail: str
    gone: bool


@history.get("/history")
def events(code: str) -> Response:
    """Everything that happened, newest first."""
    require(code, "scorer", "watcher")
    match = matches().get(code)
    told = [_happening(match, event) for event in reversed(match.events)]
    return page("match/history.html", events=told, match=match, title=book_of(match.game).title)


@history.get("/export")
def export(code: str) -> Response:
    """The match as a file: one event a line."""
    require(code, "scorer")
    response = Response(dump(matches().get(code).events), mimetype="application/x-ndjson")
    response.headers["Content-Disposition"] = f'attachment; filename="scorekeeper-{code}.jsonl"'
    return response


def _happening(match: Match, event: Event) -> Happening:
    detail = points_text(match, event) if event.body.get("lines") else ""
    return Happening(clock(event.at), event_text(match, event), detail, event.seq in match.gone)
