"""What the room of calls adds to the app."""

from scorekeeper.extras.calls.pages import organisations, organiser, wording
from scorekeeper.extras.calls.pages.calling import calls
from scorekeeper.extras.calls.pages.referees import referees
from scorekeeper.web.rooms import Room

ROOM = Room(blueprints=(calls, referees), slot_modules=(organisations, organiser, wording))
