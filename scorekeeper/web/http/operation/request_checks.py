"""What a request must be before anything of it is read: whole, and meant for this server."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from flask import Flask
from werkzeug.exceptions import BadRequest, ClientDisconnected, LengthRequired, SecurityError
from werkzeug.sansio.utils import get_host

from scorekeeper.web.http.security import current_request
from scorekeeper.web.http.sizes import BIGGEST_FILE, TAKE_FILES

if TYPE_CHECKING:  # no phone has it
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

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
    if request.endpoint in TAKE_FILES:
        request.max_content_length = BIGGEST_FILE
    try:
        arrived = len(request.get_data()) if request.content_length else 0
    except ClientDisconnected:
        raise CutShort from None
    if arrived != (request.content_length or 0):
        raise CutShort
