"""Figures of the sheet: points as text, in money where a match is played for it."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from flask_babel import gettext as _

from scorekeeper.game import AnyGame
from scorekeeper.house import HouseRules
from scorekeeper.ledger import Event
from scorekeeper.match import Match
from scorekeeper.match.counting import statistics
from scorekeeper.match.rows import Row
from scorekeeper.web.wording.reader import book_of, decimal, signed, signed_amount

SHAPES = (
    *("circle", "square", "triangle", "diamond", "star"),
    *("hexagon", "cross", "drop", "moon", "hourglass"),
)
"""A sign per seat of the largest table, so that players are told apart without colour."""

AVERAGE = "average"
"""The statistic that is an average: without a game to take it over, its figure is 0."""

MOST_IN_FRONT = 2
"""More who share the best place are not named on the first page."""


@dataclass(frozen=True)
class Cell:
    """A figure on the sheet: as text with its sign, and its `look`: plus for what is good, minus
    for what is bad, ink for what is neither, and zero. Where games are tallied, the sheet draws it
    as so many `strokes`.
    """

    text: str
    look: str
    strokes: int | None = None


class Played(Protocol):
    """What is played: a match, or a tournament."""

    @property
    def game(self) -> AnyGame:
        """The game."""

    @property
    def house(self) -> HouseRules:
        """Its house rules."""


def cell_of(played: Played, points: int) -> Cell:
    """The figure for some points: in money if it is played for it, else as they are."""
    # Where points are penalties, fewer are better, and any are usual.
    gain, loss = ("plus", "minus") if played.game.signed else ("ink", "plus")
    look = gain if points > 0 else loss if points < 0 else "zero"
    stake = played.game.stake(played.house)
    text = signed_amount(points * stake.point) if stake else signed(points)
    strokes = points if played.game.tallied else None
    return Cell(text if played.game.signed else text.removeprefix("+"), look, strokes)


def result_of(match: Match) -> str:
    """Who is the best so far, or has won: "In front: Jana (+12)"; empty if too many share that."""
    totals = match.standing.totals
    best = [seat for place, seat in match.game.ranking(totals) if place == 1]
    if len(best) > MOST_IN_FRONT or len(best) == len(totals):
        return ""
    names = ", ".join(match.names[seat] for seat in best)
    who = f"{names} ({cell_of(match, totals[best[0]]).text})"
    return _("Winner: %(who)s", who=who) if match.standing.over else _("In front: %(who)s", who=who)


def row_name(match: Match, row: Row) -> str:
    """The name of a row: "kolo 6"."""
    return _numbered(book_of(match.game).label("entries", row.entry.type, "name"), row)


def name_after_of(match: Match, row: Row) -> str:
    """The name of a row in the case that stands after "the correction of": "kola 6"."""
    book, type = book_of(match.game), row.entry.type
    return _numbered(book.text("entries", type, "of") or book.label("entries", type, "name"), row)


def _numbered(name: str, row: Row) -> str:
    return f"{name} {row.number}" if row.number else name


def points_text(match: Match, event: Event) -> str:
    """The points of a recorded event, seat by seat; by name where others sat there, too."""
    if match.seating.everybody != match.first_seats:
        return named_points(match, event) or "–"
    return "  ".join(_figures(match, event)) or "–"


def named_points(match: Match, event: Event) -> str:
    """The points of an event with the players' names: "Petr −1, Jana 28"; empty if it has none."""
    names = match.seating.names_at(match.seats_of(event))
    named = zip(names, _figures(match, event), strict=False)
    return ", ".join(f"{name} {figure}" for name, figure in named)


def _figures(match: Match, event: Event) -> list[str]:
    """The points that an event gives, by seat; empty if it gives none."""
    columns = zip(*(line["points"] for line in event.body.get("lines", ())), strict=True)
    return [cell_of(match, sum(points)).text for points in columns]


def stats_of(match: Match) -> list[tuple[str, list[str]]]:
    """The statistics: what happened at all, and a figure of it for each who ever played."""
    book, people = book_of(match.game), match.seating.everybody
    return [
        (book.label("stats", stat.id), [_count(stat.id, stat.values[each]) for each in people])
        for stat in statistics(match)
        if any(stat.values)
    ]


def _count(stat: str, value: Fraction) -> str:
    """A count as it is, an average with one decimal; "–" for the average of nothing."""
    if stat == AVERAGE and not value:
        return "–"
    return decimal(round(float(value), 1), 1)
