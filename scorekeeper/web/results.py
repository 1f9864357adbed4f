"""The end of an evening: who won, who pays or buys what, how the totals ran, the result to send,
and the whole sheet on paper with signatures, and as a table of comma separated values, as the
reader's country separates them. What is still written on the sheet does not belong here, nor a
match as a file to take in.
"""

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from io import StringIO

from babel.numbers import format_decimal, get_decimal_symbol
from flask import Blueprint, Response, request, url_for
from flask_babel import gettext as _

from scorekeeper.core import settling
from scorekeeper.core.rooms import first_of_rooms
from scorekeeper.core.settling import Unbalanced
from scorekeeper.core.sheet import sum_of
from scorekeeper.core.turns import give_way
from scorekeeper.ledger import Event
from scorekeeper.match import Match
from scorekeeper.match.counting import Running, led_since, running_totals
from scorekeeper.match.rows import Row
from scorekeeper.web.http.access import link, match_or_403, may_write
from scorekeeper.web.match.sheet import inscribe_url_of
from scorekeeper.web.render import before, page, paginate, qr
from scorekeeper.web.rulebook.examples import house_rule_texts
from scorekeeper.web.wording import figures, reader
from scorekeeper.web.wording.events import newest_event
from scorekeeper.web.wording.rows import NOTHING, RowView, agreed_text, notice_text, row_view

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


@accounts.get("/accounts", endpoint="show")
def accounts_page(code: str) -> Response:
    """The chart with its table (a page of it at a time), and statistics."""
    match = match_or_403(code)
    list_page = paginate(list(running_totals(match)), before())
    return page(
        "match/accounts.html",
        "accounts",
        match=match,
        url=url_for("accounts.show", code=code, before=before()),
        running=[_cells(match, totals) for totals in list_page.lines],
        older=list_page.older,
        paged="before" in request.args,
        columns=figures.columns_of(match, match.seating.everybody),
        chart=chart_of(match),
        stats=figures.stats_of(match),
    )


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
            reader.money(points * stake.point, stake.currency) if stake else str(points),
        )
        for payer, payee, points in settling.payments(totals)
    ]


def chart_of(match: Match) -> figures.Chart | None:
    """The running totals as curves; None before there are two points to join."""
    running = [dict(enumerate(row)) for row in running_totals(match)]
    return figures.draw(running, figures.columns_of(match, match.seating.everybody))


def _cells(match: Match, totals: Running) -> list[figures.Cell]:
    shown = (totals[person] for person in match.seating.everybody)
    return [NOTHING if total is None else figures.figure_of(match, total) for total in shown]


closing = Blueprint("closing", __name__, url_prefix="/m/<code>")


@dataclass(frozen=True)
class Result:
    """How a match stands or ended, ready for page and text.

    `told` is what the game says of the end: who lost, who buys what.
    """

    title: str
    day: str
    played: str
    ranks: tuple[figures.Rank, ...]
    payments: tuple[Payment, ...]
    told: tuple[str, ...]
    unbalanced: str = ""
    """How much lies beside points that do not add up, so that nobody can settle."""


@closing.get("/result", endpoint="show")
def result_page(code: str) -> Response:
    """The order, who pays whom, the chart, and the ways to hand the result on."""
    match = match_or_403(code)
    result = result_of(match)
    return page(
        "results/closing.html",
        match=match,
        result=result,
        text="\n".join(lines_of(result)),
        chart=chart_of(match),
        evening=first_of_rooms(lambda room: room.evening_url(match)) or "",
        unnamed=figures.is_unnamed(match),
        turn=_turn(match, result),
        writes=may_write(match),
        inscribe_url=inscribe_url_of(match),
    )


def _turn(match: Match, result: Result) -> str:
    """Since when the leader leads, the last turn of the evening; empty if there was none."""
    if (row := led_since(match)) is None:
        return ""
    since, leader = figures.row_name_genitive(match, row), result.ranks[0].player.name
    return _("In front since %(row)s: %(who)s", row=since, who=leader)


