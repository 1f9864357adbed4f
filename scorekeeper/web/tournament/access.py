"""Who may do what in a tournament: the organiser writes, watchers read, others enter themselves.

Links are made as those of matches are; a phone remembers its roles in a part of its cookie of its
own. Who keeps the score of a table may read the tournament, too.
"""

import hmac
from typing import Literal, cast

from flask import abort, current_app, session, url_for

from scorekeeper.tournament import Tournament
from scorekeeper.tournament.actions import Tournaments, UnknownTournament
from scorekeeper.web.access import (
    REMEMBERED,
    TOURNAMENTS,
    EndedLink,
    WrongLink,
    absolute,
    matches,
    phone_mark,
    remembered,
    token_of,
)
from scorekeeper.web.live.streams import version_with

Role = Literal["organiser", "watcher", "entry"]
ROLES: tuple[Role, ...] = ("organiser", "watcher", "entry")
"""What links give: to do everything, to look on, to enter oneself."""


def tournaments() -> Tournaments:
    """The app's tournaments, on the ledger of its matches."""
    known = current_app.extensions.get("tournaments")
    if known is None:
        known = current_app.extensions["tournaments"] = Tournaments(matches())
    return cast(Tournaments, known)


def role_of(code: str, token: str) -> Role:
    """The role that a link gives. Raises WrongLink, or EndedLink if the links were renewed."""
    number = token.partition(".")[2]
    generation = int(number) if number.isascii() and number.isdigit() and len(number) < 9 else 0
    made = {role: token_of(code, role, generation).encode() for role in ROLES}
    fitting = [role for role in ROLES if hmac.compare_digest(made[role], token.encode())]
    if not fitting:
        raise WrongLink
    if generation != tournaments().get(code).links["generation"]:
        raise EndedLink
    return fitting[0]


def link(tournament: Tournament, role: Role) -> str:
    """The address that gives whoever opens it this role."""
    return absolute(link_path(tournament, role))


def link_path(tournament: Tournament, role: Role) -> str:
    """The path of the link that gives a role."""
    token = token_of(tournament.code, role, tournament.links["generation"])
    return url_for("hall.join", code=tournament.code, token=token)


def remember(tournament: Tournament, role: Role, player: int | None = None) -> None:
    """Lets this phone have a role; what it may already do it goes on doing.

    `player` is the number of who entered himself on it.
    """
    had, number = _grant(tournament)
    best = min(filter(None, (had, role)), key=ROLES.index)
    number = number if player is None else player
    grant = (tournament.code, best, number, tournament.links["generation"])
    others = [each for each in session.get(TOURNAMENTS, ()) if each[0] != tournament.code]
    session[TOURNAMENTS] = [*others[1 - REMEMBERED[TOURNAMENTS] :], grant]
    session.permanent = True


def _grant(tournament: Tournament) -> tuple[Role | None, int | None]:
    """The role of this phone in a tournament, and the number of the player whose it is.

    None if the links were renewed since, but on the phone that did it.
    """
    links = tournament.links
    for code, role, player, generation in reversed(session.get(TOURNAMENTS, ())):
        if code == tournament.code:
            renewed_here = role == "organiser" and links["phone"] == phone_mark(code)
            holds = generation == links["generation"] or renewed_here
            return cast(Role, role) if holds else None, player
    return None, None


def player_here(tournament: Tournament) -> int | None:
    """The number of the player who entered himself on this phone, if his coming still holds."""
    number = _grant(tournament)[1]
    known = [player.number for player in tournament.known]
    return number if number in known else None


def organises(tournament: Tournament) -> bool:
    """True if this phone may do everything in a tournament."""
    return _grant(tournament)[0] == "organiser"


def my_tournaments() -> list[Tournament]:
    """The tournaments of this phone, the latest first; those that are gone are left out."""
    found = (_or_none(code) for code in reversed(remembered(TOURNAMENTS)))
    return [tournament for tournament in found if tournament and _grant(tournament)[0]]


def tables_of(tournament: Tournament) -> list[str]:
    """The codes of the matches that change what the pages of a tournament show: of its round."""
    return [table.code for table in tournament.round.tables] if tournament.round else []


def version_now(tournament: Tournament) -> str:
    """How far a tournament and the sheets of its tables are written, as its stream says it."""
    return version_with(matches().ledger, tournament.version, tables_of(tournament))


def _or_none(code: str) -> Tournament | None:
    try:
        return tournaments().get(code)
    except UnknownTournament:
        return None


def tournament_for(code: str, *, write: bool = False) -> Tournament:
    """A tournament that this phone may read, or `write` in; else answers 403."""
    known = code in remembered(TOURNAMENTS) or remembered()
    tournament = tournaments().get(code) if known else None
    if tournament is None or not (organises(tournament) if write else _may_read(tournament)):
        abort(403)
    return tournament


def _may_read(tournament: Tournament) -> bool:
    """True for who has a role, and for who keeps the score of a table."""
    return _grant(tournament)[0] is not None or any(map(tournament.place_of, remembered()))
