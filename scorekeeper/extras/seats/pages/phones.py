"""Whose hand a phone is in: seats' links with their QR codes, a player's own page, the pencil; and
what the player says there: confirms a row, objects to it, or asks the referee.
"""

from contextlib import suppress

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.core.schema import load
from scorekeeper.extras.seats import consent
from scorekeeper.extras.seats.pages.marks import marks, own_rows, question_views
from scorekeeper.ledger import KeyReused
from scorekeeper.match import Match
from scorekeeper.match.rows import clean_note
from scorekeeper.match.rulings import JudgementRecord, kinds_about
from scorekeeper.stream.kinds import AS_WRITTEN
from scorekeeper.web.game_pages import free_pages_of
from scorekeeper.web.http import access
from scorekeeper.web.http.identifiers import phone_id
from scorekeeper.web.http.limits import spend
from scorekeeper.web.http.saving import fresh_key, read_key, statement_key
from scorekeeper.web.match.sheet import staying_group
from scorekeeper.web.referee.ruling_form import settle_objection
from scorekeeper.web.referee.rulings import judgement_of
from scorekeeper.web.referee.table import table_of_match
from scorekeeper.web.referee.verdicts import store_verdict
from scorekeeper.web.render import never_compressed, page, qr
from scorekeeper.web.wording.figures import columns_of, phone_text, ranks_of, scorer_text
from scorekeeper.web.wording.reader import book_of
from scorekeeper.web.wording.rows import notice_text, row_view

phones = Blueprint("phones", __name__, url_prefix="/m/<code>")


@phones.get("/seat/<int:person>/<token>")
def join(code: str, person: int, token: str) -> AnyResponse:
    """Opens a seat's link: the phone is that player's, and may read."""
    with access.limit_wrong_links():
        match = access.match_by_seat_link(code, token, person)
    _require_person(match, person)
    access.grant_role(match, "watcher")
    access.grant_seat(match, person)
    return redirect(url_for("phones.me", code=code), 303)


@phones.get("/seats")
@never_compressed
def seats(code: str) -> Response:
    """The link of a seat (`?of=` the person) for the phone of whoever sits there."""
    match = access.match_or_403(code, write=True)
    of = request.args.get("of", match.seating.seats[0], type=int)
    _require_person(match, of)
    url = access.seat_link(match, of)
    return page(
        "extras/seats/seats.html",
        match=match,
        columns=columns_of(match),
        of=of,
        url=url,
        qr=qr(url),
    )


@phones.post("/seats")
def end(code: str) -> AnyResponse:
    """Takes one wrong phone back: the link of a person's seat ends, or the role of a phone that
    writes; or that of all of them but this one.
    """
    match, of = access.match_or_403(code, write=True), request.form.get("of", "")
    if of == "writers":
        ended = consent.Ended(phone=phone_id(code), person=None, group=staying_group(match))
    elif of in match.phones:
        ended = consent.Ended(phone=phone_id(code), person=None, of=of)
    else:
        person = request.form.get("of", -1, type=int)
        if person not in match.seating.everybody:
            abort(400)
        ended = consent.Ended(phone=phone_id(code), person=person)
    access.matches().append_always(match, ended, statement_key("ended", of))
    return redirect(url_for("sheet.share", code=code), 303)


@phones.get("/me")
def me(code: str) -> Response:
    """A player's own page: what he paid and got, row by row, and what he is asked."""
    return seat_page(access.match_or_403(code))


@phones.post("/me")
def sit(code: str) -> AnyResponse:
    """Says in whose hand a phone is that may write; where another one does, that goes on."""
    match = access.match_or_403(code, write=True)
    person = request.form.get("person", -1, type=int)
    _require_person(match, person)
    phone = phone_id(code)
    kind = consent.Took if match.pencil in ("", phone) else consent.Sat
    _say(match, kind(phone=phone, person=person))
    access.grant_seat(match, person, "scorer")
    return redirect(url_for("sheet.show", code=code), 303)


@phones.post("/pencil")
def take_pencil(code: str) -> AnyResponse:
    """Takes over the scoring: this phone writes from now on."""
    match = access.match_or_403(code, write=True)
    _say(match, consent.Took(phone=phone_id(code), person=access.person_of_phone(match)))
    return redirect(url_for("sheet.show", code=code), 303)


def other_writers(match: Match) -> list[tuple[str, str]]:
    """The phones that write besides this one: the mark of each, and what it is called."""
    phones = (each for each in match.phones.values() if not each.ended)
    here = phone_id(match.code)
    return [(each.mark, phone_text(match, each.mark)) for each in phones if each.mark != here]


