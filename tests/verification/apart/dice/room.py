"""What the room of dice adds to the app."""

from flask import Blueprint, Response

from scorekeeper.web.home import HOME_LINKS, HomeLink
from scorekeeper.web.render import page
from scorekeeper.web.rooms import Room

dice = Blueprint("dice", __name__, url_prefix="/dice")


@dice.get("")
def show() -> Response:
    """Four."""
    return page("error.html", heading="Dice", text="4", action=None)


@HOME_LINKS.fill(9)
def places() -> list[HomeLink]:
    """On the first page."""
    return [HomeLink("Dice", "/dice")]


ROOM = Room(blueprints=(dice,))
