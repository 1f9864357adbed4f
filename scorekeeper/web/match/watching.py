"""The watchers' page: it only reads, and refreshes itself."""

from dataclasses import dataclass
from functools import lru_cache

from flask import Blueprint, Response, request

from scorekeeper.web.http.access import match_or_403
from scorekeeper.web.match.sheet_view import MatchContext, Sheet, SheetKey, sheet_of
from scorekeeper.web.render import answer, rendered, wants_partial
from scorekeeper.web.wording.figures import Rank, ranks_of, scorer_text
from scorekeeper.web.wording.reader import clock

watching = Blueprint("watching", __name__, url_prefix="/m/<code>")


@dataclass(frozen=True)
class WatchContext(MatchContext):
    """The watchers' page of a match."""

    @property
    def code(self) -> str:
        return self.match.code

    @property
    def ranks(self) -> tuple[Rank, ...]:
        return ranks_of(self.match)

    @property
    def sheet(self) -> Sheet:
        return sheet_of(self.match, writes=False)

    @property
    def at(self) -> str:
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
    if since == match.version and wants_partial():
        return Response(status=204)
    # As everybody looks at it who only looks on, whoever holds the pencil.
    return answer(_watch_page(SheetKey.of(match, writes=False)))


@lru_cache(maxsize=1024)
def _watch_page(view: SheetKey) -> str:
    """The watchers' page as HTML, rendered once until something new is written."""
    return rendered("match/watch.html", "watch", WatchContext(view.match))
