"""The players of a match: who sits where and who deals, and the record of each."""

from collections.abc import Iterator, Sequence

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse
from wtforms import FieldList, Form, RadioField, StringField, ValidationError

from scorekeeper.ledger import Event
from scorekeeper.match import Match
from scorekeeper.match.actions import JOINER, LONGEST_NAME, BadName, proper_names
from scorekeeper.match.rows import Row
from scorekeeper.sheet import PenaltyEntry
from scorekeeper.web.access import match_for, matches
from scorekeeper.web.forms.kinds.kind import Submitted
from scorekeeper.web.forms.numbers import number
from scorekeeper.web.match.sheet_view import RowView, row_view
from scorekeeper.web.render import page
from scorekeeper.web.saving import Save, fresh_save, read_save, save_or_show
from scorekeeper.web.wording.columns import columns_of
from scorekeeper.web.wording.events import somebody_was_quicker
from scorekeeper.web.wording.figures import Cell, stats_of
from scorekeeper.web.wording.reader import book_of
from scorekeeper.web.wording.rulings import ruling_view

players = Blueprint("players", __name__, url_prefix="/m/<code>")
USUAL_PLAYERS = 4


@players.get("/people")
def edit(code: str) -> Response:
    """Names and dealer, to be changed."""
    match = match_for(code, write=True)
    return _people_page(match, people_form(match.names, match.standing.dealer))


@players.post("/people")
def rename(code: str) -> AnyResponse:
    """Gives the players other names, or the deal to somebody else."""
    match, save = match_for(code, write=True), read_save()
    form = submitted_people(request.form, len(match.names))

    def answer() -> AnyResponse:
        if not form.validate():
            return _people_page(match, form, 422, sent=save)
        names = proper_names(form.names)
        matches().rename(match, names, form.dealer.data, save.version, save.key)
        return redirect(url_for("sheet.show", code=code), 303)

    def late(now: Match) -> Response:
        return _people_page(now, form, 409, message=somebody_was_quicker(now))

    return save_or_show(code, answer, late)


@players.get("/players/<int:person>")
def show(code: str, person: int) -> Response:
    """A player: the record of penalties, and what the statistics count."""
    match = match_for(code)
    people = match.seating.everybody
    if person not in people:
        abort(404)
    return page(
        "match/player.html",
        match=match,
        column=columns_of(match, (person,))[0],
        rulings=[ruling_view(match, event) for event in _rulings_on(match, person)],
        rows=list(_penalties(match, person)),
        stats=[(label, figures[people.index(person)]) for label, figures in stats_of(match)],
        back=url_for("sheet.show", code=code),
    )


def _people_page(
    match: Match,
    form: "PeopleForm",
    status: int = 200,
    sent: Save | None = None,
    message: str = "",
) -> Response:
    return page(
        "match/people.html",
        status=status,
        match=match,
        book=book_of(match.game),
        form=form,
        hidden=(sent or fresh_save(match)).hidden,
        message=message,
    )


def _rulings_on(match: Match, person: int) -> Iterator[Event]:
    """The rulings on a player that hold, the latest first."""
    for event in reversed(match.rulings):
        seat = event.body["ruling"]["seat"]
        on_him = seat is not None and match.seats_of(event)[seat] == person
        if on_him and event.seq not in match.struck_by:
            yield event


def _penalties(match: Match, person: int) -> Iterator[tuple[RowView, Cell]]:
    """Rows that are penalties of a player, written without the referee; and what they cost him."""
    for row in match.rows:
        if _penalises(match, row, person):
            then = match.at(row.seating.seats)
            view = row_view(then, row)
            yield view, view.cells[then.seating.seats.index(person)]


def _penalises(match: Match, row: Row, person: int) -> bool:
    if not isinstance(row.entry, PenaltyEntry) or row.struck:
        return False
    on_him = row.seating.seats[row.entry.seat] == person
    return on_him and all(event.seq != row.seq for event in match.rulings)


class PeopleForm(Form):
    """Names by seat (controls `player-0`, `player-1`, …) and the seat that deals."""

    player = FieldList(StringField())
    dealer = RadioField(coerce=int)

    def validate_player(self, field: FieldList) -> None:
        """Marks the first name that cannot be taken; it is shown without control characters."""
        try:
            proper_names(self.names)
        except BadName as bad:
            entry, error = field.entries[bad.seat], _name_error(bad)
            entry.data, entry.errors = _printable(entry.data), [error]
            raise ValidationError(error) from bad

    @property
    def names(self) -> list[str]:
        """The names as typed."""
        return [entry.data for entry in self.player]

    @property
    def filled(self) -> list[tuple[str, str]]:
        """Every control with what it holds, to carry the form in another."""
        names = [(entry.name, entry.data) for entry in self.player]
        return [*names, ("dealer", str(self.dealer.data)), ("seats", str(len(names)))]


def people_form(names: Sequence[str], dealer: int | None = None) -> PeopleForm:
    """The form with a name for each seat; the last one deals if no seat is given."""
    seats = range(len(names))
    form = PeopleForm(data={"player": names, "dealer": dealer if dealer in seats else seats[-1]})
    form.dealer.choices = [
        (seat, _printable(name).strip() or str(seat + 1)) for seat, name in enumerate(names)
    ]
    return form


def submitted_people(submitted: Submitted, seats: int) -> PeopleForm:
    """The form for a number of seats as it was submitted.

    A known name that was tapped (`add`) goes to the first empty place, and the last seat stays the
    last one when players come and go.
    """
    names = [submitted.get(f"player-{seat}", "") for seat in range(seats)]
    if (added := submitted.get("add")) and "" in names:
        names[names.index("")] = added
    before = sum(control.startswith("player-") for control in submitted)
    dealer = number(submitted.get("dealer"))
    goes_along = before != seats and dealer == before - 1
    return people_form(names, None if goes_along or not isinstance(dealer, int) else dealer)


def _name_error(bad: BadName) -> str:
    texts = {
        "empty": _("A name is missing here."),
        "too-long": _("At most %(n)d characters.", n=LONGEST_NAME),
        "twice": _("This name is there twice. Add a letter."),
    }
    return str(texts[bad.problem])


def _printable(name: str) -> str:
    """A name without control characters, which have no place in a page."""
    return "".join(letter for letter in name if letter.isprintable() or letter == JOINER)


def usual_size(sizes: Sequence[int]) -> int:
    """How many most likely play, of all the numbers that can."""
    return min(sizes, key=lambda n: abs(n - USUAL_PLAYERS))
