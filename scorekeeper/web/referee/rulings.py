"""Rulings: a table applies the penalty of a verdict, agrees otherwise, or waives it; or it agrees
how to play from here on where the source is silent.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.core.schema import MAX_TEXT_LENGTH, Invalid, Json, fields_of, load, spec_of
from scorekeeper.core.sheet import Entry, Refused
from scorekeeper.match import Match
from scorekeeper.match.rulings import Ruling, seats_of
from scorekeeper.referee import judgements
from scorekeeper.referee.dispute import Admitted
from scorekeeper.referee.judgements import Judgement
from scorekeeper.stream.kinds import AS_WRITTEN
from scorekeeper.web.forms.labels import number
from scorekeeper.web.house import agree_on, due_first, size_error
from scorekeeper.web.http.access import match_or_403, matches
from scorekeeper.web.http.identifiers import phone_id
from scorekeeper.web.http.saving import TOO_LATE, Save, match_before_save, read_save
from scorekeeper.web.match.entry_form import EntryForm, entry_page
from scorekeeper.web.referee.ruling_form import penalty_entry
from scorekeeper.web.referee.table import RefereeTable, table_of_match, table_of_request
from scorekeeper.web.referee.verdicts import (
    judgement_by_code,
    store_verdict_url,
    verdict_page,
    with_practice,
)
from scorekeeper.web.render import page
from scorekeeper.web.rulebook.pages import quotes
from scorekeeper.web.wording.events import conflict_text
from scorekeeper.web.wording.reader import book_of
from scorekeeper.web.wording.rows import question_of, ruling_view
from scorekeeper.web.wording.verdicts import verdict_view

rulings = Blueprint("rulings", __name__, url_prefix="/m/<code>")
HOWS = ("applied", "agreed", "waived")


@dataclass(frozen=True)
class SubmittedRuling:
    """A submitted ruling: `how`, the offender's `seat` in the match (if any), and the note."""

    how: str
    seat: int | None
    note: str


@rulings.post("/rulings")
def rule(code: str) -> AnyResponse:
    """Writes a ruling on the sheet; a penalty that needs more than a player opens its form."""
    match, save = match_or_403(code, write=True), read_save()
    then = match_before_save(match, save)
    table = table_of_match(then)
    judgement = judgement_of(table)
    decision = _decision(seats_of(then, judgement))
    data = _penalty_data(table, judgement, decision)
    try:
        entry = _entry(match, data)
        # With the whole verdict, so that an export is complete.
        link = request.form.get("verdict") or judgements.save(matches().ledger, judgement)
        said = {**vars(decision), **_row_objected_to(match), "link": link, **judgement.dump()}
        ruling = load(Ruling, said, AS_WRITTEN)
        matches().rule(match, ruling, entry, save.version, save.key, phone_id(code))
    except (Invalid, Refused) as why:
        return _mend(match, data, why, save)
    except TOO_LATE:
        verdict, note = request.form.get("verdict", ""), decision.note
        message = conflict_text(matches().get(code), _("ruling"))
        fresh = table_of_request(code, None)
        return verdict_page(fresh, judgement, verdict, 409, message=message, note=note)
    return redirect(url_for("sheet.show", code=code), 303)


@rulings.post("/practices")
def adopt(code: str) -> AnyResponse:
    """Lets the table play on by a practice that was tapped, and judges the question again."""
    match, save = match_or_403(code, write=True), read_save()
    then, verdict = match_before_save(match, save), request.form.get("verdict", "")
    table = table_of_match(then)
    judgement = judgement_by_code(table, verdict)
    if judgement.game is not match.game:
        abort(404)
    try:
        if due := due_first(match, save):
            return verdict_page(table, judgement, verdict, 422, message=due)
        house = with_practice(then.house, request.form.get("practice", ""))
        rules = replace(then.named_house, house=house)
        if wrong := size_error(rules, len(then.names)):
            return verdict_page(table, judgement, verdict, 422, message=wrong[1])
        # What is refused here is not agreed on either.
        url = store_verdict_url(table, judgement.again(house))
        agree_on(match, rules, save)
    except TOO_LATE:
        now = matches().get(code)
        message = conflict_text(now, _("house rules"))
        return verdict_page(table_of_match(now), judgement, verdict, 409, message=message)
    return redirect(url, 303)


