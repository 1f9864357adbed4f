"""The matches of a phone, and how one comes in from a file; `waiting.file` gives one out."""

from dataclasses import dataclass

from flask import Blueprint, Response, redirect, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.extras.pocket.match_import import DivergedMatch, import_match
from scorekeeper.extras.pocket.pages.waiting import require_phone
from scorekeeper.match import Match
from scorekeeper.match.files import ALONE, load
from scorekeeper.stream.files import under_code
from scorekeeper.web.http.access import grant_role, match_or_none, matches
from scorekeeper.web.http.identifiers import codes_of_file
from scorekeeper.web.import_file import Refusal, taken
from scorekeeper.web.render import before, page, paginate
from scorekeeper.web.wording.reader import book_of, day

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
