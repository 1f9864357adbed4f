"""The table's side of a call: one tap, when it was heard, and who comes."""

from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug import Response as AnyResponse

from scorekeeper.extras.calls import actions
from scorekeeper.extras.calls.calling import CallDetails, Organisation, calls_of
from scorekeeper.extras.calls.events import Came
from scorekeeper.extras.calls.pages.organisations import (
    CallView,
    call_view,
    organisation_of,
    streams_of,
)
from scorekeeper.extras.tournament.actions import NotNow
from scorekeeper.extras.tournament.pages.wording import why_not
from scorekeeper.ledger import KeyReused
from scorekeeper.match import Match
from scorekeeper.match.rows import clean_note
from scorekeeper.web.access import match_or_403, may_write, person_of_phone
from scorekeeper.web.live import changes_response, sse_response
from scorekeeper.web.render import PageContext, page
from scorekeeper.web.saving import fresh_key, read_key

calls = Blueprint("calls", __name__, url_prefix="/m/<code>/call")
LONGEST_LINK = 40
"""More than any code of a verdict has."""


@dataclass(frozen=True)
class CallPage(PageContext):
    """What a table sees of its last call, and with what it calls again."""

    match: Match
    organisation: Organisation
    version: int
    call: CallView | None
    verdict: str
    note: str
    message: str
    key: str


@calls.get("")
def show(code: str) -> Response:
    """The way to call; once that is done since when, and who comes."""
    match, organisation = _table(code)
    return _page(match, organisation)


@calls.post("")
def call(code: str) -> AnyResponse:
    """Calls a referee, perhaps with a question and the verdict at hand."""
    match, organisation = _table(code)
    link = request.form.get("verdict", "")[:LONGEST_LINK]
    note = clean_note(request.form.get("note", ""))
    matter = CallDetails(person_of_phone(match), note, link)
    try:
        with suppress(KeyReused):
            actions.call(streams_of(organisation), organisation, code, matter, read_key())
    except NotNow as fault:
        return _page(match, organisation, 422, why_not(fault.why))
    return redirect(url_for("calls.show", code=code), 303)


@calls.post("/off")
def take_back(code: str) -> AnyResponse:
    """Says that the table needs nobody any more."""
    _match, organisation = _table(code)
    event = request.form.get("call", 0, type=int)
    if event in [each.event.seq for each in calls_of(organisation) if each.code == code]:
        with suppress(KeyReused):
            needless = Came(event, needless=True)
            actions.come(streams_of(organisation), organisation, needless, read_key())
    return redirect(url_for("calls.show", code=code), 303)


@calls.get("/live")
def live(code: str) -> Response:
    """Says when something was written where referees are called."""
    _match, organisation = _table(code)
    return sse_response(organisation.code)


@calls.get("/since")
def since(code: str) -> Response:
    """Whether anything was written there since a version (200), or nothing (204)."""
    _match, organisation = _table(code)
    return changes_response(str(organisation.version), (), lambda event: "")


def _table(code: str) -> tuple[Match, Organisation]:
    """A match that this phone plays in or writes, and whose referees it calls; else 403 or 404."""
    match = match_or_403(code)
    if person_of_phone(match) is None and not may_write(match):
        abort(403)
    return match, organisation_of(match) or abort(404)


def _page(
    match: Match, organisation: Organisation, status: int = 200, message: str = ""
) -> Response:
    mine = [each for each in calls_of(organisation) if each.code == match.code]
    context = CallPage(
        match=match,
        organisation=organisation,
        version=organisation.version,
        call=call_view(organisation, mine[-1]) if mine else None,
        verdict=request.values.get("verdict", "")[:LONGEST_LINK],
        note=request.form.get("note", ""),
        message=message,
        key=fresh_key(),
    )
    return page("extras/calls/call.html", "call", status, context)
