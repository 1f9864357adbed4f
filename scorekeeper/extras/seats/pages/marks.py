"""What is said of rows from seats, and what is asked from there, as the sheet shows it; a row as
its player's own sentence: "You pay 1.20 to Petr – 2nd pov., flek".
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from flask_babel import gettext as _

from scorekeeper.core.sheet import PenaltyEntry, sum_of
from scorekeeper.extras.seats.consent import Consent, RowAnswers, consents, open_questions
from scorekeeper.ledger import Event
from scorekeeper.match import Match
from scorekeeper.match.rows import Row
from scorekeeper.rulebook.sums import Formula, formula
from scorekeeper.web.match.sheet_view import EventRow
from scorekeeper.web.wording.figures import Cell, cell_of, row_name, table_figures
from scorekeeper.web.wording.reader import book_of, names_text
from scorekeeper.web.wording.rows import (
    QuestionView,
    RowMarks,
    RowView,
    decided_texts,
    notice_text,
    question_view,
    story_of,
)

WAITS = ("waiting", "reminded")
"""What a row's consent is while another player is to confirm it."""
LATEST = 30
"""Rows on a player's page: what is older stands on the sheet."""


@dataclass(frozen=True)
class OwnRow:
    """A row for one player: his figure, what he pays or gets, and why: each line that he has a
    share in, with how that comes about.

    `asks` says that his answer is wanted, `again` for the last time; `may` that it would count.
    """

    seq: int
    version: int
    name: str
    cell: Cell
    sentence: str
    why: tuple[tuple[str, Formula], ...]
    consent: tuple[str, ...]
    struck: bool
    confirmed: bool
    may: bool
    asks: bool
    again: bool


def own_rows(match: Match, person: int, phone: str) -> list[OwnRow]:
    """The latest rows for a player with this phone, the newest first."""
    rows = [row for row in match.rows if not row.undone][-LATEST:]
    said, voices = consents(match, rows), RowAnswers(match)
    return [
        own_row(
            match, row, person, said[row.seq], voices.fault(row, person, phone, row.versions[-1])
        )
        for row in reversed(rows)
    ]


def own_row(match: Match, row: Row, person: int, said: Consent, fault: str) -> OwnRow:
    """A row for a player; his answer would not count for a `fault`."""
    waits = said.state in WAITS and person not in said.confirmed
    return OwnRow(
        seq=row.seq,
        version=row.versions[-1],
        name=row_name(match, row),
        cell=cell_of(match, _points(row, person)),
        sentence=own_sentence(match, row, person),
        why=tuple(_formulas(match, row, person)),
        consent=(*marks(match, said).words, *decided_texts(match, row.seq)),
        struck=row.struck,
        confirmed=person in said.confirmed,
        may=not fault,
        asks=waits and not fault,
        again=said.state == "reminded",
    )


def own_sentence(match: Match, row: Row, person: int) -> str:
    """What a row costs or brings a player, from whom, and why."""
    if person not in row.seating.seats:
        return _("You were not at the table.")
    why = ", ".join(_reasons(match, row, person))
    what = _payment(match, row, person)
    return f"{what} – {why}" if why else what


def _payment(match: Match, row: Row, person: int) -> str:
    points = _points(row, person)
    amount = cell_of(match, abs(points)).text.removeprefix("+")
    if not points:
        return (
            _("You neither pay nor get anything")
            if match.game.higher_wins
            else _("Nothing for you")
        )
    if not match.game.higher_wins:
        return _("You score %(points)s", points=amount)
    names = _others(match, row, sign=-1 if points > 0 else 1)
    if points < 0:
        pays = _("You pay %(amount)s", amount=amount)
        return _("%(pays)s to %(names)s", pays=pays, names=names) if names else pays
    gets = _("You get %(amount)s", amount=amount)
    return _("%(gets)s from %(names)s", gets=gets, names=names) if names else gets


