"""What the pages show: a match told in words and signed figures, ready for a template."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from flask import current_app, url_for
from flask_babel import gettext as _
from markupsafe import Markup

from scorekeeper.ledger import Event
from scorekeeper.match import Match, Row
from scorekeeper.plain import declared
from scorekeeper.rulebook import Rulebook, RuleText
from scorekeeper.sheet import Line, Notice, sum_of
from scorekeeper.web.figures import Cell, cell_of, points_text, row_name
from scorekeeper.web.happenings import event_name, undone_by
from scorekeeper.web.ruled import made
from scorekeeper.web.wording import book_of, clock, language, money

LATEST = 30
"""Rows on the sheet before "older" has to be tapped: a save costs the same all evening."""

SHAPES = ("circle", "square", "triangle", "diamond", "star", "hexagon", "cross", "drop")
"""A sign per seat, so that players are told apart without colour."""


@dataclass(frozen=True)
class Column:
    """A player's column: name, sign of the seat, total, whether the next deal is his, his page."""

    seat: int
    name: str
    shape: str
    total: Cell
    deals: bool
    url: str


@dataclass(frozen=True)
class RowView:
    """A row of the sheet; `name` says what it is ("kolo 6"), `label` is what stands in front."""

    seq: int
    url: str
    name: str
    label: str
    type: str
    cells: tuple[Cell, ...]
    marks: tuple[str, ...]
    struck: bool = False
    corrected: bool = False
    doubt: str = ""


@dataclass(frozen=True)
class Step:
    """Why a row scores what it scores: one line with its rule and the points per seat."""

    title: str
    rule: RuleText
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Action:
    """A button to an entry's form: what it says and where it leads.

    A `penalty` is mostly written by the referee; its form is in the menu.
    """

    label: str
    url: str
    type: str
    penalty: bool


@dataclass(frozen=True)
class Sheet:
    """The score sheet. `undo` and `redo` name what they would take back, or are empty."""

    columns: tuple[Column, ...]
    rows: tuple[RowView, ...]
    older: int
    notices: tuple[str, ...]
    over: bool
    actions: tuple[Action, ...]
    undo: str
    redo: str

    @cached_property
    def table(self) -> Markup:
        """The table as HTML, its rows linked; rendered once for all who look at it."""
        macros: Any = current_app.jinja_env.globals["ui"]
        return Markup(macros.table(self, True))


@dataclass(frozen=True)
class _Told:
    """What a told sheet depends on: the same match, as far as seen, for readers of a language."""

    key: str
    seen: int
    language: str
    everything: bool
    match: Match = field(compare=False)


def sheet_of(match: Match, everything: bool = False) -> Sheet:
    """The score sheet of a match, newest row first; `everything` shows all of a long evening.

    Told once until something new is written: most requests only look.
    """
    return _sheet(_Told(match.events[0].key, match.seen, language(), everything, match))


@lru_cache(maxsize=256)
def _sheet(told: _Told) -> Sheet:
    match, everything = told.match, told.everything
    rows: list[Row | Event] = [row for row in match.rows if not row.undone]
    if rulings := tuple(_rulings(match)):
        rows = sorted([*rows, *rulings], key=_seq)
    shown = rows if everything else rows[-LATEST:]
    return Sheet(
        columns=columns_of(match),
        rows=tuple(
            row_view(match, row) if isinstance(row, Row) else _ruling_view(match, row)
            for row in reversed(shown)
        ),
        older=len(rows) - len(shown),
        notices=tuple(notice_text(match, notice) for notice in match.standing.notices),
        over=match.standing.over,
        actions=tuple(_action(match, type) for type in match.standing.next),
        undo=event_name(match, match.undo),
        redo=event_name(match, undone_by(match)),
    )


def _seq(row: Row | Event) -> int:
    return row.seq


def _rulings(match: Match) -> Iterator[Event]:
    """The rulings that hold and score nothing: rows without figures."""
    return (e for e in match.ruled if "entry" not in e.body and e.seq not in match.gone)


def _ruling_view(match: Match, event: Event) -> RowView:
    """A ruling as a row of the sheet."""
    told = made(match, event)
    text = ": ".join(filter(None, (told.how, told.note)))
    name = _("ruling")
    cells = (Cell("", "zero"),) * len(match.names)
    marks = (told.what, text)
    return RowView(event.seq, told.url, name, name, "ruling", cells, marks)


def columns_of(match: Match) -> tuple[Column, ...]:
    """The players' columns in the order of their seats."""
    now = match.standing
    return tuple(
        Column(seat, name, SHAPES[seat], cell_of(match, now.totals[seat]), deals, url)
        for seat, name in enumerate(match.names)
        for deals in [seat == now.dealer and not now.over]
        for url in [url_for("rulings.player", code=match.code, seat=seat)]
    )


def row_view(match: Match, row: Row) -> RowView:
    """A row of the sheet in words."""
    book = book_of(match.game)
    points = sum_of(row.lines, len(match.names))
    return RowView(
        seq=row.seq,
        url=url_for("matches.row", code=match.code, seq=row.seq),
        name=row_name(match, row),
        label=str(row.number or book.label("entries", row.entry.type, "name")),
        type=row.entry.type,
        cells=tuple(cell_of(match, p) for p in points),
        marks=tuple(_marks(match, row)),
        struck=row.struck,
        corrected=len(row.versions) > 1,
        doubt=book.say("refusals", row.refusal.id, row.refusal.facts, match.names)
        if row.refusal
        else "",
    )


def _marks(match: Match, row: Row) -> Iterator[str]:
    """What stands under a row: the rule that a penalty is for, and milestones."""
    if rule := getattr(row.entry, "rule", ""):
        yield book_of(match.game).rule(rule).title
    if not row.struck:
        yield from (notice_text(match, mark) for mark in row.after.marks)


def steps_of(match: Match, lines: Sequence[Line]) -> tuple[Step, ...]:
    """The lines of an entry with their rules: the explanation of its points."""
    book = book_of(match.game)
    return tuple(_step(match, book, line) for line in lines)


def versions_of(match: Match, row: Row) -> tuple[str, ...]:
    """What an entry said before it was corrected: when it was written, and its points."""
    older = [match.events[seq - 1] for seq in row.versions[:-1]]
    return tuple(f"{clock(event.at)} · {points_text(match, event)}" for event in older)


def notice_text(match: Match, notice: Notice) -> str:
    """A notice as a sentence with the players' names."""
    book = book_of(match.game)
    facts = {**notice.facts, "seats": notice.seats, "seat": next(iter(notice.seats), None)}
    if "money" in facts:
        facts |= _stake(book, notice)
    return book.say("notices", notice.id, facts, match.names)


def _action(match: Match, type: str) -> Action:
    n = match.standing.played + 1
    label = book_of(match.game).label("entries", type, "record").format(n=n)
    entry: Any = match.game.entry_types[type]
    penalty = "rule" in declared(entry)
    return Action(label, url_for("matches.write", code=match.code, type=type), type, penalty)


def _step(match: Match, book: Rulebook, line: Line) -> Step:
    cells = tuple(cell_of(match, points) for points in line.points)
    return Step(book.step(line.rule), book.rule(line.rule), cells)


def _stake(book: Rulebook, notice: Notice) -> dict[str, str]:
    """What is bought, and for how much if a price was agreed."""
    amount = notice.facts["money"]
    price = f" · {money(amount, notice.facts['currency'])}" if amount else ""
    return {"stake": notice.facts["stake"] or book.label("texts", "stake"), "money": price}
