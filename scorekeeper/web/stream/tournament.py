"""The page of a tournament of an older version: what it was, its file, and the way to its tables.

Its links still lead here, for whoever had a role in it: the organiser gets the file, too.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Literal, cast

from flask import Blueprint, Response, abort, url_for

from scorekeeper.games import GAMES
from scorekeeper.ledger import Event
from scorekeeper.match.files import streams_of
from scorekeeper.stream.files import Events
from scorekeeper.stream.tournament import Tournament, Tournaments, UnknownTournament, tables_of
from scorekeeper.web.http.access import granted_codes, matches, my_match
from scorekeeper.web.http.grants import TOURNAMENTS, add_grant, grants_on
from scorekeeper.web.http.identifiers import phone_id
from scorekeeper.web.render import page
from scorekeeper.web.stream import StreamPresenter
from scorekeeper.web.stream.pages import SharedPages
from scorekeeper.web.wording.events import retired_text
from scorekeeper.web.wording.reader import book_of, date

Role = Literal["organiser", "watcher", "entry"]
ROLES: tuple[Role, ...] = ("organiser", "watcher", "entry")
"""What its links gave, the best first."""
PAGES = "tournament"
"""The blueprint of what is left of it."""
tournament = Blueprint(PAGES, __name__, url_prefix="/t/<code>")


class TournamentPresenter(StreamPresenter[Tournament, Role]):
    """Tournaments, of which nothing is written any more."""

    pages = PAGES
    home = "tournament.show"
    file = "tournament"
    roles = ROLES
    watches: Role = "watcher"
    writes: Role = "organiser"

    def streams(self) -> Tournaments:
        return Tournaments(matches().ledger, most=1)

    def open(self, code: str, *, write: bool = False) -> Tournament:
        known = _known(code) if code in granted_codes(TOURNAMENTS) else None
        role = role_in(known) if known else None
        if known is None or role is None or (write and role != "organiser"):
            abort(403)
        return known

    def grant_role(self, stream: Tournament, role: Role) -> None:
        best = min(filter(None, (role_in(stream), role)), key=ROLES.index)
        add_grant(TOURNAMENTS, (stream.code, best, None, stream.links.generation))

    def describe(self, stream: Tournament, event: Event) -> str:
        return retired_text(stream, event)

    def all_events(self, stream: Tournament) -> Sequence[Events]:
        return streams_of(matches().ledger, stream.code)


TOURNAMENT_PRESENTER = TournamentPresenter()


def role_in(tournament: Tournament) -> Role | None:
    """The role of this phone; None if the links were renewed since, but on the phone that did."""
    links = tournament.links
    for code, role, _player, generation in grants_on(TOURNAMENTS):
        if code == tournament.code:
            renewed_here = role == "organiser" and links.phone == phone_id(code)
            return cast(Role, role) if generation == links.generation or renewed_here else None
    return None


def my_tournaments() -> Iterator[tuple[Tournament, Role]]:
    """The tournaments of this phone with its role in each, the latest first."""
    for code in reversed(granted_codes(TOURNAMENTS)):
        if (known := _known(code)) and (role := role_in(known)):
            yield known, role


def _known(code: str) -> Tournament | None:
    with suppress(UnknownTournament):
        return TOURNAMENT_PRESENTER.streams().get(code)
    return None


@tournament.get("", endpoint="show")
def tournament_page(code: str) -> Response:
    return _tables_page(TOURNAMENT_PRESENTER.open(code))


def _tables_page(stream: Tournament, status: int = 200, message: str = "") -> Response:
    organises = role_in(stream) == "organiser"
    known = filter(None, map(my_match, tables_of(stream.events)))
    return page(
        "stream/tournament.html",
        status=status,
        tournament=stream,
        game=book_of(GAMES[stream.game]).title if stream.game in GAMES else stream.game,
        day=date(stream.events[0].at),
        export_url=url_for("tournament.export", code=stream.code) if organises else "",
        # Who sat at a table, and the address of its match.
        tables=[(", ".join(m.names), url_for("sheet.show", code=m.code)) for m in known],
    )


_PAGES = SharedPages(TOURNAMENT_PRESENTER, _tables_page)
tournament.add_url_rule("/in/<token>", "join", _PAGES.open_link)
tournament.add_url_rule("/export", "export", _PAGES.export)
