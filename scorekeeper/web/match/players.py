"""The players of a match: who sits where and who deals, and the record of each."""

from collections.abc import Collection, Iterator, Sequence
from typing import TypedDict, Unpack

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse
from wtforms import FieldList, Form, RadioField, StringField, ValidationError

from scorekeeper.core.names import MAX_NAME_LENGTH, BadName, clean_names, strip_invisible
from scorekeeper.core.sheet import PenaltyEntry, Refusal, Refused
from scorekeeper.match import Match
from scorekeeper.match.seating import Arrangement
from scorekeeper.rulebook import unreadable
from scorekeeper.web.forms.kinds.kind import FormData
from scorekeeper.web.forms.labels import number
from scorekeeper.web.http.access import match_or_403, matches
from scorekeeper.web.http.saving import TOO_LATE, Save, fresh_save, match_before_save, read_save
from scorekeeper.web.render import page
from scorekeeper.web.wording.events import conflict_text
from scorekeeper.web.wording.figures import Cell, columns_of, stats_of, total_formulas
from scorekeeper.web.wording.reader import book_of, language, names_text
from scorekeeper.web.wording.rows import RowView, RulingView, row_view, ruling_view

players = Blueprint("players", __name__, url_prefix="/m/<code>")
USUAL_PLAYERS = 4


@players.get("/people")
def edit(code: str) -> Response:
    """Who sits where, their names, and who deals; to be changed."""
    match = match_or_403(code, write=True)
    return _people_page(match, _now(match))


@players.post("/people/seats")
def rearrange(code: str) -> Response:
    """The same with somebody more or less at the table, as far as it was typed."""
    match = match_or_403(code, write=True)
    table = _rearranged(_submitted_table(match), match.game.seats)
    return _people_page(match, table, sent=read_save())


@players.post("/people")
def rename(code: str) -> AnyResponse:
    """Lets people come and go; gives them other names, or the deal to somebody else."""
    match, save = match_or_403(code, write=True), read_save()
    then = match_before_save(match, save)
    table = _submitted_table(then)
    try:
        if then is match:  # before anything is said about the names
            matches().require_fresh(match, save.version)
        names, moved = clean_names(table.names), table.with_people_by_name(then.seating)
        meant = request.form.get("meant", "")
        if not meant and moved != table and then.rows:  # it is asked what was wrong
            pairs = zip(table.names, moved.people, table.people, strict=True)
            swapped = names_text([name for name, person, was in pairs if person != was])
            return _people_page(match, table, 422, sent=save, swapped=swapped)
        seats = (moved if meant == "seats" else table).seats_in(then.seating)
        if seats == then.seating.seats:
            matches().rename(match, names, table.dealer, save.version, save.key)
        else:
            matches().seat(match, seats, names, table.dealer, save.version, save.key)
    except BadName as bad:
        return _people_page(match, table, 422, sent=save, bad=bad)
    except Refused as refused:
        message = _why(match, refused.refusal)
        return _people_page(match, table, 422, sent=save, message=message)
    except TOO_LATE:
        now = matches().get(code)
        shown = table if table.people == now.seating.seats else _now(now)
        return _people_page(now, shown, 409, message=conflict_text(now, _("names")))
    return redirect(url_for("sheet.show", code=code), 303)


def _now(match: Match) -> Arrangement:
    return Arrangement(match.seating.seats, match.names, match.standing.dealer)


def _submitted_table(match: Match) -> Arrangement:
    """The table of a form: controls `player-0`, `person-0`, …. Answers 422 for a broken one."""
    form, seats = request.form, match.seating.seats
    size = sum(control.startswith("player-") for control in form)
    if size not in match.game.seats:
        abort(422)
    usual = [*map(str, seats), *[""] * size]
    people = tuple(_person(form.get(f"person-{at}", usual[at])) for at in range(size))
    known = [person for person in people if person is not None]
    if len({*known}) != len(known) or not {*known} <= {*range(len(match.seating.people))}:
        abort(422)
    names = tuple(form.get(f"player-{at}", "") for at in range(size))
    dealer = _person(form.get("dealer", ""))
    return Arrangement(people, names, size - 1 if dealer not in range(size) else dealer or 0)


def _person(sent: str) -> int | None:
    """A number that a form sent; None for nobody."""
    person: object = number(sent)
    return person if isinstance(person, int) else None


def _rearranged(table: Arrangement, sizes: Collection[int]) -> Arrangement:
    """The table after a tap: all sit the other way round (`turn`), somebody gets up (`leave`),
    there is a seat more (`join` says after which), or a name goes to the first empty one (`add`).
    """
    if "turn" in request.form:
        return table.turned()
    leaves, joins = (_person(request.form.get(deed, "")) for deed in ("leave", "join"))
    if leaves is not None and leaves in range(len(table.names)):
        return table.without(leaves, sizes)
    if joins is not None and joins in range(len(table.names)):
        return table.with_seat(joins, sizes)
    return table.with_name(request.form.get("add", ""))


@players.get("/players/<int:person>", endpoint="show")
def player_page(code: str, person: int) -> Response:
    """A player: the record of penalties, and what the statistics count."""
    match = match_or_403(code)
    people = match.seating.everybody
    if person not in people:
        abort(404)
    return page(
        "match/player.html",
        column=columns_of(match, (person,))[0],
        total=total_formulas(match)[person],
        rulings=list(_rulings_on(match, person)),
        rows=list(_penalties(match, person)),
        stats=[(label, figures[people.index(person)]) for label, figures in stats_of(match)],
        back=url_for("sheet.show", code=code),
    )


class Said(TypedDict, total=False):
    """What a page says besides: why nothing was saved, and which names were `swapped`."""

    message: str
    swapped: str


