"""What the app in a phone adds to the app that it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.core.rooms import Room

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from flask import Blueprint

    from scorekeeper.maintenance import Commands


class PocketRoom(Room):
    """The app in a phone: what is kept where there is no signal, and how that gets home."""

    scripts = ("extras/pocket/pocket.js",)
    parts = frozenset({"top", "home_more", "home_alone", "match_phone"})

    def add_commands(self, commands: Commands) -> None:
        # A phone has no command line, and lacks the module.
        from scorekeeper.extras.pocket.commands import add_commands

        add_commands(commands)

    def blueprints(self) -> Sequence[Blueprint]:
        from scorekeeper.extras.pocket.pages.files import files
        from scorekeeper.extras.pocket.pages.following import following
        from scorekeeper.extras.pocket.pages.pack import pack
        from scorekeeper.extras.pocket.pages.sides import sides
        from scorekeeper.extras.pocket.pages.waiting import waiting

        return (pack, following, files, waiting, sides)

    def template_globals(self) -> Mapping[str, Callable[..., object]]:
        from scorekeeper.extras.pocket.pages.pack import is_offered
        from scorekeeper.extras.pocket.pages.waiting import sync_banner_text

        return {"is_offered": is_offered, "sync_banner_text": sync_banner_text}

    def notices(self) -> Sequence[str]:
        from scorekeeper.extras.pocket.pages.pack import notices

        return notices()


ROOM = PocketRoom()
