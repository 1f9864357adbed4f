"""The commands that build the pack, and a site of plain files with it."""

import argparse
import sys
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, cast

from scorekeeper.pack.building import SHELF, build
from scorekeeper.pack.contents import ROOT
from scorekeeper.pack.node import CannotBuild
from scorekeeper.pack.parts import MANIFEST, Pack, Part
from scorekeeper.pack.site import PACKED, Files, NoSite, hosted, read_pack, write_site

if TYPE_CHECKING:
    from scorekeeper.web.pocket.pack import Manifest


def pack(options: argparse.Namespace) -> int:
    """Builds the pack, and says what it weighs; 2 if this machine cannot."""
    to: Path = options.to or SHELF
    try:
        made = build(to, say=_weight)
    except CannotBuild as why:
        return _refuse(why)
    print(f"{made.packed / 1000:8,.0f} kB  {to}")
    return 0


def site(options: argparse.Namespace) -> int:
    """Writes a site, with the pack that is there or is built for it; 2 if that cannot be."""
    folder: Path = options.folder
    try:
        if not (SHELF / MANIFEST).exists():
            build(SHELF, say=_weight)
        made, parts = hosted(read_pack(SHELF), SHELF)
        files = {**parts, **site_files(made)}
        write_site(folder, files)
    except (CannotBuild, NoSite) as why:
        return _refuse(why)
    megabytes = sum(map(len, files.values())) / 1_000_000
    print(f"{folder}: {len(files)} files, {megabytes:.1f} MB, version {made.version} ({made.id})")
    return 0


def site_files(made: Pack) -> Files:
    """The files of a site besides the parts of its pack."""
    # Only here: building the pack needs no app.
    from scorekeeper.web import create_app  # noqa: PLC0415
    from scorekeeper.web.pocket.site import FILES, site_pages  # noqa: PLC0415

    with TemporaryDirectory() as instance:
        app = create_app(Path(instance), {"LEDGER": "sqlite://"})
        with closing(app.extensions["matches"].ledger):
            pages = site_pages(app, cast("Manifest", asdict(made)), PACKED)
    static = {f"static/{name}": (ROOT / "static" / name).read_bytes() for name in FILES}
    return static | {name: text.encode() for name, text in pages.items()}


def _refuse(why: Exception) -> int:
    print(f"scorekeeper: {why}", file=sys.stderr)
    return 2


def _weight(part: Part) -> None:
    print(f"{part.packed / 1000:8,.0f} kB  {part.file}", flush=True)
