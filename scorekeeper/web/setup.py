"""Opening a match: who plays where, who deals, and by which house rules.

Two pages make one form: each carries what was typed on the other in hidden fields, so that nothing
is lost on the way and no script is needed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import uuid4

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.games import GAMES, AnyGame
from scorekeeper.house import HouseRules, read_house, write_house
from scorekeeper.ledger import KeyReused, Stale
from scorekeeper.match import Match
from scorekeeper.matches import BadName, proper_names
from scorekeeper.plain import Unreadable, declared
from scorekeeper.web.access import codes_for, remember, remembered
from scorekeeper.web.agreed import chosen
from scorekeeper.web.bench import usual_size
from scorekeeper.web.forms import form_of
from scorekeeper.web.home import my_matches
from scorekeeper.web.pages import page
from scorekeeper.web.parts import DeclaredForm, Part, Words
from scorekeeper.web.people import PeopleForm, bad_name, people_form
from scorekeeper.web.shelf import matches
from scorekeeper.web.typed import plain_of, presets_of
from scorekeeper.web.wording import book_of

setup = Blueprint("setup", __name__, url_prefix="/new/<game>")


@dataclass(frozen=True)
class Draft:
    """A match about to be opened, as typed so far."""

    game: AnyGame
    people: PeopleForm
    house: DeclaredForm
    key: str


@setup.get("")
def names(game: str) -> Response:
    """The names, empty or those of another evening (`?again=CODE`), with the last house rules."""
    known = _known(game)
    before = _evening_to_repeat() or next((m for m in my_matches(40) if m.game is known), None)
    repeated = before.names if before and "again" in request.args else ()
    dealer = before.standing.dealer if before and repeated else None
    return _names_page(
        Draft(
            known,
            people_form(
                known, len(repeated) or usual_size(known.seats), names=repeated, dealer=dealer
            ),
            form_of(known.house, _words(known), plain=write_house(before.house) if before else {}),
            str(uuid4()),
        )
    )


@setup.post("/names")
def edit(game: str) -> Response:
    """The names again, with what was typed; perhaps with a player more, or a known name added."""
    return _names_page(_typed(_known(game)))


@setup.post("/house")
def house(game: str) -> Response:
    """The house rules, with what was typed; or with one of the ready-made sets (`preset`)."""
    draft = _typed(_known(game))
    if preset := request.form.get("preset"):
        draft = replace(draft, house=_with_preset(draft.game, preset))
    return _house_page(draft)


@setup.post("")
def start(game: str) -> AnyResponse:
    """Opens the match; or shows the page again with what has to be mended."""
    draft = _typed(_known(game))
    try:
        names = proper_names(draft.people.names)
    except BadName as bad:
        return _names_page(replace(draft, people=bad_name(draft.people, bad)), 422)
    try:
        rules = read_house(draft.game.house, plain_of(draft.game.house, request.form, 0))
    except Unreadable as error:
        text = book_of(draft.game).unreadable(error)
        return _house_page(replace(draft, house=draft.house.with_error(error.field, text)), 422)
    match = _open(draft, names, rules)
    remember(match.code, "scorer")
    return redirect(url_for("matches.show", code=match.code), 303)


def _open(draft: Draft, names: Sequence[str], rules: HouseRules) -> Match:
    """The match, opened once however often the form is sent."""
    for code in codes_for(draft.key):
        try:
            return matches().open(code, draft.game, names, draft.people.dealer, rules, draft.key)
        except Stale:
            continue
        except KeyReused:
            break
    return _open(replace(draft, key=str(uuid4())), names, rules)


def _known(key: str) -> AnyGame:
    if key not in GAMES:
        abort(404)
    return GAMES[key]


def _words(game: AnyGame) -> Words:
    return Words(book_of(game), ("house",), ())


def _typed(game: AnyGame) -> Draft:
    people = people_form(game, _seats(game), typed=request.form)
    key = request.form.get("key", "")[:64] or str(uuid4())
    return Draft(game, people, form_of(game.house, _words(game), typed=request.form), key)


def _with_preset(game: AnyGame, preset: str) -> DeclaredForm:
    """The house rules as typed, but with one group as a preset has it ("tariff:taroky.net")."""
    name, _, key = preset.partition(":")
    plain = plain_of(game.house, request.form, 0)
    ready = presets_of(game.house, name).get(key)
    if ready is None:
        abort(422)
    group: type = type(ready)
    whole = {field: getattr(ready, field) for field in declared(group)}
    return form_of(game.house, _words(game), plain={**plain, name: whole})


def _seats(game: AnyGame) -> int:
    """How many play, as the form says; a number that the game does not allow is a broken form."""
    asked = request.form.get("seats", type=int) or usual_size(game.seats)
    if asked not in game.seats:
        abort(422)
    return asked


def _evening_to_repeat() -> Match | None:
    code = request.args.get("again", "")
    return matches().get(code) if code in remembered() else None


def _names_page(draft: Draft, status: int = 200) -> Response:
    seats = len(draft.people.names)
    return page(
        "setup/names.html",
        status=status,
        game=draft.game,
        book=book_of(draft.game),
        players=draft.people.players,
        dealer=draft.people.form["dealer"],
        known=_names_known(draft.people.names),
        carried=draft.house.typed,
        agreed=_agreed(draft),
        seats=seats,
        more=seats + 1 in draft.game.seats,
        fewer=seats - 1 in draft.game.seats,
        key=draft.key,
    )


def _house_page(draft: Draft, status: int = 200) -> Response:
    return page(
        "setup/house.html",
        status=status,
        game=draft.game,
        book=book_of(draft.game),
        parts=draft.house.order,
        errors=draft.house.errors,
        carried=[*draft.people.typed, ("key", draft.key)],
    )


def _names_known(taken: Sequence[str]) -> list[str]:
    """Names that this phone used before and that are not in the form, the latest first."""
    names = dict.fromkeys(name for match in my_matches(40) for name in match.names)
    return [name for name in names if name not in taken][:8]


def _agreed(draft: Draft) -> list[str]:
    """The house rules that differ from the defaults, in words."""
    usual = form_of(draft.game.house, _words(draft.game)).parts
    return [
        f"{part.label}: {_told(draft.game, part)}"
        for part in draft.house.order
        if any(part.held) and part.held != usual[part.name].held
    ]


def _told(game: AnyGame, part: Part) -> str:
    """What a part holds, in words: a choice, or the name of a ready-made set."""
    if part.kind != "group":
        return chosen(part)
    ready = (
        label
        for key, label in part.presets
        if _with_preset(game, f"{part.name}:{key}").parts[part.name].held == part.held
    )
    return next(ready, _("our own"))
