"""The table's side of a call: one tap, when it was heard, and who comes."""

from contextlib import suppress

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug import Response as AnyResponse

from scorekeeper.extras.calls.pages.halls import Hall, answer, call_up, call_view, hall_of
from scorekeeper.extras.tournament.actions import NotNow
from scorekeeper.extras.tournament.pages.wording import why_not
from scorekeeper.ledger import KeyReused
from scorekeeper.match import Match
from scorekeeper.match.calling import Answer, Matter
from scorekeeper.match.rows import proper_note
from scorekeeper.web.access import match_for, may_write, seat_in
from scorekeeper.web.live import stream_of, tell_since
from scorekeeper.web.render import page
from scorekeeper.web.saving import fresh_key, read_key

calls = Blueprint("calls", __name__, url_prefix="/m/<code>/call")
LONGEST_LINK = 40
"""More than any code of a verdict has."""


@calls.get("")
def show(code: str) -> Response:
    """The way to call; once that is done since when, and who comes."""
    match, hall = _table(code)
    return _page(match, hall)


@calls.post("")
def call(code: str) -> AnyResponse:
    """Calls a referee, perhaps with a question and the verdict at hand."""
    match, hall = _table(code)
    link = request.form.get("verdict", "")[:LONGEST_LINK]
    note = proper_note(request.form.get("note", ""))
    matter = Matter(seat_in(match), note, link)
    try:
        with suppress(KeyReused):
            call_up(hall, match, matter, read_key())
    except NotNow as fault:
        return _page(match, hall, 422, why_not(fault.why))
    return redirect(url_for("calls.show", code=code), 303)


@calls.post("/off")
def take_back(code: str) -> AnyResponse:
    """Says that the table needs nobody any more."""
    _match, hall = _table(code)
    event = request.form.get("call", 0, type=int)
    if event in [each.event.seq for each in hall.calls if each.code == code]:
        with suppress(KeyReused):
            answer(hall, Answer(event, needless=True), read_key())
    return redirect(url_for("calls.show", code=code), 303)


@calls.get("/live")
def live(code: str) -> Response:
    """Says when something was written where referees are called."""
    _match, hall = _table(code)
    return stream_of(hall.code)


@calls.get("/since")
def since(code: str) -> Response:
    """Whether anything was written there since a version (200), or nothing (204)."""
    _match, hall = _table(code)
    return tell_since(str(hall.version), (), lambda event: "")


def _table(code: str) -> tuple[Match, Hall]:
    """A match that this phone plays in or writes, and whose referees it calls; else 403 or 404."""
    match = match_for(code)
    if seat_in(match) is None and not may_write(match):
        abort(403)
    return match, hall_of(match) or abort(404)


def _page(match: Match, hall: Hall, status: int = 200, message: str = "") -> Response:
    mine = [each for each in hall.calls if each.code == match.code]
    return page(
        "calls/call.html",
        "call",
        status=status,
        match=match,
        name=hall.name,
        version=hall.version,
        call=call_view(hall, mine[-1]) if mine else None,
        verdict=request.values.get("verdict", "")[:LONGEST_LINK],
        note=request.form.get("note", ""),
        message=message,
        key=fresh_key(),
    )
