"""What the room of who looks on adds to the app."""

from pathlib import Path

from flask import Flask

from scorekeeper.extras.television.pages.board import television
from scorekeeper.extras.television.pages.looking import PRESENCE, look_at, looking
from scorekeeper.extras.television.presence import Presence, Processes
from scorekeeper.web.match.noun import LOOKS
from scorekeeper.web.rooms import SERVER, Room

LOOKS.fill()(look_at)


def _prepare(app: Flask) -> None:
    """Lets a server know who looks on; the processes of its house tell each other."""
    if app.config["PLATFORM"] != SERVER:
        return
    # Only here: a phone has none of this.
    from scorekeeper.extras.television.presence.stores import Folder, Table  # noqa: PLC0415
    from scorekeeper.ledger.house import shared_by  # noqa: PLC0415

    shared = shared_by(app.extensions["matches"].ledger)
    board = Table(shared) if shared else Folder(Path(app.instance_path) / "presence")
    app.extensions[PRESENCE] = Presence(Processes(board))


ROOM = Room(pages=(television, looking), prepare=_prepare)