def _people_page(
    match: Match,
    table: Arrangement,
    status: int = 200,
    sent: Save | None = None,
    bad: BadName | None = None,
    **said: Unpack[Said],
) -> Response:
    """Who sits where, as typed so far, with a `message`; `swapped` were typed where others sit."""
    form = people_form(table.names, table.dealer)
    if bad:
        form.mark(bad)
    size, seating = len(table.names), match.seating
    others = tuple(person for person in seating.everybody if person not in table.people)
    people = enumerate(table.people)
    too_many = _refusal(match, size + 1)
    return page(
        "match/people.html",
        status=status,
        match=match,
        form=form,
        hidden=(sent or fresh_save(match)).hidden,
        # The control of each seat with the person who sits there; empty for who is new.
        persons=[(f"person-{at}", "" if person is None else person) for at, person in people],
        more=not too_many,
        fewer=_refusal(match, size - (size - 1 in match.game.seats)) is None,
        why=_refusal(match, size) or too_many,
        known=seating.names_at(others),
        message=said.get("message", ""),
        swapped=said.get("swapped", ""),
    )


def _refusal(match: Match, players: int) -> str | None:
    """Why there cannot be so many at the table from now on, in words; None if there can."""
    game = match.game
    if refusal := game.check_table(players, match.standing, match.house):
        return _why(match, refusal)
    if game.reseat is None:
        return _("Those who began this game must finish it.")
    if players not in game.seats:
        return _(
            "This game is for %(few)d to %(many)d players.", few=game.seats[0], many=game.seats[-1]
        )
    return None


def _why(match: Match, refusal: Refusal) -> str:
    return book_of(match.game).say("refusals", refusal.id, refusal.facts, match.names)


def _rulings_on(match: Match, person: int) -> Iterator[RulingView]:
    """The rulings on a player that hold, the latest first."""
    for event in reversed(match.rulings):
        seat = event.body["ruling"]["seat"]
        on_him = seat is not None and match.seats_of(event)[seat] == person
        if on_him and event.seq not in match.struck_by:
            yield ruling_view(match, event)


def _penalties(match: Match, person: int) -> Iterator[tuple[RowView, Cell]]:
    """Rows that are penalties of a player, written without the referee; and what they cost him."""
    ruled = {event.seq for event in match.rulings}
    for row in match.rows:
        if not isinstance(row.entry, PenaltyEntry) or row.struck or row.seq in ruled:
            continue
        if row.seating.seats[row.entry.seat] == person:
            then = match.as_of(row)
            view = row_view(then, row)
            yield view, view.cells[then.seating.seats.index(person)]


class PeopleForm(Form):
    """Names by seat (controls `player-0`, `player-1`, …) and the seat that deals."""

    player = FieldList(StringField())
    dealer = RadioField(coerce=int)

    def validate_player(self, field: FieldList) -> None:
        """Marks the first name that cannot be taken; it is shown without control characters."""
        try:
            clean_names(self.names)
        except BadName as bad:
            self.mark(bad)
            raise ValidationError(_name_error(bad)) from bad

    def mark(self, bad: BadName) -> None:
        entry = self.player.entries[bad.seat]
        entry.data, entry.errors = strip_invisible(entry.data), [_name_error(bad)]

    @property
    def names(self) -> list[str]:
        return [entry.data for entry in self.player]

    @property
    def filled(self) -> list[tuple[str, str]]:
        """Every control with what it holds, to carry the form in another."""
        names = [(entry.name, entry.data) for entry in self.player]
        return [*names, ("dealer", str(self.dealer.data)), ("seats", str(len(names)))]


def people_form(names: Sequence[str], dealer: int | None) -> PeopleForm:
    """The form with a name for each seat; the last one deals if no seat is given."""
    seats = range(len(names))
    form = PeopleForm(data={"player": names, "dealer": dealer if dealer in seats else seats[-1]})
    form.dealer.choices = [
        (seat, strip_invisible(name).strip() or str(seat + 1)) for seat, name in enumerate(names)
    ]
    return form


def submitted_people(submitted: FormData, seats: int) -> PeopleForm:
    """The form for a number of seats as it was submitted.

    A known name that was tapped (`add`) goes to the first empty place, or with its seat (`mean`,
    "2:Eva") to that in the place of what was typed; all sit the other way round
    (`turn`), and the last seat stays the last one when players come and go.
    """
    names = [submitted.get(f"player-{seat}", "") for seat in range(seats)]
    if (added := submitted.get("add")) and "" in names:
        names[names.index("")] = added
    seat, _colon, name = submitted.get("mean", "").partition(":")
    if name and seat.isdecimal() and int(seat) < seats:
        names[int(seat)] = name
    before = sum(control.startswith("player-") for control in submitted)
    dealer = number(submitted.get("dealer"))
    if "turn" in submitted and isinstance(dealer, int):
        table = Arrangement((None,) * seats, tuple(names), dealer).turned()
        names, dealer = list(table.names), table.dealer
    goes_along = before != seats and dealer == before - 1
    return people_form(names, None if goes_along or not isinstance(dealer, int) else dealer)


def _name_error(bad: BadName) -> str:
    if bad.problem == "invisible":
        return unreadable(language(), bad.at(""))
    texts = {
        "empty": _("A name is missing here."),
        "too-long": _("At most %(n)d characters.", n=MAX_NAME_LENGTH),
        "twice": _("This name is here twice. Add a letter."),
    }
    return str(texts[bad.problem])


def usual_size(sizes: Sequence[int]) -> int:
    """How many most likely play, of all the numbers that can."""
    return min(sizes, key=lambda n: abs(n - USUAL_PLAYERS))
