"""What the room of who looks on adds to the app."""

from scorekeeper.extras.television.pages.board import television
from scorekeeper.extras.television.pages.looking import looking
from scorekeeper.web.rooms import Room

ROOM = Room(pages=(television, looking))
