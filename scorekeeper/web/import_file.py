"""A match that was saved as a file comes back, whole or not at all."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from flask import Blueprint, Response, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.ledger import Damaged, MatchExists
from scorekeeper.match.files import MOST_LINES, SENT, STREAM, load, on_its_own, stream_type_of
from scorekeeper.stream import files
from scorekeeper.web.http.access import grant_role, matches
from scorekeeper.web.http.grants import MATCHES, require_space
from scorekeeper.web.http.identifiers import codes_of_file
from scorekeeper.web.http.limits import spend, visitor
from scorekeeper.web.render import page

T = TypeVar("T")
taking_in = Blueprint("taking_in", __name__, url_prefix="/take-in")


@dataclass(frozen=True)
class Refusal:
    """Why a file was not taken in; `member` is what is wrong in its line ("body.names")."""

    text: str
    member: str = ""


@taking_in.get("")
def ask(refusal: Refusal | None = None) -> Response:
    return page(
        "stream/take-in.html",
        status=422 if refusal else 200,
        refusal=refusal,
        most={"lines": MOST_LINES, "letters": files.MOST_LETTERS},
    )


@taking_in.post("")
def take() -> AnyResponse:
    """Takes a match in, whole or not at all; this phone may write in it."""
    require_space(MATCHES)
    spend("MATCHES_PER_ADDRESS", visitor())
    events = taken(_restored, _("This file was not saved by this app."))
    if isinstance(events, Refusal):
        return ask(events)
    match = matches().get(events[0].stream)
    grant_role(match, "scorer")
    return redirect(url_for("sheet.show", code=match.code), 303)


def taken(take: Callable[[str], T | Refusal], foreign: str) -> T | Refusal:
    """What `take` makes of the text of the file that was sent; or why it is not taken: for one that
    is no text, `foreign` says so.
    """
    data = b""
    if "file" in request.files:
        with request.files["file"].stream as stream:
            data = stream.read()
    if not data:
        return Refusal(_("Choose a file first."))
    try:
        text = data.decode("utf-8-sig")
        with files.lines_counted(text):
            return take(text)
    except UnicodeDecodeError:
        return Refusal(foreign)
    except files.TooLong as broken:
        return Refusal(_("Line %(n)d of the file is one too many or too long.", n=broken.line))
    except files.BrokenLine as broken:
        said = _(
            "Line %(n)d of the file is not as it was saved, so nothing was imported."
            " Bring the file unchanged.",
            n=broken.line,
        )
        return Refusal(said, broken.member)


def _restored(text: str) -> files.Events | Refusal:
    """The match of a file, now here; or why it is not. Raises BrokenLine."""
    if stream_type_of([next(files.load_events(files.lines_of(text)))]) is not STREAM:
        return Refusal(
            _(
                "Only a match comes in here; the operator brings in a group with"
                " “scorekeeper import”."
            )
        )
    events = load(text, SENT)
    ledger = matches().ledger
    for code in codes_of_file(events):
        ours = on_its_own(events, code)
        try:
            ledger.restore(ours)
        except Damaged:
            return Refusal(_("This file was not saved by this app."))
        except MatchExists:
            # Names may have been forgotten since, and with them the keys: the time stays.
            if ledger.read(code)[0].at == events[0].at:
                return Refusal(_("%(code)s is here already. Nothing was imported.", code=code))
        else:
            return ours
    raise AssertionError("there is no end of codes")
