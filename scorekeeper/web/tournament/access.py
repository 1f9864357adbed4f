"""Who may do what in a tournament: the organiser writes, watchers read, others enter themselves.

Links are made as those of matches are; a phone remembers its roles in a part of its cookie of its
own. Who keeps the score of a table may read the tournament, too.
"""

import hmac
from typing import Literal, cast

from flask import abort, current_app, session, url_for

from scorekeeper.tournament import Tournament
from scorekeeper.tournament.actions import Tournaments, UnknownTournament
from scorekeeper.web.access import WrongLink, absolute, matches, remembered, token_of

Role = Literal["organiser", "watcher", "entry"]
ROLES: tuple[Role, ...] = ("organiser", "watcher", "entry")
"""What links give: to do everything, to look on, to enter oneself."""
REMEMBERED = 12
"""Tournaments that a phone remembers."""


def tournaments() -> Tournaments:
    """The app's tournaments, on the ledger of its matches."""
    known = current_app.extensions.get("tournaments")
    if known is None:
        known = current_app.extensions["tournaments"] = Tournaments(matches())
    return cast(Tournaments, known)


def role_of(code: str, token: str) -> Role:
    """The role that a link gives. Raises WrongLink."""
    for role in ROLES:
        if hmac.compare_digest(token_of(code, role).encode(), token.encode()):
            return role
    raise WrongLink


def link(tournament: Tournament, role: Role) -> str:
    """The address that gives whoever opens it this role."""
    return absolute(link_path(tournament.code, role))


def link_path(code: str, role: Role) -> str:
    """The path of the link that gives a role."""
    return url_for("hall.join", code=code, token=token_of(code, role))


def remember(tournament: Tournament, role: Role, player: int | None = None) -> None:
    """Lets this phone have a role; what it may already do it goes on doing.

    `player` is the number of who entered himself on it.
    """
    had, number = _grant(tournament.code)
    best = min(filter(None, (had, role)), key=ROLES.index)
    grant = (tournament.code, best, number if player is None else player)
    others = [each for each in session.get("tournaments", ()) if each[0] != tournament.code]
    session["tournaments"] = [*others[1 - REMEMBERED :], grant]
    session.permanent = True


def _grant(code: str) -> tuple[Role | None, int | None]:
    """The role of this phone in a tournament, and the number of the player whose it is."""
    for known, role, player in reversed(session.get("tournaments", ())):
        if known == code:
            return cast(Role, role), player
    return None, None


def player_here(tournament: Tournament) -> int | None:
    """The number of the player who entered himself on this phone, if his coming still holds."""
    number = _grant(tournament.code)[1]
    known = [player.number for player in tournament.known]
    return number if number in known else None


def organises(code: str) -> bool:
    """True if this phone may do everything in a tournament."""
    return _grant(code)[0] == "organiser"


def my_tournaments() -> list[Tournament]:
    """The tournaments of this phone, the latest first; those that are gone are left out."""
    found = (_or_none(code) for code, *_ in reversed(session.get("tournaments", ())))
    return [tournament for tournament in found if tournament]


def _or_none(code: str) -> Tournament | None:
    try:
        return tournaments().get(code)
    except UnknownTournament:
        return None


def tournament_for(code: str, *, write: bool = False) -> Tournament:
    """A tournament that this phone may read, or `write` in; else answers 403."""
    role = _grant(code)[0]
    tournament = tournaments().get(code) if role or remembered() else None
    may_read = tournament and (role or any(map(tournament.place_of, remembered())))
    if tournament is None or not (organises(code) if write else may_read):
        abort(403)
    return tournament
