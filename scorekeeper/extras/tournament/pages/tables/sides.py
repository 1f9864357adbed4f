"""The sides of a table: each enters the result blind, on a phone of its own, until they agree."""

from dataclasses import dataclass

from flask import Blueprint, Response, abort, redirect, request
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.extras.tournament import Round, Table, Tournament
from scorekeeper.extras.tournament.actions import UnknownTournament
from scorekeeper.extras.tournament.events import Claimed
from scorekeeper.extras.tournament.pages.access import (
    Side,
    check_side,
    grant_role,
    my_side,
    remember_side,
    side_page,
    tournaments,
    version_now,
)
from scorekeeper.extras.tournament.pages.presenter import TOURNAMENT_PRESENTER
from scorekeeper.extras.tournament.pages.tables.comparison import (
    Comparison,
    HistoryLine,
    compare,
    controls_of,
    fault_text,
    has_pot,
    history_of,
    plays_with_pot,
    who_of,
)
from scorekeeper.extras.tournament.pages.tables.pages import (
    ResultPage,
    as_claim,
    round_or_404,
    typed_result,
)
from scorekeeper.extras.tournament.pages.wording import (
    table_title,
    why_not,
)
from scorekeeper.extras.tournament.tables import Claim, fault_in
from scorekeeper.schema import Invalid
from scorekeeper.web.access import WrongLink
from scorekeeper.web.identifiers import phone_id, phone_scoped_key
from scorekeeper.web.limits import limit_failures
from scorekeeper.web.render import page
from scorekeeper.web.saving import fresh_save
from scorekeeper.web.stream import UnsavedChange, save_and_respond
from scorekeeper.web.wording.figures import cell_of

sides = Blueprint("sides", __name__, url_prefix="/t/<code>")


@dataclass(frozen=True)
class SidePage(ResultPage):
    """A table as one of its sides sees it: what others entered, once it has entered, too."""

    side: Side
    own: Claim | None
    """What it entered."""
    must_say_who: bool
    """True if it is first asked who it is."""
    names: list[tuple[int, str, bool]]
    """Each seat with its name, and whether another phone enters for it."""
    typed: dict[str, str]
    must_insist: bool
    """True if what was typed cannot be, and is asked about."""

    @property
    def title(self) -> str:
        """What the table is called."""
        return table_title(self.tournament, self.at)

    @property
    def table(self) -> int:
        """The number of the table, from 1."""
        return self.at + 1

    @property
    def url(self) -> str:
        """The address of the page."""
        return side_page(self.tournament, self.round, self.at)

    @property
    def sees_others(self) -> bool:
        """True if it may see what others entered."""
        return self.own is not None or self.state == "decided"

    @property
    def closed(self) -> bool:
        """True if nothing can be entered any more."""
        return self.tournament.closed or self.state == "decided"

    @property
    def compared(self) -> Comparison | None:
        """What was entered, side by side."""
        return compare(self.tournament, self._seated, self.own) if self.own else None

    @property
    def history(self) -> list[HistoryLine]:
        """Everything that was entered."""
        return history_of(self.tournament, self._seated) if self.sees_others else []

    @property
    def has_pot(self) -> bool:
        """True if something may be left in the pot."""
        return has_pot(self._seated) if self.own else plays_with_pot(self._seated)

    @property
    def mode(self) -> str:
        """The keypad for a balance: none has a minus on every phone."""
        return "text" if self.tournament.game.higher_wins else "numeric"


@sides.get("/side/<int:round_number>/<int:table>/<token>")
def join(code: str, round_number: int, table: int, token: str) -> AnyResponse:
    """Opens the link of a table's sides; the token leaves the address."""
    with limit_failures("WRONG_LINKS_PER_ADDRESS", WrongLink):
        check_side(code, round_number, table, token)
    tournament = tournaments().get(code)
    round_ = round_or_404(tournament, round_number, table)
    grant_role(tournament, "watcher")
    if my_side(tournament, round_, table - 1) is None:
        remember_side(tournament, round_, table - 1)
    return redirect(side_page(tournament, round_, table - 1), 303)


@sides.get("/side/<match>")
def of_match(code: str, match: str) -> AnyResponse:
    """The way from the sheet of a table to what its sides enter."""
    tournament = tournaments().get(code)
    place = tournament.find_table(match)
    if place is None:
        raise UnknownTournament(code)
    _side_or_403(tournament, *place)
    grant_role(tournament, "watcher")
    return redirect(side_page(tournament, *place), 303)


