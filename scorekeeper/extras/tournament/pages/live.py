"""The live page, for watchers and a projector."""

from dataclasses import dataclass, field
from functools import lru_cache

from flask import Blueprint, Response, request
from markupsafe import Markup

from scorekeeper.extras.tournament import Tournament
from scorekeeper.extras.tournament.pages.access import (
    my_player,
    my_side,
    organises,
    side_page,
    tables_of,
    tournament_for,
    version_now,
)
from scorekeeper.extras.tournament.pages.contexts import RoundPage, asked_round
from scorekeeper.extras.tournament.pages.presenter import TOURNAMENT_PRESENTER
from scorekeeper.extras.tournament.pages.wording import ScoreView, TableView, score_views
from scorekeeper.web.access import matches
from scorekeeper.web.render import answer, qr, rendered, wants_partial
from scorekeeper.web.wording.reader import buttons, clock, language, theme

hall = Blueprint("hall", __name__, url_prefix="/t/<code>")
FEWEST, MOST, MOST_TABLES = 8, 16, 6
"""Lines of standings, and tables, that a wide screen shows in letters as large as it can."""


@dataclass(frozen=True)
class LiveView:
    """All that the HTML of the live page depends on, but for its gaps: how far all is written, and
    how it is looked at. `seals` tell apart what ledgers hold under the same code; `address` is what
    links begin with, `here` the player whose phone it is, `side_url` where he enters a result, and
    `round` the number of the round that is shown.
    """

    code: str
    version: str
    seals: tuple[str, str, str]
    looks: tuple[str, str, str]
    part: bool
    address: str
    organises: bool
    here: int | None
    side_url: str
    round: int
    tournament: Tournament = field(compare=False)


@dataclass(frozen=True)
class LivePage(RoundPage):
    """The round and the standings for all who look on."""

    scores: list[ScoreView]
    written_at: str
    organises: bool
    my_player: int | None
    """The player whose phone it is."""
    side_url: str
    """Where he enters the result of his table; else empty."""
    entry_qr: Markup | None

    @property
    def layout(self) -> str:
        """Classes for a wide screen: letters grow until tables and standings fill it.

        Of many players they stay small.
        """
        rows, tables = max(len(self.scores), FEWEST), len(self.tables)
        size = self.tournament.opened.size
        few = rows <= MOST and tables <= MOST_TABLES
        return f" few rows-{rows} tables-{tables} size-{size}" if few else ""

    @property
    def my_table(self) -> TableView | None:
        """The table where he sits."""
        seated = (t for t in self.tables if self.my_player in [each.number for each in t.players])
        return next(seated, None) if self.my_player is not None else None


@hall.get("/live")
def live(code: str) -> Response:
    """The round and the standings, for other phones and a projector."""
    tournament = tournament_for(code)
    view = LiveView(
        code,
        version_now(tournament),
        (tournament.events[0].key, tournament.events[-1].key, tournament.events[-1].hash),
        (language(), theme(), buttons()),
        wants_partial(),
        request.url_root,
        organises(tournament),
        my_player(tournament),
        _side_url(tournament),
        round_.number if (round_ := asked_round(tournament)) else 0,
        tournament,
    )
    return answer(_live_page(view))


@lru_cache(maxsize=256)
def _live_page(view: LiveView) -> str:
    """The live page as HTML, rendered once until something new is written, for a whole hall."""
    tournament = view.tournament
    context = LivePage(
        tournament,
        view.version,
        tournament.rounds[view.round - 1] if view.round else None,
        score_views(tournament),
        written_at=clock(_written_last(tournament)),
        organises=view.organises,
        my_player=view.here,
        side_url=view.side_url,
        entry_qr=_entry_qr(tournament),
    )
    return rendered("extras/tournament/live.html", "watch", context)


def _written_last(tournament: Tournament) -> str:
    """When something was written last, in the tournament or at a table of its round."""
    sheets = (matches().get(code) for code in tables_of(tournament))
    return max([tournament.events[-1].at, *(match.events[-1].at for match in sheets)])


def _side_url(tournament: Tournament) -> str:
    """Where this phone enters the result of its table in this round; empty if it does not."""
    round_ = tournament.round
    if round_ is None or not tournament.twice:
        return ""
    mine = (at for at in range(len(round_.tables)) if my_side(tournament, round_, at))
    return next((side_page(tournament, round_, at) for at in mine), "")


def _entry_qr(tournament: Tournament) -> Markup | None:
    """The code with which people enter themselves, for the wall before the first round."""
    if tournament.rounds or tournament.closed or not organises(tournament):
        return None
    return qr(TOURNAMENT_PRESENTER.link(tournament, "entry"))
