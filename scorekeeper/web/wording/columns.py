"""The players of a match as columns of figures: name, sign, total, and the way to their record;
and who of them writes.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from flask import url_for
from flask_babel import gettext as _

from scorekeeper.match import Match, owners_of, pencil_of
from scorekeeper.web.wording.figures import SHAPES, Cell, cell_of


@dataclass(frozen=True)
class Column:
    """A player's column: name, colour and `shape` (the `sign`), total, if he deals next, his page.

    `person` is his number in the match; who left has the `seat` where he sat last.
    """

    person: int
    seat: int
    name: str
    sign: int
    shape: str
    total: Cell
    deals: bool
    url: str


def columns_of(match: Match, people: Iterable[int] | None = None) -> tuple[Column, ...]:
    """The columns of those at the table, in the order of their seats; or of some people."""
    seated = match.seating.seats if people is None else people
    return tuple(_column(match, person) for person in seated)


@dataclass(frozen=True)
class Rank:
    """A player's place among the others; equals share it."""

    place: int
    player: Column


def ranks_of(match: Match, people: Iterable[int] | None = None) -> tuple[Rank, ...]:
    """Those at the table, or some people, from the best to the last."""
    columns = columns_of(match, people)
    totals = [match.totals[column.person] for column in columns]
    return tuple(Rank(place, columns[at]) for place, at in match.game.ranking(totals))


def pencil_text(match: Match) -> str:
    """Who writes, if that is known: "Petr keeps the score"."""
    person = owners_of(match).get(pencil_of(match))
    return "" if person is None else took_text(match, person)


def took_text(match: Match, person: int | None) -> str:
    """Who writes, or that it is another phone than before."""
    if person is None:
        return _("Another phone keeps the score")
    return _("%(name)s keeps the score", name=match.seating.people[person])


def _column(match: Match, person: int) -> Column:
    now, sign = match.standing, match.seating.signs[person]
    was, seat = match.seating.places(now)[person]
    return Column(
        person=person,
        seat=seat,
        name=match.seating.people[person],
        sign=sign,
        shape=SHAPES[sign],
        total=cell_of(match, was.totals[seat]),
        deals=was is now and seat == now.dealer and not now.over,
        url=url_for("players.show", code=match.code, person=person),
    )
