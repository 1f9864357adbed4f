"""The first page: go on with an evening, choose a game, watch another table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse
from wtforms import Form, StringField, ValidationError

from scorekeeper.core.rooms import first_of_rooms, rooms
from scorekeeper.match import Match
from scorekeeper.web.http import access
from scorekeeper.web.http.grants import MATCHES, SEATS, TOURNAMENTS, forget, remove_grant, shelves
from scorekeeper.web.http.identifiers import code_length, letters_in, typed_code
from scorekeeper.web.http.limits import require_below_limit, spend, visitor
from scorekeeper.web.http.security import local_path, log_attempt
from scorekeeper.web.render import before, has_page, never_compressed, page, paginate
from scorekeeper.web.stream.tournament import TOURNAMENT_PRESENTER, my_tournaments
from scorekeeper.web.wording.figures import leaders_text
from scorekeeper.web.wording.reader import book_of, choose, day, games_by_title, is_today

home = Blueprint("home", __name__)
SHOWN, ON_A_PAGE = 5, 30
SAMPLE = "7KQ4XB"
"""What a code looks like."""
CHOSEN_AT = {"home.language": "lang", "home.theme": "theme", "home.buttons": "buttons"}
"""Endpoint → what a phone chooses there for itself."""


@dataclass(frozen=True)
class Tile:
    """A game to choose."""

    key: str
    title: str
    url: str


@dataclass(frozen=True)
class MatchTile:
    """A match of this phone, as the home page offers it: `result` says who is the best so far."""

    url: str
    game: str
    title: str
    names: str
    result: str
    day: str
    played: str
    today: bool
    over: bool


class WatchForm(Form):
    """The short code of another table, as it is typed."""

    code = StringField()
    match: Match

    def validate_code(self, field: StringField) -> None:
        """Finds the `match` of the code, whatever stands between its letters and before it.

        A code that rests is refused like one that is none: a guess is not told that it was near.
        """
        code = typed_code(field.data)
        match = access.match_or_none(code)
        if match is None or (
            access.code_has_expired(match) and access.role_of_phone(match) is None
        ):
            text = _("No table with this code played this week. Check it, or open the link.")
            raise ValidationError(text)
        self.match = match


@dataclass(frozen=True)
class HeldRole:
    """What this phone may do somewhere, on one of its shelves; `link` gives it back once left."""

    shelf: str
    code: str
    title: str
    more: str
    url: str
    link: str = ""


@dataclass(frozen=True)
class HomeLink:
    """Where this phone has something to do besides matches."""

    title: str
    url: str


@dataclass(frozen=True)
class RoleList:
    """What this phone may do of one kind; what lies on other shelves goes `with_it`."""

    heading: str
    shelf: str
    roles: Sequence[HeldRole]
    with_it: Sequence[str] = ()


@home.get("/")
def index() -> Response:
    """What this phone played last, and the games."""
    return _home(WatchForm())


@home.get("/last")
def last() -> AnyResponse:
    """What this phone played last, for a shortcut of the home screen."""
    mine = access.my_matches(1)
    return redirect(_evening(mine[0]).url if mine else url_for("home.index"))


@home.post("/watch")
def watch() -> AnyResponse:
    """Opens another table's page for reading, by its short code."""
    require_below_limit("WRONG_CODES_PER_HOUSE")
    spend("CODES_PER_ADDRESS", visitor())
    form = WatchForm(request.form, data={"code": ""})
    typed = letters_in(form.code.data)
    if url := first_of_rooms(lambda room: room.long_code_url(typed)):
        return redirect(url, 303)
    if not form.validate():
        log_attempt("code")
        spend("WRONG_CODES_PER_HOUSE")
        return _home(form, 422)
    access.grant_role(form.match, "watcher")
    return redirect(url_for("watching.show", code=form.match.code), 303)


@home.post("/mine")
@never_compressed
def leave() -> Response:
    """Takes one thing from this phone, and shows the link that gives it back, if there is one."""
    shelf, _blank, code = request.form.get("leave", "").partition(" ")
    lists = [*_at_tables([code]), *_of_rooms()]
    if shelf not in [each.shelf for each in lists]:
        abort(422)
    roles = [role for each in lists for role in each.roles]
    left = next((role for role in roles if (role.shelf, role.code) == (shelf, code)), None)
    also = (name for each in lists if each.shelf == shelf for name in each.with_it)
    for each in dict.fromkeys((shelf, *also)):
        remove_grant(each, code)
    return mine(left)


