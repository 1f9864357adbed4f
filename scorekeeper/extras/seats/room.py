"""What the room of players' own phones adds to the app."""

from scorekeeper.extras.seats.pages import marks
from scorekeeper.extras.seats.pages.answers import answers, asking
from scorekeeper.extras.seats.pages.phones import phones
from scorekeeper.web.rooms import Room

ROOM = Room(blueprints=(phones, answers, asking), slot_modules=(marks,))
