"""What the room of who looks on adds to the app."""

from pathlib import Path

from flask import Flask

from scorekeeper.extras.television.pages.board import television
from scorekeeper.extras.television.pages.looking import PRESENCE, look_at, looking
from scorekeeper.extras.television.presence.viewers import Presence
from scorekeeper.web.match.noun import LOOKS
from scorekeeper.web.platform import SERVER
from scorekeeper.web.rooms import Room

LOOKS.fill()(look_at)


def _prepare(app: Flask) -> None:
    """Lets a server know who looks on; the processes of its house tell each other."""
    if app.config["PLATFORM"] != SERVER:
        return
    # Only here: a phone has none of this.
    from scorekeeper.extras.television.presence.folder import Folder  # noqa: PLC0415
    from scorekeeper.extras.television.presence.processes import Processes  # noqa: PLC0415
    from scorekeeper.extras.television.presence.table import Table  # noqa: PLC0415
    from scorekeeper.ledger.house import shared_by  # noqa: PLC0415

    shared = shared_by(app.extensions["matches"].ledger)
    board = Table(shared) if shared else Folder(Path(app.instance_path) / "presence")
    app.extensions[PRESENCE] = Presence(Processes(board))


ROOM = Room(pages=(television, looking), prepare=_prepare)
