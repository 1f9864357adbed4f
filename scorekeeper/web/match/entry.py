"""Entries of a match: a new one, one on the sheet with its correction, and what it would score."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug import Response as AnyResponse

from scorekeeper.core import schema
from scorekeeper.core.schema import Invalid, Json, Seat, fields_of, spec_of
from scorekeeper.core.sheet import Entry, Refused
from scorekeeper.match import Match
from scorekeeper.match.rows import StruckRow
from scorekeeper.match.rulings import seats_of
from scorekeeper.referee import judgements
from scorekeeper.referee.judgements import Judgement
from scorekeeper.web.forms.kinds.kind import FormData, kind_of, pressed, reseat
from scorekeeper.web.forms.labels import number
from scorekeeper.web.http import saving
from scorekeeper.web.http.access import match_or_403, matches, person_of_phone
from scorekeeper.web.http.identifiers import phone_id
from scorekeeper.web.match.entry_form import EntryForm, entry_page, entry_preview
from scorekeeper.web.match.sheet import conflict_sheet, saved_page
from scorekeeper.web.match.sheet_view import lines_before, steps_of, versions_of
from scorekeeper.web.render import page
from scorekeeper.web.wording.events import conflict_text, struck_text
from scorekeeper.web.wording.figures import columns_of
from scorekeeper.web.wording.reader import book_of, clock
from scorekeeper.web.wording.rows import RowView, figures_of, marks_of, row_view

entries = Blueprint("entries", __name__, url_prefix="/m/<code>")


@entries.get("/new/<type>")
def new(code: str, type: str) -> Response:
    """The form for a new entry; with a verdict (`?from=`), filled with what the referee says."""
    match = match_or_403(code, write=True)
    _require_type(match, type)
    return entry_page(EntryForm(match, type, data=_from_verdict(match, type)))


@entries.post("/entries")
def record(code: str) -> AnyResponse:
    """Writes a new entry; or shows the form again with what has to be mended."""
    match = match_or_403(code, write=True)
    return _save(_submitted_form(match), partial(_record, match))


@entries.post("/tap")
def tap(code: str) -> AnyResponse:
    """Writes what a tap on one player says; what is refused is mended in the form."""
    match, type = match_or_403(code, write=True), request.form.get("type", "")
    _require_type(match, type)
    shown = saving.match_shown_in_form(match)
    seat, data = number(request.form.get("seat")), {}
    if isinstance(seat, int):
        data = match.game.entry_types[type].by_tap(Seat(seat), shown.house)
    response = _save(
        EntryForm(shown, type, data=data),
        partial(_record, match),
        lambda now: conflict_sheet(now, _tap_sentence(match, type)),
    )
    if response.status_code == 422:
        response.headers["HX-Retarget"] = "body"  # a form takes the place of the whole sheet
    return response


@entries.post("/refill")
def redisplay(code: str) -> AnyResponse:
    """The form of an entry again, with what was submitted there and what another page filled in."""
    return reopened_page(
        _submitted_form(match_or_403(code, write=True), request.form.get("row", type=int))
    )


@entries.get("/entries/<int:seq>/why")
def why(code: str, seq: int) -> Response:
    """An entry: what it was, why it scores so, and the ways to correct it or to strike it out."""
    match = match_or_403(code, write=True)
    row, event = match.row(seq), match.events[seq - 1]
    book, said = book_of(match.game), marks_of(match, [row])[seq]
    verdicts = [*([event] if event.kind == "ruled" else ()), *match.rulings_about(seq)]
    return page(
        "match/row.html",
        match=match,
        book=book,
        title=book.label("entries", row.entry.type, "title").format(n=row.number),
        row=row_view(match, row, said),
        said=said,
        written_here=match.events[row.versions[-1] - 1].body.get("phone") == phone_id(code),
        at=clock(event.at),
        back=url_for("sheet.show", code=code),
        person=person_of_phone(match),
        columns=columns_of(match, row.seating.seats),
        figures=tuple(figures_of(match, row)),
        steps=steps_of(match, match.explained(row), lines_before(match, row)),
        versions=versions_of(match, row),
        verdict_urls=[url_for("rulings.show", code=code, seq=each.seq) for each in verdicts],
        hidden=saving.fresh_save(match).hidden,
    )


@entries.get("/entries/<int:seq>")
def row(code: str, seq: int) -> AnyResponse:
    """The form to correct an entry; one that is struck out has to be brought back first."""
    match = match_or_403(code, write=True)
    shown = match.row(seq)
    if shown.struck:
        return redirect(url_for(".why", code=code, seq=seq), 303)
    data = schema.dump_fields(shown.entry)
    then = match.as_of(shown)
    return entry_page(EntryForm(then, shown.entry.type, data=data, row=shown))


@entries.post("/entries/<int:seq>")
def correct(code: str, seq: int) -> AnyResponse:
    """Writes a correction of an entry."""
    match = match_or_403(code, write=True)
    return _save(
        _submitted_form(match, seq),
        lambda entry, save: matches().correct(
            match, seq, entry, save.version, save.key, phone_id(code)
        ),
    )


@entries.post("/preview")
def preview(code: str) -> Response:
    """What saving the form would write now; for the strip above the button."""
    return entry_preview(
        _submitted_form(match_or_403(code, write=True), request.form.get("row", type=int))
    )


def _record(match: Match, entry: Entry, save: saving.Save) -> Match:
    return matches().record(match, entry, save.version, save.key, phone_id(match.code))


def _submitted_form(match: Match, seq: int | None = None) -> EntryForm:
    """The form that was sent: of a new entry, or of the row that it corrects."""
    type = request.form.get("type", "")
    _require_type(match, type)
    row = None if seq is None else match.row(seq)
    seen = saving.match_shown_in_form(match, row)
    sent = pressed(match.game.entry_types[type], request.form, len(seen.names))
    return EntryForm(seen, type, submitted=sent, row=row)


def _require_type(match: Match, type: str) -> None:
    """Answers 404 for a type of entry that the game does not have."""
    if type not in match.game.entry_types:
        abort(404)


def _tap_sentence(match: Match, type: str) -> str:
    """What was tapped, in the words of the sheet: "Kdo prohrál? Jana"."""
    book, names = book_of(match.game), dict[object, str](enumerate(match.names))
    name = names.get(number(request.form.get("seat")), "")
    if take := book.text("entries", type, "take"):
        return take.format(name=name)
    return f"{book.label('entries', type, 'tap')} {name}".rstrip()


def _from_verdict(match: Match, type: str) -> Mapping[str, Json]:
    """JSON data of an entry from the verdict in the address; empty if it has none of the type."""
    if (verdict := request.args.get("from")) is None:
        return {}
    judgement = judgements.load(matches().ledger, verdict)
    data = _at_match(match, judgement) if judgement.game is match.game else {}
    fits = data.get("type") == type
    return {name: value for name, value in data.items() if fits and name != "type"}


def _save(
    form: EntryForm,
    save: Callable[[Entry, saving.Save], Match],
    show: Callable[[Match], Response] | None = None,
) -> AnyResponse:
    """Saves the entry of a form; else shows the form again, with the reason (422, 409).

    `show` makes another page for a save that lost the race.
    """
    sent: saving.Save | None = None
    try:
        sent = saving.read_save()
        return saved_page(save(form.read(), sent))
    except Invalid as error:
        return entry_page(form.refused(error), 422, sent)
    except Refused as refused:
        suggestion = form.suggestion(refused.refusal)
        return entry_page(form.refused(refused), 422, sent, suggestion=suggestion)
    except StruckRow:
        return entry_page(form, 422, message=struck_text())
    except saving.TOO_LATE:
        now = matches().get(form.match.code)
        return show(now) if show else _conflict_page(form, now)


def reopened_page(form: EntryForm) -> AnyResponse:
    """The form again as a page beside it sends it back: still the same save.

    One that is on the sheet already leads there, so that Back and "send again" never put old taps
    into the form of the next entry.
    """
    try:
        sent = saving.read_save()
    except Invalid as error:
        return entry_page(form.refused(error), 422)
    match = form.match
    if match.event_by_key(sent.key, sent.version):
        return saved_page(match)
    if matches().is_stale(match, sent.version):
        return _conflict_page(form, match)
    return entry_page(form, sent=sent)


def _conflict_page(form: EntryForm, now: Match) -> Response:
    """The form again after somebody was quicker, with what he wrote: to be looked at and sent."""
    seats, message = form.match.seating.seats, conflict_text(now, form.title)
    if form.row is not None:
        row = now.row(form.row.seq)
        fresh = replace(form, match=now.as_of(row), row=row)
        message = struck_text() if row.struck else message
    elif seats != now.seating.seats:  # what was chosen is about others
        fresh = EntryForm(now, form.type)
    else:
        fresh = _as_next(form, now)
    return entry_page(fresh, 409, message=message, rival=_rival(form, now))


def _as_next(form: EntryForm, now: Match) -> EntryForm:
    """A new entry as the next one: who deals and who pauses are others, what was chosen stays."""
    sent = FormData(form.submitted or {})
    cls: type = form.cls
    for name, value in now.game.preset(form.type, now.standing, now.house).items():
        if spec_of(fields_of(cls)[name]).known:
            for control, held in kind_of(cls, name).fill(value, len(now.names), "").items():
                sent.setlist(control, held if isinstance(held, list) else [str(held)])
    return replace(form, match=now, submitted=sent)


def _rival(form: EntryForm, now: Match) -> RowView | None:
    """What another phone wrote while a new entry was being made, if it is of the same type."""
    seen = saving.seen_version() or 0
    rows = (row for row in reversed(now.rows) if row.seq > seen and not row.struck)
    row = next((row for row in rows if row.entry.type == form.type), None)
    return row_view(now, row) if row and form.row is None else None


def _at_match(match: Match, judgement: Judgement) -> dict[str, Json]:
    """The entry of a verdict as JSON data with the seats of a match; empty if it has none."""
    entry = judgement.entry()
    seats = [seat for seat in seats_of(match, judgement) if seat is not None]
    if entry is None or len(seats) < len(judgement.names):
        return {}
    cls: type = match.game.entry_types[str(entry["type"])]
    moved = reseat(cls, entry, seats, len(match.names))
    if len(match.names) > len(seats):
        # Who deals may pause, and is then none of those in the question.
        known = {name for name, f in fields_of(cls).items() if spec_of(f).known == "dealer"}
        return {name: value for name, value in moved.items() if name not in known}
    return moved
