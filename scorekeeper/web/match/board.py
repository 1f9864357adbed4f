"""The board: a match on a large screen on the shelf, read from four metres."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from flask import Blueprint, Response
from flask_babel import gettext as _

from scorekeeper.core.rooms import first_of_rooms
from scorekeeper.ledger import Event
from scorekeeper.match import Match
from scorekeeper.match.rows import Row
from scorekeeper.web.http.access import code_has_expired, link, match_or_403
from scorekeeper.web.match.sheet_view import SheetKey
from scorekeeper.web.render import answer, never_compressed, qr, rendered
from scorekeeper.web.wording import figures
from scorekeeper.web.wording.reader import book_of, clock
from scorekeeper.web.wording.rows import (
    agreed_text,
    marks_of,
    notice_text,
    question_of,
    question_view,
    row_view,
    ruling_view,
)
from scorekeeper.web.wording.verdicts import verdict_view

board = Blueprint("match_board", __name__, url_prefix="/m/<code>")

IN_A_LINE = 5
"""Players whose totals stand side by side; more stand in two lines."""
FIGURES_IN_A_LINE = 20
"""Characters of all their totals; more would be too small."""


@dataclass(frozen=True)
class LatestNews:
    """What was written last, in words.

    `what` was played, or what the referee said, in pieces; `given` are the points that somebody
    got for it, and `why` names what they were given for, or the rule.
    """

    name: str
    at: str
    what: tuple[str, ...]
    given: tuple[tuple[figures.Column, figures.Cell], ...]
    why: tuple[str, ...]
    ruling: bool = False


@board.get("/board", endpoint="show")
def board_page(code: str) -> Response:
    """The totals, the last row in words, who deals, what is due, and the way to watch."""
    match = match_or_403(code)
    return answer(_board_page(SheetKey.of(match, writes=False), code_has_expired(match)))


@board.get("/board/qr.svg")
@never_compressed
def way_in(code: str) -> Response:
    """The QR code of the watchers' link; a picture of its own, so that the board has no secret."""
    return Response(qr(link(match_or_403(code), "watcher")), mimetype="image/svg+xml")


@lru_cache(maxsize=256)
def _board_page(view: SheetKey, rests: bool) -> str:
    """The board of a match, whose code `rests` if it opens it no more."""
    match = view.match
    ranks = sorted(figures.ranks_of(match), key=lambda rank: rank.player.seat)
    first, objections = [rank for rank in ranks if rank.place == 1], _objections(match)
    return rendered(
        "match/board.html",
        "board",
        match=match,
        rests=rests,
        title=book_of(match.game).title,
        ranks=ranks,
        # Who is in front; nobody if too many share that.
        leaders=first if len(first) <= min(figures.MOST_IN_FRONT, len(ranks) - 1) else [],
        columns_per_line=_columns_per_line(ranks),
        departed=figures.columns_of(match, match.seating.away),
        notices=[*(notice_text(match, each) for each in match.standing.notices), *objections],
        quiet=match.nothing_due and not objections,
        news=_news_of(match),
    )


def _columns_per_line(ranks: Sequence[figures.Rank]) -> int:
    """How many totals stand side by side, so that each is as large as can be."""
    widest = max(len(rank.player.total.text) for rank in ranks)
    fit = len(ranks) <= IN_A_LINE and len(ranks) * widest <= FIGURES_IN_A_LINE
    return len(ranks) if fit else ceil(len(ranks) / 2)


def _objections(match: Match) -> list[str]:
    """The rows before the newest that somebody objects to, each with who does."""
    rows = [row for row in match.rows if not row.struck][:-1]
    marks = marks_of(match, rows)
    return [
        f"{row_view(match, row).name}: {' · '.join(marks[row.seq].words)}"
        for row in rows
        if marks[row.seq].objected
    ]


def _news_of(match: Match) -> LatestNews | None:
    """What the table was shown last; else the newest row, ruling or agreement that holds."""
    if question := first_of_rooms(lambda room: room.shown_question(match)):
        what, at = (question_view(match, question).text,), clock(question.at)
        return LatestNews(_("question"), at, what, (), _rules_of(match, question), ruling=True)
    row = next((row for row in reversed(match.rows) if not row.struck), None)
    ruling = next((e for e in reversed(match.rulings) if e.seq not in match.struck_by), None)
    agreed = next(reversed(match.agreements), None)
    if agreed and agreed.seq > max(each.seq for each in (row, ruling, match.events[0]) if each):
        return LatestNews(_("house rules"), clock(agreed.at), (agreed_text(match, agreed),), (), ())
    if ruling and (row is None or row.seq <= ruling.seq):
        return _of_ruling(match, ruling, row if row and row.seq == ruling.seq else None)
    return _of_row(match, row) if row else None


def _of_row(match: Match, row: Row) -> LatestNews:
    view = row_view(match, row, marks_of(match, (row,))[row.seq])
    at = clock(match.events[row.seq - 1].at)
    what = (*view.story, *view.marks)
    if view.change:
        return LatestNews(view.name, at, (*what, view.change), (), ())
    why = tuple(_reasons(match, row))
    said = len(row.lines) == 1 and book_of(match.game).step(row.lines[0].rule) in " ".join(what)
    return LatestNews(view.name, at, what, _given(match, row), () if said else why)


def _reasons(match: Match, row: Row) -> Iterator[str]:
    """What the points were given for, and how many at most: "základ 60"."""
    book = book_of(match.game)
    for line in row.lines:
        most = max(line.points, key=lambda points: (abs(points), points))
        yield f"{book.step(line.rule)} {figures.cell_of(match, most).text.removeprefix('+')}"


def _of_ruling(match: Match, event: Event, row: Row | None) -> LatestNews:
    """A ruling, with the points of the row that it wrote, if it did."""
    ruling = ruling_view(match, event)
    what = (ruling.what, *filter(None, (ruling.note or ruling.how,)))
    given = _given(match, row) if row else ()
    return LatestNews(_("ruling"), ruling.at, what, given, _rules_of(match, event), ruling=True)


def _rules_of(match: Match, event: Event) -> tuple[str, ...]:
    """The rules that a verdict goes by, as the board names them."""
    verdict = verdict_view(question_of(event), book_of(match.game))
    return tuple(f"{rule.number} {rule.title}" for rule in verdict.rules)


def _given(match: Match, row: Row) -> tuple[tuple[figures.Column, figures.Cell], ...]:
    """The points that a row gave, to those at the table and to who has left since."""
    view = row_view(match, row)
    pairs = zip(figures.columns_of(match), view.cells, strict=True)
    return (*((column, cell) for column, cell in pairs if cell.tone != "zero"), *view.left)
