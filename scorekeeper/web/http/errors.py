"""What a phone shows when something cannot be done: what happened, and what would be right."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from flask import Flask, Response, current_app, request, url_for
from flask_babel import gettext as _
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from scorekeeper.core.rooms import rooms
from scorekeeper.core.schema import Invalid
from scorekeeper.games import UnknownGame
from scorekeeper.ledger import Damaged, Unavailable, Unusable
from scorekeeper.match.actions import UnknownMatch
from scorekeeper.match.rows import UnknownRow
from scorekeeper.referee.judgements import UnknownVerdict
from scorekeeper.rulebook import unreadable
from scorekeeper.stream.tournament import UnknownTournament
from scorekeeper.web.http.access import EndedLink, WrongLink
from scorekeeper.web.http.grants import MAX_GRANTS, TooManyGrants
from scorekeeper.web.http.limits import CutShort, RateLimitReached, UnknownHost
from scorekeeper.web.http.security import Attempt, CrossSite, log_attempt
from scorekeeper.web.http.settings import NeedsServer
from scorekeeper.web.render import page
from scorekeeper.web.wording.reader import language


def answer_errors(app: Flask) -> None:
    """Gives every error a page of its own, in the reader's language."""
    not_found = (unknown for room in rooms() for unknown in room.not_found_errors())
    handlers: Mapping[Callable[[Any], Response], Iterable[type[Exception]]] = {
        _http: (HTTPException,),
        _refused: REFUSED,
        _too_often: (RateLimitReached,),
        _too_many: (TooManyGrants,),
        _not_here: (UnknownMatch, UnknownTournament, UnknownRow, UnknownVerdict, *not_found),
        (lambda error: _error_page(503, error.description or "")): (NeedsServer,),
        _broken_form: (Invalid,),
        _ledger_failed: (Unavailable,),
        _ledger_unusable: (Unusable, Damaged),
    }
    for handler, errors in handlers.items():
        for error in errors:
            app.register_error_handler(error, handler)


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    if status == 429:
        log_attempt("limit")
    texts = {
        403: _("This phone has no link to this table. Scan the QR code, or type the code."),
        404: _("There is nothing here."),
        405: _("This address cannot be opened like this."),
        408: _("Only part of the form arrived, so nothing was saved. Send it again."),
        413: _("That was too much at once. Nothing was saved."),
        429: _("Too many tries. Wait a minute and try again."),
    }
    text = texts.get(status, _("The form is broken. Go back and open it again."))
    if status >= 500:
        text = _("Something went wrong here. What was saved is safe; try again.")
    response = _error_page(status, text)
    response.headers.extend({429: {"Retry-After": "60"}}.get(status, {}))
    response.headers.extend((k, v) for k, v in error.get_headers() if k == "Allow")
    return response


REFUSED: Mapping[type[Exception], tuple[int, Attempt | None]] = {
    CSRFError: (400, "token"),
    CrossSite: (403, "site"),
    CutShort: (400, "cut"),
    UnknownHost: (400, "host"),
    WrongLink: (403, "link"),
    EndedLink: (403, None),
}
"""What is refused before anything is done → its status, and the attempt in the log."""


def _refused(error: Exception) -> Response:
    texts = {
        CSRFError: _("The page was open for too long, or cookies are off. Go back and try again."),
        CrossSite: _("This was sent by a page of another site, so nothing was done."),
        CutShort: _("Only part of the form arrived, so nothing was saved. Send it again."),
        UnknownHost: _("This is not an address of this app. Open the app by its own name."),
        WrongLink: _("This link is not right. Scan the QR code again."),
        EndedLink: _("This link no longer works. Ask the scorer for the new one."),
    }
    status, attempt = REFUSED[type(error)]
    if attempt:
        log_attempt(attempt)
    return _error_page(status, texts[type(error)])


def _too_often(error: RateLimitReached) -> Response:
    log_attempt("limit")
    verdicts = _("Too many verdicts were stored from here. Try again in an hour.")
    texts = {
        "WRONG_CODES_PER_HOUSE": _(
            "Too many codes were tried here. Open the link of the table, or try again in an hour."
        ),
        "MATCHES_PER_ADDRESS": _("Too many matches were opened from here. Try again in an hour."),
        "VERDICTS_PER_ADDRESS": verdicts,
        "STRANGERS_VERDICTS_PER_HOUSE": verdicts,
    }
    usual = _("Too many tries. Wait a minute and try again.")
    response = _error_page(429, texts.get(error.limit, usual))
    response.headers["Retry-After"] = str(error.wait)
    return response


def _too_many(error: TooManyGrants) -> Response:
    text = _(
        "This phone keeps %(number)d of these, and no more. Leave some first.", number=MAX_GRANTS
    )
    return _error_page(409, text)


def _not_here(error: LookupError) -> Response:
    if isinstance(error.__cause__, UnknownGame):
        return _error_page(404, _("A game is played here that is not installed any more."))
    return _error_page(404, _("There is nothing here."))


def _broken_form(error: Invalid) -> Response:
    return _error_page(422, f"{error.path}: {unreadable(language(), error)}")


def _ledger_failed(error: Unavailable) -> Response:
    # One line: whoever runs the app gets hundreds of them while a database fails over.
    current_app.logger.error("the ledger did not answer: %s", error)
    if request.method in ("GET", "HEAD"):
        return _error_page(503, _("It cannot be read now. Try again in a moment."))
    return _error_page(503, _("It could not be saved now. Try again: nothing is written twice."))


def _ledger_unusable(error: Exception) -> Response:
    current_app.logger.critical(
        "the ledger cannot be used (%s): stop the server, put that right, with a backup if it is "
        "damaged, and look at it with: scorekeeper check",
        error,
    )
    text = _(
        "The storage for matches is damaged or out of reach. Nothing can be shown or saved "
        "until whoever runs Scorekeeper here puts it right."
    )
    return _error_page(503, text)


def _error_page(status: int, text: str) -> Response:
    action = (_("To the first page"), url_for("home.index"))
    response = page(
        "error.html", status=status, heading=_("This did not work"), text=text, action=action
    )
    if "HX-Request" in request.headers:
        response.headers["HX-Retarget"] = "body"
    return response
