"""Addresses that no player asks for: whether the server is well, and what machines look for."""

from flask import Blueprint, Response, current_app, make_response, redirect, url_for
from werkzeug import Response as AnyResponse

from scorekeeper.core.version import version
from scorekeeper.ledger import LedgerError, Unusable
from scorekeeper.web.http.access import matches

addresses = Blueprint("addresses", __name__)


@addresses.get("/health")
def health() -> Response:
    """200 if an event could be written now and found again, else 503; with the version."""
    try:
        matches().ledger.try_write()
    except Unusable:
        current_app.logger.exception("the ledger cannot be used")
        return _health("the ledger is damaged or out of reach: the log says what to do", 503)
    except LedgerError:
        current_app.logger.exception("the ledger cannot be written")
        return _health("the ledger cannot be written", 503)
    return _health("ok", 200)


@addresses.get("/robots.txt")
def robots() -> Response:
    """Links and verdicts hold names and are nobody's search results; no robot opens a match."""
    return Response("User-agent: *\nDisallow: /in/\nDisallow: /v/\n", mimetype="text/plain")


@addresses.get("/favicon.ico")
def favicon() -> AnyResponse:
    """What browsers ask for where no page names an icon."""
    return redirect(url_for("static", filename="icon.svg"), 301)


def _health(status: str, code: int) -> Response:
    return make_response({"status": status, "version": version()}, code)
