"""What is said of rows from seats, and what is asked from there, as the sheet shows it."""

from collections.abc import Mapping, Sequence

from flask_babel import gettext as _

from scorekeeper.extras.seats.asking import open_questions, shown_verdict
from scorekeeper.extras.seats.consent import Consent, consents
from scorekeeper.ledger import Event
from scorekeeper.match import Match
from scorekeeper.match.rows import Row
from scorekeeper.web.match.sheet_view import SHEET_ROWS, Beside
from scorekeeper.web.referee.verdicts import KEPT
from scorekeeper.web.wording.figures import Cell
from scorekeeper.web.wording.reader import names_text
from scorekeeper.web.wording.rows import ROW_MARKS, RowMarks, RowView
from scorekeeper.web.wording.rulings import QuestionView, question_view

KEPT.fill()(shown_verdict)


@ROW_MARKS.fill()
def row_marks(match: Match, rows: Sequence[Row]) -> Mapping[int, RowMarks]:
    """What was said of some rows from seats, in words."""
    return {seq: marks(match, said) for seq, said in consents(match, rows).items()}


def marks(match: Match, said: Consent) -> RowMarks:
    """What was said of a row in words."""
    words = tuple(filter(None, (_consent_text(match, said),)))
    return RowMarks(words, said.state == "objected")


@SHEET_ROWS.fill()
def question_rows(match: Match) -> list[Beside]:
    """The questions that are before the table now, for the sheet."""
    return [Beside(event, question_row) for event in open_questions(match)]


def question_views(match: Match) -> list[QuestionView]:
    """The questions that are before the table now, the newest first."""
    return [question_view(match, event) for event in reversed(open_questions(match))]


def _consent_text(match: Match, said: Consent) -> str:
    """What was said of a row: "confirmed by Eva", "Eva objects: …"; empty if nobody asked."""
    confirmed = _names(match, said.confirmed)
    if said.objections:
        return "; ".join(_objection(match, event) for event in said.objections)
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


def _objection(match: Match, event: Event) -> str:
    said = event.body
    objects = _("%(name)s objects", name=match.seating.people[said["person"]])
    return f"{objects}: {said['note']}" if said["note"] else objects


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
