"""A file that was saved, or that another app shares, comes back: a match or what a room adds, with
all its parts, or nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from flask import Blueprint, Response, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.ledger import Damaged, MatchExists
from scorekeeper.match.files import load_file, stream_type_of
from scorekeeper.stream.files import BrokenLine, Events
from scorekeeper.web.access import matches
from scorekeeper.web.limits import spend, visitor
from scorekeeper.web.match.presenter import MATCH_PRESENTER
from scorekeeper.web.render import page
from scorekeeper.web.rooms import rooms
from scorekeeper.web.security import CrossSite, csrf, has_own_host, local_path
from scorekeeper.web.shelves import MATCHES, require_space
from scorekeeper.web.stream import StreamPresenter

T = TypeVar("T")
taking_in = Blueprint("taking_in", __name__, url_prefix="/take-in")


@dataclass(frozen=True)
class Refusal:
    """Why a file was not taken in; `detail` says it in the words of whoever wrote the program."""

    text: str
    detail: str = ""


@taking_in.get("")
def ask() -> Response:
    """Asks for a file."""
    return page("stream/take-in.html", refusal=None)


@taking_in.post("")
def take() -> AnyResponse:
    """Takes a file in, whole or not at all; this phone may write in it."""
    require_space(MATCHES)
    spend("MATCHES_PER_ADDRESS", visitor())
    events = taken(_restored, _("This is no file that was saved here."))
    if isinstance(events, Refusal):
        return page("stream/take-in.html", status=422, refusal=events)
    presenter = presenter_of(events)
    stream = presenter.streams().get(events[0].stream)
    presenter.grant_role(stream, presenter.writes)
    return redirect(url_for(presenter.home, code=stream.code), 303)


@taking_in.post("/shared")
@csrf.exempt  # type: ignore[untyped-decorator]
def take_shared() -> AnyResponse:
    """Takes a file in, or opens a link of this house, that another app of the phone shares.

    The phone itself sends it, or its worker, and no page that has a token: the browser has to say
    so. Raises CrossSite.
    """
    if request.headers.get("Sec-Fetch-Site") not in ("none", "same-origin"):
        raise CrossSite
    if request.files:
        return take()
    for word in " ".join(request.form.values()).split():
        if has_own_host(word) and (path := local_path(word)):
            return redirect(path, 303)
    refusal = Refusal(_("There is no link to a table here in what was shared."))
    return page("stream/take-in.html", status=422, refusal=refusal)


def presenter_of(events: Events) -> StreamPresenter[Any, Any]:
    """What shows a stream: by its type."""
    added = (presenter for room in rooms() for presenter in room.presenters)
    kinds = stream_type_of(events).kinds
    return next(each for each in (MATCH_PRESENTER, *added) if each.streams().kinds is kinds)


def sent_file() -> bytes:
    """The file that was sent; nothing if none was chosen."""
    return request.files["file"].read() if "file" in request.files else b""


def taken(take: Callable[[str], T | Refusal], foreign: str) -> T | Refusal:
    """What `take` makes of the text of the file that was sent; or why it is not taken: for one that
    is no text, `foreign` says so.
    """
    if not (data := sent_file()):
        return Refusal(_("Choose a file first."))
    try:
        return take(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return Refusal(foreign)
    except BrokenLine as broken:
        text = _("Line %(n)d of the file is not right, so nothing was imported.", n=broken.line)
        return Refusal(text, broken.why)


def _restored(text: str) -> Events | Refusal:
    """The first stream of a file, now here with all others; or why it is not. Raises BrokenLine."""
    streams = load_file(text)
    try:
        matches().ledger.restore(*streams)
    except Damaged as damaged:
        return Refusal(_("This is no file that was saved here."), str(damaged))
    except MatchExists as here:
        return Refusal(_("%(code)s is here already. Nothing was imported.", code=here.match))
    return streams[0]
