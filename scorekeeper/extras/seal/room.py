"""What the room of seals adds to the app."""

from scorekeeper.extras.seal.pages.signing import signing
from scorekeeper.web.rooms import Room

ROOM = Room(pages=(signing,))
