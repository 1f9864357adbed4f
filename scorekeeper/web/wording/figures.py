"""Figures of the sheet: points as text, in money where a match is played for it; the players as
columns of them, with the way to each record and who writes; charts as lines, drawn in units of
their own, which the page scales.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Protocol

from babel.numbers import get_currency_symbol
from flask import url_for
from flask_babel import gettext as _

from scorekeeper.core.game import AnyGame, Placing
from scorekeeper.core.house_rules import HouseRules
from scorekeeper.core.sheet import Facts, Lives
from scorekeeper.ledger import Event
from scorekeeper.match import Match, owners_of
from scorekeeper.match.counting import reasons_of_totals, statistics
from scorekeeper.match.rows import Row
from scorekeeper.rulebook.sums import Figures, Formula, total_formula
from scorekeeper.stream.streams import Stream
from scorekeeper.web.wording import reader

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
    """A figure on the sheet: as text with its sign, and its `tone`: plus for what is good, minus
    for what is bad, ink for what is neither, and zero. Where games are tallied, the sheet draws it
    as so many `strokes`.
    """

    text: str
    tone: str
    strokes: int | None = None


class Played(Protocol):
    """What is played: a match, or the book of a game in a group."""

    @property
    def game(self) -> AnyGame:
        """The game."""

    @property
    def house(self) -> HouseRules:
        """Its house rules."""


def cell_of(played: Played, points: int) -> Cell:
    """The figure for some points: in money if it is played for it, else as they are."""
    # Where points are penalties, fewer are better, and any are usual.
    gain, loss = ("plus", "minus") if played.game.higher_wins else ("ink", "plus")
    tone = gain if points > 0 else loss if points < 0 else "zero"
    stake = played.game.stake(played.house)
    text = reader.signed_amount(points * stake.point) if stake else reader.signed(points)
    strokes = points if played.game.drawn_as_strokes else None
    return Cell(text if played.game.higher_wins else text.removeprefix("+"), tone, strokes)


def table_figures(played: Played, *, amounts: bool = False) -> Figures:
    """How a table writes what points come to: if it plays for money, with what a point is worth, or
    all of it as `amounts`.
    """
    stake = played.game.stake(played.house)
    if not stake:
        return Figures(lambda points: cell_of(played, points).text)

    def show(points: int) -> str:
        return f"{'+' if points > 0 else ''}{reader.money(points * stake.point, stake.currency)}"

    if amounts:
        return Figures(show, lambda n: reader.signed_amount(n * stake.point).removeprefix("+"))
    return Figures(show, worth=reader.money(stake.point, stake.currency))


def total_formulas(match: Match) -> Mapping[int, Formula | None]:
    """Person → what the total is made of; None where that is one reason alone."""
    book, figures = reader.book_of(match.game), table_figures(match, amounts=True)
    reasons = reasons_of_totals(match)
    return {person: total_formula(reasons[person], book, figures) for person in reasons}


def leaders_text(match: Match, names: Sequence[str] = ()) -> str:
    """Who is the best so far, or has won, and who lost or is last where the game is about losing:
    "In front: Jana 1 loss · last: Petr 5 losses"; without a place that too many share. They are
    called as in the match, or by other `names` by seat.
    """
    ranking = match.game.places(match.standing)
    best = [seat for place, seat in ranking if place == 1]
    if len(best) == len(ranking):
        return ""
    called, said = names or match.names, list[str]()
    if len(best) <= MOST_IN_FRONT:
        over, who = match.standing.over, _with_score(match, best, called)
        said.append(_("Winner: %(who)s", who=who) if over else _("In front: %(who)s", who=who))
    return " · ".join((*said, *_behind(match, ranking, called)))


def _behind(match: Match, ranking: Sequence[Placing], names: Sequence[str]) -> Iterator[str]:
    """Who lost the match, or is the last, where points are bad; nobody if too many are."""
    game, last = match.game, ranking[-1].place
    seats = [seat for place, seat in ranking if place == last]
    if game.higher_wins:
        return
    if match.standing.over and not game.drawn_as_strokes:
        row = next(row for row in reversed(match.rows) if not row.struck)
        outcome = game.records.outcome(row)
        lost = sorted(outcome.lost) if outcome else seats
        yield _("lost: %(who)s", who=_with_score(match, lost, names))
    elif len(seats) <= MOST_IN_FRONT:
        yield _("last: %(who)s", who=_with_score(match, seats, names))


def _with_score(match: Match, seats: Sequence[int], called: Sequence[str]) -> str:
    """Names with what all of them have, in its unit: "Ota 1 loss", "Jana +7,00 Kč"."""
    points = match.game.figures(match.standing)[seats[0]]
    names = ", ".join(called[seat] for seat in seats)
    return f"{names} {score_text(match, points)}"


def score_text(match: Match, points: int) -> str:
    """A total with what it is of: money, points, losses, or what is played on with."""
    if lives := match.game.lives(match.standing):
        return lives_text(match, replace(lives[0], left=points))
    if match.game.stake(match.house):
        return table_figures(match).show(points)
    # Where it has no sign a figure is told as a number: "3" may be the rank of a card.
    figure = cell_of(match, points).text if match.game.higher_wins else points
    facts: Facts = {"n": abs(points), "points": figure}
    return reader.book_of(match.game).say("texts", "score", facts)


def lives_text(match: Match, lives: Lives) -> str:
    """What somebody plays on with: "4 cards"."""
    return reader.book_of(match.game).say("texts", lives.unit, {"n": lives.left})


def figure_of(match: Match, figure: int) -> Cell:
    """What somebody has, as the sheet shows it: a total, or what he plays on with."""
    if match.game.lives(match.standing):
        return Cell(str(figure), "ink" if figure else "minus")
    return cell_of(match, figure)


def row_name(match: Match, row: Row) -> str:
    """The name of a row: "kolo 6"."""
    return _numbered(reader.book_of(match.game).label("entries", row.entry.type, "name"), row)


def row_name_genitive(match: Match, row: Row) -> str:
    """The name of a row in the case that stands after "the correction of": "kola 6"."""
    book, type = reader.book_of(match.game), row.entry.type
    return _numbered(book.text("entries", type, "of") or book.label("entries", type, "name"), row)


def _numbered(name: str, row: Row) -> str:
    return f"{name} {row.number}" if row.number else name


def points_text(match: Match, event: Event) -> str:
    """The points of a recorded event, seat by seat; by name where others sat there, too.

    Empty in a match that is not about points.
    """
    if match.game.lives(match.standing):
        return ""
    if match.seating.everybody != match.first_seats:
        return named_points(match, event) or "–"
    return "  ".join(_figures(match, event)) or "–"


def named_points(match: Match, event: Event) -> str:
    """The points of an event with the players' names: "Petr −1, Jana 28"; empty if it has none."""
    names = match.seating.names_at(match.seats_of(event))
    named = zip(names, _figures(match, event), strict=False)
    return ", ".join(f"{name} {figure}" for name, figure in named)


