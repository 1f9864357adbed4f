"""What a request must be before anything of it is read: whole, meant for this server, not too
large, and not too frequent. Only a server counts requests (server.py): an app in a phone has nobody
to keep out.

The sizes hold for the app, for the server below it, for what a phone sends, and for what stands in
front (nginx.conf, Caddyfile), which takes `BIGGEST_FILE` at every address.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING, Protocol

from flask import Flask, current_app, request
from werkzeug.exceptions import BadRequest, ClientDisconnected, LengthRequired, SecurityError
from werkzeug.sansio.utils import get_host

from scorekeeper.web.http.security import current_request

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

NETWORK = 64
"""Bits of an IPv6 address that stand for one subscriber; the others are free to choose."""


class RateLimitReached(Exception):
    """A limit is reached: `limit` is its setting, and `wait` the seconds until it is free again."""

    def __init__(self, limit: str, wait: int) -> None:
        super().__init__(limit)
        self.limit, self.wait = limit, wait


def visitor() -> str:
    """Who asks, as limits count: an IPv4 address, or the network of an IPv6 address."""
    return visitor_of(request.remote_addr or "")


@lru_cache(maxsize=1024)
def visitor_of(text: str) -> str:
    """Who has an address, as limits count; what is none stands for itself."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return text
    if not isinstance(address, IPv6Address):
        return text
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return f"{IPv6Address(int(address) >> 128 - NETWORK << 128 - NETWORK)}/{NETWORK}"


class Limiter(Protocol):
    """What counts, for this app."""

    def is_free(self, limit: str, who: tuple[str, ...], *, spend: bool) -> bool:
        """True if something is left of a limit of the settings; `spend` takes one of it."""

    def wait(self, limit: str) -> int:
        """The seconds after which a limit is free again."""


LIMITER = "counter"
"""The extension of an app that counts."""


def require_below_limit(limit: str, *who: str) -> None:
    """Raises RateLimitReached if nothing is left of a limit, for all or for one visitor."""
    _require(limit, who, spend=False)


def spend(limit: str, *who: str) -> None:
    """Counts one more under a limit of the settings. Raises RateLimitReached if it is too many."""
    _require(limit, who, spend=True)


def _require(limit: str, who: tuple[str, ...], *, spend: bool) -> None:
    counter: Limiter | None = current_app.extensions.get(LIMITER)
    if counter and not counter.is_free(limit, who, spend=spend):
        raise RateLimitReached(limit, counter.wait(limit))


BIGGEST_REQUEST = 64 * 1024
"""Bytes of a form."""
BIGGEST_FILE = 4 * 1024 * 1024
"""Bytes of a match that was saved; phones up to version 0.10 sent an evening in such parcels."""
TAKE_FILES = frozenset({"following.send", "taking_in.take"})
"""The views that take a file."""
FIELDS_ONLY = "application/x-www-form-urlencoded"
"""The type of a form without a file."""
BIGGEST_BATCH = 48 * 1024
"""Bytes that a phone sends at once of what it wrote without a signal: what lets forms pass does."""
MOST_PARTS = 500
"""Fields of a form."""
LONGEST_LINE, MOST_FIELDS = 2048, 50
"""Bytes of the line with the address, and headers."""
HEAD_SECONDS = 15
"""From the first answer, or from the connection, until the next request's headers are all there."""
LINE_SECONDS = 30
"""How long a phone may send nothing of its form, or take none of the bytes that are sent to it."""


UNKNOWN_HOST = "scorekeeper.unknown_host"
"""Key of the WSGI environment: the request named a host that is none of ours."""


class CutShort(BadRequest):
    """Less of the body arrived than its Content-Length says."""


class UnknownHost(BadRequest):
    """The Host header cannot be parsed, or is none of TRUSTED_HOSTS."""


def check_arrivals(app: Flask) -> None:
    """Refuses what is not whole or not meant for us, before forms, tokens and limits are looked at.

    `TRUSTED_HOSTS` is Flask's own setting: the names of this server, ".example.org" with all below.
    """
    app.wsgi_app = HostGate(app.wsgi_app, app.config["TRUSTED_HOSTS"])  # type: ignore[method-assign]
    app.before_request(_check_arrival)


class HostGate:
    """Lets a request with a wrong Host go on under another one, marked: without an address of its
    own it could not even be answered in words.
    """

    def __init__(self, app: "WSGIApplication", trusted: Sequence[str] | None) -> None:
        self.app = app
        self.trusted = tuple(trusted or ())
        self.stand_in = self.trusted[0].lstrip(".") if trusted else "localhost"

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        host = environ.get("HTTP_HOST")
        if host is not None and not is_host(host, self.trusted):
            environ |= {"HTTP_HOST": self.stand_in, UNKNOWN_HOST: True}
        return self.app(environ, start_response)


@lru_cache(maxsize=256)
def is_host(header: str, trusted: tuple[str, ...] = ()) -> bool:
    """True if it is a host that addresses can be made with, and one of the trusted ones if any are.

    >>> is_host("kocka.example.org:8000"), is_host("x" * 64), is_host("a b")
    (True, False, False)
    >>> is_host("kocka.example.org", (".example.org",)), is_host("example.net", (".example.org",))
    (True, False)
    """
    try:
        host = get_host("http", header, None, trusted)
        # The port is no part of a name, which may hold 63 letters between its dots.
        return bool(host.partition(":")[0].encode("idna"))
    except (SecurityError, UnicodeError):
        return False


def _check_arrival() -> None:
    """Takes the body in, whole: gunicorn ends it early when the line is cut, others raise."""
    request = current_request()
    if UNKNOWN_HOST in request.environ:
        raise UnknownHost
    if "HTTP_TRANSFER_ENCODING" in request.environ:
        raise LengthRequired
    if not request.environ.get("CONTENT_LENGTH"):
        return
    # Fields that are no file are parsed in one go, and nobody else has a turn meanwhile.
    if request.endpoint in TAKE_FILES and request.mimetype != FIELDS_ONLY:
        request.max_content_length = BIGGEST_FILE
    try:
        arrived = len(request.get_data()) if request.content_length else 0
    except ClientDisconnected:
        raise CutShort from None
    if arrived != (request.content_length or 0):
        raise CutShort
