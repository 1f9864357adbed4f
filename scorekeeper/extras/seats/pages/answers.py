"""What a player says from his own phone: confirms a row, objects to it, or asks the referee."""

from contextlib import suppress

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.core.schema import load
from scorekeeper.extras.seats.consent import AnswerRefused, answer, consents
from scorekeeper.extras.seats.events import Asked, Confirmed, Objected
from scorekeeper.extras.seats.pages.marks import marks
from scorekeeper.extras.seats.pages.phones import seat_page
from scorekeeper.ledger import KeyReused
from scorekeeper.match import Match
from scorekeeper.match.rows import clean_note
from scorekeeper.match.rulings import JudgementRecord, kinds_about
from scorekeeper.stream.kinds import AS_WRITTEN
from scorekeeper.web.http.access import match_or_403, matches, may_write, person_of_phone
from scorekeeper.web.http.identifiers import phone_id
from scorekeeper.web.http.limits import spend
from scorekeeper.web.http.saving import read_key, statement_key
from scorekeeper.web.referee.ruling_form import settle_objection
from scorekeeper.web.referee.rulings import judgement_of
from scorekeeper.web.referee.table import table_of_match
from scorekeeper.web.referee.verdicts import store_verdict
from scorekeeper.web.render import page
from scorekeeper.web.wording.reader import book_of
from scorekeeper.web.wording.rows import row_view

answers = Blueprint("answers", __name__, url_prefix="/m/<code>/entries/<int:seq>")


@answers.post("/confirm")
def confirm(code: str, seq: int) -> AnyResponse:
    """Agrees with a row, in one tap."""
    match = match_or_403(code)
    try:
        body = _answer(match, seq)
        answer(matches(), match, body, statement_key("confirmed", *vars(body).values()))
    except AnswerRefused as fault:
        return _late(match, fault)
    if "HX-Request" in request.headers:
        return seat_page(matches().get(code))
    return redirect(url_for("phones.me", code=code), 303)


@answers.post("/object")
def object_to(code: str, seq: int) -> AnyResponse:
    """Does not agree with a row: leads to the questions that can settle it."""
    match = match_or_403(code)
    try:
        body, note = _answer(match, seq), request.form.get("note", "")
        key = statement_key("objected", *vars(body).values(), note)
        objected = Objected(**vars(body), note=clean_note(note))
        answer(matches(), match, objected, key)
    except AnswerRefused as fault:
        return _late(match, fault)
    return redirect(url_for("answers.objection", code=code, seq=seq), 303)


@answers.get("/objection")
def objection(code: str, seq: int) -> Response:
    """What can be asked of the referee about a row, with what is known of it filled in."""
    match = match_or_403(code)
    row = match.row(seq)
    settle_objection(match, seq)
    kinds, book = kinds_about(match, row), book_of(match.game)
    urls = [(url_for("questions.question", code=code, kind=k, row=seq), k) for k in kinds]
    return page(
        "extras/seats/objection.html",
        match=match,
        book=book,
        row=row_view(match, row, marks(match, consents(match, [row])[seq])),
        questions=[(url, book.question(kind)) for url, kind in urls],
        writes=may_write(match),
        back=url_for(
            "phones.me" if person_of_phone(match) is not None else "sheet.show", code=code
        ),
    )


def _answer(match: Match, seq: int) -> Confirmed:
    """The answer of this phone's player, on the version of the row that he saw."""
    person = person_of_phone(match)
    if person is None:
        abort(403)
    spend("ANSWERS_PER_SEAT", f"{match.code}:{person}")
    version = request.form.get("version", 0, type=int)
    return Confirmed(event=seq, version=version, person=person, phone=phone_id(match.code))


def _late(match: Match, fault: AnswerRefused) -> Response:
    """The page as it is now, with the reason why the answer does not count."""
    texts = {
        "struck": _("This row was struck out meanwhile."),
        "corrected": _("This row was corrected meanwhile. Look at it again."),
        "absent": _("You were not at the table then."),
        "own-phone": _("This phone wrote it. Somebody else confirms it on their own phone."),
        "own-entry": _("You wrote it yourself. Somebody else confirms it."),
        "two-people": _("This phone has already answered for another player."),
    }
    return seat_page(matches().get(match.code), 409, texts[fault.why])


asking = Blueprint("asking", __name__, url_prefix="/m/<code>")


@asking.post("/asked")
def ask(code: str) -> AnyResponse:
    """Shows the table a verdict that a player asked for on his phone; without one, no more."""
    match = match_or_403(code)
    person, table = person_of_phone(match), table_of_match(match)
    if person is None:
        abort(403)
    key, question = read_key(), None
    if "back" not in request.form:
        judgement = judgement_of(table)
        if judgement.game is not match.game:
            abort(404)
        link = request.form.get("verdict") or store_verdict(table, judgement)
        question = load(JudgementRecord, {"link": link, **judgement.dump()}, AS_WRITTEN)
    with suppress(KeyReused):
        asked = Asked(person=person, phone=phone_id(code), question=question)
        matches().append_always(match, asked, key)
    return redirect(url_for("sheet.show", code=code), 303)
