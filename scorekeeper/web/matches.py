"""A match in the browser: its sheet, and everything that writes to it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import uuid4

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug import Response as AnyResponse

from scorekeeper import plain
from scorekeeper.ledger import KeyReused, Stale
from scorekeeper.match import Match
from scorekeeper.matches import BadName, proper_names
from scorekeeper.plain import Unreadable
from scorekeeper.sheet import Entry, Refused
from scorekeeper.verdicts import kept
from scorekeeper.web.access import may_write, require
from scorekeeper.web.bench import bench_of
from scorekeeper.web.entry import EntryForm, entry_page
from scorekeeper.web.games import pages_of
from scorekeeper.web.happenings import somebody_was_quicker
from scorekeeper.web.pages import page
from scorekeeper.web.people import PeopleForm, bad_name, people_form
from scorekeeper.web.save import Save, read_save
from scorekeeper.web.seating import found_out
from scorekeeper.web.shelf import matches
from scorekeeper.web.views import sheet_of
from scorekeeper.web.wording import book_of

match_pages = Blueprint("matches", __name__, url_prefix="/m/<code>")


@match_pages.get("")
def show(code: str) -> AnyResponse:
    """The score sheet; watchers are shown their own page."""
    require(code, "scorer", "watcher")
    if not may_write(code):
        return redirect(url_for("sharing.watch", code=code), 303)
    return _sheet(matches().get(code))


@match_pages.get("/new/<type>")
def write(code: str, type: str) -> Response:
    """The form for a new entry; with a verdict, filled with what the referee found out."""
    match = _to_write(code)
    told = _found_out(code, match, request.args["from"]) if "from" in request.args else None
    if told is None or told.pop("type") != type:
        return entry_page(_form(match, type))
    return entry_page(EntryForm(match, type, plain=told))


@match_pages.post("/entries")
def record(code: str) -> AnyResponse:
    """Writes a new entry; or shows the form again with what has to be mended."""
    match = _to_write(code)
    form = _form(match, request.form.get("type", ""), typed=request.form)
    return _saved(form, lambda entry, save: matches().record(match, entry, save.seen, save.key))


@match_pages.post("/refill")
def refill(code: str) -> Response:
    """The form of an entry again, with what was typed there and what another page found out."""
    match = _to_write(code)
    seq = request.form.get("row", type=int)
    return entry_page(_form(match, request.form.get("type", ""), typed=request.form, seq=seq))


@match_pages.get("/entries/<int:seq>")
def row(code: str, seq: int) -> Response:
    """An entry: what it says, why it scores so, and the form to correct it."""
    match = _to_write(code)
    told = match.row(seq)
    return entry_page(EntryForm(match, told.entry.type, plain=plain.write(told.entry), row=told))


@match_pages.post("/entries/<int:seq>")
def correct(code: str, seq: int) -> AnyResponse:
    """Writes a correction of an entry."""
    match = _to_write(code)
    form = _form(match, request.form.get("type", ""), typed=request.form, seq=seq)
    return _saved(
        form, lambda entry, save: matches().correct(match, seq, entry, save.seen, save.key)
    )


@match_pages.post("/preview")
def preview(code: str) -> Response:
    """What saving the form would write now; for the strip above the button."""
    return refill(code)


@match_pages.post("/entries/<int:seq>/strike")
def strike(code: str, seq: int) -> AnyResponse:
    """Strikes an entry out, or takes the strike back."""
    match = _to_write(code)
    verb = matches().restore if match.row(seq).struck else matches().strike
    return _done(match, lambda save: verb(match, seq, save.seen, save.key))


@match_pages.post("/undo")
def undo(code: str) -> AnyResponse:
    """Takes back the last thing that was done."""
    match = _to_write(code)
    return _done(match, lambda save: matches().undo(match, save.seen, save.key))


@match_pages.post("/redo")
def redo(code: str) -> AnyResponse:
    """Takes back the last undo."""
    match = _to_write(code)
    return _done(match, lambda save: matches().redo(match, save.seen, save.key))


@match_pages.get("/people")
def people(code: str) -> Response:
    """Names and dealer, to be changed."""
    match = _to_write(code)
    seats, dealer = len(match.names), match.standing.dealer
    return _people_page(match, people_form(match.game, seats, names=match.names, dealer=dealer))


@match_pages.post("/people")
def rename(code: str) -> AnyResponse:
    """Gives the players other names, or the deal to somebody else."""
    match, save = _to_write(code), read_save()
    form = people_form(match.game, len(match.names), typed=request.form)
    try:
        names = proper_names(form.names)
        matches().rename(match, names, form.dealer, save.seen, save.key)
    except BadName as bad:
        return _people_page(match, bad_name(form, bad), 422, sent=save)
    except (Stale, KeyReused):
        fresh = matches().get(code)
        return _people_page(fresh, form, 409, message=somebody_was_quicker(fresh))
    return redirect(url_for("matches.show", code=code), 303)


@match_pages.get("/again")
def again(code: str) -> AnyResponse:
    """A new match with the same people."""
    match = _to_write(code)
    return redirect(url_for("setup.names", game=match.game.key, again=code), 303)


def _to_write(code: str) -> Match:
    """The match, if this phone may write in it."""
    require(code, "scorer")
    return matches().get(code)


def _form(match: Match, type: str, typed: Any = None, seq: int | None = None) -> EntryForm:
    if type not in match.game.entry_types:
        abort(404)
    return EntryForm(match, type, typed=typed, row=None if seq is None else match.row(seq))


def _saved(form: EntryForm, save: Callable[[Entry, Save], Match]) -> AnyResponse:
    """Saves the entry of a form; else the form again, with the reason and all that was typed."""
    sent: Save | None = None
    try:
        sent = read_save()
        return _after(save(form.read(), sent))
    except Unreadable as error:
        return entry_page(form.refused(error), 422, sent)
    except Refused as refused:
        question = form.question(refused.refusal)
        return entry_page(form.refused(refused), 422, sent, question=question)
    except (Stale, KeyReused):
        fresh = replace(form, match=matches().get(form.match.code))
        return entry_page(fresh, 409, message=somebody_was_quicker(fresh.match))


def _done(match: Match, act: Callable[[Save], Match]) -> AnyResponse:
    try:
        return _after(act(read_save()))
    except (Stale, KeyReused):
        fresh = matches().get(match.code)
        return _sheet(fresh, 409, message=somebody_was_quicker(fresh))


def _after(match: Match) -> AnyResponse:
    """The sheet after something was written: at once for htmx, else by a redirect."""
    if "HX-Request" not in request.headers:
        return redirect(url_for("matches.show", code=match.code), 303)
    response = _sheet(match)
    response.headers["HX-Push-Url"] = url_for("matches.show", code=match.code)
    return response


def _found_out(code: str, match: Match, verdict: str) -> dict[str, Any] | None:
    """What a kept verdict gives to the sheet, as plain data of an entry."""
    found = kept(matches().ledger, verdict)
    return found_out(bench_of(code, None), match, found) if found.game is match.game else None


def _sheet(match: Match, status: int = 200, message: str = "") -> Response:
    return page(
        "match/show.html",
        "match",
        status,
        match=match,
        book=book_of(match.game),
        title=book_of(match.game).title,
        sheet=sheet_of(match, everything="all" in request.args),
        writes=True,
        helps=list(pages_of(match.game.key)),
        seen=match.seen,
        key=str(uuid4()),
        message=message,
    )


def _people_page(
    match: Match,
    form: PeopleForm,
    status: int = 200,
    sent: Save | None = None,
    message: str = "",
) -> Response:
    save = sent or Save(match.seen, str(uuid4()))
    return page(
        "match/people.html",
        status=status,
        match=match,
        book=book_of(match.game),
        players=form.players,
        dealer=form.form["dealer"],
        hidden=[("seen", str(save.seen)), ("key", save.key)],
        message=message,
    )
