"""The commands that build what a phone takes along."""

import argparse
from pathlib import Path

from scorekeeper.maintenance import Commands


def add_commands(commands: Commands) -> None:
    """Adds the commands to the command line."""
    pack = commands.add_parser("pack", help="build the app that phones download")
    what = "a folder for nothing else; default: where the app looks for it"
    pack.add_argument("--to", type=Path, metavar="DIR", help=what)
    pack.set_defaults(run=_pack)
    site = commands.add_parser("site", help="write a whole Scorekeeper as plain files")
    what = "an empty folder, or an earlier site; any host of files then serves it"
    site.add_argument("folder", type=Path, metavar="DIR", help=what)
    site.set_defaults(run=_site)


def _pack(options: argparse.Namespace) -> int:
    # Only here: nobody else needs to know the libraries' files.
    from scorekeeper.extras.pocket.pack.command import pack  # noqa: PLC0415

    return pack(options)


def _site(options: argparse.Namespace) -> int:
    # Only here, as above.
    from scorekeeper.extras.pocket.pack.command import site  # noqa: PLC0415

    return site(options)
