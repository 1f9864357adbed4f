"""Who may do what in a tournament: the organiser writes, watchers read, others enter themselves.

Links are made as those of matches are; a phone has its roles on a shelf of their own. Who keeps the
score of a table may read the tournament, too.
"""

from dataclasses import dataclass
from typing import Literal, cast

from flask import abort, current_app, url_for

from scorekeeper.extras.tournament import Round, Tournament
from scorekeeper.extras.tournament.actions import Tournaments, UnknownTournament
from scorekeeper.web.access import (
    granted_codes,
    matches,
    may_write,
    person_of_phone,
    role_by_token,
    token_of,
)
from scorekeeper.web.identifiers import phone_id
from scorekeeper.web.live import version_with
from scorekeeper.web.shelves import SIDES, TOURNAMENTS, add_grant, grants_on

Role = Literal["organiser", "watcher", "entry"]
ROLES: tuple[Role, ...] = ("organiser", "watcher", "entry")
"""What links give: to do everything, to look on, to enter oneself."""


PAGES = "board"
"""The blueprint of the organiser's page, and of what a tournament shares."""


def tournaments() -> Tournaments:
    """The app's tournaments, on the ledger of its matches."""
    known = current_app.extensions.get("tournaments")
    if known is None:
        known = current_app.extensions["tournaments"] = Tournaments(matches())
    return cast(Tournaments, known)


def my_role(tournament: Tournament) -> Role | None:
    """The role of this phone in a tournament; None if it has none."""
    return _grant(tournament)[0]


def grant_role(tournament: Tournament, role: Role, player: int | None = None) -> None:
    """Lets this phone have a role; what it may already do it goes on doing.

    `player` is the number of who entered himself on it.
    """
    had, number = _grant(tournament)
    best = min(filter(None, (had, role)), key=ROLES.index)
    number = number if player is None else player
    grant = (tournament.code, best, number, tournament.links.generation)
    add_grant(TOURNAMENTS, grant)


def _grant(tournament: Tournament) -> tuple[Role | None, int | None]:
    """The role of this phone in a tournament, and the number of the player whose it is.

    None if the links were renewed since, but on the phone that did it.
    """
    links = tournament.links
    for code, role, player, generation in reversed(grants_on(TOURNAMENTS)):
        if code == tournament.code:
            renewed_here = role == "organiser" and links.phone == phone_id(code)
            holds = generation == links.generation or renewed_here
            return cast(Role, role) if holds else None, player
    return None, None


def my_player(tournament: Tournament) -> int | None:
    """The number of the player who entered himself on this phone, if his coming still holds."""
    number = _grant(tournament)[1]
    known = [player.number for player in tournament.known]
    return number if number in known else None


def organises(tournament: Tournament) -> bool:
    """True if this phone may do everything in a tournament."""
    return _grant(tournament)[0] == "organiser"


def my_tournaments() -> list[Tournament]:
    """The tournaments of this phone, the latest first; those that are gone are left out."""
    found = (_or_none(code) for code in reversed(granted_codes(TOURNAMENTS)))
    return [tournament for tournament in found if tournament and _grant(tournament)[0]]


def tables_of(tournament: Tournament, only: str | None = None) -> list[str]:
    """The codes of the matches that change what a page of a tournament shows: all of its round,
    or `only` one; none if that is no table of it.
    """
    if only is not None:
        return [only] if tournament.find_table(only) else []
    return [table.code for table in tournament.round.tables] if tournament.round else []


def version_now(tournament: Tournament, only: str | None = None) -> str:
    """How far a tournament and the sheets of its tables are written, as its stream says it."""
    return version_with(matches().ledger, tournament.version, tables_of(tournament, only))


def _or_none(code: str) -> Tournament | None:
    try:
        return tournaments().get(code)
    except UnknownTournament:
        return None


def tournament_for(code: str, *, write: bool = False) -> Tournament:
    """A tournament that this phone may read, or `write` in; else answers 403, as for a code that
    is none: whoever has no role learns nothing of it.
    """
    tournament = _or_none(code) if code in granted_codes(TOURNAMENTS) or granted_codes() else None
    if tournament is None or not (organises(tournament) if write else _may_read(tournament)):
        abort(403)
    return tournament


def _may_read(tournament: Tournament) -> bool:
    """True for who has a role, and for who keeps the score of a table."""
    return _grant(tournament)[0] is not None or any(map(tournament.find_table, granted_codes()))


@dataclass(frozen=True)
class Side:
    """A phone that enters the result of a table; `seat` is None until it has said who sits there.

    Whoever entered himself for the tournament on it is `known`.
    """

    seat: int | None
    known: bool = False


def side_path(tournament: Tournament, round_: Round, at: int) -> str:
    """The path of the link with which the sides of a table (from 0) enter its result."""
    generation = tournament.links.generation
    token = token_of(tournament.code, _side(round_.number, at + 1), generation)
    return url_for(
        "sides.join", code=tournament.code, round_number=round_.number, table=at + 1, token=token
    )


def side_page(tournament: Tournament, round_: Round, at: int) -> str:
    """The path of the page where a side of a table (from 0) enters its result."""
    return url_for("sides.show", code=tournament.code, round_number=round_.number, table=at + 1)


def check_side(code: str, round_number: int, table: int, token: str) -> None:
    """Raises WrongLink for a link to the side of a table that is none, EndedLink if it ended."""
    role_by_token(code, token, tournaments().get, [_side(round_number, table)])


def _side(round_number: int, table: int) -> str:
    """What a token calls the sides of a table (from 1)."""
    return f"side-{round_number}-{table}"


def remember_side(
    tournament: Tournament, round_: Round, at: int, player: int | None = None
) -> None:
    """Lets this phone enter the result of a table (from 0), for a player once it is known whom."""
    table = tournament.code, round_.number, at
    add_grant(SIDES, (*table, player, tournament.links.generation))


def my_side(tournament: Tournament, round_: Round, at: int) -> Side | None:
    """The side that this phone is at a table (from 0); None if it has nothing to enter there.

    So is one that opened its link, one that has a seat there or whose player entered himself, and
    who keeps its score.
    """
    seats, player = round_.tables[at].seats, my_player(tournament)
    if player in seats and _grant(tournament)[0]:
        return Side(seats.index(player), known=True)
    table, generation = (tournament.code, round_.number, at), tournament.links.generation
    granted = [side[3] for side in grants_on(SIDES) if (side[:3], side[4]) == (table, generation)]
    if granted and granted[0] in seats:
        return Side(seats.index(granted[0]))
    match = matches().get(round_.tables[at].code)
    person = person_of_phone(match)
    if person is not None and person < len(seats):
        return Side(person)
    return Side(None) if granted or may_write(match) else None