def _figures(match: Match, event: Event) -> list[str]:
    """The points that an event gives, by seat; empty if it gives none, or they do not count."""
    lines = () if match.game.lives(match.standing) else event.body.get("lines", ())
    columns = zip(*(line["points"] for line in lines), strict=True)
    return [cell_of(match, sum(points)).text for points in columns]


def stats_of(match: Match) -> list[tuple[str, list[str]]]:
    """The statistics: what happened at all, and a figure of it for each who ever played."""
    book, people = reader.book_of(match.game), match.seating.everybody
    return [
        (book.label("stats", stat.id), [_count(stat.id, stat.values[each]) for each in people])
        for stat in statistics(match)
        if any(stat.values)
    ]


def _count(stat: str, value: Fraction) -> str:
    """A count as it is, an average with one decimal; "–" for the average of nothing."""
    if stat == AVERAGE and not value:
        return "–"
    return reader.decimal(round(float(value), 1), 1)


@dataclass(frozen=True)
class Column:
    """A player's column: name, colour and `shape` (the `sign`), total, if he deals next, his page,
    and if he leads; where a match is not about points, what the total is of, or how he stands.

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
    leads: bool = False
    state: str = ""
    short: str = ""
    """The name where it may be cut, if another at the table begins alike; else empty."""


def seat_names(seats: int) -> list[str]:
    """What players are called who have no names yet: by the number of their seat."""
    return [_("Player %(n)s", n=seat + 1) for seat in range(seats)]


def is_unnamed(match: Match) -> bool:
    return list(match.names) == seat_names(len(match.names))


def columns_of(match: Match, people: Iterable[int] | None = None) -> tuple[Column, ...]:
    """The columns of those at the table, in the order of their seats; or of some people."""
    seats = match.seating.seats
    best = [seats[seat] for place, seat in match.game.places(match.standing) if place == 1]
    leaders = best if len(best) < len(seats) else []  # nobody where all are
    return tuple(_column(match, each, leaders) for each in (seats if people is None else people))


@dataclass(frozen=True)
class Rank:
    """A player's place among the others; equals share it."""

    place: int
    player: Column
    unit: str
    """What the total is of: "losses", "Kč"."""