@home.get("/settings")
def settings() -> Response:
    """What a phone chooses for itself; whatever is chosen leads back to the page before."""
    return page("settings.html", back=_back())


@home.post("/language", endpoint="language")
@home.post("/theme", endpoint="theme")
@home.post("/buttons", endpoint="buttons")
def choose_for_phone() -> AnyResponse:
    """Remembers what this phone chose from now on, and leads back to the page it came from."""
    name = CHOSEN_AT[str(request.endpoint)]
    if not choose(name, request.form.get(name)):
        abort(422)
    return redirect(_back(), 303)


@home.post("/forget")
def forget_phone() -> AnyResponse:
    forget()
    return redirect(url_for("home.index"), 303)


def _home(form: WatchForm, status: int = 200) -> Response:
    mine = access.my_matches(SHOWN)
    evenings = [_evening(match) for match in mine]
    last = mine[0].game.key if mine else ""
    games = [
        Tile(g.key, title, url_for("setup.names", game=g.key)) for title, g in games_by_title()
    ]
    met = {(each.names, each.day) for each in evenings}
    return page(
        "home.html",
        status=status,
        # In the order of the alphabet, but first the one that this phone played last.
        games=sorted(games, key=lambda tile: tile.key != last),
        evenings=evenings[:1],
        today=[evening for evening in evenings[1:] if evening.today],
        earlier=[evening for evening in evenings[1:] if not evening.today],
        watch=form,
        places=[places[:SHOWN] for room in rooms() if (places := room.home_links())],
        known=any(shelves().values()),
        regulars=len({names for names, _day in met}) < len(met),
        sample=SAMPLE[: code_length()],
    )


@home.get("/mine")
@never_compressed
def mine(left: HeldRole | None = None) -> Response:
    """All that this phone may do: each is left by a tap, and the phone can be forgotten."""
    list_page = paginate(access.granted_codes(), before(), ON_A_PAGE)
    lists = _at_tables([*reversed(list_page.lines)])
    if before() is None:
        lists = [*_of_rooms(), *lists]
    return page(
        "mine.html",
        lists=[(each.heading, each.roles) for each in lists],
        older=list_page.older,
        left=left,
        known=any(shelves().values()),
    )


def _of_rooms() -> list[RoleList]:
    played = [
        HeldRole(
            TOURNAMENTS,
            each.code,
            each.name,
            day(each.events[-1].at),
            TOURNAMENT_PRESENTER.home_url(each),
            access.link_path(each, role, TOURNAMENT_PRESENTER.pages),
        )
        for each, role in my_tournaments()
    ]
    lists = (each for room in rooms() for each in room.role_lists())
    return [*lists, RoleList(_("Tournaments"), TOURNAMENTS, played)]


def _at_tables(codes: Sequence[str]) -> list[RoleList]:
    roles = [role for code in codes for role in _at_table(code)]
    return [RoleList(_("Matches"), MATCHES, roles, (SEATS,)), RoleList("", SEATS, ())]


def _at_table(code: str) -> Iterator[HeldRole]:
    """What this phone may do in a match: its role, and its seat."""
    match = access.my_match(code)
    if not match:
        return
    title, names = book_of(match.game).title, ", ".join(match.names)
    told = f"{names} · {day(match.events[-1].at)}"
    role, person = access.role_of_phone(match), access.person_of_phone(match)
    url = url_for("sheet.show" if role == "scorer" else "watching.show", code=code)
    yield HeldRole(MATCHES, code, title, told, url, access.link_path(match, role or "watcher"))
    if person is not None and has_page("phones.me"):
        seat, back = match.seating.people[person], access.seat_link(match, person)
        yield HeldRole(SEATS, code, seat, title, url_for("phones.me", code=code), back)


def _evening(match: Match) -> MatchTile:
    looks_on = access.person_of_phone(match) is None and not access.may_write(match)
    to = "watching.show" if looks_on else "sheet.show"
    at, book = match.events[-1].at, book_of(match.game)
    return MatchTile(
        url=url_for(to, code=match.code),
        game=match.game.key,
        title=book.title,
        names=", ".join(match.names),
        result=leaders_text(match),
        day=day(at),
        played=book.say("texts", "played", {"n": match.standing.played}),
        today=is_today(at),
        over=match.standing.over,
    )


def _back() -> str:
    """Where the form was; only a path of this app, never another site."""
    return local_path(request.values.get("next", "/")) or url_for("home.index")
