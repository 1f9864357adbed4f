"""A table: its link for another phone, and its result."""

from dataclasses import dataclass

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_babel import gettext as _
from markupsafe import Markup
from werkzeug import Response as AnyResponse

from scorekeeper.extras.tournament import Round, Table, Tournament
from scorekeeper.extras.tournament.actions import BadSum
from scorekeeper.extras.tournament.events import Claimed, Result
from scorekeeper.extras.tournament.pages.access import (
    side_path,
    tournament_for,
    tournaments,
    version_now,
)
from scorekeeper.extras.tournament.pages.contexts import TournamentPage
from scorekeeper.extras.tournament.pages.presenter import TOURNAMENT_PRESENTER
from scorekeeper.extras.tournament.pages.tables.comparison import (
    POT,
    Comparison,
    HistoryLine,
    compare,
    controls_of,
    has_pot,
    history_of,
    state_sentence,
)
from scorekeeper.extras.tournament.pages.wording import (
    TableView,
    table_view,
    typed_points,
)
from scorekeeper.extras.tournament.shapes import MAX_BALANCE
from scorekeeper.extras.tournament.standings import excess_of
from scorekeeper.extras.tournament.tables import SIDES
from scorekeeper.match import Match
from scorekeeper.web.access import absolute_url, link, matches
from scorekeeper.web.identifiers import phone_id
from scorekeeper.web.render import never_compressed, page, qr
from scorekeeper.web.saving import Save, fresh_save
from scorekeeper.web.stream import UnsavedChange, save_and_respond
from scorekeeper.web.wording.figures import cell_of
from scorekeeper.web.wording.reader import clock

tables = Blueprint("tables", __name__, url_prefix="/t/<code>")


@dataclass(frozen=True)
class ResultPage(TournamentPage):
    """A page that takes the result of a table."""

    round: Round
    at: int
    """The place of the table in its round, from 0."""
    message: str
    hidden: list[tuple[str, str]]

    @property
    def _seated(self) -> Table:
        return self.round.tables[self.at]

    @property
    def state(self) -> str:
        """How far its sides agree."""
        return self._seated.state

    @property
    def told(self) -> str:
        """The same as a sentence."""
        return state_sentence(self.tournament, self._seated)


@dataclass(frozen=True)
class TablePage(ResultPage):
    """A table as the organiser sees it."""

    match: Match
    typed: list[str]
    """The balance of each seat, as typed or else as known."""
    in_match: list[str]
    """The same as the sheet of the table says it."""
    pot: str
    score_url: str
    side_url: str
    """Where the sides enter the result; empty if they do not."""

    @property
    def table(self) -> TableView:
        """The table with those who sit there."""
        return table_view(self.tournament, self.round, self.at)

    @property
    def back(self) -> str:
        """Where the round of the table is shown."""
        return _back(self.tournament, self.round)

    @property
    def has_pot(self) -> bool:
        """True if something may be left in the pot."""
        return has_pot(self._seated)

    @property
    def compared(self) -> Comparison | None:
        """What its sides entered; hidden while it is only one, be the organiser a player or not."""
        enough = len(self._seated.claims) >= SIDES
        return compare(self.tournament, self._seated) if enough else None

    @property
    def history(self) -> list[HistoryLine]:
        """Everything that was entered, once there is a result."""
        return history_of(self.tournament, self._seated) if self._seated.done else []

    @property
    def written_at(self) -> str:
        """When something was last written on its sheet."""
        return clock(self.match.events[-1].at)

    @property
    def score_qr(self) -> Markup:
        """The QR code with which another phone keeps the score."""
        return qr(self.score_url)

    @property
    def side_qr(self) -> Markup:
        """The QR code with which the sides enter the result."""
        return qr(self.side_url) if self.side_url else Markup()


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
        lambda now: redirect(_back(now, round_), 303),
        lambda now, status, message, errors: _page(
            now, round_or_404(now, round_number, table), at, status, message
        ),
        lambda now: UnsavedChange(_("result of table %(n)d", n=table)),
    )


def _back(tournament: Tournament, round_: Round) -> str:
    """The organiser's page with the round of a table."""
    newest = round_.number == len(tournament.rounds)
    number = None if newest else round_.number
    return url_for("board.show", code=tournament.code, round=number)


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
    context = TablePage(
        tournament,
        version_now(tournament, table.code),
        round_,
        at,
        message=message,
        hidden=fresh_save(tournament).hidden,
        match=match,
        typed=[request.form.get(f"balance-{seat}", text) for seat, text in enumerate(shown)],
        in_match=[cell_of(tournament, each).text for each in sheet.balances],
        pot=_pot_text(tournament, table.pot if table.done else sheet.pot),
        score_url=link(match, "scorer"),
        side_url=absolute_url(side_path(tournament, round_, at)) if tournament.twice else "",
    )
    return page("extras/tournament/tables/table.html", status=status, context=context)


def _pot_text(tournament: Tournament, pot: int) -> str:
    return request.form.get(POT, cell_of(tournament, pot).text)
