"""The referees' side of a call: who they are, which tables wait, and "I am coming"."""

from contextlib import suppress

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug import Response as AnyResponse

from scorekeeper.extras.calls.pages.halls import (
    REFEREE,
    Hall,
    RefereesLinks,
    answer,
    appoint,
    call_view,
    hall_at,
    letter_of,
    name_here,
    own_hall,
    referees_hall,
    referees_link,
    remember_referee,
    url_in,
)
from scorekeeper.ledger import KeyReused
from scorekeeper.match.calling import Answer
from scorekeeper.match.rows import proper_note
from scorekeeper.names import LONGEST_NAME
from scorekeeper.web.access import WrongLink, matches, remember, role_of
from scorekeeper.web.limits import tries
from scorekeeper.web.live import stream_of, tell_since
from scorekeeper.web.marks import phone_mark
from scorekeeper.web.render import never_compressed, page, qr
from scorekeeper.web.saving import fresh_key, read_key

referees = Blueprint("referees", __name__, url_prefix="/<any(c, t):letter>/<code>/referee")
ANSWERED = 5
"""Answered calls that a referee still sees."""


@referees.get("/in/<token>")
def join(letter: str, code: str, token: str) -> AnyResponse:
    """Opens the link of referees: this phone is one's."""
    with tries("WRONG_LINKS_PER_ADDRESS", WrongLink):
        role_of(code, token, lambda code: RefereesLinks(hall_at(letter, code)), [REFEREE])
    hall = hall_at(letter, code)
    remember_referee(hall)
    return redirect(url_in(hall, "show"), 303)


@referees.get("")
def show(letter: str, code: str) -> Response:
    """The tables that wait, the longest first; before that the question who this is."""
    hall = referees_hall(letter, code)
    if not (name := name_here(hall)):
        return page("calls/who.html", hall=hall, url=url_in(hall, "say_name"), key=fresh_key())
    views = [view for call in hall.calls if (view := call_view(hall, call))]
    return page(
        "calls/referee.html",
        "calls",
        hall=hall,
        name=name,
        waiting=[view for view in views if not view.came],
        answered=[view for view in reversed(views) if view.came][:ANSWERED],
        version=hall.version,
        url=url_in(hall, "show"),
        live=url_in(hall, "live"),
        since=url_in(hall, "since", version=""),
        come_url=url_in(hall, "come"),
        key=fresh_key(),
    )


@referees.post("/name")
def say_name(letter: str, code: str) -> AnyResponse:
    """Says whose phone this is: the tables read who comes."""
    hall = referees_hall(letter, code)
    name_here(hall)
    name = proper_note(request.form.get("name", ""))[:LONGEST_NAME].strip()
    if name:
        with suppress(KeyReused):
            appoint(hall, phone_mark(code), name, read_key())
    return redirect(url_in(hall, "show"), 303)


@referees.post("/came")
def come(letter: str, code: str) -> AnyResponse:
    """Tells a table that this referee comes."""
    hall = referees_hall(letter, code)
    name, event = name_here(hall), request.form.get("call", 0, type=int)
    if not name:
        abort(403)
    with suppress(KeyReused):
        answer(hall, Answer(event, name), read_key())
    return redirect(url_in(hall, "show"), 303)


@referees.get("/look/<match>")
def look(letter: str, code: str, match: str) -> AnyResponse:
    """Lets a referee look at a table that called: at the verdict at hand, or at the sheet."""
    hall = referees_hall(letter, code)
    if not name_here(hall) or match not in [call.code for call in hall.calls]:
        abort(403)
    remember(matches().get(match), "watcher")
    if verdict := request.args.get("verdict"):
        return redirect(url_for("verdicts.at_match", code=match, verdict=verdict), 303)
    return redirect(url_for("watching.show", code=match), 303)


@referees.get("/live")
def live(letter: str, code: str) -> Response:
    """Says when something was written where the referees go round."""
    name_here(referees_hall(letter, code))
    return stream_of(code)


@referees.get("/since")
def since(letter: str, code: str) -> Response:
    """Whether anything was written there since a version (200), or nothing (204)."""
    hall = referees_hall(letter, code)
    name_here(hall)
    return tell_since(str(hall.version), (), lambda event: "")


@referees.get("/link")
@never_compressed
def link(letter: str, code: str) -> Response:
    """The link that makes a phone a referee's, and who they are."""
    return _link_page(own_hall(letter, code))


@referees.post("/dismiss")
def dismiss(letter: str, code: str) -> AnyResponse:
    """Takes the role from a phone."""
    hall, phone = own_hall(letter, code), request.form.get("phone", "")
    if hall.referees.get(phone):
        with suppress(KeyReused):
            appoint(hall, phone, "", read_key())
    return redirect(url_in(hall, "link"), 303)


def _link_page(hall: Hall) -> Response:
    url = referees_link(hall)
    back = "company.share" if letter_of(hall) == "c" else "board.share"
    return page(
        "calls/link.html",
        hall=hall,
        named=[(phone, name) for phone, name in hall.referees.items() if name],
        url=url,
        qr=qr(url),
        dismiss_url=url_in(hall, "dismiss"),
        back=url_for(back, code=hall.code),
        key=fresh_key(),
    )
