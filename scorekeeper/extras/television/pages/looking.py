"""Who looks on: noted where a phone asks for a page or holds a stream, shown in a line and a list.

Only people who have a page of their own are named; others are counted.
"""

import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from secrets import token_hex

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    g,
    redirect,
    request,
    session,
    url_for,
)
from flask_babel import gettext as _
from flask_babel import ngettext
from werkzeug import Response as AnyResponse

from scorekeeper.extras.seats.events import Ended
from scorekeeper.extras.television.presence import Away, IsAlive, Kind, Presence, Viewers, Visitor
from scorekeeper.match import Match
from scorekeeper.web.access import match_or_403, matches, may_write, person_of_phone
from scorekeeper.web.identifiers import phone_id
from scorekeeper.web.render import PageContext, page
from scorekeeper.web.saving import fresh_key, statement_key
from scorekeeper.web.security import TOKEN_FIELD
from scorekeeper.web.wording.figures import Column, columns_of
from scorekeeper.web.wording.reader import clock

looking = Blueprint("looking", __name__, url_prefix="/m/<code>")

BOARD = "television.show"
PRESENCE = "presence"
"""The extension that knows who looks on; an app in the phone has none."""
PAGES = {"sheet.show", "watching.show", "phones.me", "sheet.since", "looking.show", BOARD}
"""Views of what happens at a table: who asks for one looks on, if only for some seconds."""

ESTABLISHED = 1
TRIES = 5
"""How often the last bytes were sent again without an answer: some seconds with nobody there."""


@dataclass(frozen=True)
class ViewersPage(PageContext):
    """Who looks on at a match."""

    match: Match
    viewers: Viewers
    key: str

    @property
    def present(self) -> tuple[Column, ...]:
        """Those with a page of their own who look on."""
        return columns_of(self.match, self.viewers.people)

    @property
    def away(self) -> list[tuple[Column, str]]:
        """Those who no longer do, and since when."""
        return [
            (column, last_seen(away))
            for away in self.viewers.away
            for column in columns_of(self.match, [away.person])
        ]

    @property
    def others(self) -> list[str]:
        """How many look on whom nobody named, by what they are."""
        return list(_others(self.viewers))

    @property
    def writes(self) -> bool:
        """True if this phone may write."""
        return may_write(self.match)

    @property
    def seats(self) -> tuple[Column, ...]:
        """Those at the table, whose phones can be taken back."""
        return columns_of(self.match)


class ConnectionProbe:
    """A stream's connection; says whether its phone is at the other end. It sends nothing."""

    __slots__ = ("_socket",)

    def __init__(self, wire: socket.socket) -> None:
        self._socket = wire

    def __call__(self) -> bool:
        """False once the other end has closed it, or does not answer."""
        try:
            state, _congestion, tries = self._socket.getsockopt(
                socket.IPPROTO_TCP, socket.TCP_INFO, 3
            )
        except OSError:
            return False  # closed here
        return state == ESTABLISHED and tries < TRIES


class ViewerStream:
    """A phone looks on for as long as it holds a stream."""

    __slots__ = ("_code", "_flows", "_presence", "_visitor")

    def __init__(self, presence: Presence, code: str, visitor: Visitor, flows: IsAlive) -> None:
        self._presence, self._code = presence, code
        self._visitor, self._flows = visitor, flows

    def __enter__(self) -> None:
        self._presence.look(self._code, self._visitor, self._flows)

    def __exit__(self, *_: object) -> None:
        self._presence.leave(self._code, self._visitor.mark, self._flows)


def look_at(match: Match) -> ViewerStream:
    """The look that this request's stream is."""
    return ViewerStream(_presence(), match.code, _visitor(match), _wire())


@looking.get("/looking")
def line(code: str) -> Response:
    """How many others look on, and who does not any more, in parts of a line; the phone signs."""
    match = match_or_403(code)
    board = "board" in request.args
    _presence().sign(code, _visitor(match, "board" if board else None))
    parts = _parts(match, _viewers(match))
    return Response("\n".join(parts), mimetype="text/plain")


