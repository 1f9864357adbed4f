"""What keeps a match of a phone from being sent, and how the table settles it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.extras.pocket.ledger import events_after, load_stored_event, problem_of
from scorekeeper.extras.pocket.pages.phone import phone_storage
from scorekeeper.extras.pocket.pages.waiting import require_phone
from scorekeeper.extras.pocket.rebasing import Resolution, resolve
from scorekeeper.ledger import Event
from scorekeeper.ledger.chain import last_hash
from scorekeeper.match import Match, fold, owners_of
from scorekeeper.web.http.access import match_or_none
from scorekeeper.web.render import page
from scorekeeper.web.wording.events import describe_event
from scorekeeper.web.wording.figures import named_points
from scorekeeper.web.wording.reader import book_of, clock

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
    problem = problem_of(phone_storage().ledger, code)
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
    problem = problem_of(phone_storage().ledger, code)
    resolve(phone_storage().ledger, code, cast(Resolution, choice))
    now_called = str(problem.get("code") or problem.get("to") or code)
    if problem_of(phone_storage().ledger, now_called):
        return redirect(url_for(".show", code=now_called), 303)
    there = match_or_none(now_called) is not None
    to = url_for("sheet.show", code=now_called) if there else url_for("waiting.show")
    return redirect(to, 303)


@sides.get("/case")
def case(code: str) -> Response:
    """The events that phone and server fold otherwise, with both hashes, as a file."""
    problem = problem_of(phone_storage().ledger, code).get("case") or abort(404)
    response = Response(json.dumps(problem, ensure_ascii=False), mimetype="application/json")
    name = f"scorekeeper-differs-{code}.json"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _trouble(code: str, match: Match | None, problem: Mapping[str, object]) -> ProblemView:
    kind = str(problem["kind"])
    mine = list(_sentences(match, phone_storage().ledger.waiting(code))) if match else []
    if kind == "ahead":
        match, others = _other_side(code, problem)
        text, theirs = _whose(code, others), list(_sentences(match, others))
        return ProblemView(kind, text, mine, theirs, _("Ours after theirs"), _("Drop ours"))
    if kind == "left":
        text = _(
            "This could not be added after what the others wrote. Write it again if it counts."
        )
        return ProblemView(kind, text, list(_left(match, problem)), [], "", _("We have seen it"))
    if kind == "differs":
        text = _(
            "The server counts this match differently from this phone. The server’s count stands."
        )
        return ProblemView(kind, text, [], [], "", _("We have seen it"))
    if kind == "moved":
        text = _("The server had opened this match already; it goes on there under its own code.")
        return ProblemView(kind, text, [], [], "", _("We have seen it"))
    return ProblemView(kind, _in_the_way(kind, problem), mine, [], _("Try again"), _("Drop ours"))


def _in_the_way(kind: str, problem: Mapping[str, object]) -> str:
    texts = {
        "forbidden": _("This phone can no longer write here. Ask for a new link first."),
        "gone": _("The server does not know this match any more. Keep it as a file."),
        "refused": reason_text(str(problem.get("why", ""))),
    }
    return texts.get(kind) or _("Server and phone do not understand each other. Keep it as a file.")


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


def _other_side(code: str, problem: Mapping[str, object]) -> tuple[Match, list[Event]]:
    """The match as the server has it, and what of it this phone did not know."""
    first, lines = cast(int, problem["first"]), cast(Sequence[str], problem["lines"])
    before = phone_storage().ledger.read(code)[: first - 1]
    now_called = str(problem["code"])
    theirs = events_after(now_called, len(before), last_hash(before), lines)
    sent = cast(Sequence[int | None], problem["numbers"])
    return fold([*before, *theirs]), [e for e in theirs if e.seq not in sent]


def _whose(code: str, others: Sequence[Event]) -> str:
    """Who wrote what this phone did not know: not every event says it."""
    mine = phone_storage().marks.get(code)
    if any(event.body.get("phone", mine) != mine for event in others):
        return _("Somebody else has written here meanwhile. Nothing is merged: the table decides.")
    return _(
        "The server has what this phone did not know of, perhaps its own save whose answer"
        " was lost. Nothing is merged: the table decides."
    )


def _left(match: Match | None, problem: Mapping[str, object]) -> Iterator[Said]:
    """What was left out, with the reason."""
    for each in cast(Sequence[Mapping[str, str]], problem["left"]):
        event, reason = load_stored_event(each["line"]), reason_text(each["why"])
        named = match and each["why"] == "struck" and match.has_row(event.body["event"])
        what = f"{describe_event(match, event)}: " if match and named else ""
        yield clock(event.at), f"{what}{reason}"


def _sentences(match: Match, events: Sequence[Event]) -> Iterator[Said]:
    for event in events:
        told = describe_event(match, event), named_points(match, event)
        text = " · ".join(filter(None, told))
        writer = _writer(match, event)
        yield clock(event.at), f"{writer}: {text}" if writer else text


def _writer(match: Match, event: Event) -> str:
    """The name of the person in whose hand the phone is that wrote an event; empty if unknown."""
    person = owners_of(match).get(str(event.body.get("phone")))
    return "" if person is None else match.seating.people[person]
