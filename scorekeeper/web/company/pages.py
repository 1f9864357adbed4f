"""The page of a company: a new game, the last evenings, and the ways to all that it keeps."""

from collections.abc import Callable
from dataclasses import dataclass

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.company import Company
from scorekeeper.company.evenings import Evening, evenings
from scorekeeper.match import Match
from scorekeeper.web.access import Role, matches, remember, role_in
from scorekeeper.web.company.entrance import companies, company_for, may_write_in
from scorekeeper.web.company.playing import LATEST, book_of, latest_matches, version_now
from scorekeeper.web.company.saving import company_as_shown, hidden_of, save_in
from scorekeeper.web.company.wording import describe, redone_name, undone_name
from scorekeeper.web.live.streams import stream_of, tell_since
from scorekeeper.web.paging import before, stretch_of
from scorekeeper.web.render import page
from scorekeeper.web.saving import Save
from scorekeeper.web.shelves import COMPANIES
from scorekeeper.web.wording.figures import result_of
from scorekeeper.web.wording.reader import book_of as book_of_game
from scorekeeper.web.wording.reader import clock, date, date_text, titled

company_pages = Blueprint("company", __name__, url_prefix="/c/<code>")
Step = Callable[[Company, Save], Company]


@dataclass(frozen=True)
class MatchView:
    """A match of a company, as its list shows it."""

    url: str
    title: str
    names: str
    result: str
    over: bool


@dataclass(frozen=True)
class EveningView:
    """An evening: its day, its pub, and its matches."""

    day: str
    year: int
    url: str
    pub: str
    matches: tuple[MatchView, ...]


@company_pages.get("")
def show(code: str) -> Response:
    """The games to begin, the last evenings, and the ways to all that is kept."""
    return _page(company_for(code))


@company_pages.get("/m/<match>")
def open_match(code: str, match: str) -> AnyResponse:
    """Opens a match of the company, perhaps at a `row`: the role is that in the company."""
    company = company_for(code)
    role = role_in(company, COMPANIES)
    if match not in company.matches or role is None:
        abort(404)
    opened = matches().get(match)
    remember(opened, role)
    return redirect(_address(opened, role, request.args.get("row", type=int)), 303)


def _address(match: Match, role: Role, row: int | None) -> str:
    """Where a match is looked at: a row of it for who may write, a ruling for everybody."""
    if any(event.seq == row for event in match.rulings):
        return url_for("rulings.show", code=match.code, seq=row)
    if role != "scorer":
        return url_for("sharing.watch", code=match.code)
    if row is not None and any(each.seq == row for each in match.rows):
        return url_for("entries.why", code=match.code, seq=row)
    return url_for("sheet.show", code=match.code)


@company_pages.post("/undo")
def undo(code: str) -> AnyResponse:
    """Takes back what was done last in the company's own book."""
    return _step(
        code,
        lambda company, save: companies().undo(company, save.version, save.key),
        lambda now: _("Undo: %(name)s", name=undone_name(company_as_shown(now))),
    )


@company_pages.post("/redo")
def redo(code: str) -> AnyResponse:
    """Takes back the last undo."""
    return _step(
        code,
        lambda company, save: companies().redo(company, save.version, save.key),
        lambda now: _("Redo: %(name)s", name=redone_name(company_as_shown(now))),
    )


def _step(code: str, act: Step, what: Callable[[Company], str]) -> AnyResponse:
    company = company_for(code, write=True)
    return save_in(
        company,
        lambda save: act(company, save),
        lambda now: url_for("company.show", code=now.code),
        lambda now, status, message, errors: _page(now, status, message),
        what,
        again=False,
    )


@company_pages.get("/history")
def history(code: str) -> Response:
    """Everything that was done in the company's own book, newest first, a page at a time."""
    company = company_for(code)
    stretch = stretch_of(company.events, before())
    happenings = [
        (f"{date(event.at)} {clock(event.at)}", describe(company, event), company.holds(event))
        for event in reversed(stretch.lines)
    ]
    return page("company/history.html", company=company, happenings=happenings, older=stretch.older)


@company_pages.get("/live")
def live(code: str) -> Response:
    """Says how far the company and its latest matches are written."""
    company_for(code)
    known = companies()
    return stream_of(code, lambda: latest_matches(known.get(code)))


@company_pages.get("/since")
def since(code: str) -> Response:
    """What was done since a version of the company, in a sentence; 204 if nothing was."""
    company = company_for(code)
    elsewhere = _("There is news from a match.")
    return tell_since(
        version_now(company), company.events, lambda event: describe(company, event), elsewhere
    )


def _page(company: Company, status: int = 200, message: str = "") -> Response:
    stretch = stretch_of(tuple(company.matches), before(), LATEST)
    return page(
        "company/show.html",
        "company",
        status=status,
        version=version_now(company),
        company=company,
        url=url_for("company.show", code=company.code, before=before()),
        message=message,
        writes=may_write_in(company),
        games=[
            (game.key, title, url_for("setup.names", game=game.key, company=company.code))
            for title, game in titled()
        ],
        evenings=[_evening(company, each) for each in evenings(book_of(company, stretch.lines))],
        older=stretch.older,
        hidden=hidden_of(company),
        undo=undone_name(company),
        redo=redone_name(company),
    )


def _evening(company: Company, evening: Evening) -> EveningView:
    return EveningView(
        day=date_text(evening.night, "named"),
        year=evening.night.year,
        url=url_for("evenings.show", code=company.code, night=evening.night.isoformat()),
        pub=", ".join(filter(None, (evening.pub.name, evening.pub.town))),
        matches=tuple(match_view(company, each.match) for each in evening.played),
    )


def match_view(company: Company, match: Match) -> MatchView:
    """A match of a company for a list of them."""
    return MatchView(
        url=url_for("company.open_match", code=company.code, match=match.code),
        title=book_of_game(match.game).title,
        names=", ".join(match.names),
        result=result_of(match),
        over=match.standing.over,
    )