def seat_page(match: Match, status: int = 200, message: str = "") -> Response:
    """The page of the player in whose hand this phone is; else the question who that is."""
    person = access.person_of_phone(match)
    if person is None:
        if not access.may_write(match):
            abort(403)
        return page(
            "extras/seats/who.html", match=match, columns=columns_of(match), key=fresh_key()
        )
    ranks = ranks_of(match, match.seating.everybody)
    rows = own_rows(match, person, phone_id(match.code))
    return page(
        "extras/seats/me.html",
        "me",
        status,
        match=match,
        book=book_of(match.game),
        person=person,
        message=message,
        key=fresh_key(),
        rank=next(rank for rank in ranks if rank.player.person == person),
        rows=rows,
        rows_to_answer=[row for row in rows if row.asks],
        questions=question_views(match),
        notices=[notice_text(match, notice) for notice in match.standing.notices],
        helps=list(free_pages_of(match.game.key)),
        pencil=scorer_text(match),
        writes=access.may_write(match),
    )


def _say(match: Match, said: consent.Took) -> None:
    access.matches().append_always(match, said, statement_key(said.kind, said.person))


def _require_person(match: Match, person: int) -> None:
    if person not in match.seating.everybody:
        abort(404)


answers = Blueprint("answers", __name__, url_prefix="/m/<code>/entries/<int:seq>")


@answers.post("/confirm")
def confirm(code: str, seq: int) -> AnyResponse:
    """Agrees with a row, in one tap."""
    match = access.match_or_403(code)
    try:
        body = _answer(match, seq)
        consent.answer(
            access.matches(), match, body, statement_key("confirmed", *vars(body).values())
        )
    except consent.AnswerRefused as fault:
        return _late(match, fault)
    if "HX-Request" in request.headers:
        return seat_page(access.matches().get(code))
    return redirect(url_for("phones.me", code=code), 303)


@answers.post("/object")
def object_to(code: str, seq: int) -> AnyResponse:
    """Does not agree with a row: leads to the questions that can settle it."""
    match = access.match_or_403(code)
    try:
        body, note = _answer(match, seq), request.form.get("note", "")
        key = statement_key("objected", *vars(body).values(), note)
        objected = consent.Objected(**vars(body), note=clean_note(note))
        consent.answer(access.matches(), match, objected, key)
    except consent.AnswerRefused as fault:
        return _late(match, fault)
    return redirect(url_for("answers.objection", code=code, seq=seq), 303)


@answers.get("/objection")
def objection(code: str, seq: int) -> Response:
    """What can be asked of the referee about a row, with what is known of it filled in."""
    match = access.match_or_403(code)
    row = match.row(seq)
    settle_objection(match, seq)
    kinds, book = kinds_about(match, row), book_of(match.game)
    urls = [(url_for("questions.question", code=code, kind=k, row=seq), k) for k in kinds]
    return page(
        "extras/seats/objection.html",
        match=match,
        book=book,
        row=row_view(match, row, marks(match, consent.consents(match, [row])[seq])),
        questions=[(url, book.question(kind)) for url, kind in urls],
        writes=access.may_write(match),
        back=url_for(
            "phones.me" if access.person_of_phone(match) is not None else "sheet.show", code=code
        ),
    )


def _answer(match: Match, seq: int) -> consent.Confirmed:
    """The answer of this phone's player, on the version of the row that he saw."""
    person = access.person_of_phone(match)
    if person is None:
        abort(403)
    spend("ANSWERS_PER_SEAT", f"{match.code}:{person}")
    version = request.form.get("version", 0, type=int)
    return consent.Confirmed(event=seq, version=version, person=person, phone=phone_id(match.code))


def _late(match: Match, fault: consent.AnswerRefused) -> Response:
    """The page as it is now, with the reason why the answer does not count."""
    texts = {
        "struck": _("This row was struck out meanwhile."),
        "corrected": _("This row was corrected meanwhile. Look at it again."),
        "absent": _("You were not at the table then."),
        "own-phone": _("This phone wrote it. Somebody else confirms it on their own phone."),
        "own-entry": _("You wrote it yourself. Somebody else confirms it."),
        "two-people": _("This phone has already answered for another player."),
    }
    return seat_page(access.matches().get(match.code), 409, texts[fault.why])


asking = Blueprint("asking", __name__, url_prefix="/m/<code>")


@asking.post("/asked")
def ask(code: str) -> AnyResponse:
    """Shows the table a verdict that a player asked for on his phone; without one, no more."""
    match = access.match_or_403(code)
    person, table = access.person_of_phone(match), table_of_match(match)
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
        asked = consent.Asked(person=person, phone=phone_id(code), question=question)
        access.matches().append_always(match, asked, key)
    return redirect(url_for("sheet.show", code=code), 303)
