"""The first page: go on with an evening, choose a game, watch another table."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, current_app, redirect, request, session, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.match import Match
from scorekeeper.matches import UnknownMatch
from scorekeeper.web.access import LETTERS, may_write, remember, remembered
from scorekeeper.web.pages import page
from scorekeeper.web.security import limiter
from scorekeeper.web.shelf import matches
from scorekeeper.web.wording import book_of, day, languages, titled

home = Blueprint("home", __name__)
THEMES = ("auto", "light", "dark")
SHOWN = 5


@dataclass(frozen=True)
class Evening:
    """A match of this phone, as the home page offers it."""

    url: str
    names: str
    note: str


@home.get("/")
def index() -> Response:
    """What this phone played last, and the games."""
    return _home()


@home.post("/watch")
@limiter.limit("20 per minute")
def watch() -> AnyResponse:
    """Opens another table's page for reading, by its short code."""
    typed = request.form.get("code", "")
    code = "".join(letter for letter in typed.upper() if letter in LETTERS)
    try:
        match = matches().get(code)
    except UnknownMatch:
        error = _("There is no table with this code. It has four letters or digits.")
        return _home(422, code=typed, code_error=error)
    remember(match.code, "watcher")
    return redirect(url_for("sharing.watch", code=match.code), 303)


@home.post("/language")
def language() -> AnyResponse:
    """Changes the language of this phone."""
    chosen = request.form.get("lang", "")
    if chosen not in languages():
        abort(422)
    session["lang"] = chosen
    return redirect(_back(), 303)


@home.post("/theme")
def theme() -> AnyResponse:
    """Changes between light, dark, and what the phone prefers."""
    chosen = request.form.get("theme", "")
    if chosen not in THEMES:
        abort(422)
    session["theme"] = chosen
    return redirect(_back(), 303)


def my_matches(limit: int = SHOWN) -> list[Match]:
    """The matches of this phone, the latest first; those that are gone are left out."""
    found = []
    for code in list(reversed(remembered()))[:limit]:
        try:
            found.append(matches().get(code))
        except UnknownMatch:
            current_app.logger.info("a phone remembers a match that is not here")
    return found


def _home(status: int = 200, **context: str) -> Response:
    games = [(title, url_for("setup.names", game=game.key)) for title, game in titled()]
    evenings = [_evening(match) for match in my_matches()]
    context = {"code": "", "code_error": "", **context}
    return page("home.html", status=status, games=games, evenings=evenings, **context)


def _evening(match: Match) -> Evening:
    to = "matches.show" if may_write(match.code) else "sharing.watch"
    book = book_of(match.game)
    played = book.say("texts", "played", {"n": match.standing.played})
    note = " · ".join((book.title, day(match.events[-1].at), played))
    return Evening(url_for(to, code=match.code), ", ".join(match.names), note)


def _back() -> str:
    """Where the form was; only a path of this app, never another site."""
    try:
        path = urlsplit(request.form.get("next", "/"))
    except ValueError:
        return url_for("home.index")
    safe = path.path.startswith("/") and not path.path.startswith(("//", "/\\"))
    return path._replace(scheme="", netloc="").geturl() if safe else url_for("home.index")
