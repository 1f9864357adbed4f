"""The seats of a round: shown before it is drawn, and changed with two taps."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from secrets import token_hex
from uuid import NAMESPACE_URL, uuid5

from flask import Blueprint, Response, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.extras.tournament import Round, Tournament
from scorekeeper.extras.tournament.actions import table_opening
from scorekeeper.extras.tournament.drawing import (
    Plan,
    Unseatable,
    draw,
    draws_of,
    fits,
    meetings,
    met,
    plan_of,
    plan_shown,
    read_plan,
    ties,
    validate_number,
)
from scorekeeper.extras.tournament.events import Substituted
from scorekeeper.extras.tournament.pages.access import tournament_for, tournaments, version_now
from scorekeeper.extras.tournament.pages.board import board_page, save_as_organiser
from scorekeeper.extras.tournament.pages.contexts import TournamentPage
from scorekeeper.extras.tournament.pages.wording import (
    marked_names,
    table_title,
    unseatable_text,
    why_not,
)
from scorekeeper.extras.tournament.shapes import How
from scorekeeper.ledger import Save as Opening
from scorekeeper.ledger.chain import as_save
from scorekeeper.schema import Invalid, dump_fields
from scorekeeper.web.access import matches
from scorekeeper.web.identifiers import codes_for, phone_scoped_key
from scorekeeper.web.limits import spend, visitor
from scorekeeper.web.render import page
from scorekeeper.web.saving import Save, fresh_save, read_key

seats = Blueprint("seats", __name__, url_prefix="/t/<code>")
Seated = list[tuple[int, str]]
"""Players, each with his number and his name."""


@dataclass(frozen=True)
class DrawPage(TournamentPage):
    """The seats of a round as they are planned, to be changed before it begins."""

    plan: Plan
    hidden: list[tuple[str, str]]
    first: int | None = None
    """The player who was tapped, and waits for another one to change places with."""
    moving: bool = False
    """True if the round is already drawn."""
    begun: bool = False
    """True if a table plays already: then who waits can sit down for another, and no more."""
    message: str = ""

    @property
    def number(self) -> int:
        """The number of the round."""
        return len(self.tournament.rounds) + (not self.moving)

    @property
    def tables(self) -> list[tuple[str, Seated]]:
        """The title of each table, and who sits there."""
        round_ = self.tournament.round if self.begun else None
        return [
            (table_title(self.tournament, at), self._seated(table))
            for at, table in enumerate(self.plan.tables)
            if round_ is None or not round_.tables[at].log
        ]

    @property
    def pauses(self) -> Seated:
        """Those who sit the round out."""
        return self._seated(self.plan.pauses)

    @property
    def bench(self) -> Seated:
        """Those who are there, but not in the plan."""
        return self._seated(bench_of(self.tournament, self.plan))

    @property
    def repeat_meetings(self) -> int:
        """How many pairs have already met, before the round is drawn."""
        return 0 if self.moving else meetings(self.plan, met(self.tournament))

    @property
    def draws(self) -> int:
        """How many draws of the round were shown."""
        return len(draws_of(self.tournament, self.number))

    def _seated(self, players: Sequence[int]) -> Seated:
        return list(zip(players, marked_names(self.tournament, players), strict=True))


@seats.get("/draw")
def show(code: str) -> AnyResponse:
    """The seats of the next round as they were drawn last; leagues need no draw."""
    tournament = tournament_for(code, write=True)
    if refused := _refusal(tournament):
        return refused
    plan = draw(tournament, "") if tournament.leagues else plan_shown(tournament)
    return _page(tournament, plan) if plan else redirect(url_for("board.show", code=code), 303)


@seats.post("/shuffle")
def shuffle(code: str) -> AnyResponse:
    """Draws the next round, and keeps what is shown; what was shown before stays in the history."""
    tournament = tournament_for(code, write=True)
    if refused := _refusal(tournament):
        return refused
    kept = "how" not in request.form and plan_shown(tournament)
    if kept or tournament.leagues:
        return redirect(url_for("seats.show", code=code), 303)
    return save_as_organiser(
        tournament,
        lambda save: _draw(tournament, save),
        lambda now: _("the seats"),
        to="seats.show",
    )


def _draw(tournament: Tournament, save: Save) -> Tournament:
    how: How = "strength" if request.form.get("how") == "strength" else "met"
    return tournaments().show_draw(tournament, token_hex(4), how, save.version, save.key)


def _refusal(tournament: Tournament) -> Response | None:
    """Why the next round cannot be drawn now; None if it can."""
    round_ = tournament.round
    if tournament.closed or tournament.unfinished:
        why = "closed" if tournament.closed else "unfinished"
        return board_page(tournament, 422, [why_not(why)])
    if round_ and ties(tournament, round_):
        return board_page(tournament, 422, [_("Lots must be drawn first.")])
    try:
        validate_number(tournament)
    except Unseatable as fault:
        return board_page(tournament, 422, [unseatable_text(tournament, fault)])
    return None


@seats.post("/draw")
def edit(code: str) -> AnyResponse:
    """The seats with two players in each other's place; or begins the round with them."""
    tournament = tournament_for(code, write=True)
    plan = _submitted(tournament)
    if not fits(tournament, plan):
        return _drawn_again(tournament)
    if "tapped" in request.form:
        return _tapped(tournament, plan)

    def begin(save: Save) -> Tournament:
        spend("ROUNDS_PER_ADDRESS", visitor())
        opener = _opener(tournament, save)
        return tournaments().draw(tournament, plan, opener, save.version, save.key)

    return _act(tournament, begin)


