"""What a phone shows of what has yet to be sent: by match, and what is in its way."""

import json
from dataclasses import dataclass

from flask import Blueprint, Response, redirect, request, url_for
from flask_babel import gettext as _
from flask_babel import ngettext
from werkzeug import Response as AnyResponse

from scorekeeper.extras.pocket.ledger import sendable
from scorekeeper.extras.pocket.pages.phone_storage import TURNED_AWAY, phone_storage
from scorekeeper.stream.files import dump
from scorekeeper.web.http.access import match_or_none, matches
from scorekeeper.web.http.settings import in_phone
from scorekeeper.web.render import page
from scorekeeper.web.wording.events import describe_event
from scorekeeper.web.wording.reader import book_of, clock

waiting = Blueprint("waiting", __name__, url_prefix="/pocket")


@dataclass(frozen=True)
class UnsentMatch:
    """A match of which something has yet to be sent: what, and which problem is in the way."""

    code: str
    title: str
    names: str
    written: list[tuple[str, str]]
    problem: str


@waiting.before_request
def require_phone() -> AnyResponse | None:
    """These pages are those of a phone: a server has nothing to say here."""
    return None if in_phone() else redirect(url_for("pack.offer"), 303)


@waiting.get("/waiting", endpoint="show")
def waiting_page() -> Response:
    """All that waits, named, to look at, to send, or to keep as a file."""
    ledger = phone_storage().ledger
    codes = dict.fromkeys([*ledger.problems, *ledger.waits()])
    return page(
        "extras/pocket/waiting.html",
        waiting=list(map(_waiting, codes)),
        turned_away=bool(phone_storage().text(TURNED_AWAY)),
    )


@waiting.get("/m/<code>/file")
def file(code: str) -> Response:
    """A match as a file, with what waits: another phone or a server takes it in."""
    match = matches().get(code)
    response = Response(dump(match.events), mimetype="application/x-ndjson")
    response.headers["Content-Disposition"] = f'attachment; filename="scorekeeper-{code}.jsonl"'
    return response


@waiting.post("/send-now")
def send_now() -> AnyResponse:
    """Sends what waits: the worker does, before this is asked for."""
    return redirect(url_for(".show"), 303)


@waiting.get("/no-room")
def no_room() -> Response:
    """What is said where the phone could not put something away."""
    text = _("The phone has no room for this. It is not saved: make room, then tap again.")
    back = request.referrer or url_for("home.index")
    return page(
        "error.html",
        status=507,
        heading=_("This did not work"),
        text=text,
        action=(_("Back"), back),
    )


def _waiting(code: str) -> UnsentMatch:
    """What waits of a match; only its code where it is no longer here."""
    ledger = phone_storage().ledger
    problem = str(ledger.problems.get(code, {}).get("kind", ""))
    match = match_or_none(code)
    if match is None:
        return UnsentMatch(code, "", "", [], problem)
    written = [(clock(each.at), describe_event(match, each)) for each in ledger.waiting(code)]
    return UnsentMatch(code, book_of(match.game).title, ", ".join(match.names), written, problem)


def waits_record() -> str:
    """What the worker has to know of what waits: the matches to be sent, those that cannot be, and
    the words for the strip.
    """
    ledger = phone_storage().ledger
    codes = sendable(ledger) if phone_storage().has_server else []
    moved = [code for code, problem in ledger.problems.items() if problem["kind"] == "moved"]
    troubled = [*moved, *(code for code in ledger.waits() if code not in codes)]
    record = {"codes": codes, "troubled": troubled, "text": sync_banner_text()}
    return json.dumps(record, ensure_ascii=False)


def sync_banner_text() -> str:
    """What the strip of every page says: no signal, and how much waits; empty if all is well."""
    ledger, offline = phone_storage().ledger, phone_storage().offline and phone_storage().has_server
    number = (
        sum(len(ledger.waiting(code)) for code in ledger.waits())
        if phone_storage().has_server
        else 0
    )
    parts = [_("no signal")] if offline else []
    if any(problem["kind"] == "ahead" for problem in ledger.problems.values()):
        parts.append(_("two versions to settle"))
    elif ledger.problems or (number and phone_storage().text(TURNED_AWAY)):
        parts.append(_("not sent: look at it"))
    elif number:
        parts.append(ngettext("%(num)d entry waiting", "%(num)d entries waiting", number))
    return " · ".join(parts)
