"""Who plays: entered by the organiser, or by themselves with the registration link."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_babel import gettext as _
from markupsafe import Markup
from werkzeug import Response as AnyResponse

from scorekeeper.extras.tournament import Player, Tournament
from scorekeeper.extras.tournament.actions import NotNow
from scorekeeper.extras.tournament.drawing import Unseatable, validate_number
from scorekeeper.extras.tournament.entrants import BadEntrant, read_entrants
from scorekeeper.extras.tournament.pages.access import (
    grant_role,
    my_player,
    tournament_for,
    tournaments,
    version_now,
)
from scorekeeper.extras.tournament.pages.board import save_as_organiser
from scorekeeper.extras.tournament.pages.contexts import TournamentPage
from scorekeeper.extras.tournament.pages.presenter import TOURNAMENT_PRESENTER
from scorekeeper.extras.tournament.pages.wording import name_problem, unseatable_text, why_not
from scorekeeper.extras.tournament.shapes import Entrant
from scorekeeper.names import strip_invisible
from scorekeeper.web.identifiers import phone_scoped_key
from scorekeeper.web.render import never_compressed, page, qr
from scorekeeper.web.saving import fresh_key, fresh_save, read_key

people = Blueprint("entrants", __name__, url_prefix="/t/<code>")


@dataclass(frozen=True)
class PlayersPage(TournamentPage):
    """Who has entered, and a form for more."""

    typed: str
    wrong: str
    """What is wrong with what was typed."""
    entry_url: str
    hidden: list[tuple[str, str]]

    @property
    def entry_qr(self) -> Markup:
        """The QR code of the link with which players enter themselves."""
        return qr(self.entry_url)

    @property
    def players(self) -> tuple[Player, ...]:
        """All who are known."""
        return self.tournament.known

    @property
    def seating(self) -> str:
        """How those who are there would be seated, or why they cannot be."""
        try:
            validate_number(self.tournament)
        except Unseatable as fault:
            return unseatable_text(self.tournament, fault)
        tables, pausing = divmod(len(self.tournament.present), self.tournament.opened.size)
        return _("Tables: %(tables)d, sitting out: %(pausing)d.", tables=tables, pausing=pausing)


@people.get("/players")
@never_compressed
def show(code: str) -> Response:
    """Everybody who has entered, and the ways to enter more."""
    return _page(tournament_for(code, write=True))


@people.post("/players")
@never_compressed
def enter(code: str) -> AnyResponse:
    """Enters those who are named, a line each."""
    tournament = tournament_for(code, write=True)
    typed = request.form.get("names", "")
    try:
        entrants = read_entrants(typed)
        if entrants:
            tournaments().enter(tournament, entrants, read_key())
    except BadEntrant as bad:
        if bad.problem == "twice" and _has_left(tournament, bad.name):
            text = _("%(name)s no longer plays. Let them back in below.", name=bad.name)
            return _page(tournament, 422, typed, text)
        who = strip_invisible(read_entrants(typed)[bad.seat].name) or bad.seat + 1
        seen = "\n".join(map(strip_invisible, typed.splitlines()))
        return _page(tournament, 422, seen, f"{who}: {name_problem(bad)}")
    except NotNow as fault:
        return _page(tournament, 422, typed, why_not(fault.why))
    return redirect(url_for("entrants.show", code=code), 303)


@people.post("/players/leave")
def leave(code: str) -> AnyResponse:
    """Withdraws the player whose button was pressed."""
    return _change(code, lambda now: now.present, tournaments().withdraw)


@people.post("/players/return")
def come_back(code: str) -> AnyResponse:
    """Lets the player whose button was pressed play again."""
    return _change(code, lambda now: now.away, tournaments().take_back)


def _change(
    code: str,
    offered: Callable[[Tournament], Collection[int]],
    act: Callable[[Tournament, int, int, str], Tournament],
) -> AnyResponse:
    """Does something with the player whose button was pressed, of those who are `offered`."""
    tournament, player = tournament_for(code, write=True), request.form.get("player", -1, type=int)
    if player not in offered(tournament):
        abort(422)
    return save_as_organiser(
        tournament,
        lambda save: act(tournament, player, save.version, save.key),
        lambda now: now.players[player].name,
        to="entrants.show",
    )


def _has_left(tournament: Tournament, name: str) -> bool:
    """True if somebody of a name was here, and plays no more."""
    gone = (tournament.players[player].name for player in tournament.away)
    return name.casefold() in map(str.casefold, gone)


def _page(tournament: Tournament, status: int = 200, typed: str = "", wrong: str = "") -> Response:
    context = PlayersPage(
        tournament,
        version_now(tournament, ""),
        typed=typed,
        wrong=wrong,
        entry_url=TOURNAMENT_PRESENTER.link(tournament, "entry"),
        hidden=fresh_save(tournament).hidden,
    )
    return page("extras/tournament/players.html", status=status, context=context)


@people.get("/register")
def register(code: str) -> AnyResponse:
    """The form with which somebody enters himself; who did so sees that he is in."""
    return _register_page(tournament_for(code))


@people.post("/register")
def register_me(code: str) -> AnyResponse:
    """Enters the owner of this phone."""
    tournament = tournament_for(code)
    entrant = Entrant(request.form.get("name", ""))
    key = phone_scoped_key(read_key())
    try:
        now = tournaments().enter(tournament, [entrant], key)
    except BadEntrant as bad:
        if bad.problem == "twice" and _has_left(tournament, bad.name):
            text = _("You left this tournament: the organiser lets you back in.")
            return _register_page(tournament, 422, text)
        return _register_page(tournament, 422, name_problem(bad))
    except NotNow as fault:
        return _register_page(tournament, 422, why_not(fault.why))
    event = now.event_by_key(key)
    entered = [p for p in now.known if event and p.name == event.body["players"][0]["name"]]
    grant_role(now, "entry", entered[-1].number if entered else None)
    return redirect(url_for("entrants.register", code=code), 303)


def _register_page(tournament: Tournament, status: int = 200, wrong: str = "") -> Response:
    """The form of registration, with what is wrong with the name."""
    here = my_player(tournament)
    return page(
        "extras/tournament/register.html",
        status=status,
        tournament=tournament,
        code=tournament.code,
        player=None if here is None else tournament.players[here],
        typed=strip_invisible(request.form.get("name", "")),
        wrong=wrong,
        key=fresh_key(),
    )
