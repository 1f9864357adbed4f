"""Figures of the sheet: points as text, in money where a match is played for it."""

from dataclasses import dataclass

from scorekeeper.ledger import Event
from scorekeeper.match import Match, Row
from scorekeeper.web.wording import book_of, signed, signed_amount


@dataclass(frozen=True)
class Cell:
    """A figure on the sheet: as text with its sign, and which way it points."""

    text: str
    way: str


def cell_of(match: Match, points: int) -> Cell:
    """The figure for some points: in money if the match is played for it, else as they are."""
    way = "plus" if points > 0 else "minus" if points < 0 else "zero"
    stake = match.game.stake(match.house)
    text = signed_amount(points * stake.point) if stake else signed(points)
    return Cell(text if match.game.signed else text.removeprefix("+"), way)


def row_name(match: Match, row: Row) -> str:
    """What a row is called: "kolo 6"."""
    name = book_of(match.game).label("entries", row.entry.type, "name")
    return f"{name} {row.number}" if row.number else name


def points_text(match: Match, event: Event) -> str:
    """The points of a recorded event, seat by seat."""
    columns = zip(*(line["points"] for line in event.body["lines"]), strict=True)
    return "  ".join(cell_of(match, sum(points)).text for points in columns) or "–"
