"""The charts of the records: totals over the season, wins by contract, who buys."""

from collections.abc import Mapping, Sequence
from datetime import date

from flask import url_for
from flask_babel import gettext as _

from scorekeeper.extras.company import Company
from scorekeeper.extras.company.events import Bought
from scorekeeper.extras.company.pages.records.seasons import Asked
from scorekeeper.extras.company.records.book import Book, GameBook
from scorekeeper.extras.company.records.tallies import BOUGHT, Key
from scorekeeper.game import AnyGame
from scorekeeper.web.wording.charts import Bar, Chart, bars_of, draw
from scorekeeper.web.wording.columns import Column
from scorekeeper.web.wording.figures import SHAPES, Cell
from scorekeeper.web.wording.reader import book_of, date_text, points_text

MONTHS = 24
"""The table beside the chart has the last two years."""
Running = Sequence[tuple[date, Mapping[int, int]]]


def chart_in(
    company: Company, game: AnyGame, runs: Running, members: Sequence[int], asked: Asked
) -> Chart | None:
    """The totals of a season as lines, of as many members as there are signs."""
    if not runs:
        return None
    totals = runs[-1][1]
    shown = [member for member in members if member in totals][: len(SHAPES)]
    columns = [
        _column(company, game, member, sign, totals[member], asked)
        for sign, member in enumerate(shown)
    ]
    return draw([dict.fromkeys(shown, 0), *(totals for _, totals in runs)], columns)


def months_of(game: AnyGame, runs: Running, members: Sequence[int]) -> list[tuple[str, list[str]]]:
    """The same as a table: the totals of everybody at the end of each month."""
    ends = {(night.year, night.month): (night, totals) for night, totals in runs}
    return [
        (
            date_text(night, "month"),
            [_total(game, totals.get(member)) for member in members],
        )
        for night, totals in list(ends.values())[-MONTHS:]
    ]


def _total(game: AnyGame, total: int | None) -> str:
    if total is None:
        return "–"
    return points_text(game, total)


def _column(
    company: Company, game: AnyGame, member: int, sign: int, total: int, asked: Asked
) -> Column:
    return Column(
        person=member,
        seat=sign,
        name=company.members[member].name,
        sign=sign,
        shape=SHAPES[sign],
        total=Cell(_total(game, total), "ink"),
        deals=False,
        url=url_for("member_records.show", code=company.code, member=member, **asked.args),
    )


def contract_bars(company: Company, game: AnyGame, book: GameBook) -> tuple[Bar, ...]:
    """How often each contract was played, and how much of that was won, by all together."""
    words, figures = book_of(game), []
    for played, won in game.records.contracts.items():
        n, wins = (_sum(book, Key("stat", id)) for id in (played, won))
        if n:
            text = _("%(won)s of %(played)s", won=wins, played=n)
            figures.append((words.label("stats", played), text, n, wins, ""))
    return bars_of(figures)


def _sum(book: GameBook, key: Key) -> int:
    return sum(account.get(key).n for account in book.accounts.values())


def bought_bars(company: Company, book: Book, asked: Asked) -> tuple[Bar, ...]:
    """Who bought how many rounds: those that a game cost, and those written in the book."""
    rounds: dict[int, int] = {}
    for game in book.values():
        for member, account in game.accounts.items():
            rounds[member] = rounds.get(member, 0) + account.get(BOUGHT).n
    for _seq, body in company.holding(Bought):
        if asked.season.has(date.fromisoformat(body.night)):
            rounds[body.buyer] = rounds.get(body.buyer, 0) + 1
    ordered = sorted(rounds, key=lambda member: (-rounds[member], member))
    return bars_of(
        [
            (
                company.members[member].name,
                str(rounds[member]),
                rounds[member],
                rounds[member],
                url_for("member_records.show", code=company.code, member=member, **asked.args),
            )
            for member in ordered
            if rounds[member]
        ]
    )
