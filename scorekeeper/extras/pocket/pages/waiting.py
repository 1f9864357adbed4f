"""The matches of a phone, and what of them has yet to be sent: by match, what is in its way, and
how the table settles that. One comes in from a file, and `waiting.file` gives one out.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_babel import gettext as _
from flask_babel import ngettext
from werkzeug import Response as AnyResponse

from scorekeeper.extras.pocket import ledger as storage
from scorekeeper.extras.pocket.pages.phone import TURNED_AWAY, phone_storage
from scorekeeper.extras.pocket.rebasing import resolve
from scorekeeper.ledger import Event, Ledger, LedgerError
from scorekeeper.ledger.chain import last_hash
from scorekeeper.match import Match, owners_of
from scorekeeper.match.files import ALONE, load
from scorekeeper.stream.files import dump, under_code
from scorekeeper.web.http.access import grant_role, match_or_none, matches
from scorekeeper.web.http.identifiers import codes_of_file
from scorekeeper.web.http.settings import in_phone
from scorekeeper.web.import_file import Refusal, taken
from scorekeeper.web.render import before, page, paginate
from scorekeeper.web.wording.events import describe_event
from scorekeeper.web.wording.figures import named_points
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
    problem = storage.problem_of(ledger, code).get("kind", "")
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
    codes = storage.sendable(ledger) if phone_storage().has_server else []
    moved = [code for code, problem in ledger.problems.items() if problem["kind"] == "moved"]
    troubled = [*moved, *(code for code in ledger.waits() if code not in codes)]
    record = {"codes": codes, "troubled": troubled, "text": sync_banner_text()}
    return json.dumps(record, ensure_ascii=False)


def sync_banner_text() -> str:
    """What the strip of every page says: no signal, and how much waits; empty if all is well."""
    kept = phone_storage()
    ledger, waits = kept.ledger, kept.ledger.waits() if kept.has_server else ()
    number = sum(len(ledger.waiting(code)) for code in waits)
    parts = [_("no signal")] if kept.offline and kept.has_server else []
    if any(problem["kind"] == "ahead" for problem in ledger.problems.values()):
        parts.append(_("two versions to settle"))
    elif ledger.problems or (number and kept.text(TURNED_AWAY)):
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
    ours = [
        LocalMatch(
            match.code, book_of(match.game).title, ", ".join(match.names), day(match.events[-1].at)
        )
        for match in map(match_or_none, reversed(list_page.lines))
        if match
    ]
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
        text = _(
            "This match is here already, and from event %(n)d on it differs from"
            " the file. Nothing was imported.",
            n=other.seq,
        )
        return Refusal(text)
    match = matches().get(code)
    grant_role(match, "scorer")
    return match


sides = Blueprint("two_sides", __name__, url_prefix="/pocket/m/<code>")

Said = tuple[str, str]
"""The time of an event, and what happened."""


@dataclass(frozen=True)
class ProblemView:
    """A problem as it is shown: what it is, what `mine` and `theirs` say, and what can be chosen:
    the words for "after" and for "drop", empty where there is no such choice.
    """

    kind: str
    text: str
    mine: list[Said]
    theirs: list[Said]
    after: str
    drop: str


sides.before_request(require_phone)


@sides.get("", endpoint="show")
def sides_page(code: str) -> AnyResponse:
    """Both sides of a match, or what else is in the way."""
    problem = storage.problem_of(phone_storage().ledger, code)
    if not problem:
        return redirect(url_for("waiting.show"), 303)
    match = match_or_none(code)
    return page(
        "extras/pocket/sides.html",
        code=code,
        there=match is not None,
        title=book_of(match.game).title if match else "",
        names=", ".join(match.names) if match else "",
        problem=_trouble(code, match, problem),
    )


@sides.post("")
def choose(code: str) -> AnyResponse:
    """What the table chose; what can be sent then is sent."""
    choice = request.form.get("choice", "")
    if choice not in ("after", "drop"):
        abort(422)
    ledger = phone_storage().ledger
    problem = storage.problem_of(ledger, code)
    resolve(ledger, code, "after" if choice == "after" else "drop")
    now_called = str(problem.get("code") or problem.get("to") or code)
    if storage.problem_of(ledger, now_called):
        return redirect(url_for(".show", code=now_called), 303)
    there = match_or_none(now_called) is not None
    to = url_for("sheet.show", code=now_called) if there else url_for("waiting.show")
    return redirect(to, 303)


@sides.get("/case")
def case(code: str) -> Response:
    """The events that phone and server fold otherwise, with both hashes, as a file."""
    problem = storage.problem_of(phone_storage().ledger, code).get("case") or abort(404)
    response = Response(json.dumps(problem, ensure_ascii=False), mimetype="application/json")
    name = f"scorekeeper-differs-{code}.json"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _trouble(code: str, match: Match | None, problem: storage.SyncProblem) -> ProblemView:
    kind = problem["kind"]
    mine = list(_sentences(match, phone_storage().ledger.waiting(code))) if match else []
    if kind == "ahead":
        match, others = _other_side(code, problem)
        text, theirs = _whose(code, others), list(_sentences(match, others))
        return ProblemView(kind, text, mine, theirs, _("Ours after theirs"), _("Drop ours"))
    texts = {
        "left": _(
            "This could not be added after what the others wrote. Write it again if it counts."
        ),
        "differs": _(
            "The server counts this match differently from this phone. The server’s count stands."
        ),
        "moved": _(
            "The server had opened this match already; it goes on there under its own code."
        ),
        "forbidden": _("This phone can no longer write here. Ask for a new link first."),
        "gone": _("The server does not know this match any more. Keep it as a file."),
        "refused": reason_text(problem.get("why", "")),
    }
    usual = _("Server and phone do not understand each other. Keep it as a file.")
    text = texts.get(kind, usual)
    if kind in ("left", "differs", "moved"):
        left = list(_left(match, problem)) if kind == "left" else []
        return ProblemView(kind, text, left, [], "", _("We have seen it"))
    return ProblemView(kind, text, mine, [], _("Try again"), _("Drop ours"))


def reason_text(why: str) -> str:
    """Why an event is not taken, in a sentence."""
    texts = {
        "scored": _("The server would score this differently, so it did not take it."),
        "judged": _("The server would judge this differently, so it did not take it."),
        "refused": _("By the rules this cannot follow what is written there now."),
        "refers": _("It is about a row that is not there."),
        "seats": _("Other people sit there now."),
        "house": _("Other house rules hold now."),
        "struck": _("The row that it corrects is struck out."),
        "own-phone": _("A phone cannot confirm what it wrote itself."),
        "key": _("Something else is stored there under the same save."),
    }
    return texts.get(why) or _("The server could not make sense of it, so it did not take it.")


def _other_side(code: str, problem: storage.SyncProblem) -> tuple[Match, list[Event]]:
    """The match as the server has it, and what of it this phone did not know."""
    before = phone_storage().ledger.read(code)[: problem["first"] - 1]
    seq, hash, lines = len(before), last_hash(before), problem["lines"]
    theirs = storage.events_after(problem["code"], seq, hash, lines)
    unknown = [event for event in theirs if event.seq not in problem["numbers"]]
    return Match.fold([*before, *theirs]), unknown


def _whose(code: str, others: Sequence[Event]) -> str:
    """Who wrote what this phone did not know: not every event says it."""
    mine = phone_storage().marks.get(code)
    if any(event.body.get("phone", mine) != mine for event in others):
        return _("Somebody else has written here meanwhile. Nothing is merged: the table decides.")
    return _(
        "The server has what this phone did not know of, perhaps its own save whose answer"
        " was lost. Nothing is merged: the table decides."
    )


def _left(match: Match | None, problem: storage.SyncProblem) -> Iterator[Said]:
    """What was left out, with the reason."""
    for each in problem["left"]:
        event, reason = storage.load_stored_event(each["line"]), reason_text(each["why"])
        named = match and each["why"] == "struck" and match.has_row(event.body["event"])
        what = f"{describe_event(match, event)}: " if match and named else ""
        yield clock(event.at), f"{what}{reason}"


def _sentences(match: Match, events: Sequence[Event]) -> Iterator[Said]:
    for event in events:
        told = describe_event(match, event), named_points(match, event)
        text = " · ".join(filter(None, told))
        person = owners_of(match).get(str(event.body.get("phone")))
        said = text if person is None else f"{match.seating.people[person]}: {text}"
        yield clock(event.at), said
