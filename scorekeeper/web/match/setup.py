"""Opening a match: who plays where, who deals, and by which house rules.

Two pages make one form: each carries what was typed on the other in hidden fields, so that nothing
is lost on the way and no script is needed.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.core.game import AnyGame
from scorekeeper.core.named_house import NamedHouse, load_named
from scorekeeper.core.names import clean_names
from scorekeeper.core.rooms import first_of_rooms
from scorekeeper.core.schema import Invalid
from scorekeeper.games import GAMES
from scorekeeper.ledger import KeyReused, Stale
from scorekeeper.match import Match
from scorekeeper.web.house import HouseForm, rules_page, size_error
from scorekeeper.web.http.access import grant_role, matches, my_match, my_matches
from scorekeeper.web.http.grants import MATCHES, require_space
from scorekeeper.web.http.identifiers import codes_for, phone_scoped_key
from scorekeeper.web.http.limits import spend, visitor
from scorekeeper.web.http.saving import KEY, fresh_key, read_key
from scorekeeper.web.match.players import PeopleForm, people_form, submitted_people, usual_size
from scorekeeper.web.render import page
from scorekeeper.web.wording.figures import SHAPES, is_unnamed, seat_names
from scorekeeper.web.wording.reader import book_of

setup = Blueprint("setup", __name__, url_prefix="/new/<game>")


AT_HAND = 12
"""So many known names stand in the form with a tap each."""
TABLES = 2
"""So many whole tables are offered with one tap."""


class PlayerGroup(Protocol):
    """Those who play together, as a room knows them."""

    def last_match(self, game: AnyGame) -> Match | None:
        """Their last match at a game."""

    @property
    def members(self) -> Sequence[str]:
        """Who belongs to them."""

    def known(self, used: Sequence[str]) -> list[str]:
        """Who else may play, but for some, those of the last table first."""

    def meant(self, name: str, asked: Collection[str]) -> Sequence[str]:
        """Who of them may be meant by a name that none of them has; nobody if that was `asked`
        and somebody else may be called so.
        """

    @property
    def carried_fields(self) -> list[tuple[str, str]]:
        """The hidden controls that name them."""

    def add_match(self, match: Match, key: str) -> None:
        """Makes a match theirs."""


@dataclass(frozen=True)
class Draft:
    """A match about to be opened, as typed so far."""

    game: AnyGame
    people: PeopleForm
    house: HouseForm
    key: str
    group: PlayerGroup | None = None


class TypedName(NamedTuple):
    """A name that was typed at a seat, and who of the circle may be `meant` by it."""

    seat: int
    name: str
    meant: list[str]


@setup.get("")
def names(game: str) -> Response:
    """The names, empty or those of another evening (`?again=CODE`), with the last house rules.

    Those of a group (`?group=CODE`) are those of its last evening at this game. House rules
    that were sent (`?house=`) come before all. Raises Invalid.
    """
    known, group = game_or_404(game), _player_group(request.args)
    again = group.last_match(known) if group else my_match(request.args.get("again", ""))
    before = next((m for m in (again, *my_matches(40)) if m and m.game is known), None)
    again = again if again and len(again.names) in known.seats else None
    names: Sequence[str] = [""] * usual_size(known.seats)
    if again:
        names = again.names
    elif group and len(group.members) in known.seats:
        names = group.members
    if again and "shift" in request.args:
        names = shifted(names)
    rules = before.named_house if before else NamedHouse(known, "", known.house())
    if sent := request.args.get("house"):
        rules = load_named(known, sent)
    people = people_form(names, again.standing.dealer if again else None)
    return _names_page(Draft(known, people, HouseForm.of(rules), fresh_key(), group))


@setup.post("/names")
def edit(game: str) -> Response:
    """The names again, with what was typed; perhaps with a player more, or a known name added."""
    return _names_page(_submitted_draft(game_or_404(game)))


@setup.post("/house")
def house(game: str) -> Response:
    """The house rules, with what was typed; or with another set, or a ready-made part of one."""
    return _house_page(_submitted_draft(game_or_404(game)))


@setup.post("")
def start(game: str) -> AnyResponse:
    """Opens the match; or shows the page again with what has to be mended."""
    known = game_or_404(game)
    draft = _with_names(_submitted_draft(known, _seats_taken(known)))
    if not draft.people.validate():
        return _names_page(draft, 422)
    if meant := _ambiguous_names(draft):
        return _names_page(draft, 422, meant)
    try:
        rules = draft.house.read()
    except Invalid as error:
        return _house_page(replace(draft, house=draft.house.refused(error)), 422)
    if wrong := size_error(rules, len(draft.people.names)):
        return _house_page(replace(draft, house=draft.house.with_error(*wrong)), 422)
    read_key()  # half a key would open a second match when the form is sent again
    require_space(MATCHES)
    match = _open(draft, clean_names(draft.people.names), rules)
    if match.opener_writes:  # or this is a resend, and the links that it gave have ended
        grant_role(match, "scorer")
        if draft.group:
            draft.group.add_match(match, phone_scoped_key(f"take-in:{match.code}"))
    return redirect(url_for("sheet.show", code=match.code), 303)


def _ambiguous_names(draft: Draft) -> list[TypedName]:
    """The typed names by which others may be meant, but those about whom was asked already."""
    if draft.group is None:
        return []
    names, asked = draft.people.names, request.form.getlist("asked")
    found = [
        TypedName(
            seat, name, [each for each in draft.group.meant(name, asked) if each not in names]
        )
        for seat, name in enumerate(names)
    ]
    return [each for each in found if each.meant]


def _with_names(draft: Draft) -> Draft:
    """The draft as it can be played at once: where nobody has a name, all are called by their
    seats. Who plays in a circle is somebody.
    """
    if draft.group or any(name.strip() for name in draft.people.names):
        return draft
    names = seat_names(len(draft.people.names))
    return replace(draft, people=people_form(names, draft.people.dealer.data))


def _open(draft: Draft, names: Sequence[str], rules: NamedHouse) -> Match:
    """The match, opened once however often this phone sends the form."""
    key = phone_scoped_key(draft.key)
    spend_match(key)
    for code in codes_for(key):
        try:
            return matches().open_by(code, rules, names, draft.people.dealer.data, key)
        except Stale:
            continue
        except KeyReused:
            break
    return _open(replace(draft, key=fresh_key()), names, rules)


def spend_match(key: str) -> None:
    """Counts a match for this visitor, one sent again once. Raises RateLimitReached."""
    opening = matches().ledger.read(next(codes_for(key)))[:1]
    if key not in [event.key for event in opening]:
        spend("MATCHES_PER_ADDRESS", visitor())


def game_or_404(key: str) -> AnyGame:
    """The game of a key; without one answers 404."""
    if key not in GAMES:
        abort(404)
    return GAMES[key]


def _submitted_draft(game: AnyGame, seats: int | None = None) -> Draft:
    people = submitted_people(request.form, seats or _seats(game))
    key = request.form.get("key", "")
    key = key if KEY.fullmatch(key) else fresh_key()
    house = HouseForm.submitted(game, request.form)
    return Draft(game, people, house, key, _player_group(request.form))


def _seats(game: AnyGame) -> int:
    """How many play, as the form says; a number that the game does not allow is a broken form."""
    seats = request.form.get("seats", type=int) or usual_size(game.seats)
    if seats not in game.seats:
        abort(422)
    return seats


def _seats_taken(game: AnyGame) -> int:
    """How many play: no more than have a name, if the game can do with them."""
    typed = [request.form.get(f"player-{seat}", "").strip() for seat in range(_seats(game))]
    named = typed.index("") if "" in typed else len(typed)
    fewer = named in game.seats and not any(typed[named:])
    return named if fewer else len(typed)


def shifted(names: Sequence[str]) -> tuple[str, ...]:
    """The same people around the table, but all with other neighbours: the first one stays.

    >>> shifted(("Petr", "Jana", "Karel", "Eva"))
    ('Petr', 'Karel', 'Eva', 'Jana')
    """
    return (*names[:1], *names[2:], *names[1:2])


def _names_page(draft: Draft, status: int = 200, meant: Sequence[TypedName] = ()) -> Response:
    """The page of the names: who is `known` may be added, some of them `at_hand` with a tap each,
    and `lineups` sit down by one tap.
    """
    game, seats = draft.game, len(draft.people.names)
    known = _names_known(draft.people.names, draft.group)
    return page(
        "match/setup-names.html",
        status=status,
        game=game,
        book=book_of(game),
        form=draft.people,
        known=known,
        at_hand=known[:AT_HAND],
        meant=meant,
        lineups=[] if any(draft.people.names) else _lineups_known(game),
        carried_fields=[*draft.house.carried_fields, *_carried_fields(draft)],
        house_rules=draft.house.words,
        seats=seats,
        more=seats + 1 in game.seats,
        fewer=seats - 1 in game.seats,
    )


def _house_page(draft: Draft, status: int = 200) -> Response:
    return rules_page(
        draft.house,
        status,
        heading=_("House rules"),
        rules_url=url_for("rulebook.book", game=draft.game.key),
        done=_("Done"),
        done_url=url_for("setup.edit", game=draft.game.key),
        again_url=url_for("setup.house", game=draft.game.key),
        carried_fields=[*draft.people.filled, *_carried_fields(draft)],
        back="",
        message="",
    )


def _player_group(values: Mapping[str, str]) -> PlayerGroup | None:
    """Who plays, if a form or an address names them."""
    return first_of_rooms(lambda room: room.player_group(values))


def _carried_fields(draft: Draft) -> list[tuple[str, str]]:
    return [("key", draft.key), *(draft.group.carried_fields if draft.group else [])]


def _names_known(used: Sequence[str], group: PlayerGroup | None) -> list[str]:
    """Names that this phone used and the form has not, the latest first; or those of a circle."""
    if group:
        return group.known(used)
    names = dict.fromkeys(name for match in my_matches(40) for name in match.names)
    nobody = {*used, *seat_names(len(SHAPES))}
    return [name for name in names if name not in nobody][:8]


def _lineups_known(game: AnyGame) -> list[tuple[str, str]]:
    """The last lineups of this phone that may play a game: their names and the match's code."""
    codes = {
        ", ".join(m.names): m.code
        for m in reversed(my_matches(40))
        if len(m.names) in game.seats and not is_unnamed(m)
    }
    return list(codes.items())[: -TABLES - 1 : -1]
