"""The words of a game, each explained in a sentence, as a page of its rulebook."""

from flask import Blueprint, Response, abort

from scorekeeper.web.render import page
from scorekeeper.web.rulebook.pages import edition_of

glossary = Blueprint("glossary", __name__)


@glossary.get("/rules/<game>/glossary")
@glossary.get("/m/<code>/rules/glossary", endpoint="show_of_match")
def show(game: str = "", code: str = "") -> Response:
    """The glossary of a game's book; none is answered with 404."""
    edition = edition_of(game, code)
    if not edition.glossary:
        abort(404)
    return page("rulebook/glossary.html", edition=edition)
