"""What the room of players' own phones adds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.core.rooms import Room

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from flask import Blueprint

    from scorekeeper.ledger import Event
    from scorekeeper.match import Match
    from scorekeeper.match.rows import Row
    from scorekeeper.referee.judgements import Judgement
    from scorekeeper.web.match.sheet_view import EventRow
    from scorekeeper.web.wording.rows import RowMarks


class SeatsRoom(Room):
    """Other people's phones at a table: who sits where, confirms a row, asks the table."""

    event_modules = ("scorekeeper.extras.seats.consent",)
    parts = frozenset({"match_people", "match_top", "match_share", "row_end", "verdict_end"})

    def blueprints(self) -> Sequence[Blueprint]:
        from scorekeeper.extras.seats.pages.phones import answers, asking, phones

        return (phones, answers, asking)

    def template_globals(self) -> Mapping[str, Callable[..., object]]:
        from scorekeeper.extras.seats.pages.phones import other_writers

        return {"other_writers": other_writers}

    def sheet_rows(self, match: Match) -> Sequence[EventRow]:
        from scorekeeper.extras.seats.pages import marks

        return marks.question_rows(match)

    def row_marks(self, match: Match, rows: Sequence[Row]) -> Mapping[int, RowMarks]:
        from scorekeeper.extras.seats.pages import marks

        return marks.row_marks(match, rows)

    def shown_question(self, match: Match) -> Event | None:
        from scorekeeper.extras.seats.consent import open_questions

        return next(reversed(open_questions(match)), None)

    def shown_verdict(self, match: Match, code: str) -> Judgement | None:
        from scorekeeper.extras.seats import consent

        return consent.shown_verdict(match, code)


ROOM = SeatsRoom()
