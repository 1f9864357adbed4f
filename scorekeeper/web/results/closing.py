"""The closing page of a match: the order, who pays or buys what, and the result to send."""

from collections.abc import Iterator
from dataclasses import dataclass

from flask import Blueprint, Response
from flask_babel import gettext as _

from scorekeeper.core.rooms import first_of_rooms
from scorekeeper.core.settling import Unbalanced
from scorekeeper.match import Match
from scorekeeper.match.counting import led_since
from scorekeeper.web.http.access import match_or_403, may_write
from scorekeeper.web.match.accounts import Payment, chart_of, payments_of
from scorekeeper.web.match.sheet import inscribe_url_of
from scorekeeper.web.match.sheet_view import MatchContext
from scorekeeper.web.render import page
from scorekeeper.web.wording.events import newest_event
from scorekeeper.web.wording.figures import (
    Chart,
    Rank,
    cell_of,
    is_unnamed,
    ranks_of,
    row_name_genitive,
)
from scorekeeper.web.wording.reader import book_of, date
from scorekeeper.web.wording.rows import notice_text

closing = Blueprint("closing", __name__, url_prefix="/m/<code>")


@dataclass(frozen=True)
class Result:
    """How a match stands or ended, ready for page and text.

    `told` is what the game says of the end: who lost, who buys what.
    """

    title: str
    day: str
    played: str
    ranks: tuple[Rank, ...]
    payments: tuple[Payment, ...]
    told: tuple[str, ...]
    unbalanced: str = ""
    """How much lies beside points that do not add up, so that nobody can settle."""


@dataclass(frozen=True)
class ClosingContext(MatchContext):
    """The closing page."""

    result: Result

    @property
    def text(self) -> str:
        return "\n".join(lines_of(self.result))

    @property
    def chart(self) -> Chart | None:
        return chart_of(self.match)

    @property
    def evening(self) -> str:
        """The page that settles the whole evening; empty where there is none."""
        return first_of_rooms(lambda room: room.evening_url(self.match)) or ""

    @property
    def unnamed(self) -> bool:
        """True if the players have no names of their own yet: now it matters who they are."""
        return is_unnamed(self.match)

    @property
    def turn(self) -> str:
        """Since when the leader leads, the last turn of the evening; empty if there was none."""
        if (row := led_since(self.match)) is None:
            return ""
        since = row_name_genitive(self.match, row)
        leader = self.result.ranks[0].player.name
        return _("In front since %(row)s: %(who)s", row=since, who=leader)

    @property
    def writes(self) -> bool:
        return may_write(self.match)

    @property
    def inscribe_url(self) -> str:
        """Where the loser inscribes a card; empty if that is not due."""
        return inscribe_url_of(self.match)


@closing.get("/result")
def show(code: str) -> Response:
    """The order, who pays whom, the chart, and the ways to hand the result on."""
    match = match_or_403(code)
    return page("results/closing.html", context=ClosingContext(match, result_of(match)))


def result_of(match: Match) -> Result:
    """The result of a match, of all who ever played in it."""
    book = book_of(match.game)
    over = match.standing.over
    payments, unbalanced = _settled(match)
    return Result(
        title=book.title,
        day=date(newest_event(match).at),
        played=book.say("texts", "played", {"n": match.standing.played}),
        ranks=ranks_of(match, match.seating.everybody),
        payments=payments,
        told=tuple(notice_text(match, each) for each in match.standing.notices) if over else (),
        unbalanced=unbalanced,
    )


def lines_of(result: Result) -> Iterator[str]:
    """The result as plain text, line by line."""
    yield " · ".join((result.title, result.day, result.played))
    for rank in result.ranks:
        yield f"{rank.place}. {rank.player.name} {rank.player.total.text} {rank.unit}".rstrip()
    yield from result.told
    for payment in result.payments:
        yield f"{payment.payer.name} → {payment.payee.name}: {payment.amount}"


def _settled(match: Match) -> tuple[tuple[Payment, ...], str]:
    """Who pays whom, or what lies beside points that do not add up; where they are no money,
    neither.
    """
    try:
        return tuple(payments_of(match) or ()), ""
    except Unbalanced as error:
        return (), cell_of(match, error.excess).text