@sides.get("/rounds/<int:round_number>/<int:table>/side")
def show(code: str, round_number: int, table: int) -> Response:
    """What this side has to do: say who it is, enter the result, or look at where it differs."""
    tournament = tournaments().get(code)
    return _page(tournament, round_or_404(tournament, round_number, table), table - 1)


@sides.post("/rounds/<int:round_number>/<int:table>/side/who")
def sit(code: str, round_number: int, table: int) -> AnyResponse:
    """Says for whom this phone enters the result."""
    tournament, at = tournaments().get(code), table - 1
    round_ = round_or_404(tournament, round_number, table)
    side, seat = _side_or_403(tournament, round_, at), request.form.get("seat", -1, type=int)
    seats = round_.tables[at].seats
    if not 0 <= seat < len(seats):
        raise Invalid("seat", "missing")
    if round_.tables[at].is_taken(seat, phone_id(code)):
        return _page(tournament, round_, at, 409, why_not("taken"))
    if not side.known:
        remember_side(tournament, round_, at, seats[seat])
    return redirect(side_page(tournament, round_, at), 303)


@sides.post("/rounds/<int:round_number>/<int:table>/side")
def claim(code: str, round_number: int, table: int) -> AnyResponse:
    """Takes what a side enters; a sum that cannot be is asked about once."""
    tournament, at = tournaments().get(code), table - 1
    round_ = round_or_404(tournament, round_number, table)
    seat = _side_or_403(tournament, round_, at).seat
    result = typed_result(tournament, round_, at)
    if seat is None:
        return _page(tournament, round_, at, 422, _("First say who you are."))
    if result is None:
        return _page(tournament, round_, at, 422, _("Each balance must be a number."))
    fault = fault_in(tournament.game, result.balances, result.pot)
    if fault and "as-is" not in request.form:
        name = who_of(tournament, round_.tables[at], seat)
        text = fault_text(tournament, round_.tables[at], fault, name)
        return _page(tournament, round_, at, 422, text, must_insist=True)
    return _claim(tournament, round_, at, as_claim(tournament, result, seat))


def _claim(tournament: Tournament, round_: Round, at: int, claimed: Claimed) -> AnyResponse:
    """The answer to a side that enters something."""
    return save_and_respond(
        TOURNAMENT_PRESENTER,
        tournament,
        lambda save: tournaments().claim(
            tournament, claimed, save.version, phone_scoped_key(save.key)
        ),
        lambda now: redirect(side_page(now, round_, at), 303),
        lambda now, status, message, errors: _page(
            now, round_or_404(now, round_.number, at + 1), at, status, message
        ),
        lambda now: UnsavedChange(_("entry for table %(n)d", n=at + 1)),
    )


def _side_or_403(tournament: Tournament, round_: Round, at: int) -> Side:
    side = my_side(tournament, round_, at)
    if side is None or not tournament.twice:
        abort(403)
    return side


def _page(
    tournament: Tournament,
    round_: Round,
    at: int,
    status: int = 200,
    message: str = "",
    *,
    must_insist: bool = False,
) -> Response:
    """The page of a side; what others entered is on it only once this side has entered, too."""
    side, table = _side_or_403(tournament, round_, at), round_.tables[at]
    phone = phone_id(tournament.code)
    taken = table.is_taken(side.seat, phone)
    own = None if taken or side.seat is None else table.claim_by(side.seat)
    if taken and not message:
        message = why_not("taken")
    names = enumerate(tournament.names(table.seats))
    context = SidePage(
        tournament,
        version_now(tournament),
        round_,
        at,
        message=message,
        hidden=fresh_save(tournament).hidden,
        side=side,
        own=own,
        must_say_who=taken or side.seat is None or ("who" in request.args and not side.known),
        names=[(seat, name, table.is_taken(seat, phone)) for seat, name in names],
        typed=_typed(tournament, table, own),
        must_insist=must_insist,
    )
    return page("extras/tournament/tables/side.html", "watch", status, context)


def _typed(tournament: Tournament, table: Table, own: Claim | None) -> dict[str, str]:
    """The texts of the form: as just typed, else as this side entered them, else nothing."""
    figures = own.figures if own else ()
    entered = dict(zip(controls_of(table), figures, strict=False))
    texts = {name: cell_of(tournament, figure).text for name, figure in entered.items()}
    return {name: request.form.get(name, texts.get(name, "")) for name in controls_of(table)}
