"""A year of a group on paper: who played how, and who bought."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, abort
from flask_babel import gettext as _

from scorekeeper.extras.group import Group
from scorekeeper.extras.group.evenings import Calendar
from scorekeeper.extras.group.events import Bought
from scorekeeper.extras.group.pages.entrance import GroupPage, group_for
from scorekeeper.extras.group.pages.evenings.settled import member_names
from scorekeeper.extras.group.pages.records.figures import calendar_of, summaries_of
from scorekeeper.extras.group.pages.records.pages import RecordView, record_views
from scorekeeper.extras.group.pages.records.tables import RankedTable, game_view, season_view
from scorekeeper.extras.group.records.stats import GameStats, group_stats, in_year
from scorekeeper.extras.group.records.summary import BOUGHT
from scorekeeper.games import GAMES
from scorekeeper.web.render import page
from scorekeeper.web.wording.reader import book_of as book_of_game

years = Blueprint("years", __name__, url_prefix="/c/<code>/years")


@dataclass(frozen=True)
class GameTable:
    """A game: its table, the best first, and the records of the year."""

    title: str
    matches: int
    table: RankedTable
    records: list[RecordView]


@dataclass(frozen=True)
class YearPage(GroupPage):
    """A year to be printed."""

    year: int
    other_years: list[int]
    table: RankedTable
    """Who played best over all games."""
    games: list[GameTable]
    buyers: list[tuple[str, int, str]]
    """Who bought: the name, how many rounds by the sheets, and what else."""


@years.get("/<int:year>", endpoint="show")
def year_page(code: str, year: int) -> Response:
    """The year as a page to print, also one in which only other things than matches happened."""
    group = group_for(code)
    whole = summaries_of(group)
    summaries = in_year(whole, year)
    if not summaries and not any(event.at.startswith(f"{year}-") for event in group.events):
        abort(404)
    counted = group_stats(summaries)
    context = YearPage(
        group,
        year,
        sorted({each.night.year for each in whole} - {year}, reverse=True),
        table=season_view(group, summaries, year),
        games=[_game_table(group, key, counted[key], year) for key in sorted(counted)],
        buyers=list(_buyers(calendar_of(group, whole), list(counted.values()), year)),
    )
    return page("extras/group/evenings/year.html", context=context)


def _game_table(group: Group, key: str, counted: GameStats, year: int) -> GameTable:
    game = GAMES[key]
    return GameTable(
        book_of_game(game).title,
        counted.matches,
        game_view(group, game, counted, year),
        record_views(group, game, counted),
    )


def _buyers(
    calendar: Calendar, counted: Sequence[GameStats], year: int
) -> Iterator[tuple[str, int, str]]:
    """Who bought: the name, how many rounds by the sheets, and what else was written down."""
    group = calendar.group
    for member in group.members:
        lost = sum(
            game.accounts[member.number].get(BOUGHT).n
            for game in counted
            if member.number in game.accounts
        )
        bought = [
            body
            for _seq, night, body in calendar.bought
            if body.buyer == member.number and night.year == year
        ]
        if lost or bought:
            yield member.name, lost, "; ".join(_counted(group, bought))


def _counted(group: Group, bought: Sequence[Bought]) -> Iterator[str]:
    """What was bought, each thing once, and for whom: "rum 3×, for Petr, Jana"."""
    for what in dict.fromkeys(body.what for body in bought):
        alike = [body for body in bought if body.what == what]
        guests = sorted({guest for body in alike for guest in body.guests})
        thing = what or _("a round")
        parts = [f"{thing} {len(alike)}×" if len(alike) > 1 else thing]
        if guests:
            parts.append(_("for %(names)s", names=member_names(group, guests)))
        yield ", ".join(parts)
