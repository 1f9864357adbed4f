"""The seats of a round: shown before it is drawn, and changed with two taps."""

from collections.abc import Callable, Sequence
from secrets import token_hex
from uuid import NAMESPACE_URL, uuid5

from flask import Blueprint, Response, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.extras.tournament import Tournament
from scorekeeper.extras.tournament.actions import table_opening
from scorekeeper.extras.tournament.drawing import (
    How,
    Plan,
    Unseatable,
    draw,
    fits,
    meetings,
    met,
    plan_of,
    read_plan,
    ties,
)
from scorekeeper.extras.tournament.pages.access import tournament_for, tournaments, version_now
from scorekeeper.extras.tournament.pages.board import board_page, save_as_organiser
from scorekeeper.extras.tournament.pages.wording import (
    table_title,
    unseatable_text,
    why_not,
)
from scorekeeper.ledger import Save as Opening
from scorekeeper.ledger.chain import as_save
from scorekeeper.schema import Invalid, dump_fields
from scorekeeper.web.access import matches
from scorekeeper.web.identifiers import codes_for, phone_scoped_key
from scorekeeper.web.limits import spend, visitor
from scorekeeper.web.render import page
from scorekeeper.web.saving import Save, fresh_save

seats = Blueprint("seats", __name__, url_prefix="/t/<code>")


@seats.get("/draw")
def show(code: str) -> AnyResponse:
    """The seats of the next round, as they would be drawn."""
    tournament = tournament_for(code, write=True)
    how: How = "strength" if request.args.get("how") == "strength" else "met"
    return _proposal(tournament, request.args.get("seed") or token_hex(4), how)


def _proposal(tournament: Tournament, seed: str, how: How, message: str = "") -> Response:
    round_ = tournament.round
    if tournament.closed or tournament.unfinished:
        why = "closed" if tournament.closed else "unfinished"
        return board_page(tournament, 422, [why_not(why)])
    if round_ and ties(tournament, round_):
        return board_page(tournament, 422, [_("Lots must be drawn first.")])
    try:
        plan = draw(tournament, seed, how)
    except Unseatable as fault:
        return board_page(tournament, 422, [unseatable_text(tournament, fault)])
    return _page(tournament, plan, message=message, how=how)


@seats.post("/draw")
def edit(code: str) -> AnyResponse:
    """The seats with two players in each other's place; or begins the round with them."""
    tournament = tournament_for(code, write=True)
    plan = _submitted(tournament)
    if not fits(tournament, plan):
        text = _("Somebody came or left. The seats were drawn again.")
        return _proposal(tournament, token_hex(4), "met", text)
    if "tapped" in request.form:
        return _tapped(tournament, plan)

    def begin(save: Save) -> Tournament:
        spend("ROUNDS_PER_ADDRESS", visitor())
        opener = _opener(tournament, save)
        return tournaments().draw(tournament, plan, opener, save.version, save.key)

    return _act(tournament, begin)


@seats.get("/seats")
def drawn(code: str) -> AnyResponse:
    """The seats of the round that was drawn, to be changed while nobody has written."""
    tournament = tournament_for(code, write=True)
    if tournament.round is None:
        return redirect(url_for("seats.show", code=code), 303)
    if tournaments().begun(tournament.round):
        return board_page(tournament, 422, [why_not("begun")])
    return _page(tournament, plan_of(tournament.round), moving=True)


@seats.post("/seats")
def move(code: str) -> AnyResponse:
    """Changes the seats of the round, or only shows them with two players changed."""
    tournament = tournament_for(code, write=True)
    plan = _submitted(tournament)
    if "tapped" in request.form:
        return _tapped(tournament, plan, moving=True)
    return _act(
        tournament, lambda save: tournaments().move(tournament, plan, save.version, save.key)
    )


def _act(tournament: Tournament, do: Callable[[Save], Tournament]) -> AnyResponse:
    """The answer to seats: those that were drawn for what was then are not sent again."""
    return save_as_organiser(tournament, do, lambda now: _("the seats"), again="")


def _submitted(tournament: Tournament) -> Plan:
    """The plan of a form. Raises Invalid for one that no page of ours sends."""
    try:
        plan = read_plan(request.form.get("plan", ""))
    except ValueError:
        raise Invalid("plan", "missing") from None
    known = set(range(len(tournament.players)))
    if not plan.tables or not set(plan.players) <= known:
        raise Invalid("plan", "missing")
    return plan


def _tapped(tournament: Tournament, plan: Plan, *, moving: bool = False) -> Response:
    """The page after a tap on a player: the second one changes places with the first."""
    tapped = request.form.get("tapped", -1, type=int)
    first = request.form.get("first", -1, type=int)
    if tapped not in plan.players:
        raise Invalid("tapped", "missing")
    if first not in plan.players:
        return _page(tournament, plan, first=tapped, moving=moving)
    return _page(tournament, plan.swapped(first, tapped), moving=moving)


def _opener(tournament: Tournament, save: Save) -> "Opener":
    return Opener(tournament, phone_scoped_key(save.key))


class Opener:
    """Says how the matches of a round open; asked again with the same save, they are the same."""

    def __init__(self, tournament: Tournament, key: str) -> None:
        self._tournament, self._key = tournament, key

    def __call__(self, table: int, names: Sequence[str]) -> Opening:
        """The match of a table (from 0)."""
        key = str(uuid5(NAMESPACE_URL, f"{self._key}-{table}"))
        code = next(code for code in codes_for(key) if _is_free(code, key))
        return as_save(
            code, 0, key, "opened", dump_fields(table_opening(self._tournament, names)), ""
        )


def _is_free(code: str, key: str) -> bool:
    """True if a match can have this code; or has it, opened by this key."""
    first = matches().ledger.read(code)[:1]
    return not first or first[0].key == key


def _page(
    tournament: Tournament,
    plan: Plan,
    *,
    first: int | None = None,
    moving: bool = False,
    message: str = "",
    how: How = "met",
) -> Response:
    number = len(tournament.rounds) + (not moving)
    return page(
        "tournament/draw.html",
        "plan",
        version=version_now(tournament, ""),
        tournament=tournament,
        code=tournament.code,
        number=number,
        plan=str(plan),
        first=first,
        moving=moving,
        message=message,
        how=how,
        seed=token_hex(4),
        tables=[
            (table_title(tournament, at), list(zip(table, tournament.names(table), strict=True)))
            for at, table in enumerate(plan.tables)
        ],
        pauses=list(zip(plan.pauses, tournament.names(plan.pauses), strict=True)),
        again=0 if moving else meetings(plan, met(tournament)),
        hidden=fresh_save(tournament).hidden,
    )
