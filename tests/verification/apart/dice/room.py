"""What the room of dice adds to the app."""

from flask import Blueprint, Response

from scorekeeper.core.rooms import Room
from scorekeeper.web.home import HomeLink
from scorekeeper.web.render import page

dice = Blueprint("dice", __name__, url_prefix="/dice")


@dice.get("")
def show() -> Response:
    """Four."""
    return page("error.html", heading="Dice", text="4", action=None)


class DiceRoom(Room):
    """One page, a link to it on the first page, and a part of that."""

    parts = frozenset({"home_more"})

    def blueprints(self) -> tuple[Blueprint]:
        return (dice,)

    def home_links(self) -> list[HomeLink]:
        return [HomeLink("Dice", "/dice")]


ROOM = DiceRoom()
