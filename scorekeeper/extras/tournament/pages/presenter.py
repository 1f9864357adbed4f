"""What a tournament says of itself to the pages that it shares with matches and companies."""

from collections.abc import Sequence

from flask import request
from flask_babel import gettext as _

from scorekeeper.extras.tournament import TOURNAMENT, Tournament
from scorekeeper.extras.tournament.actions import BadSum, NotNow, Tournaments
from scorekeeper.extras.tournament.pages.access import (
    PAGES,
    ROLES,
    Role,
    grant_role,
    tables_of,
    tournament_for,
    tournaments,
    version_now,
)
from scorekeeper.extras.tournament.pages.wording import describe, event_name, sum_text, why_not
from scorekeeper.ledger import Event
from scorekeeper.match.files import streams_of
from scorekeeper.stream.files import Events
from scorekeeper.web.access import matches
from scorekeeper.web.live import Codes
from scorekeeper.web.stream import StreamPresenter


class TournamentPresenter(StreamPresenter[Tournament, Role]):
    """Tournaments, followed with the sheets of their tables, or with that of one `table`."""

    pages = PAGES
    home = "board.show"
    share_template = "extras/tournament/share.html"
    live = "/stream"
    file = "tournament"
    roles = ROLES
    watches: Role = "watcher"
    writes: Role = "organiser"
    refusals = (NotNow, BadSum)

    def streams(self) -> Tournaments:
        return tournaments()

    def open(self, code: str, *, write: bool = False) -> Tournament:
        return tournament_for(code, write=write)

    def grant_role(self, stream: Tournament, role: Role) -> None:
        grant_role(stream, role)

    def landing(self, role: Role) -> str:
        pages = {"organiser": "board.show", "watcher": "hall.live", "entry": "entrants.register"}
        return pages[role]

    def describe(self, stream: Tournament, event: Event) -> str:
        return describe(stream, event)

    def news(self, stream: Tournament, event: Event) -> str:
        told = TOURNAMENT.kinds_with("undoable") | TOURNAMENT.kinds_with("told")
        return describe(stream, event) if event.kind in told else ""

    def name(self, stream: Tournament, event: Event) -> str:
        return event_name(event)

    def refusal(self, stream: Tournament, fault: Exception) -> str:
        if isinstance(fault, BadSum):
            return sum_text(stream, fault.table, fault.excess)
        return why_not(str(fault))

    def others(self, code: str) -> Codes:
        known, only = tournaments(), request.args.get("table")
        return lambda: tables_of(known.get(code), only)

    def version(self, stream: Tournament) -> str:
        return version_now(stream, request.args.get("table"))

    def elsewhere(self) -> str:
        if request.args.get("table"):
            return _("There is news from this table.")
        return _("There is news from a table.")

    def all_events(self, stream: Tournament) -> Sequence[Events]:
        return streams_of(matches().ledger, stream.code)


TOURNAMENT_PRESENTER = TournamentPresenter()
