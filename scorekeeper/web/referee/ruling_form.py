"""The form of a ruling: the seats a penalty may be written to, what it costs there, and the row
that it is about.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import session, url_for

from scorekeeper.core.schema import Invalid, Json
from scorekeeper.core.sheet import Entry, sum_of
from scorekeeper.match import Match
from scorekeeper.match.rulings import seats_of
from scorekeeper.referee.judgements import Judgement
from scorekeeper.web.http.grants import OBJECTIONS
from scorekeeper.web.http.saving import fresh_save
from scorekeeper.web.referee.table import RefereeTable
from scorekeeper.web.wording.figures import Cell, Column, cell_of, columns_of
from scorekeeper.web.wording.rows import marks_of


@dataclass(frozen=True)
class Offender:
    """A player who may be given the penalty: the seat at this question, and what it costs there.

    The verdict has `named` who did it, if it knows.
    """

    seat: int
    column: Column
    cell: Cell | None
    named: bool = False


@dataclass(frozen=True)
class RulingForm:
    """The controls of a ruling; a phone that may not write has none.

    The players `agree` on the points of some penalties. `before` is the note of the same question
    the last time it came up, `entry_url` is where the sheet takes over what the question says.
    """

    offenders: tuple[Offender, ...] = ()
    agree: bool = False
    before: str = ""
    entry_url: str = ""
    hidden: tuple[tuple[str, str], ...] = ()

    @property
    def booked(self) -> Cell | None:
        """What the sheet would give to whoever did it; None if that is no points."""
        return next((each.cell for each in self.offenders if each.cell), None)


def ruling_form(table: RefereeTable, judgement: Judgement) -> RulingForm:
    """What this phone may write about a verdict."""
    match, penalty = table.match, judgement.verdict.penalty
    if match is None:
        return RulingForm()
    before, hidden = _note_before(match, judgement), tuple(fresh_save(match).hidden)
    if objected := _objection_at(match):
        hidden = (*hidden, ("about", str(objected)))
    if not table.writes:
        return RulingForm(before=before, hidden=hidden)
    agree, entry, entry_url = penalty is not None and penalty.agree, judgement.entry(), ""
    if entry is not None and None not in seats_of(match, judgement):
        entry_url = url_for("entries.new", code=match.code, type=entry["type"])
    offenders = _offenders(table, match, judgement)
    return RulingForm(offenders, agree, before, entry_url, hidden)


def settle_objection(match: Match, seq: int) -> None:
    """Lets the next ruling of this phone be about an objection to a row."""
    others = [each for each in session.get(OBJECTIONS, ()) if each[0] != match.code]
    session[OBJECTIONS] = [*others[-1:], (match.code, seq)]


def _objection_at(match: Match) -> int | None:
    """The row that the next ruling of this phone is about; None if nobody objects to it now."""
    settled = dict(session.get(OBJECTIONS, ())).get(match.code)
    rows = [row for row in match.rows if row.seq == settled]
    said = marks_of(match, rows)
    return next((row.seq for row in rows if said[row.seq].objected), None)


def penalty_entry(
    table: RefereeTable, judgement: Judgement, seat: int
) -> Mapping[str, Json] | None:
    """The entry that writes a penalty to a seat of the match, as JSON; None if none does."""
    rule = next(iter(judgement.verdict.rules), "")
    data: Mapping[str, Json] | None
    data = table.game.penalty_entry(rule, seat, judgement.verdict.penalty)
    return data


def _offenders(table: RefereeTable, match: Match, judgement: Judgement) -> tuple[Offender, ...]:
    """Those whom it is about and who are at the table, first who did it; the penalty is scored
    once, as it costs everybody the same.
    """
    seats = {p: seat for p, seat in enumerate(seats_of(match, judgement)) if seat is not None}
    entries = {p: _possible_entry(table, match, judgement, seat) for p, seat in seats.items()}
    scored, cell = next(((seats[p], entry) for p, entry in entries.items() if entry), None), None
    if scored:
        seat, entry = scored
        points = sum_of(match.game.score(entry, match.standing, match.house), len(match.names))
        cell = cell_of(match, points[seat]) if any(points) else None
    columns, named = columns_of(match), _seat_to_blame(judgement)
    everybody = (
        Offender(place, columns[seat], cell if entries[place] else None, place == named)
        for place, seat in seats.items()
    )
    return tuple(sorted(everybody, key=lambda each: not each.named))


def _seat_to_blame(judgement: Judgement) -> int | None:
    """The seat, at this question, of who did what is not allowed; None if nobody knows."""
    verdict = judgement.verdict
    if verdict.verdict != "offence":
        return None
    first = next(iter(verdict.result.get("breaches") or ()), verdict.facts)
    seat = first.get("seat")
    return seat if isinstance(seat, int) else None


def _possible_entry(
    table: RefereeTable, match: Match, judgement: Judgement, seat: int
) -> Entry | None:
    """The entry of a penalty as far as it is known; None if the sheet would not take it so."""
    if (data := penalty_entry(table, judgement, seat)) is None:
        return None
    try:
        entry: Entry = match.game.read_entry(data, len(match.names), match.house)
    except Invalid:
        return None
    return None if match.game.check(entry, match.standing, match.house) else entry


def _note_before(match: Match, judgement: Judgement) -> str:
    """The note of the last agreement about the same rule; empty if there was none."""
    for event in reversed(match.rulings):
        ruling = event.body["ruling"]
        same = list(judgement.verdict.rules[:1]) == ruling["verdict"].get("rules", [])[:1]
        if same and ruling["how"] == "agreed" and event.seq not in match.struck_by:
            return str(ruling["note"])
    return ""
