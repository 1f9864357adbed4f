"""The stream of a match: server-sent events that name the last event, and a sign of life."""

from collections.abc import Iterator

from flask import Blueprint, Response, current_app, request

from scorekeeper.ledger.following import Follower
from scorekeeper.web.access import match_for
from scorekeeper.web.forms.numbers import number
from scorekeeper.web.wording.events import describe_event

live = Blueprint("live", __name__, url_prefix="/m/<code>")

SIGN_OF_LIFE = 20.0
"""Seconds between two signs that the stream lives; a proxy ends one that is silent for a minute."""
HEADERS = {
    "Cache-Control": "no-store",
    # nginx would keep the events until there are enough of them.
    "X-Accel-Buffering": "no",
}


def follower() -> Follower:
    """Who follows the ledger in this process."""
    following: Follower = current_app.extensions["follower"]
    return following


@live.get("/live")
def stream(code: str) -> Response:
    """Says the number of the last event whenever there is a new one.

    A phone that comes back says by `Last-Event-ID` what it saw last; a new one by `seen`.
    """
    match = match_for(code)
    seen = _number(request.headers.get("Last-Event-ID")) or _number(request.args.get("seen"))
    events = _events(follower(), code, match.version if seen is None else seen)
    return Response(events, mimetype="text/event-stream", headers=HEADERS)


@live.get("/since/<int:seen>")
def since(code: str, seen: int) -> Response:
    """What was done since an event, in a sentence; 204 if nothing was."""
    match = match_for(code)
    news = [describe_event(match, event) for event in match.events[seen:]]
    return Response(" · ".join(news), mimetype="text/plain", status=200 if news else 204)


def _events(follower: Follower, code: str, seen: int) -> Iterator[str]:
    with follower.listen(code, seen) as listener:
        yield _event("alive", listener.newest)
        while True:
            is_news = listener.wait(SIGN_OF_LIFE)
            if follower.stopped:
                return  # a phone comes back when there is a server again
            yield _event("written" if is_news else "alive", listener.newest)


def _event(name: str, newest: int) -> str:
    return f"event: {name}\nid: {newest}\ndata: {newest}\n\n"


def _number(text: str | None) -> int | None:
    value: object = number(text or "")
    return value if isinstance(value, int) and value >= 0 else None