def _others(match: Match, row: Row, sign: int) -> str:
    """The names of those on the other side of a payment: who gains (1), or who pays (−1)."""
    names = match.seating.names_at(row.seating.seats)
    points = sum_of(row.lines, len(names))
    return names_text([name for name, each in zip(names, points, strict=True) if each * sign > 0])


def _reasons(match: Match, row: Row, person: int) -> Iterator[str]:
    """What was played, the line in which the player has a share, if there is nothing to reckon in
    it, and what came of it. A penalty is told by what was played.
    """
    names, seat = match.seating.names_at(row.seating.seats), row.seating.seats.index(person)
    own = [line for line in row.lines if line.points[seat]]
    if match.game.drawn_as_strokes and own:  # who lost is who reads it
        yield from dict.fromkeys(book_of(match.game).step(line.rule) for line in own)
        return
    yield from story_of(match, row)
    if not isinstance(row.entry, PenaltyEntry) and not any(_formulas(match, row, person)):
        yield from (book_of(match.game).step(line.rule) for line in own)
    yield from (notice_text(match, mark, names) for mark in row.after.milestones if not row.struck)


def _formulas(match: Match, row: Row, person: int) -> Iterator[tuple[str, Formula]]:
    """Of each line in which a player has a share: what it is called, and how his points come about;
    of a single one only where there is something to reckon.
    """
    if person not in row.seating.seats:
        return
    seat, book, figures = row.seating.seats.index(person), book_of(match.game), table_figures(match)
    lines = [line for line in match.explained(row) if line.points[seat]]
    for line in lines:
        own = line.reckoned.own(seat)
        if len(lines) > 1 or len(own) > 1:
            yield book.step(line.rule), formula(own, book, figures)


def _points(row: Row, person: int) -> int:
    """The points that a row gives a person; 0 for who was not there."""
    seats = row.seating.seats
    return sum_of(row.lines, len(seats))[seats.index(person)] if person in seats else 0


def row_marks(match: Match, rows: Sequence[Row]) -> Mapping[int, RowMarks]:
    """What was said of some rows from seats, in words."""
    return {seq: marks(match, said) for seq, said in consents(match, rows).items()}


def marks(match: Match, said: Consent) -> RowMarks:
    words = tuple(filter(None, (_consent_text(match, said),)))
    return RowMarks(words, said.state == "objected", said.state in WAITS)


def question_rows(match: Match) -> list[EventRow]:
    return [EventRow(event, question_row) for event in open_questions(match)]


def question_views(match: Match) -> list[QuestionView]:
    """The questions that are before the table now, the newest first."""
    return [question_view(match, event) for event in reversed(open_questions(match))]


def _consent_text(match: Match, said: Consent) -> str:
    """What was said of a row: "confirmed by Eva", "Eva objects: …"; empty if nobody asked."""
    confirmed = _names(match, said.confirmed)
    if said.objections:
        return "; ".join(
            _("%(name)s objects", name=match.seating.people[event.body["person"]])
            + (f": {event.body['note']}" if event.body["note"] else "")
            for event in said.objections
        )
    if said.confirmed and said.state != "confirmed":
        return _("confirmed: %(names)s, but not by an opponent", names=confirmed)
    if said.confirmed:
        return _("confirmed: %(names)s", names=confirmed)
    if said.state == "silent":
        return _("no objections")
    if said.before:
        before = _names(match, said.before)
        return _("to be confirmed again: %(names)s", names=before)
    return _("not confirmed yet") if said.state else ""


def _names(match: Match, people: tuple[int, ...]) -> str:
    return names_text([match.seating.people[person] for person in people])


def question_row(match: Match, event: Event) -> RowView:
    """A question before the table as a row: "Eva asks: NOT ALLOWED – suit not followed"."""
    question, name = question_view(match, event), _("question")
    cells = (Cell("", "zero"),) * len(match.names)
    return RowView(
        event.seq,
        question.url,
        name,
        name,
        "question",
        cells,
        (question.text,),
        penalty=True,
        open=True,
    )