def ranks_of(match: Match, people: Iterable[int] | None = None) -> tuple[Rank, ...]:
    """Those at the table, or some people, from the best to the last."""
    columns = columns_of(match, people)
    if match.game.lives(match.standing):  # all who began it sit there still
        by_seat = {column.seat: column for column in columns}
        ranking = [(place, by_seat[seat]) for place, seat in match.game.places(match.standing)]
    else:
        totals = [match.totals[column.person] for column in columns]
        ranking = [(place, columns[at]) for place, at in match.game.ranking(totals)]
    return tuple(Rank(place, column, _unit(match, column)) for place, column in ranking)


def _unit(match: Match, column: Column) -> str:
    """What a total is of, as it follows its figure."""
    if stake := match.game.stake(match.house):
        return str(get_currency_symbol(stake.currency, locale=reader.language()))
    figure = match.game.figures(match.standing)[column.seat] if column.state else None
    text = score_text(match, match.totals[column.person] if figure is None else figure)
    return text.removeprefix(column.total.text).strip()


def scorer_text(match: Match) -> str:
    """Who writes, if that is known: "Petr keeps the score"."""
    person = owners_of(match).get(match.pencil)
    return "" if person is None else writer_text(match, person)


def phone_text(stream: Stream, mark: str) -> str:
    """What a phone is called: by itself, by the person in whose hand it is, else by a number."""
    phone = stream.phone(mark)
    person = owners_of(stream).get(mark) if isinstance(stream, Match) else None
    if isinstance(stream, Match) and person is not None:
        return _("the phone of %(name)s", name=stream.seating.people[person])
    return phone.called or _("phone %(n)d", n=phone.number)


def writer_text(match: Match, person: int | None) -> str:
    """Who writes, or that it is another phone than before."""
    if person is None:
        return _("Another phone keeps the score")
    return _("%(name)s keeps the score", name=match.seating.people[person])


def _column(match: Match, person: int, leaders: Sequence[int]) -> Column:
    now, sign = match.standing, match.seating.signs[person]
    was, seat = match.seating.places(now)[person]
    lives = match.game.lives(was)
    return Column(
        person=person,
        seat=seat,
        name=match.seating.people[person],
        sign=sign,
        shape=SHAPES[sign],
        total=figure_of(match, match.game.figures(was)[seat]),
        deals=was is now and seat == now.dealer and not now.over,
        url=url_for("players.show", code=match.code, person=person),
        leads=person in leaders,
        state=_state(match, lives[seat]) if lives else "",
        short=short_name(match.seating.people[person], match.seating.names),
    )


def _state(match: Match, lives: Lives) -> str:
    """How somebody stands: in a word, or as what he plays on with, which follows the figure."""
    if lives.state:
        return reader.book_of(match.game).label("texts", lives.state)
    return lives_text(match, lives).removeprefix(str(lives.left)).strip()


ALIKE = 6
"""So many letters of a name are to be seen in each column."""


def short_name(name: str, others: Iterable[str]) -> str:
    """A name by what tells it from those of others that begin alike; empty if none does.

    >>> short_name("Bartoloměj Kos", ["Bartoloměj Vlk", "Eva"]), short_name("Eva", ["Jan"])
    ('B. Kos', '')
    >>> short_name("Maxmiliána", ["Maxmilián"])
    'M…iána'
    """
    alike = (each for each in others if each != name and each[:ALIKE] == name[:ALIKE])
    if len(name) <= ALIKE or next(alike, None) is None:
        return ""
    first, _blank, rest = name.partition(" ")
    return f"{first[0]}. {rest}" if rest else f"{name[0]}…{name[-4:]}"


WIDTH, HEIGHT, MARGIN = 320, 180, 12
MAX_POINTS = 60
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
    step = -(-len(running) // MAX_POINTS) or 1
    rows = running if step == 1 else [*running[:-1:step], running[-1]]
    people = [column.person for column in columns]
    totals = [n for row in rows for person in people if (n := row.get(person)) is not None]
    if len(rows) < 2 or not totals:
        return None
    low, high = min(*totals, 0), max(*totals, 0)

    def y(total: int) -> float:
        return round(MARGIN + (high - total) * (HEIGHT - 2 * MARGIN) / ((high - low) or 1), 1)

    def curve(column: Column) -> Curve:
        width = (WIDTH - 2 * MARGIN) / (len(rows) - 1)
        totals = [row.get(column.person) for row in rows]
        placed = ((round(MARGIN + at * width, 1), total) for at, total in enumerate(totals))
        points = [(x, y(total)) for x, total in placed if total is not None]
        end = points[-1][1] if points else float(HEIGHT - MARGIN)
        line = " ".join(f"{x},{y}" for x, y in points)
        return Curve(column, line, float(WIDTH - MARGIN), end)

    return Chart(tuple(map(curve, columns)), y(0))
