"""What the app in a phone adds to the app that it is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper.core.rooms import Room

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Mapping, Sequence

    from flask import Blueprint

    from scorekeeper.maintenance import Commands


class PocketRoom(Room):
    """The app in a phone: what is kept where there is no signal, and how that gets home."""

    scripts = ("extras/pocket/pocket.js",)
    parts = frozenset({"top", "home_more", "home_alone", "match_phone"})

    def add_commands(self, commands: Commands) -> None:
        pack = commands.add_parser("pack", help="build the app that phones download")
        what = "a folder for nothing else; default: where the app looks for it"
        pack.add_argument("--to", type=Path, metavar="DIR", help=what)
        pack.set_defaults(run=_pack)
        site = commands.add_parser("site", help="write a whole Scorekeeper as plain files")
        what = "an empty folder, or an earlier site; any host of files then serves it"
        site.add_argument("folder", type=Path, metavar="DIR", help=what)
        site.set_defaults(run=_site)

    def blueprints(self) -> Sequence[Blueprint]:
        from scorekeeper.extras.pocket.pages.following import following
        from scorekeeper.extras.pocket.pages.pack import pack
        from scorekeeper.extras.pocket.pages.waiting import files, sides, waiting

        return (pack, following, files, waiting, sides)

    def template_globals(self) -> Mapping[str, Callable[..., object]]:
        from scorekeeper.extras.pocket.pages.pack import is_offered
        from scorekeeper.extras.pocket.pages.waiting import sync_banner_text

        return {"is_offered": is_offered, "sync_banner_text": sync_banner_text}

    def notices(self) -> Sequence[str]:
        from scorekeeper.extras.pocket.pages.pack import notices

        return notices()


def _pack(options: argparse.Namespace) -> int:
    # Only here: a phone lacks the module, and no other command needs the libraries' files.
    from scorekeeper.extras.pocket.pack.site import pack

    return pack(options)


def _site(options: argparse.Namespace) -> int:
    from scorekeeper.extras.pocket.pack.site import site

    return site(options)


ROOM = PocketRoom()
