"""What the room of seals adds to the app."""

from scorekeeper.extras.seal.pages import seal_of, signing
from scorekeeper.web.results.closing import SEALS
from scorekeeper.web.rooms import Room

SEALS.fill()(seal_of)

ROOM = Room(blueprints=(signing,))
