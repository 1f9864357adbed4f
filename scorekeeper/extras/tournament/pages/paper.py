"""A tournament on paper and as a table: slips and lists of a round, the report, CSV, a file."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from unicodedata import normalize

from babel.numbers import format_decimal, get_decimal_symbol
from flask import Blueprint, Response
from flask_babel import gettext as _
from markupsafe import Markup

from scorekeeper.extras.tournament import Round, Tournament
from scorekeeper.extras.tournament.pages.access import (
    organises,
    side_path,
    tournament_for,
    version_now,
)
from scorekeeper.extras.tournament.pages.contexts import RoundPage, TournamentPage
from scorekeeper.extras.tournament.pages.presenter import TOURNAMENT_PRESENTER
from scorekeeper.extras.tournament.pages.wording import (
    ScoreView,
    TableView,
    marked_names,
    points_text,
    score_views,
    table_title,
    table_views,
)
from scorekeeper.extras.tournament.standings import points_of, standings
from scorekeeper.web.access import absolute_url, link, matches
from scorekeeper.web.render import page, qr
from scorekeeper.web.results.paper import without_formula
from scorekeeper.web.wording.reader import date, language

sheets = Blueprint("hall_paper", __name__, url_prefix="/t/<code>")
Line = list[str | int]


@dataclass(frozen=True)
class ListsPage(RoundPage):
    """Who sits where, for the wall."""

    places: list[tuple[str, str]]
    """The name of each player, and the title of his table."""
    watch_qr: Markup


@dataclass(frozen=True)
class ReportPage(TournamentPage):
    """Everything that was played."""

    scores: list[ScoreView]
    organises: bool

    @property
    def day(self) -> str:
        """When it began."""
        return date(self.tournament.events[0].at)

    @property
    def rounds(self) -> list[tuple[Round, list[TableView], tuple[str, ...]]]:
        """Each round with its tables, and with the names of those who sat it out."""
        tournament = self.tournament
        return [
            (each, table_views(tournament, each), marked_names(tournament, each.pauses))
            for each in tournament.rounds
        ]


@sheets.get("/slips")
def slips(code: str) -> Response:
    """A slip for each table of the round: who sits there, and the way to its sheet."""
    tournament = tournament_for(code, write=True)
    round_ = tournament.round
    views = table_views(tournament, round_) if round_ else []
    return page(
        "extras/tournament/slips.html",
        code=code,
        tournament=tournament,
        round=round_,
        slips=[(view, _scorer_qr(view), _side_qr(tournament, view)) for view in views],
    )


def _scorer_qr(view: TableView) -> Markup:
    return qr(link(matches().get(view.code), "scorer"))


def _side_qr(tournament: Tournament, view: TableView) -> Markup:
    """The code with which the players of a table enter its result, if they do."""
    round_ = tournament.round
    if round_ is None or not tournament.twice:
        return Markup()
    return qr(absolute_url(side_path(tournament, round_, view.at - 1)))


@sheets.get("/lists")
def lists(code: str) -> Response:
    """Who sits where, table by table and by name, for the wall."""
    tournament = tournament_for(code)
    places = sorted(_places(tournament, tournament.round), key=lambda each: _folded(each[0]))
    watch_qr = qr(TOURNAMENT_PRESENTER.link(tournament, "watcher"))
    context = ListsPage(tournament, version_now(tournament), tournament.round, places, watch_qr)
    return page("extras/tournament/lists.html", "lists", context=context)


def _places(tournament: Tournament, round_: Round | None) -> Iterator[tuple[str, str]]:
    """Each player of a round with what he looks for."""
    for at, table in enumerate(round_.tables if round_ else ()):
        for name in marked_names(tournament, table.seats):
            yield name, table_title(tournament, at)
    for name in marked_names(tournament, round_.pauses) if round_ else ():
        yield name, _("sits out")


def _folded(name: str) -> str:
    return normalize("NFKD", name.casefold())


@sheets.get("/report")
def report(code: str) -> Response:
    """Standings, rounds and tables, to be printed."""
    tournament = tournament_for(code)
    context = ReportPage(
        tournament, version_now(tournament), score_views(tournament), organises(tournament)
    )
    return page("extras/tournament/report.html", "report", context=context)


@sheets.get("/report.csv")
def table(code: str) -> Response:
    """Standings and every result, as the reader's country separates values."""
    tournament = tournament_for(code)
    comma = get_decimal_symbol(language()) == ","
    text = StringIO()
    csv.writer(text, delimiter=";" if comma else ",").writerows(_lines(tournament))
    # Other programs know by this mark that the text is UTF-8.
    response = Response(f"\ufeff{text.getvalue()}", mimetype="text/csv")
    response.headers["Content-Disposition"] = f'attachment; filename="tournament-{code}.csv"'
    return response


def _lines(tournament: Tournament) -> Iterator[Line]:
    """First the standings, then a line for each player of each table."""
    yield [_("Place"), _("Player"), _("Place points"), _("Balance"), _("Played"), _("Sat out")]
    for score in standings(tournament):
        name = without_formula(tournament.players[score.player].name)
        points, balance = points_text(score.points), _amount(tournament, score.balance)
        yield [score.place, name, points, balance, score.played, score.pauses]
    yield []
    yield [_("Round"), _("Table"), _("Seat"), _("Player"), _("Balance"), _("Place points")]
    for round_ in tournament.rounds:
        yield from _of_round(tournament, round_)


def _of_round(tournament: Tournament, round_: Round) -> Iterator[Line]:
    for at, each in enumerate(round_.tables, start=1):
        points = points_of(tournament, each) if each.done else ()
        for seat, name in enumerate(tournament.names(each.seats)):
            line: Line = [round_.number, at, seat + 1, without_formula(name)]
            if each.done:
                line += [_amount(tournament, each.balances[seat]), points_text(points[seat])]
            yield line
    for name in tournament.names(round_.pauses):
        yield [round_.number, "", "", without_formula(name), _("sits out")]


def _amount(tournament: Tournament, points: int) -> str:
    """Points as a number, in money where it is played for it."""
    stake = tournament.game.stake(tournament.house)
    worth = points * stake.point / 100 if stake else points
    return str(format_decimal(worth, "0.##", locale=language()))
