"""Whose hand a phone is in: seats' links with their QR codes, a player's own page, the pencil."""

from dataclasses import dataclass
from functools import cached_property

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug import Response as AnyResponse

from scorekeeper.extras.seats.events import Ended, Sat, Took
from scorekeeper.extras.seats.pages.marks import OwnRow, own_rows, question_views
from scorekeeper.match import Match
from scorekeeper.web.game_pages import free_pages_of
from scorekeeper.web.http.access import (
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
from scorekeeper.web.http.identifiers import phone_id
from scorekeeper.web.http.limits import limit_failures
from scorekeeper.web.http.saving import fresh_key, statement_key
from scorekeeper.web.match.sheet import staying_group
from scorekeeper.web.match.sheet_view import MatchContext
from scorekeeper.web.render import never_compressed, page, qr
from scorekeeper.web.wording.figures import Rank, columns_of, phone_text, ranks_of, scorer_text
from scorekeeper.web.wording.rows import QuestionView, notice_text

phones = Blueprint("phones", __name__, url_prefix="/m/<code>")


@dataclass(frozen=True)
class SeatPage(MatchContext):
    """A player's own page."""

    person: int
    message: str
    key: str

    @property
    def rank(self) -> Rank:
        ranks = ranks_of(self.match, self.match.seating.everybody)
        return next(rank for rank in ranks if rank.player.person == self.person)

    @cached_property
    def rows(self) -> list[OwnRow]:
        return own_rows(self.match, self.person, phone_id(self.match.code))

    @property
    def rows_to_answer(self) -> list[OwnRow]:
        return [row for row in self.rows if row.asks]

    @property
    def questions(self) -> list[QuestionView]:
        return question_views(self.match)

    @property
    def notices(self) -> list[str]:
        return [notice_text(self.match, notice) for notice in self.match.standing.notices]

    @property
    def helps(self) -> list[str]:
        return list(free_pages_of(self.match.game.key))

    @property
    def pencil(self) -> str:
        return scorer_text(self.match)

    @property
    def writes(self) -> bool:
        return may_write(self.match)


@phones.get("/seat/<int:person>/<token>")
def join(code: str, person: int, token: str) -> AnyResponse:
    """Opens a seat's link: the phone is that player's, and may read."""
    with limit_failures("WRONG_LINKS_PER_ADDRESS", WrongLink):
        match = match_by_seat_link(code, token, person)
    _require_person(match, person)
    grant_role(match, "watcher")
    grant_seat(match, person)
    return redirect(url_for("phones.me", code=code), 303)


@phones.get("/seats")
@never_compressed
def seats(code: str) -> Response:
    """The link of a seat (`?of=` the person) for the phone of whoever sits there."""
    match = match_or_403(code, write=True)
    of = request.args.get("of", match.seating.seats[0], type=int)
    _require_person(match, of)
    url = seat_link(match, of)
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
    match, of = match_or_403(code, write=True), request.form.get("of", "")
    if of == "writers":
        ended = Ended(phone=phone_id(code), person=None, group=staying_group(match))
    elif of in match.phones:
        ended = Ended(phone=phone_id(code), person=None, of=of)
    else:
        person = request.form.get("of", -1, type=int)
        if person not in match.seating.everybody:
            abort(400)
        ended = Ended(phone=phone_id(code), person=person)
    matches().append_always(match, ended, statement_key("ended", of))
    return redirect(url_for("sheet.share", code=code), 303)


@phones.get("/me")
def me(code: str) -> Response:
    """A player's own page: what he paid and got, row by row, and what he is asked."""
    return seat_page(match_or_403(code))


@phones.post("/me")
def sit(code: str) -> AnyResponse:
    """Says in whose hand a phone is that may write; where another one does, that goes on."""
    match = match_or_403(code, write=True)
    person = request.form.get("person", -1, type=int)
    _require_person(match, person)
    phone = phone_id(code)
    kind = Took if match.pencil in ("", phone) else Sat
    _say(match, kind(phone=phone, person=person))
    grant_seat(match, person, "scorer")
    return redirect(url_for("sheet.show", code=code), 303)


@phones.post("/pencil")
def take_pencil(code: str) -> AnyResponse:
    """Takes over the scoring: this phone writes from now on."""
    match = match_or_403(code, write=True)
    _say(match, Took(phone=phone_id(code), person=person_of_phone(match)))
    return redirect(url_for("sheet.show", code=code), 303)


def other_writers(match: Match) -> list[tuple[str, str]]:
    """The phones that write besides this one: the mark of each, and what it is called."""
    phones = (each for each in match.phones.values() if not each.ended)
    here = phone_id(match.code)
    return [(each.mark, phone_text(match, each.mark)) for each in phones if each.mark != here]


def seat_page(match: Match, status: int = 200, message: str = "") -> Response:
    """The page of the player in whose hand this phone is; else the question who that is."""
    person = person_of_phone(match)
    if person is None:
        if not may_write(match):
            abort(403)
        return page(
            "extras/seats/who.html", match=match, columns=columns_of(match), key=fresh_key()
        )
    context = SeatPage(match, person, message, fresh_key())
    return page("extras/seats/me.html", "me", status, context)


def _say(match: Match, said: Took) -> None:
    """Writes in whose hand this phone is."""
    matches().append_always(match, said, statement_key(said.kind, said.person))


def _require_person(match: Match, person: int) -> None:
    if person not in match.seating.everybody:
        abort(404)
