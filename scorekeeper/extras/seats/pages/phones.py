"""Whose hand a phone is in: seats' links with their QR codes, a player's own page, the pencil."""

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug import Response as AnyResponse

from scorekeeper.extras.seats.events import Took
from scorekeeper.extras.seats.pages.marks import own_rows, question_views
from scorekeeper.match import Match
from scorekeeper.web.access import (
    COMPANY_CODE,
    WrongLink,
    grant_role,
    grant_seat,
    match_by_seat_link,
    match_or_403,
    matches,
    may_write,
    person_of_phone,
    seat_link,
)
from scorekeeper.web.game_pages import free_pages_of
from scorekeeper.web.identifiers import phone_id
from scorekeeper.web.limits import limit_failures
from scorekeeper.web.referee.table import call_url
from scorekeeper.web.render import never_compressed, page, qr
from scorekeeper.web.saving import fresh_key, statement_key
from scorekeeper.web.wording.figures import columns_of, ranks_of, scorer_text
from scorekeeper.web.wording.reader import book_of
from scorekeeper.web.wording.rows import notice_text

phones = Blueprint("phones", __name__, url_prefix="/m/<code>")


@phones.get("/seat/<int:person>/<token>")
def join(code: str, person: int, token: str) -> AnyResponse:
    """Opens a seat's link: the phone is that player's, and may read."""
    with limit_failures("WRONG_LINKS_PER_ADDRESS", WrongLink):
        match = match_by_seat_link(code, token, person)
    _require_person(match, person)
    grant_role(match, "watcher")
    grant_seat(match, person, request.args.get("company", "")[:16])
    return redirect(url_for("phones.me", code=code), 303)


@phones.get("/seats")
@never_compressed
def seats(code: str) -> Response:
    """The link of a seat (`?of=` the person) for the phone of whoever sits there."""
    match = match_or_403(code, write=True)
    of = request.args.get("of", match.seating.seats[0], type=int)
    _require_person(match, of)
    url = seat_link(match, of, COMPANY_CODE.first(match) or "")
    return page(
        "seats/seats.html", match=match, columns=columns_of(match), of=of, url=url, qr=qr(url)
    )


@phones.get("/me")
def me(code: str) -> Response:
    """A player's own page: what he paid and got, row by row, and what he is asked."""
    return seat_page(match_or_403(code))


@phones.post("/me")
def sit(code: str) -> AnyResponse:
    """Says in whose hand the phone is that keeps the score; and from now on it writes."""
    match = match_or_403(code, write=True)
    person = request.form.get("person", -1, type=int)
    _require_person(match, person)
    _take_pencil(match, person)
    grant_seat(match, person)
    return redirect(url_for("sheet.show", code=code), 303)


@phones.post("/pencil")
def take_pencil(code: str) -> AnyResponse:
    """Takes over the scoring: this phone writes from now on."""
    match = match_or_403(code, write=True)
    _take_pencil(match, person_of_phone(match))
    return redirect(url_for("sheet.show", code=code), 303)


def seat_page(match: Match, status: int = 200, message: str = "") -> Response:
    """The page of the player in whose hand this phone is; else the question who that is."""
    person = person_of_phone(match)
    if person is None:
        if not may_write(match):
            abort(403)
        return page("seats/who.html", match=match, columns=columns_of(match), key=fresh_key())
    rank = next(r for r in ranks_of(match, match.seating.everybody) if r.player.person == person)
    rows = own_rows(match, person, phone_id(match.code))
    return page(
        "seats/me.html",
        "me",
        status=status,
        match=match,
        book=book_of(match.game),
        rank=rank,
        helps=list(free_pages_of(match.game.key)),
        pencil=scorer_text(match),
        rows=rows,
        asked=[row for row in rows if row.asks],
        person=person,
        questions=question_views(match),
        notices=[notice_text(match, notice) for notice in match.standing.notices],
        call_url=call_url(match),
        writes=may_write(match),
        message=message,
        key=fresh_key(),
    )


def _take_pencil(match: Match, person: int | None) -> None:
    key = statement_key("took", person)
    matches().say(match, Took(phone=phone_id(match.code), person=person), key)


def _require_person(match: Match, person: int) -> None:
    if person not in match.seating.everybody:
        abort(404)
