"""Charts as lines and bars, drawn in units of their own; the page scales them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.web.wording.columns import Column

WIDTH, HEIGHT, MARGIN = 320, 180, 12
MOST = 60
"""Points of a line; a longer evening is thinned out, its last point stays."""

Totals = Mapping[int, int | None]
"""Person → points at one time; None for who has not come yet."""


@dataclass(frozen=True)
class Curve:
    """A player's running total: the points of a polyline, and where it ends."""

    player: Column
    points: str
    x: float
    y: float


@dataclass(frozen=True)
class Chart:
    """Running totals as lines; `zero` is the height of zero points."""

    curves: tuple[Curve, ...]
    zero: float
    width: int = WIDTH
    height: int = HEIGHT


def draw(running: Sequence[Totals], columns: Sequence[Column]) -> Chart | None:
    """The running totals of some players as curves; None before there are two points to join."""
    shown = [[row.get(column.person) for column in columns] for row in _thinned(running)]
    totals = [total for row in shown for total in row if total is not None]
    if len(shown) < 2 or not totals:
        return None
    low, high = min(*totals, 0), max(*totals, 0)

    def y(total: int) -> float:
        return round(MARGIN + (high - total) * (HEIGHT - 2 * MARGIN) / ((high - low) or 1), 1)

    step = (WIDTH - 2 * MARGIN) / (len(shown) - 1)
    xs = [round(MARGIN + at * step, 1) for at in range(len(shown))]
    curves = (
        _curve(column, xs, [None if total is None else y(total) for total in totals])
        for column, totals in zip(columns, zip(*shown, strict=True), strict=True)
    )
    return Chart(tuple(curves), y(0))


def _curve(column: Column, xs: Sequence[float], ys: Sequence[float | None]) -> Curve:
    known = [(x, y) for x, y in zip(xs, ys, strict=True) if y is not None]
    end = known[-1] if known else (xs[-1], float(HEIGHT - MARGIN))
    return Curve(column, " ".join(f"{x},{y}" for x, y in known), xs[-1], end[1])


def _thinned(rows: Sequence[Totals]) -> Sequence[Totals]:
    step = -(-len(rows) // MOST) or 1
    return rows if step == 1 else [*rows[:-1:step], rows[-1]]


@dataclass(frozen=True)
class Bar:
    """A bar: what of, how much as text, how long it is of a hundred, and how much is filled."""

    label: str
    text: str
    length: float
    filled: float
    url: str = ""


def bars_of(figures: Sequence[tuple[str, str, int, int, str]]) -> tuple[Bar, ...]:
    """Bars of a label, a text, how much, how much of it is filled, and an address."""
    most = max((n for _, _, n, _, _ in figures), default=0) or 1
    return tuple(
        Bar(label, text, round(100 * n / most, 1), round(100 * filled / most, 1), url)
        for label, text, n, filled, url in figures
    )
