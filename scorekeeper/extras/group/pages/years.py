"""A year of a group on paper – who played how, and who bought –, and the figures and payments of a
group as tables for other programs.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from flask import Blueprint, Response, abort
from flask_babel import gettext as _

from scorekeeper.extras.group import Group
from scorekeeper.extras.group.evenings import night_of
from scorekeeper.extras.group.events import Bought, Paid
from scorekeeper.extras.group.pages.accounts import member_names, party_view, postings
from scorekeeper.extras.group.pages.entrance import group_for
from scorekeeper.extras.group.pages.figures import RankedTable, asked_year, game_view, season_view
from scorekeeper.extras.group.pages.hooks import calendar_of, summaries_of, zone
from scorekeeper.extras.group.pages.records import RecordView, record_views
from scorekeeper.extras.group.records import summary
from scorekeeper.extras.group.records.stats import (
    GameStats,
    GroupStats,
    MatchSummary,
    group_stats,
    in_year,
)
from scorekeeper.games import GAMES
from scorekeeper.web.render import page
from scorekeeper.web.results import csv_number, table_answer, without_formula
from scorekeeper.web.wording.reader import book_of, in_currency

years = Blueprint("years", __name__, url_prefix="/c/<code>/years")


@dataclass(frozen=True)
class GameTable:
    """A game: its table, the best first, and the records of the year."""

    title: str
    matches: int
    table: RankedTable
    records: list[RecordView]


@years.get("/<int:year>", endpoint="show")
def year_page(code: str, year: int) -> Response:
    """The year as a page to print, also one in which only other things than matches happened."""
    group = group_for(code)
    whole = summaries_of(group)
    summaries = in_year(whole, year)
    if not summaries and not any(event.at.startswith(f"{year}-") for event in group.events):
        abort(404)
    counted = group_stats(summaries)
    return page(
        "extras/group/evenings/year.html",
        group=group,
        year=year,
        other_years=sorted({each.night.year for each in whole} - {year}, reverse=True),
        table=season_view(group, summaries, year),
        games=[
            GameTable(
                book_of(GAMES[key]).title,
                counted[key].matches,
                game_view(group, GAMES[key], counted[key], year),
                record_views(group, GAMES[key], counted[key]),
            )
            for key in sorted(counted)
        ],
        buyers=list(_buyers(group, whole, list(counted.values()), year)),
    )


def _buyers(
    group: Group, whole: Sequence[MatchSummary], counted: Sequence[GameStats], year: int
) -> Iterator[tuple[str, int, str]]:
    """Who bought: the name, how many rounds by the sheets, and what else was written down."""
    written = [body for _seq, night, body in calendar_of(group, whole).bought if night.year == year]
    for member in group.members:
        accounts = (game.accounts.get(member.number) for game in counted)
        lost = sum(account.get(summary.BOUGHT).n for account in accounts if account)
        bought = [body for body in written if body.buyer == member.number]
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


group_tables = Blueprint("group_tables", __name__, url_prefix="/c/<code>")

COUNTS = (
    *(summary.MATCHES, summary.ENTRIES, summary.PLAYED, summary.WON, summary.LOST),
    *(summary.POINTS, summary.BOUGHT),
)
"""What the table of members counts, in the order of its columns."""


@group_tables.get("/members.csv")
def members(code: str) -> Response:
    """A line for each member and game: what he played, won and lost, in points and in money."""
    group = group_for(code)
    book = group_stats(in_year(summaries_of(group), asked_year()))
    return table_answer(f"{code}-members", _member_lines(group, book))


@group_tables.get("/accounts.csv")
def accounts(code: str) -> Response:
    """A line for each evening and each payment of everybody: they add up to what he has to get."""
    group = group_for(code)
    return table_answer(f"{code}-accounts", _account_lines(group))


@group_tables.get("/payments.csv")
def payments(code: str) -> Response:
    """A line for each payment: when it was written, of which evening, and who paid whom."""
    group = group_for(code)
    return table_answer(f"{code}-payments", _payment_lines(group))


def _account_lines(group: Group) -> Iterator[list[str]]:
    yield [_("Name"), _("Day"), _("What"), _("Amount"), _("Currency")]
    lines = (
        (party_view(group, party).name, day, paid, each, currency)
        for party, day, paid, each, currency in postings(group, summaries_of(group))
    )
    for name, day, paid, each, currency in sorted(lines, key=lambda line: line[:2]):
        kind = _("Payment") if paid else _("Evening")
        amount = csv_number(in_currency(each))
        yield [without_formula(name), day.isoformat(), kind, amount, currency]


def _payment_lines(group: Group) -> Iterator[list[str]]:
    yield [
        *(_("Day"), _("Evening"), _("Who paid"), _("To whom"), _("Amount"), _("Currency")),
    ]
    calendar = calendar_of(group, summaries_of(group))
    for seq, body in group.bodies_of(Paid):
        written = night_of(group.events[seq - 1].at, zone())
        night = calendar.evening_of(seq, date.fromisoformat(body.night)) if body.night else None
        names = (without_formula(group.members[who].name) for who in (body.payer, body.payee))
        amount = csv_number(in_currency(body.amount))
        yield [written.isoformat(), str(night or ""), *names, amount, body.currency]


def _member_lines(group: Group, counted: GroupStats) -> Iterator[list[str]]:
    money = sorted({key for each in counted.values() for key in each.ids if key.kind == "money"})
    yield [
        *(_("Name"), _("Game"), _("Matches"), _("Entries"), _("Played"), _("Won"), _("Lost")),
        *(_("Total points"), _("Rounds bought"), *(key.id for key in money)),
    ]
    for key, game in counted.items():
        title = book_of(GAMES[key]).title
        for number, account in sorted(game.accounts.items()):
            figures = [csv_number(account.get(count).n) for count in COUNTS]
            amounts = [
                csv_number(in_currency(tally.n)) if (tally := account.tallies.get(each)) else ""
                for each in money
            ]
            yield [without_formula(group.members[number].name), title, *figures, *amounts]
