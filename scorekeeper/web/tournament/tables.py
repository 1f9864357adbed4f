"""A table: its link for another phone, its result, and the call for the referee."""

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.ledger import KeyReused, Stale
from scorekeeper.tournament import Round, Tournament
from scorekeeper.tournament.actions import BadSum, NotNow, UnknownTournament
from scorekeeper.tournament.bodies import MOST, Result
from scorekeeper.web.access import link, match_for, matches
from scorekeeper.web.compression import never_compressed
from scorekeeper.web.render import page, qr
from scorekeeper.web.saving import Save, fresh_key, read_key, read_save
from scorekeeper.web.tournament.access import tournament_for, tournaments, version_now
from scorekeeper.web.tournament.wording import (
    sum_text,
    table_title,
    table_view,
    typed_points,
    why_not,
)
from scorekeeper.web.wording.figures import cell_of
from scorekeeper.web.wording.reader import clock

tables = Blueprint("tables", __name__, url_prefix="/t/<code>")
POT = "pot"
"""The control of what lies in the pot."""


@tables.get("/rounds/<int:round_number>/<int:table>")
@never_compressed
def show(code: str, round_number: int, table: int) -> Response:
    """A table for the organiser: the link of its sheet, and its result."""
    tournament = tournament_for(code, write=True)
    return _page(tournament, _round_or_404(tournament, round_number, table), table - 1)


@tables.post("/rounds/<int:round_number>/<int:table>")
@never_compressed
def finish(code: str, round_number: int, table: int) -> AnyResponse:
    """Takes the result as it is typed, or shows what is wrong with it."""
    tournament = tournament_for(code, write=True)
    round_, at, number = _round_or_404(tournament, round_number, table), table - 1, round_number
    typed = _typed(tournament, round_, at)
    if None in typed:
        return _page(tournament, round_, at, 422, _("Each balance is a number."))
    *balances, pot = (value or 0 for value in typed)
    sheet, result = tournaments().sheet(round_.tables[at]), Result(number, at, tuple(balances), pot)
    if (result.balances, pot) == (sheet.balances, sheet.pot):
        result = sheet.result(number, at)
    try:
        save = read_save()
        tournaments().finish(tournament, result, save.version, save.key)
    except BadSum as bad:
        return _page(tournament, round_, at, 422, sum_text(tournament, at, bad.excess))
    except (Stale, KeyReused):
        now_is = tournaments().get(code)
        text = _("Somebody was quicker. Look at it and save again.")
        return _page(now_is, _round_or_404(now_is, round_number, table), at, 409, text)
    except NotNow as fault:
        return _page(tournament, round_, at, 422, why_not(fault.why))
    return redirect(url_for("board.show", code=code), 303)


def _typed(tournament: Tournament, round_: Round, at: int) -> list[int | None]:
    """The balances by seat and what lies in the pot, as typed; None for what is no number."""
    seats = range(len(round_.tables[at].seats))
    typed = [typed_points(tournament, request.form.get(f"balance-{seat}", "")) for seat in seats]
    pot = typed_points(tournament, request.form.get(POT, "0") or "0")
    return [None if each is None or abs(each) > MOST else each for each in (*typed, pot)]


def _round_or_404(tournament: Tournament, number: int, table: int) -> Round:
    if not 0 < number <= len(tournament.rounds):
        abort(404)
    round_ = tournament.rounds[number - 1]
    if not 0 < table <= len(round_.tables):
        abort(404)
    return round_


def _page(
    tournament: Tournament, round_: Round, at: int, status: int = 200, message: str = ""
) -> Response:
    table = round_.tables[at]
    match = matches().get(table.code)
    sheet = tournaments().sheet(table)
    shown = [cell_of(tournament, each).text for each in table.balances or sheet.balances]
    score_url = link(match, "scorer")
    return page(
        "tournament/table.html",
        status=status,
        version=version_now(tournament),
        tournament=tournament,
        code=tournament.code,
        round=round_,
        table=table_view(tournament, round_, at),
        match=match,
        typed=[request.form.get(f"balance-{seat}", text) for seat, text in enumerate(shown)],
        in_match=[cell_of(tournament, each).text for each in sheet.balances],
        pot=_pot_text(tournament, table.pot if table.done else sheet.pot),
        has_pot=match.game.pot(match.standing) is not None,
        message=message,
        at=clock(match.events[-1].at),
        score_url=score_url,
        score_qr=qr(score_url),
        hidden=Save(tournament.version, fresh_key()).hidden,
    )


def _pot_text(tournament: Tournament, pot: int) -> str:
    return request.form.get(POT, cell_of(tournament, pot).text)


@tables.get("/call/<match>")
def call(code: str, match: str) -> Response:
    """What a table asks the referee's way with, on the phone that keeps its score."""
    return _call_page(code, match)


@tables.post("/call/<match>")
def call_now(code: str, match: str) -> AnyResponse:
    """Calls the referee to the table of a match."""
    match_for(match, write=True)
    try:
        tournaments().call(tournaments().get(code), match, read_key())
    except NotNow as fault:
        return _call_page(code, match, 422, why_not(fault.why))
    return redirect(url_for("tables.call", code=code, match=match), 303)


def _call_page(code: str, match: str, status: int = 200, message: str = "") -> Response:
    match_for(match, write=True)
    tournament = tournaments().get(code)
    place = tournament.place_of(match)
    if place is None:
        raise UnknownTournament(code)
    at = (place[0].number, place[1])
    called = [c.event.at for c in tournament.calls if (c.round, c.table) == at]
    return page(
        "tournament/call.html",
        status=status,
        tournament=tournament,
        code=code,
        match=match,
        title=table_title(tournament, place[1]),
        called=clock(called[0]) if called else "",
        message=message,
        key=fresh_key(),
    )
