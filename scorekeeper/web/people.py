"""The form for who sits where and who deals."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _
from wtforms import Field, Form, RadioField, StringField

from scorekeeper.games import AnyGame
from scorekeeper.matches import LONGEST_NAME, BadName


@dataclass(frozen=True)
class PeopleForm:
    """Names by seat and the seat that deals."""

    form: Form
    seats: int

    @property
    def players(self) -> list[Field]:
        """The fields of the names, in the order of the seats."""
        return [self.form[f"player-{seat}"] for seat in range(self.seats)]

    @property
    def names(self) -> list[str]:
        """The names as typed."""
        return [field.data or "" for field in self.players]

    @property
    def dealer(self) -> int:
        """The seat that deals; the last one if the form says nothing usable."""
        typed = str(self.form["dealer"].data)
        return int(typed) if typed in map(str, range(self.seats)) else self.seats - 1

    @property
    def typed(self) -> list[tuple[str, str]]:
        """Every control with what it holds, to carry the form in another."""
        named = [(field.name, field.data or "") for field in self.players]
        return [*named, ("dealer", str(self.dealer)), ("seats", str(self.seats))]


def people_form(
    game: AnyGame,
    seats: int,
    typed: Any = None,
    names: Sequence[str] = (),
    dealer: int | None = None,
) -> PeopleForm:
    """The form for a number of seats, filled with what was typed or with names."""
    names = _with_added(typed, seats) if typed is not None else [*names, *[""] * seats][:seats]
    chosen = _dealer(typed, seats) if typed is not None else dealer
    data = {f"player-{seat}": name for seat, name in enumerate(names)}
    form = _form_class(seats)(data={**data, "dealer": str(seats - 1 if chosen is None else chosen)})
    form["dealer"].choices = [
        (str(seat), _printable(name).strip() or str(seat + 1)) for seat, name in enumerate(names)
    ]
    return PeopleForm(form, seats)


def _dealer(typed: Any, seats: int) -> str | None:
    """Who deals as typed; the last seat stays the last one when players come and go."""
    before = sum(name.startswith("player-") for name in typed)
    chosen: str | None = typed.get("dealer")
    return None if chosen == str(before - 1) and before != seats else chosen


def bad_name(people: PeopleForm, bad: BadName) -> PeopleForm:
    """The form with the error at the name that it is about."""
    texts = {
        "empty": _("A name is missing here."),
        "too-long": _("At most %(n)d characters.", n=LONGEST_NAME),
        "twice": _("This name is there twice. Add a letter."),
    }
    field = people.players[bad.seat]
    field.data, field.errors = _printable(field.data), [texts[bad.problem]]
    return people


def _printable(name: str) -> str:
    """A name without control characters, which have no place in a page."""
    return "".join(filter(str.isprintable, name))


def _with_added(typed: Any, seats: int) -> list[str]:
    """The typed names; a known name that was tapped goes to the first empty place."""
    names = [typed.get(f"player-{seat}", "") for seat in range(seats)]
    if (added := typed.get("add")) and "" in names:
        names[names.index("")] = added
    return names


def _form_class(seats: int) -> type[Form]:
    players = {f"player-{seat}": StringField() for seat in range(seats)}
    return type("PeopleForm", (Form,), {**players, "dealer": RadioField(validate_choice=False)})
