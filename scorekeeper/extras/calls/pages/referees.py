"""The referees' side of a call: who they are, which tables wait, and "I am coming"."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, Response, abort, redirect, request, url_for
from markupsafe import Markup
from werkzeug import Response as AnyResponse

from scorekeeper.extras.calls import actions
from scorekeeper.extras.calls.calling import Organisation, calls_of, referees_of
from scorekeeper.extras.calls.events import Appointed, Came
from scorekeeper.extras.calls.pages.organisations import (
    REFEREE,
    CallView,
    RefereesLinks,
    call_view,
    letter_of,
    my_referee_name,
    organisation_at,
    organisation_for_owner,
    organisation_for_referee,
    referees_link,
    referees_url,
    remember_referee,
    streams_of,
)
from scorekeeper.ledger import KeyReused
from scorekeeper.match.rows import clean_note
from scorekeeper.names import MAX_NAME_LENGTH
from scorekeeper.web.access import WrongLink, grant_role, matches, role_by_token
from scorekeeper.web.identifiers import phone_id
from scorekeeper.web.limits import limit_failures
from scorekeeper.web.live import changes_response, sse_response
from scorekeeper.web.render import PageContext, never_compressed, page, qr
from scorekeeper.web.saving import fresh_key, read_key

referees = Blueprint("referees", __name__, url_prefix="/<any(c, t):letter>/<code>/referee")
ANSWERED = 5
"""Answered calls that a referee still sees."""


@dataclass(frozen=True)
class RefereePage(PageContext):
    """What a referee sees, whose `name` this is."""

    organisation: Organisation
    name: str
    waiting: Sequence[CallView]
    answered: Sequence[CallView]
    version: int
    url: str
    live_url: str
    since_url: str
    come_url: str
    key: str


@dataclass(frozen=True)
class RefereesLinkPage(PageContext):
    """The link for referees, and the phone and name of each there is."""

    organisation: Organisation
    referees: Sequence[tuple[str, str]]
    url: str
    qr: Markup
    dismiss_url: str
    back: str
    key: str


@referees.get("/in/<token>")
def join(letter: str, code: str, token: str) -> AnyResponse:
    """Opens the link of referees: this phone is one's."""
    with limit_failures("WRONG_LINKS_PER_ADDRESS", WrongLink):
        role_by_token(
            code, token, lambda code: RefereesLinks(organisation_at(letter, code)), [REFEREE]
        )
    organisation = organisation_at(letter, code)
    remember_referee(organisation)
    return redirect(referees_url(organisation, "show"), 303)


@referees.get("")
def show(letter: str, code: str) -> Response:
    """The tables that wait, the longest first; before that the question who this is."""
    organisation = organisation_for_referee(letter, code)
    if not (name := my_referee_name(organisation)):
        return page(
            "extras/calls/who.html",
            organisation=organisation,
            url=referees_url(organisation, "say_name"),
            key=fresh_key(),
        )
    views = [view for call in calls_of(organisation) if (view := call_view(organisation, call))]
    context = RefereePage(
        organisation=organisation,
        name=name,
        waiting=[view for view in views if not view.came],
        answered=[view for view in reversed(views) if view.came][:ANSWERED],
        version=organisation.version,
        url=referees_url(organisation, "show"),
        live_url=referees_url(organisation, "live"),
        since_url=referees_url(organisation, "since", version=""),
        come_url=referees_url(organisation, "come"),
        key=fresh_key(),
    )
    return page("extras/calls/referee.html", "calls", context=context)


@referees.post("/name")
def say_name(letter: str, code: str) -> AnyResponse:
    """Says whose phone this is: the tables read who comes."""
    organisation = organisation_for_referee(letter, code)
    my_referee_name(organisation)
    name = clean_note(request.form.get("name", ""))[:MAX_NAME_LENGTH].strip()
    if name:
        with suppress(KeyReused):
            _appoint(organisation, phone_id(code), name)
    return redirect(referees_url(organisation, "show"), 303)


@referees.post("/came")
def come(letter: str, code: str) -> AnyResponse:
    """Tells a table that this referee comes."""
    organisation = organisation_for_referee(letter, code)
    name, event = my_referee_name(organisation), request.form.get("call", 0, type=int)
    if not name:
        abort(403)
    with suppress(KeyReused):
        actions.come(streams_of(organisation), organisation, Came(event, name), read_key())
    return redirect(referees_url(organisation, "show"), 303)


@referees.get("/look/<match>")
def look(letter: str, code: str, match: str) -> AnyResponse:
    """Lets a referee look at a table that called: at the verdict at hand, or at the sheet."""
    organisation = organisation_for_referee(letter, code)
    called = [call.code for call in calls_of(organisation)]
    if not my_referee_name(organisation) or match not in called:
        abort(403)
    grant_role(matches().get(match), "watcher")
    if verdict := request.args.get("verdict"):
        return redirect(url_for("verdicts.at_match", code=match, verdict=verdict), 303)
    return redirect(url_for("watching.show", code=match), 303)


@referees.get("/live")
def live(letter: str, code: str) -> Response:
    """Says when something was written where the referees go round."""
    my_referee_name(organisation_for_referee(letter, code))
    return sse_response(code)


@referees.get("/since")
def since(letter: str, code: str) -> Response:
    """Whether anything was written there since a version (200), or nothing (204)."""
    organisation = organisation_for_referee(letter, code)
    my_referee_name(organisation)
    return changes_response(str(organisation.version), (), lambda event: "")


@referees.get("/link")
@never_compressed
def link(letter: str, code: str) -> Response:
    """The link that makes a phone a referee's, and who they are."""
    return _link_page(organisation_for_owner(letter, code))


@referees.post("/dismiss")
def dismiss(letter: str, code: str) -> AnyResponse:
    """Takes the role from a phone."""
    organisation, phone = organisation_for_owner(letter, code), request.form.get("phone", "")
    if referees_of(organisation).get(phone):
        with suppress(KeyReused):
            _appoint(organisation, phone, "")
    return redirect(referees_url(organisation, "link"), 303)


def _appoint(organisation: Organisation, phone: str, name: str) -> None:
    appointed = Appointed(phone, name)
    actions.appoint(streams_of(organisation), organisation, appointed, read_key())


def _link_page(organisation: Organisation) -> Response:
    url = referees_link(organisation)
    back = "company.share" if letter_of(organisation) == "c" else "board.share"
    context = RefereesLinkPage(
        organisation=organisation,
        referees=[(phone, name) for phone, name in referees_of(organisation).items() if name],
        url=url,
        qr=qr(url),
        dismiss_url=referees_url(organisation, "dismiss"),
        back=url_for(back, code=organisation.code),
        key=fresh_key(),
    )
    return page("extras/calls/link.html", context=context)
