"""Other phones: the links with their QR codes, the watchers' page, and taking over the scoring."""

from functools import lru_cache

from flask import Blueprint, Response, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.match import Match
from scorekeeper.web.access import (
    ROLES,
    WrongLink,
    code_rests,
    link,
    match_for,
    matches,
    remember,
    role_of,
)
from scorekeeper.web.limits import tries
from scorekeeper.web.marks import phone_mark
from scorekeeper.web.match.sheet_view import View, sheet_of
from scorekeeper.web.render import answer, never_compressed, page, qr, rendered, shared, wants_part
from scorekeeper.web.saving import fresh_save, late_notice, read_save, save_or_show
from scorekeeper.web.wording.columns import pencil_text, ranks_of
from scorekeeper.web.wording.events import somebody_was_quicker
from scorekeeper.web.wording.reader import book_of, clock

sharing = Blueprint("sharing", __name__, url_prefix="/m/<code>")

FOLDED = 500
"""Events of a match that are folded once more for the page as it was: some milliseconds at most."""


@sharing.get("/in/<token>")
def join(code: str, token: str) -> AnyResponse:
    """Opens a link: the phone is given its role, and the token leaves the address."""
    with tries("WRONG_LINKS_PER_ADDRESS", WrongLink):
        role = role_of(code, token, matches().get, ROLES)
    remember(matches().get(code), role)
    to = "sheet.show" if role == "scorer" else "sharing.watch"
    return redirect(url_for(to, code=code), 303)


@sharing.get("/share")
@never_compressed
def share(code: str) -> Response:
    """The links of a match: for watching, and for writing too."""
    return _share_page(match_for(code, write=True))


@sharing.post("/links")
def renew(code: str) -> AnyResponse:
    """Ends all links and the roles they gave; this phone keeps its own."""
    match = match_for(code, write=True)

    def answer() -> AnyResponse:
        save = read_save()
        renewed = matches().renew_links(match, phone_mark(code), save.version, save.key)
        remember(renewed, "scorer")
        return redirect(url_for("sharing.share", code=code), 303)

    def late(now: Match) -> Response:
        text = somebody_was_quicker(now, _("new links instead of the old ones"))
        return _share_page(now, 409, late_notice(text, fresh_save(now).hidden))

    return save_or_show(code, answer, late)


def _share_page(match: Match, status: int = 200, message: str = "") -> Response:
    watch_url, score_url = link(match, "watcher"), link(match, "scorer")
    return page(
        "match/share.html",
        status=status,
        code=match.code,
        match=match,
        code_rests=code_rests(match),
        message=message,
        hidden=fresh_save(match).hidden,
        watch_url=watch_url,
        watch_qr=qr(watch_url),
        score_url=score_url,
        score_qr=qr(score_url),
    )


@sharing.get("/watch")
def watch(code: str) -> Response:
    """The standing, best first, for other phones: it only reads, and refreshes itself.

    With `since` it is what changed for who looks at that version: nothing (204), or the newest.
    """
    match, since = match_for(code), request.args.get("since", type=int)
    if since is None or not wants_part():
        return answer(_watch_page(_view(match)))
    return Response(status=204) if since == match.version else _news(match, since)


def _news(match: Match, since: int) -> Response:
    """What watchers see, the same for all of them, and packed for those who saw a version."""
    view = _view(match)

    def older() -> str:
        known = 0 < since < min(match.version, FOLDED)
        return _watch_page(view.earlier(since)) if known else ""

    address = f"{url_for('sharing.watch', code=match.code)}?since=*"
    return shared(_watch_page(view), older, address)


def _view(match: Match) -> View:
    """The match as everybody looks at it who only looks on, whoever holds the pencil."""
    return View.of(match, writes=False)


@lru_cache(maxsize=1024)
def _watch_page(view: View) -> str:
    """The watchers' page as HTML, rendered once until something new is written."""
    match = view.shown
    return rendered(
        "match/watch.html",
        "watch",
        title=book_of(match.game).title,
        code=match.code,
        match=match,
        ranks=ranks_of(match),
        sheet=sheet_of(match),
        at=clock(match.events[-1].at),
        pencil=pencil_text(match),
    )
