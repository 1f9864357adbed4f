"""Live updates: server-sent events that say how far something is written, and a sign of life.

A stream carries numbers of events only; what they mean is fetched like any page. A page says in
`data-version` how far it shows it; static/live.js looks again where they differ. So a phone that
slept needs nothing but the first event of its next stream to know what it missed.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache

from flask import Response, current_app, request
from werkzeug.exceptions import Forbidden

from scorekeeper.ledger import Event, Ledger, Unavailable
from scorekeeper.ledger.following import Follower
from scorekeeper.web.forms.labels import number

Codes = Callable[[], Sequence[str]]
Still = Callable[[], bool]
"""Whether whoever listens may still look; asked after the request."""

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


def sse_response(code: str, require: Callable[[], object], others: Codes) -> Response:
    """Says how far a code and `others` are written whenever that changes, and that it lives.

    Which others there are is asked again when something is written. What `require` asks for, in a
    request of this phone, has to hold whenever something is said: it answers 403 once the role has
    ended, and the stream ends.
    """
    require()
    events = _events(follower(), code, _still(require), others)
    # As it is: each layer around the events would be kept for each phone.
    return Response(events, mimetype="text/event-stream", headers=HEADERS, direct_passthrough=True)


def version_of(first: int, others: Iterable[int]) -> str:
    """How far something is written: "17", or "17.45" with the sum of the others' numbers.

    Sequence numbers only grow: a version comes again only where one of the others leaves, and those
    that stay are then written on by just as much.
    """
    rest = sum(others)
    return f"{first}.{rest}" if rest else str(first)


def version_with(ledger: Ledger, first: int, others: Sequence[str]) -> str:
    """How far something is written, as its stream says it: `first`, and how far others are now."""
    return version_of(first, (number for number, _key in ledger.newest(others).values()))


def changes_response(
    now: str, events: Sequence[Event], describe: Callable[[Event], str], elsewhere: str
) -> Response:
    """What was done since the `version` that a page shows, in a sentence; 204 if nothing was.

    `now` is the version of now, `events` are those of what is looked at itself; `elsewhere` says
    that something was written in what belongs to it.
    """
    shown = request.args.get("version", "")
    first = number(shown.partition(".")[0])
    since = events[first:] if isinstance(first, int) and first >= 0 else ()
    text = " · ".join(filter(None, map(describe, since))) or elsewhere
    return Response(text, mimetype="text/plain", status=204 if shown == now else 200)


def _still(require: Callable[[], object]) -> Still:
    """Asks again as this request did. The server holds what it came with for as long as the stream
    lives; a context would be kept besides.
    """
    app, environ = current_app._get_current_object(), request.environ  # type: ignore[attr-defined]

    def still() -> bool:
        with app.request_context(environ), suppress(Forbidden, LookupError):
            require()
            return True
        return False

    return still


def _events(follower: Follower, code: str, still: Still, others: Codes) -> Iterator[bytes]:
    written, name = True, "alive"
    codes: tuple[str, ...] = ()
    # Where the store does not answer the stream ends: its phone says so, and comes again later.
    with suppress(Unavailable), follower.listen(code) as listener:
        while not follower.stopped:  # a phone comes back when there is a server again
            newest = listener.newest
            if written:
                before, codes = codes, tuple(others())
                if codes != before:
                    listener.subscribe((code, *codes))
            version = version_of(newest[code], (newest[other] for other in codes))
            yield _event(name, version)
            written = listener.wait(SIGN_OF_LIFE)
            name = "written" if written else "alive"
            if written and not still():
                return


@lru_cache(maxsize=1024)
def _event(name: str, version: str) -> bytes:
    return f"event: {name}\nid: {version}\ndata: {version}\n\n".encode()
