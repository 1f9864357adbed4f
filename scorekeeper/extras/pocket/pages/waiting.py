"""The matches of a phone, and what of them has yet to be sent: by match, and what is in its way.
One comes in from a file, and `waiting.file` gives one out.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, Response, redirect, request, url_for
from flask_babel import gettext as _
from flask_babel import ngettext
from werkzeug import Response as AnyResponse

from scorekeeper.extras.pocket.ledger import sendable
from scorekeeper.extras.pocket.pages.phone import TURNED_AWAY, phone_storage
from scorekeeper.ledger import Event, Ledger, LedgerError
from scorekeeper.match import Match
from scorekeeper.match.files import ALONE, load
from scorekeeper.stream.files import dump, under_code
from scorekeeper.web.http.access import grant_role, match_or_none, matches
from scorekeeper.web.http.identifiers import codes_of_file
from scorekeeper.web.http.settings import in_phone
from scorekeeper.web.import_file import Refusal, taken
from scorekeeper.web.render import before, page, paginate
from scorekeeper.web.wording.events import describe_event
from scorekeeper.web.wording.reader import book_of, clock, day

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


class DivergedMatch(LedgerError):
    """The match is here already, and from event `seq` on it is another one than in the file."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"event {seq} here is another one than in the file")
        self.seq = seq


def import_match(ledger: Ledger, events: Sequence[Event]) -> int:
    """Takes in a match that is whole: all of it, or what was written elsewhere since.

    Gives how many events are new here. Raises DivergedMatch; then nothing of it is taken.
    """
    code = events[0].stream
    here = ledger.read(code)
    for mine, theirs in zip(here, events, strict=False):
        if replace(mine, hash="") != replace(theirs, hash=""):
            raise DivergedMatch(theirs.seq)
    if not here:
        ledger.restore(events)
    for event in events[len(here) :] if here else ():
        ledger.append(code, event.seq - 1, event.key, event.kind, event.body, event.at)
    return max(0, len(events) - len(here))


files = Blueprint("files", __name__, url_prefix="/pocket")

ON_A_PAGE = 30


@dataclass(frozen=True)
class LocalMatch:
    """A match of this phone, as its list shows it."""

    code: str
    title: str
    names: str
    day: str


files.before_request(require_phone)


@files.get("/matches", endpoint="show")
def matches_page() -> Response:
    """All matches of this phone, the latest first."""
    list_page = paginate(matches().ledger.matches()[::-1], before(), ON_A_PAGE)
    ours = [each for each in map(_match_in_list, reversed(list_page.lines)) if each]
    return page("extras/pocket/matches.html", matches=ours, older=list_page.older)


@files.get("/take-in")
def ask() -> Response:
    return page("extras/pocket/take-in.html", refusal=None)


@files.post("/take-in")
def take() -> AnyResponse:
    """Takes the match of a file in, and opens it; this phone keeps its score from now on."""
    match = taken(_imported, _("This is not a match file."))
    if isinstance(match, Refusal):
        return page("extras/pocket/take-in.html", status=422, refusal=match)
    return redirect(url_for("sheet.show", code=match.code), 303)


def _imported(text: str) -> Match | Refusal:
    """The match of a file, now in this phone; or why it is not. Raises BrokenLine."""
    events = load(text, ALONE)
    code = next(codes_of_file(events))
    try:
        import_match(matches().ledger, under_code(events, code))
    except DivergedMatch as other:
        return Refusal(
            _(
                "This match is here already, and from event %(n)d on it differs from"
                " the file. Nothing was imported.",
                n=other.seq,
            )
        )
    match = matches().get(code)
    grant_role(match, "scorer")
    return match


def _match_in_list(code: str) -> LocalMatch | None:
    """A match as the list shows it; None for what is no match."""
    match = match_or_none(code)
    if match is None:
        return None
    names = ", ".join(match.names)
    return LocalMatch(code, book_of(match.game).title, names, day(match.events[-1].at))
