"""Questions that a table asks before anything is written: who plays what, what a pile is worth."""

from flask import Blueprint, Response, abort

from scorekeeper.web.access import require
from scorekeeper.web.games import pages_of
from scorekeeper.web.shelf import matches

disputes = Blueprint("disputes", __name__, url_prefix="/m/<code>/ask")


@disputes.route("/<kind>", methods=["GET", "POST"])
def ask(code: str, kind: str) -> Response:
    """The page of a question, with its answer as far as it is known."""
    require(code, "scorer")
    match = matches().get(code)
    pages = pages_of(match.game.key)
    if kind not in pages:
        abort(404)
    return pages[kind](match)
