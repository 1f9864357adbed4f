"""Settling up: who pays whom, how the totals ran, and what each player did."""

from dataclasses import dataclass

from flask import Blueprint, Response, request, url_for
from flask_babel import gettext as _

from scorekeeper.core import settling
from scorekeeper.match import Match
from scorekeeper.match.counting import Running, running_totals
from scorekeeper.web.http.access import match_or_403
from scorekeeper.web.match.sheet_view import MatchContext
from scorekeeper.web.render import before, page, paginate
from scorekeeper.web.wording import figures
from scorekeeper.web.wording.reader import money
from scorekeeper.web.wording.rows import NOTHING

accounts = Blueprint("accounts", __name__, url_prefix="/m/<code>")
"""The page that settles the whole evening of a match; empty where there is none."""


@dataclass(frozen=True)
class Pot:
    """The pot as one of those who pay and are paid."""

    name: str
    sign: str = ""
    shape: str = "pot"


@dataclass(frozen=True)
class Payment:
    """One player pays another so much; or a player the pot, or it him."""

    payer: figures.Column | Pot
    payee: figures.Column | Pot
    amount: str


@dataclass(frozen=True)
class AccountsContext(MatchContext):
    """How the totals ran; `paged` says that older ones are shown."""

    url: str
    running: list[list[figures.Cell]]
    older: int
    paged: bool

    @property
    def columns(self) -> tuple[figures.Column, ...]:
        return figures.columns_of(self.match, self.match.seating.everybody)

    @property
    def chart(self) -> figures.Chart | None:
        return chart_of(self.match)

    @property
    def stats(self) -> list[tuple[str, list[str]]]:
        """What each player did: a label with the figures of all."""
        return figures.stats_of(self.match)


@accounts.get("/accounts", endpoint="show")
def accounts_page(code: str) -> Response:
    """The chart with its table (a page of it at a time), and statistics."""
    match = match_or_403(code)
    list_page = paginate(_running(match), before())
    context = AccountsContext(
        match=match,
        url=url_for("accounts.show", code=code, before=before()),
        running=[_cells(match, totals) for totals in list_page.lines],
        older=list_page.older,
        paged="before" in request.args,
    )
    return page("match/accounts.html", "accounts", context=context)


def payments_of(match: Match) -> list[Payment] | None:
    """Who pays whom; None for a game whose points are no money between players.

    Raises Unbalanced.
    """
    if not match.game.higher_wins:
        return None
    columns = figures.columns_of(match, match.seating.everybody)
    totals = tuple(match.totals[column.person] for column in columns)
    parties: tuple[figures.Column | Pot, ...] = columns
    if (pot := match.game.pot(match.standing)) is not None:
        parties, totals = (*columns, Pot(_("The pot"))), (*totals, pot)
    stake = match.game.stake(match.house)
    return [
        Payment(
            parties[payer],
            parties[payee],
            money(points * stake.point, stake.currency) if stake else str(points),
        )
        for payer, payee, points in settling.payments(totals)
    ]


def chart_of(match: Match) -> figures.Chart | None:
    """The running totals as curves; None before there are two points to join."""
    running = [dict(enumerate(row)) for row in _running(match)]
    return figures.draw(running, figures.columns_of(match, match.seating.everybody))


def _running(match: Match) -> list[Running]:
    """The totals before the first entry and after each that counts, by person."""
    return list(running_totals(match))


def _cells(match: Match, totals: Running) -> list[figures.Cell]:
    shown = (totals[person] for person in match.seating.everybody)
    return [NOTHING if total is None else figures.figure_of(match, total) for total in shown]