def _drawn_again(tournament: Tournament) -> AnyResponse:
    """The seats of those who are there now, once somebody came or left."""
    if refused := _refusal(tournament):
        return refused
    if not tournament.leagues and plan_shown(tournament) is None:
        key = f"{phone_scoped_key(read_key())}-{tournament.version}"
        tournament = tournaments().show_draw(tournament, token_hex(4), "met", None, key)
    plan = draw(tournament, "") if tournament.leagues else plan_shown(tournament)
    text = _("Somebody came or left. The seats were drawn again.")
    return _page(tournament, plan, message=text) if plan else board_page(tournament, 409)


@seats.get("/seats")
def drawn(code: str) -> AnyResponse:
    """The seats of the round that was drawn, to be changed while nobody has written."""
    tournament = tournament_for(code, write=True)
    if tournament.round is None:
        return redirect(url_for("seats.show", code=code), 303)
    return _page(tournament, plan_of(tournament.round), moving=True)


@seats.post("/seats")
def move(code: str) -> AnyResponse:
    """Changes the seats of the round, or only shows them with two players changed.

    If it is only one that somebody else takes, it may be at a table that plays already.
    """
    tournament = tournament_for(code, write=True)
    plan = _submitted(tournament)
    if "tapped" in request.form:
        return _tapped(tournament, plan, moving=True)
    said = substitute_in(tournament.round, plan) if tournament.round else None
    if said:
        return _act(
            tournament,
            lambda save: tournaments().substitute(tournament, said, save.version, save.key),
        )
    return _act(
        tournament, lambda save: tournaments().move(tournament, plan, save.version, save.key)
    )


def substitute_in(round_: Round, plan: Plan) -> Substituted | None:
    """Who sits down for whom, if that is all in which a plan differs from a round."""
    before = plan_of(round_)
    if list(map(len, before.tables)) != list(map(len, plan.tables)):
        return None
    changed = [
        Substituted(round_.number, table, seat, player)
        for table, players in enumerate(plan.tables)
        for seat, player in enumerate(players)
        if player != before.tables[table][seat]
    ]
    if len(changed) != 1 or changed[0].player in {p for each in before.tables for p in each}:
        return None
    said = changed[0]
    rest = tuple(player for player in before.pauses if player != said.player)
    return said if plan.pauses == rest else None


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
    shown = {*plan.players, *bench_of(tournament, plan)}
    if tapped not in shown:
        raise Invalid("tapped", "missing")
    after = _exchanged(tournament, plan, first, tapped, moving=moving) if first in shown else None
    if after is None:
        return _page(tournament, plan, first=tapped, moving=moving)
    return _page(tournament, after, moving=moving)


def _exchanged(
    tournament: Tournament, plan: Plan, first: int, tapped: int, *, moving: bool
) -> Plan | None:
    """The plan with two players in each other's place; None if they cannot change.

    Once a table plays, one of them sits down there, and the other gets up.
    """
    seated = {player for table in plan.tables for player in table}
    if moving and tournament.round and tournaments().begun(tournament.round):
        plan = plan_of(tournament.round)
        up, down = (first, tapped) if first in seated else (tapped, first)
        can = up in seated and down not in seated and up in plan.players
        return plan.with_substitute(up, down) if can else None
    up, down = (first, tapped) if first in plan.players else (tapped, first)
    if down in plan.players:
        return plan.swapped(up, down)
    return plan.with_substitute(up, down) if up in plan.players else None


def bench_of(tournament: Tournament, plan: Plan) -> tuple[int, ...]:
    """Those who are there, but not in a plan."""
    return tuple(player for player in tournament.present if player not in plan.players)


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
) -> Response:
    context = DrawPage(
        tournament,
        version_now(tournament, ""),
        plan,
        hidden=fresh_save(tournament).hidden,
        first=first,
        moving=moving,
        begun=moving and tournament.round is not None and tournaments().begun(tournament.round),
        message=message,
    )
    return page("extras/tournament/draw.html", "plan", context=context)
