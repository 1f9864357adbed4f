"""What each member played and won, the accounts and the payments, as tables for other programs."""

from collections.abc import Iterator
from datetime import date

from flask import Blueprint, Response
from flask_babel import gettext as _

from scorekeeper.extras.group import Group
from scorekeeper.extras.group.evenings import night_of
from scorekeeper.extras.group.events import Paid
from scorekeeper.extras.group.pages.entrance import group_for
from scorekeeper.extras.group.pages.evenings.accounts import postings
from scorekeeper.extras.group.pages.evenings.settled import party_view
from scorekeeper.extras.group.pages.records.figures import (
    asked_year,
    calendar_of,
    summaries_of,
    zone,
)
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
from scorekeeper.web.results import csv_number, table_answer, without_formula
from scorekeeper.web.wording.reader import book_of as book_of_game
from scorekeeper.web.wording.reader import in_currency

group_tables = Blueprint("group_tables", __name__, url_prefix="/c/<code>")

COUNTS = (MATCHES, ENTRIES, PLAYED, WON, LOST, POINTS, BOUGHT)
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
        title = book_of_game(GAMES[key]).title
        for number, account in sorted(game.accounts.items()):
            figures = [csv_number(account.get(count).n) for count in COUNTS]
            amounts = [_amount(account.tallies.get(each)) for each in money]
            yield [without_formula(group.members[number].name), title, *figures, *amounts]


def _amount(tally: Tally | None) -> str:
    return csv_number(in_currency(tally.n)) if tally else ""
