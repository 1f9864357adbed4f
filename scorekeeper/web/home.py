"""The first page: go on with an evening, choose a game, watch another table."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, redirect, request, session, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse
from wtforms import Form, StringField, ValidationError

from scorekeeper.match import Match
from scorekeeper.match.actions import UnknownMatch
from scorekeeper.web.access import (
    LETTERS,
    code_length,
    code_rests,
    forget,
    matches,
    may_write,
    my_matches,
    remember,
    remembered,
    role_in,
)
from scorekeeper.web.limits import require, spend, visitor
from scorekeeper.web.operation.logs import log_attempt
from scorekeeper.web.render import page
from scorekeeper.web.wording.reader import book_of, day, languages, titled

home = Blueprint("home", __name__)
THEMES = ("auto", "light", "dark")
SHOWN = 5
SAMPLE = "7KQ4XB"
"""What a code looks like."""


@dataclass(frozen=True)
class Evening:
    """A match of this phone, as the home page offers it."""

    url: str
    names: str
    note: str


class WatchForm(Form):
    """The short code of another table, as it is typed."""

    code = StringField()
    match: Match

    def validate_code(self, field: StringField) -> None:
        """Finds the `match` of the code, whatever stands between its letters.

        A code that rests is refused like one that is none: a guess is not told that it was near.
        """
        code = "".join(letter for letter in field.data.upper() if letter in LETTERS)
        match = _match_or_none(code)
        if match is None or (code_rests(match) and role_in(match) is None):
            text = _("No table with this code played this week. Check it, or open the link.")
            raise ValidationError(text)
        self.match = match


def _match_or_none(code: str) -> Match | None:
    try:
        return matches().get(code)
    except UnknownMatch:
        return None


@home.get("/")
def index() -> Response:
    """What this phone played last, and the games."""
    return _home(WatchForm())


@home.post("/watch")
def watch() -> AnyResponse:
    """Opens another table's page for reading, by its short code."""
    require("WRONG_CODES_PER_HOUSE")
    spend("CODES_PER_ADDRESS", visitor())
    form = WatchForm(request.form, data={"code": ""})
    if not form.validate():
        log_attempt("code")
        spend("WRONG_CODES_PER_HOUSE")
        return _home(form, 422)
    remember(form.match, "watcher")
    return redirect(url_for("sharing.watch", code=form.match.code), 303)


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


@home.post("/forget")
def forget_phone() -> AnyResponse:
    """Takes the roles in all matches from this phone."""
    forget()
    return redirect(url_for("home.index"), 303)


def _home(form: WatchForm, status: int = 200) -> Response:
    games = [(title, url_for("setup.names", game=game.key)) for title, game in titled()]
    evenings = [_evening(match) for match in my_matches(SHOWN)]
    return page(
        "home.html",
        status=status,
        games=games,
        evenings=evenings,
        watch=form,
        known=bool(remembered()),
        sample=SAMPLE[: code_length()],
    )


def _evening(match: Match) -> Evening:
    to = "sheet.show" if may_write(match) else "sharing.watch"
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
    # Under a path of a proxy, what lies beside it is another site.
    safe = path.path.startswith(f"{request.script_root}/") and path.path[1:2] not in ("/", "\\")
    return path._replace(scheme="", netloc="").geturl() if safe else url_for("home.index")