@looking.get("/lookers")
def show(code: str) -> Response:
    """Who looks on, by name where the phone is somebody's, and who does not any more."""
    match = match_or_403(code)
    _presence().ask(code, _visitor(match))
    context = ViewersPage(match, _viewers(match), fresh_key())
    return page("extras/television/viewers.html", "viewers", context=context)


@looking.post("/lookers")
def end(code: str) -> AnyResponse:
    """Takes one wrong phone back: the link of a person's seat ends, or that of those who write."""
    match = match_or_403(code, write=True)
    writers = request.form.get("of") == "writers"
    person = None if writers else request.form.get("of", -1, type=int)
    if person is not None and person not in match.seating.everybody:
        abort(400)
    matches().append_always(
        match, Ended(phone=phone_id(code), person=person), statement_key("ended", person)
    )
    return redirect(url_for("looking.show", code=code), 303)


@looking.after_app_request
def note(response: Response) -> Response:
    """Notes who asked for a page of a table."""
    view, presence = request.endpoint, current_app.extensions.get(PRESENCE)
    if view not in PAGES or presence is None or response.status_code not in (200, 204):
        return response
    match: Match | None = g.get("match")  # as `match_or_403` found it
    if match and TOKEN_FIELD in session:
        presence.ask(match.code, _visitor(match, "board" if view == BOARD else None))
    return response


def last_seen(away: Away) -> str:
    """When somebody looked on last: whether he left or has no signal cannot be told."""
    at = clock(datetime.fromtimestamp(away.since, UTC).isoformat())
    return _("last here at %(time)s", time=at)


def _viewers(match: Match) -> Viewers:
    """Who looks on; where it was taken back that somebody came, his phone is but a watcher's."""
    seen, known = _presence().viewers(match.code), match.seating.everybody
    people = tuple(person for person in seen.people if person in known)
    others = Counter(seen.others or {})
    others["watcher"] += len(seen.people) - len(people)
    away = tuple(each for each in seen.away if each.person in known)
    return Viewers(people, +others, away)


def _parts(match: Match, viewers: Viewers) -> Iterator[str]:
    """How many look on besides the phone that asks, and who does not any more, the latest first."""
    if (others := viewers.number - 1) > 0:
        yield ngettext("%(num)d watching", "%(num)d watching", others)
    for away in viewers.away:
        yield f"{match.seating.people[away.person]} {last_seen(away)}"


def _others(viewers: Viewers) -> Iterator[str]:
    """How many look on whom nobody named, by what they are."""
    others = viewers.others
    if n := others.get("scorer"):
        yield ngettext("%(num)d phone that may write", "%(num)d phones that may write", n)
    if n := others.get("watcher"):
        yield ngettext("%(num)d watcher", "%(num)d watchers", n)
    if n := others.get("board"):
        yield ngettext("%(num)d television", "%(num)d televisions", n)


def _visitor(match: Match, kind: Kind | None = None) -> Visitor:
    """This phone at a match."""
    # A phone that was shown no page yet has nothing to be known by.
    mark = phone_id(match.code) if TOKEN_FIELD in session else token_hex(16)
    role: Kind = "scorer" if may_write(match) else "watcher"
    return Visitor(mark, kind or role, person_of_phone(match))


def _wire() -> IsAlive:
    """What can be asked of this request's connection; without it a stream is believed."""
    names = ("gunicorn.socket", "werkzeug.socket")
    for wire in (request.environ[name] for name in names if name in request.environ):
        with suppress(OSError, AttributeError):  # no TCP, or a system that does not tell
            wire.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 3)
            return ConnectionProbe(wire)
    return always


def always() -> bool:
    """Of a stream that cannot be asked: it ends when its phone is sent something in vain."""
    return True


def _presence() -> Presence:
    presence: Presence = current_app.extensions[PRESENCE]
    return presence
