"""A table: its link for another phone, and its result."""

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.extras.tournament import Round, Tournament
from scorekeeper.extras.tournament.actions import BadSum
from scorekeeper.extras.tournament.events import Claimed, Result
from scorekeeper.extras.tournament.pages.access import (
    side_path,
    tournament_for,
    tournaments,
    version_now,
)
from scorekeeper.extras.tournament.pages.presenter import TOURNAMENT_PRESENTER
from scorekeeper.extras.tournament.pages.tables.comparison import (
    POT,
    compare,
    controls_of,
    has_pot,
    history_of,
    state_sentence,
)
from scorekeeper.extras.tournament.pages.wording import (
    table_view,
    typed_points,
)
from scorekeeper.extras.tournament.shapes import MAX_BALANCE
from scorekeeper.extras.tournament.standings import excess_of
from scorekeeper.extras.tournament.tables import SIDES
from scorekeeper.web.access import absolute_url, link, matches
from scorekeeper.web.identifiers import phone_id
from scorekeeper.web.render import never_compressed, page, qr
from scorekeeper.web.saving import Save, fresh_save
from scorekeeper.web.stream import UnsavedChange, save_and_respond
from scorekeeper.web.wording.figures import cell_of
from scorekeeper.web.wording.reader import clock

tables = Blueprint("tables", __name__, url_prefix="/t/<code>")


@tables.get("/rounds/<int:round_number>/<int:table>")
@never_compressed
def show(code: str, round_number: int, table: int) -> Response:
    """A table for the organiser: the link of its sheet, and its result."""
    tournament = tournament_for(code, write=True)
    return _page(tournament, round_or_404(tournament, round_number, table), table - 1)


@tables.post("/rounds/<int:round_number>/<int:table>")
@never_compressed
def finish(code: str, round_number: int, table: int) -> AnyResponse:
    """Takes the result as it is typed, or shows what is wrong with it."""
    tournament = tournament_for(code, write=True)
    round_, at = round_or_404(tournament, round_number, table), table - 1
    result = typed_result(tournament, round_, at)
    if result is None:
        return _page(tournament, round_, at, 422, _("Each balance must be a number."))
    return save_and_respond(
        TOURNAMENT_PRESENTER,
        tournament,
        lambda save: _write(tournament, result, save),
        lambda now: redirect(url_for("board.show", code=code), 303),
        lambda now, status, message, errors: _page(
            now, round_or_404(now, round_number, table), at, status, message
        ),
        lambda now: UnsavedChange(_("result of table %(n)d", n=table)),
    )


def _write(tournament: Tournament, result: Result, save: Save) -> Tournament:
    """Gives a table its result; or asks its sides to confirm it, if that button was pressed."""
    if excess := excess_of(tournament, result.balances, result.pot):
        raise BadSum(result.table, excess)
    if tournament.twice and "ask" in request.form:
        claimed = as_claim(tournament, result, None)
        return tournaments().claim(tournament, claimed, save.version, save.key)
    return tournaments().finish(tournament, result, save.version, save.key)


def typed_result(tournament: Tournament, round_: Round, at: int) -> Result | None:
    """The result of a table as typed, and as its sheet says it if that is the same.

    None if a balance is no number.
    """
    table = round_.tables[at]
    texts = [request.form.get(name, "") for name in controls_of(table)]
    typed = [typed_points(tournament, text) for text in (*texts[:-1], texts[-1] or "0")]
    if any(each is None or abs(each) > MAX_BALANCE for each in typed):
        return None
    *balances, pot = (each or 0 for each in typed)
    sheet = tournaments().sheet(table)
    if (tuple(balances), pot) == (sheet.balances, sheet.pot):
        return sheet.result(round_.number, at)
    return Result(round_.number, at, tuple(balances), pot)


def as_claim(tournament: Tournament, result: Result, seat: int | None) -> Claimed:
    """A result as what a side says that it is, on this phone."""
    return Claimed(
        result.round,
        result.table,
        seat,
        phone_id(tournament.code),
        result.balances,
        result.pot,
        result.version,
        result.places,
    )


def round_or_404(tournament: Tournament, number: int, table: int) -> Round:
    """A round with a table of this number (from 1); else answers 404."""
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
    side_url = absolute_url(side_path(tournament, round_, at)) if tournament.twice else ""
    return page(
        "tables/table.html",
        status=status,
        version=version_now(tournament, table.code),
        tournament=tournament,
        code=tournament.code,
        round=round_,
        table=table_view(tournament, round_, at),
        match=match,
        typed=[request.form.get(f"balance-{seat}", text) for seat, text in enumerate(shown)],
        in_match=[cell_of(tournament, each).text for each in sheet.balances],
        pot=_pot_text(tournament, table.pot if table.done else sheet.pot),
        has_pot=has_pot(table),
        message=message,
        at=clock(match.events[-1].at),
        score_url=score_url,
        score_qr=qr(score_url),
        state=table.state,
        told=state_sentence(tournament, table),
        # What one side entered stays hidden from all, be the organiser a player or not.
        compared=compare(tournament, table) if len(table.claims) >= SIDES else None,
        history=history_of(tournament, table) if table.done else [],
        side_url=side_url,
        side_qr=qr(side_url) if side_url else "",
        hidden=fresh_save(tournament).hidden,
    )


def _pot_text(tournament: Tournament, pot: int) -> str:
    return request.form.get(POT, cell_of(tournament, pot).text)
