"""What each member played and won, as a table for other programs."""

from collections.abc import Iterator

from flask import Blueprint, Response
from flask_babel import gettext as _

from scorekeeper.extras.group import Group
from scorekeeper.extras.group.pages.entrance import group_for
from scorekeeper.extras.group.pages.records.figures import asked_year, summaries_of
from scorekeeper.extras.group.records.stats import GroupStats, group_stats, in_year
from scorekeeper.extras.group.records.summary import (
    BOUGHT,
    ENTRIES,
    LOST,
    MATCHES,
    PLAYED,
    POINTS,
    WON,
    Tally,
)
from scorekeeper.games import GAMES
from scorekeeper.web.results.paper import csv_number, table_answer, without_formula
from scorekeeper.web.wording.reader import book_of as book_of_game

group_tables = Blueprint("group_tables", __name__, url_prefix="/c/<code>")

COUNTS = (MATCHES, ENTRIES, PLAYED, WON, LOST, POINTS, BOUGHT)
"""What the table of members counts, in the order of its columns."""


@group_tables.get("/members.csv")
def members(code: str) -> Response:
    """A line for each member and game: what he played, won and lost, in points and in money."""
    group = group_for(code)
    book = group_stats(in_year(summaries_of(group), asked_year()))
    return table_answer(f"{code}-members", _member_lines(group, book))


def _member_lines(group: Group, counted: GroupStats) -> Iterator[list[str]]:
    money = sorted({key for each in counted.values() for key in each.ids if key.kind == "money"})
    yield [
        *(_("Name"), _("Game"), _("Matches"), _("Entries"), _("Played"), _("Won"), _("Lost")),
        *(_("Total points"), _("Rounds bought"), *(key.id for key in money)),
    ]
    for key, game in counted.items():
        title = book_of_game(GAMES[key]).title
        for number, account in sorted(game.accounts.items()):
            figures = [csv_number(account.get(count).n) for count in COUNTS]
            amounts = [_amount(account.tallies.get(each)) for each in money]
            yield [without_formula(group.members[number].name), title, *figures, *amounts]


def _amount(tally: Tally | None) -> str:
    return csv_number(tally.n / 100) if tally else ""