def result_of(match: Match) -> Result:
    """The result of a match, of all who ever played in it."""
    book = reader.book_of(match.game)
    over = match.standing.over
    payments, unbalanced = tuple[Payment, ...](), ""
    try:
        payments = tuple(payments_of(match) or ())
    except Unbalanced as error:
        unbalanced = figures.cell_of(match, error.excess).text
    return Result(
        title=book.title,
        day=reader.date(newest_event(match).at),
        played=book.say("texts", "played", {"n": match.standing.played}),
        ranks=figures.ranks_of(match, match.seating.everybody),
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


FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What makes a table's program reckon instead of show."""


def table_answer(name: str, lines: Iterable[Sequence[str]]) -> Response:
    """The lines of a table as a file of this name."""
    comma = get_decimal_symbol(reader.language()) == ","
    text = StringIO()
    csv.writer(text, delimiter=";" if comma else ",").writerows(lines)
    # Other programs know by this mark that the text is UTF-8.
    response = Response(f"\ufeff{text.getvalue()}", mimetype="text/csv")
    response.headers["Content-Disposition"] = f'attachment; filename="scorekeeper-{name}.csv"'
    return response


def without_formula(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text


def csv_number(value: int | Decimal) -> str:
    """A number with at most two decimals, without signs between the thousands."""
    return str(format_decimal(value, "0.##", locale=reader.language()))


ON_PAPER = 200
"""Rows of an evening that are printed at once; one that has more is rare."""
paper = Blueprint("paper", __name__, url_prefix="/m/<code>")


@dataclass(frozen=True)
class PaperRow:
    """A row of the sheet with what it gave to each player and the totals after it.

    Who did not sit at the table has None.
    """

    view: RowView
    points: tuple[int | None, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True)
class Pair:
    """What a row gave and the total after it, as on a score sheet of paper."""

    given: figures.Cell | None
    total: figures.Cell


@paper.get("/print", endpoint="show")
def print_page(code: str) -> Response:
    """The sheet on white, oldest row first, with a line for each signature and its address."""
    match = match_or_403(code)
    list_page = paginate(list(rows_of(match)), before(), ON_PAPER)
    return page(
        "results/paper.html",
        match=match,
        book=reader.book_of(match.game),
        rows=[(row, _pairs(match, row)) for row in list_page.lines],
        older=list_page.older,
        day=reader.date(newest_event(match).at),
        columns=figures.columns_of(match, match.seating.everybody),
        watch_qr=qr(link(match, "watcher")),
        agreed=_agreed(match),
    )


def _agreed(match: Match) -> list[str]:
    """The house rules that are unlike the usual, and what was agreed on the way."""
    rules = house_rule_texts(match.game, match.house)
    unusual = [f"{rule.label}: {rule.value}" for rule in rules if rule.differs]
    later = [f"{reader.clock(event.at)} {agreed_text(match, event)}" for event in match.agreements]
    return unusual + later


@paper.get("/table.csv")
def table(code: str) -> Response:
    """The sheet as comma separated values, as the reader's country separates them."""
    match = match_or_403(code)
    return table_answer(code, _lines(match))


def rows_of(match: Match) -> Iterator[PaperRow]:
    """The rows that were not undone, oldest first, each with everybody's figures."""
    people = match.seating.everybody
    totals = dict.fromkeys(people, 0) | dict(
        zip(match.first_seats, match.game.figures(match.opened), strict=True)
    )
    for row in match.rows:
        give_way()
        if row.undone:
            continue
        given = points_of(row)
        totals |= dict(zip(row.seating.seats, match.game.figures(row.after), strict=True))
        yield PaperRow(
            row_view(match, row),
            tuple(given.get(person) for person in people),
            tuple(totals[person] for person in people),
        )


def points_of(row: Row) -> dict[int, int]:
    """Person → what a row gave, of those who sat at the table."""
    seats = row.seating.seats
    return dict(zip(seats, sum_of(row.lines, len(seats)), strict=True))


def _pairs(match: Match, row: PaperRow) -> list[Pair]:
    lives = match.game.lives(match.standing)
    return [
        Pair(
            None if given is None or lives else figures.cell_of(match, given),
            figures.figure_of(match, total),
        )
        for given, total in zip(row.points, row.totals, strict=True)
    ]


def _lines(match: Match) -> Iterator[list[str]]:
    """The lines of the table: game, currency and names; then each row that counts, after
    its day and time; then the totals. Where something is played on with, what a row left of it.
    """
    people, stake = match.seating.everybody, match.game.stake(match.house)
    about = [reader.book_of(match.game).title, stake.currency if stake else ""]
    yield [*about, *(without_formula(match.seating.people[person]) for person in people)]
    agreed, lives = [*match.agreements], match.game.lives(match.standing)
    for row in rows_of(match):
        while agreed and agreed[0].seq < row.view.seq:
            yield _agreement(match, agreed.pop(0))
        if not row.view.struck:
            yield [
                reader.timestamp(match.events[row.view.seq - 1].at),
                without_formula(row.view.name),
                *(_number(match, each) for each in (row.totals if lives else row.points)),
            ]
    yield from (_agreement(match, event) for event in agreed)
    if not lives:
        yield ["", "Σ", *(_number(match, match.totals[person]) for person in people)]


def _agreement(match: Match, event: Event) -> list[str]:
    """A line that says from where on other house rules hold."""
    return [reader.timestamp(event.at), without_formula(agreed_text(match, event))]


def _number(match: Match, points: int | None) -> str:
    """Points as a number, in money where a match is played for it; empty for none."""
    if points is None:
        return ""
    stake = match.game.stake(match.house)
    return csv_number(reader.in_currency(points * stake.point) if stake else points)
