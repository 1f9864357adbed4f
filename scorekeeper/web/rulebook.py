"""The rules of a game as a page, each with a link of its own."""

from flask import Blueprint, Response, abort

from scorekeeper.games import GAMES
from scorekeeper.web.pages import page
from scorekeeper.web.wording import book_of

rulebook = Blueprint("rulebook", __name__, url_prefix="/rules")


@rulebook.get("/<game>")
def book(game: str) -> Response:
    """All rules of a game in the order of the book."""
    if game not in GAMES:
        abort(404)
    words = book_of(GAMES[game])
    return page("rules/book.html", book=words, rules=tuple(words.rules.values()))
