"""What the room of comparing adds to the app."""

from scorekeeper.extras.comparing.pages.keeping import keeping
from scorekeeper.extras.comparing.pages.pages import comparing
from scorekeeper.extras.comparing.pages.sent_house import sent_house
from scorekeeper.web.rooms import Room

ROOM = Room(blueprints=(comparing, sent_house, keeping))
