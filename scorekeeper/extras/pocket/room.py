"""What the app in a phone adds to the app that it is."""

from scorekeeper.extras.pocket.pages.files import files
from scorekeeper.extras.pocket.pages.following import following
from scorekeeper.extras.pocket.pages.pack import is_offered, notices, pack
from scorekeeper.extras.pocket.pages.sides import sides
from scorekeeper.extras.pocket.pages.waiting import sync_banner_text, waiting
from scorekeeper.web.rooms import Room

ROOM = Room(
    blueprints=(pack, following, files, waiting, sides),
    template_globals={"is_offered": is_offered, "sync_banner_text": sync_banner_text},
    scripts=("extras/pocket/pocket.js",),
    notices=notices,
)