@rulings.get("/rulings/<int:seq>", endpoint="show")
def ruling_page(code: str, seq: int) -> Response:
    """A ruling: the verdict again, and what the table made of it."""
    match = match_or_403(code)
    event = next((e for e in match.rulings if e.seq == seq), None) or abort(404)
    judgement, book = question_of(event), book_of(match.game)
    view = verdict_view(judgement, book)
    return page(
        "referee/ruling.html",
        book=book,
        view=view,
        quotes=quotes(judgement.game, judgement.house, view.rules, code),
        ruling=ruling_view(match, event),
        back=url_for("sheet.show", code=code),
    )


def judgement_of(table: RefereeTable) -> Judgement:
    """The judgement that a ruling is about: a saved one, or one on a listed offence."""
    if verdict := request.form.get("verdict", ""):
        return judgement_by_code(table, verdict)
    return table.judge(Admitted.kind, {"rule": request.form.get("rule", "")})


def _decision(seats: Sequence[int | None]) -> SubmittedRuling:
    """The submitted decision on players who sit on these seats. Raises Invalid."""
    how = request.form.get("how", "")
    if how.startswith("applied-"):
        place: object = number(how.removeprefix("applied-"))
        seat = seats[place] if isinstance(place, int) and place in range(len(seats)) else None
        if seat is None:
            raise Invalid("seat", "no-such-seat", last=len(seats) - 1)
        return SubmittedRuling("applied", seat, "")
    if how not in HOWS:
        raise Invalid("how", "not-a-choice", choices=", ".join(HOWS))
    note = " ".join(request.form.get("note", "").split())
    if len(note) > MAX_TEXT_LENGTH:
        raise Invalid("note", "too-long", longest=MAX_TEXT_LENGTH)
    return SubmittedRuling(how, None, note)


def _row_objected_to(match: Match) -> dict[str, int]:
    """The row that a ruling is about, if its form says one. Raises Invalid."""
    if not (typed := request.form.get("about", "")):
        return {}
    seq: object = number(typed)
    if not isinstance(seq, int) or seq not in [row.seq for row in match.rows]:
        raise Invalid("about", "not-a-choice", choices="")
    return {"about": seq}


def _penalty_data(
    table: RefereeTable, judgement: Judgement, decision: SubmittedRuling
) -> Mapping[str, Json]:
    """The entry of a penalty as JSON, with the points that were agreed on; empty for none."""
    if decision.seat is None:
        return {}
    data, penalty = penalty_entry(table, judgement, decision.seat), judgement.verdict.penalty
    if data is None or penalty is None or not penalty.agree:
        return data or {}
    declared = table.game.entry_types[str(data["type"])]
    agreed = (name for name, field in fields_of(declared).items() if spec_of(field).agreed)
    return {**data, next(agreed, ""): number(request.form.get("points"))}


def _entry(match: Match, data: Mapping[str, Json]) -> Entry | None:
    """The entry of a penalty, if one is written. Raises Invalid."""
    if not data:
        return None
    missing = next((name for name, value in data.items() if value is None), "")
    if missing:
        raise Invalid(missing, "missing")
    entry: Entry = match.game.read_entry(data, len(match.names), match.house)
    return entry


def _mend(match: Match, data: Mapping[str, Json], why: Invalid | Refused, save: Save) -> Response:
    """The form of the penalty's entry, with what is wrong with it or missing."""
    if not data:
        raise why
    known = {name: value for name, value in data.items() if name != "type" and value is not None}
    form = EntryForm(match, str(data["type"]), data=known).refused(why)
    return entry_page(form, 422, save)
