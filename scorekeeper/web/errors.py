"""What a phone shows when something cannot be done: what happened, and what would be right."""

import sqlite3

from flask import Flask, Response, current_app, request, url_for
from flask_babel import gettext as _
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from scorekeeper.match import UnknownRow
from scorekeeper.matches import UnknownMatch
from scorekeeper.plain import Unreadable
from scorekeeper.rulebook import unreadable
from scorekeeper.verdicts import UnknownVerdict
from scorekeeper.web.pages import page
from scorekeeper.web.wording import language


class WrongLink(LookupError):
    """A link's token fits no role of its match."""


def answer_errors(app: Flask) -> None:
    """Gives every error a page of its own, in the reader's language."""
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(CSRFError, _csrf)
    app.register_error_handler(WrongLink, _wrong_link)
    app.register_error_handler(UnknownMatch, _not_here)
    app.register_error_handler(UnknownRow, _not_here)
    app.register_error_handler(UnknownVerdict, _not_here)
    app.register_error_handler(Unreadable, _broken_form)
    app.register_error_handler(sqlite3.OperationalError, _not_saved)


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    texts = {
        403: _("This phone has no link to this table. Scan the QR code, or type the code."),
        404: _("There is nothing here."),
        405: _("This address is opened in another way."),
        413: _("This is too much at once. Nothing was saved."),
        429: _("Too many tries. Wait a minute and try again."),
    }
    text = texts.get(status, _("The form is broken. Go back and open it again."))
    if status >= 500:
        text = _("Something went wrong here. What was saved is safe; try again.")
    response = _error_page(status, text)
    response.headers.extend({429: {"Retry-After": "60"}}.get(status, {}))
    response.headers.extend((k, v) for k, v in error.get_headers() if k == "Allow")
    return response


def _csrf(error: CSRFError) -> Response:
    return _error_page(
        400, _("The page was open for too long, or cookies are off. Go back and try again.")
    )


def _wrong_link(error: WrongLink) -> Response:
    return _error_page(403, _("This link is not right. Scan the QR code again."))


def _not_here(error: LookupError) -> Response:
    return _error_page(404, _("There is nothing here."))


def _broken_form(error: Unreadable) -> Response:
    return _error_page(422, f"{error.field}: {unreadable(language(), error)}")


def _not_saved(error: sqlite3.OperationalError) -> Response:
    current_app.logger.exception("the ledger did not answer")
    return _error_page(503, _("It could not be saved now. Try again: nothing is written twice."))


def _error_page(status: int, text: str) -> Response:
    action = (_("To the first page"), url_for("home.index"))
    response = page(
        "error.html", status=status, heading=_("This did not work"), text=text, action=action
    )
    if "HX-Request" in request.headers:
        response.headers["HX-Retarget"] = "body"
    return response
