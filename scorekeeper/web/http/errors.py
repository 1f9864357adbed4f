"""What a phone shows when something cannot be done: what happened, and what would be right."""

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
from scorekeeper.web.http.security import CrossSite, log_attempt
from scorekeeper.web.http.settings import NeedsServer
from scorekeeper.web.render import page
from scorekeeper.web.wording.reader import language


def answer_errors(app: Flask) -> None:
    """Gives every error a page of its own, in the reader's language."""
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(CSRFError, _csrf)
    app.register_error_handler(CrossSite, _cross_site)
    app.register_error_handler(CutShort, _cut_short)
    app.register_error_handler(UnknownHost, _unknown_host)
    app.register_error_handler(WrongLink, _wrong_link)
    app.register_error_handler(EndedLink, _ended_link)
    app.register_error_handler(RateLimitReached, _too_often)
    app.register_error_handler(TooManyGrants, _too_many)
    app.register_error_handler(NeedsServer, _needs_server)
    app.register_error_handler(UnknownMatch, _not_here)
    app.register_error_handler(UnknownTournament, _not_here)
    for unknown in (unknown for room in rooms() for unknown in room.not_found_errors()):
        app.register_error_handler(unknown, _not_here)
    app.register_error_handler(UnknownRow, _not_here)
    app.register_error_handler(UnknownVerdict, _not_here)
    app.register_error_handler(Invalid, _broken_form)
    app.register_error_handler(Unavailable, _ledger_failed)
    app.register_error_handler(Unusable, _ledger_unusable)
    app.register_error_handler(Damaged, _ledger_unusable)


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


def _csrf(error: CSRFError) -> Response:
    log_attempt("token")
    return _error_page(
        400, _("The page was open for too long, or cookies are off. Go back and try again.")
    )


def _cross_site(error: CrossSite) -> Response:
    log_attempt("site")
    return _error_page(403, _("This was sent by a page of another site, so nothing was done."))


def _cut_short(error: CutShort) -> Response:
    log_attempt("cut")
    return _error_page(
        400, _("Only part of the form arrived, so nothing was saved. Send it again.")
    )


def _unknown_host(error: UnknownHost) -> Response:
    log_attempt("host")
    return _error_page(400, _("This is not an address of this app. Open the app by its own name."))


def _wrong_link(error: WrongLink) -> Response:
    log_attempt("link")
    return _error_page(403, _("This link is not right. Scan the QR code again."))


def _ended_link(error: EndedLink) -> Response:
    return _error_page(403, _("This link no longer works. Ask the scorer for the new one."))


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


def _needs_server(error: NeedsServer) -> Response:
    return _error_page(503, error.description or "")


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
