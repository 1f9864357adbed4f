"""What the room of who looks on adds to the app."""

from pathlib import Path

from flask import Flask

from scorekeeper.extras.television.pages.board import television
from scorekeeper.extras.television.pages.looking import PRESENCE, look_at, looking
from scorekeeper.extras.television.presence import Presence, PresenceExchange
from scorekeeper.web.match.presenter import FOLLOW_CONTEXTS
from scorekeeper.web.rooms import SERVER, Room

FOLLOW_CONTEXTS.fill()(look_at)


def _prepare(app: Flask) -> None:
    """Lets a server know who looks on; the processes of its house tell each other."""
    if app.config["PLATFORM"] != SERVER:
        return
    # Only here: a phone has none of this.
    from scorekeeper.extras.television.presence.stores import FileNoteStore, TableNoteStore  # noqa: PLC0415
    from scorekeeper.ledger.store import shared_by  # noqa: PLC0415

    shared = shared_by(app.extensions["matches"].ledger)
    board = (
        TableNoteStore(shared) if shared else FileNoteStore(Path(app.instance_path) / "presence")
    )
    app.extensions[PRESENCE] = Presence(PresenceExchange(board))


ROOM = Room(blueprints=(television, looking), init_app=_prepare)
