"""The watchers' page: it only reads, and refreshes itself."""

from dataclasses import dataclass
from functools import lru_cache

from flask import Blueprint, Response, request, url_for

from scorekeeper.match import Match
from scorekeeper.web.access import match_or_403
from scorekeeper.web.match.sheet_view import MatchContext, Sheet, SheetKey, sheet_of
from scorekeeper.web.render import answer, rendered, shared_response, wants_partial
from scorekeeper.web.wording.figures import Rank, ranks_of, scorer_text
from scorekeeper.web.wording.reader import clock

watching = Blueprint("watching", __name__, url_prefix="/m/<code>")

MAX_REFOLDED_EVENTS = 500
"""Events of a match that are folded once more for the page as it was: some milliseconds at most."""


@dataclass(frozen=True)
class WatchContext(MatchContext):
    """The watchers' page of a match."""

    @property
    def code(self) -> str:
        """The match's code."""
        return self.match.code

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """The players at the table, best first."""
        return ranks_of(self.match)

    @property
    def sheet(self) -> Sheet:
        """The latest rows."""
        return sheet_of(self.match, writes=False)

    @property
    def at(self) -> str:
        """When something was last written."""
        return clock(self.match.events[-1].at)

    @property
    def pencil(self) -> str:
        """Who writes, in words; empty if that is not known."""
        return scorer_text(self.match)


@watching.get("/watch")
def show(code: str) -> Response:
    """The standing, best first, for other phones: it only reads, and refreshes itself.

    With `since` it is what changed for who looks at that version: nothing (204), or the newest.
    """
    match, since = match_or_403(code), request.args.get("since", type=int)
    if since is None or not wants_partial():
        return answer(_watch_page(_view(match)))
    return Response(status=204) if since == match.version else _news(match, since)


def _news(match: Match, since: int) -> Response:
    """What watchers see, the same for all of them, and packed for those who saw a version."""
    view = _view(match)

    def older() -> str:
        known = 0 < since < min(match.version, MAX_REFOLDED_EVENTS)
        return _watch_page(view.earlier(since)) if known else ""

    address = f"{url_for('watching.show', code=match.code)}?since=*"
    return shared_response(_watch_page(view), older, address)


def _view(match: Match) -> SheetKey:
    """The match as everybody looks at it who only looks on, whoever holds the pencil."""
    return SheetKey.of(match, writes=False)


@lru_cache(maxsize=1024)
def _watch_page(view: SheetKey) -> str:
    """The watchers' page as HTML, rendered once until something new is written."""
    return rendered("match/watch.html", "watch", WatchContext(view.shown))
