"""The commands that build what a phone takes along."""

import argparse
import sys
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, cast

from scorekeeper.extras.pocket.pack.building import MANIFEST, PACK_FOLDER, CannotBuild, Part, build
from scorekeeper.extras.pocket.pack.contents import PACKAGE, ROOT
from scorekeeper.extras.pocket.pack.site import (
    FILES,
    GZIP_SUFFIX,
    Files,
    NoSite,
    files_of,
    hosted,
    read_pack,
    site_pages,
    write_site,
)

if TYPE_CHECKING:
    from scorekeeper.extras.pocket.pages.pack import Manifest


def pack(options: argparse.Namespace) -> int:
    """Builds the pack, and says what it weighs; 2 if this machine cannot."""
    to: Path = options.to or PACK_FOLDER
    try:
        made = build(to, say=_weight)
    except CannotBuild as why:
        return _refuse(why)
    print(f"{made.packed / 1000:8,.0f} kB  {to}")
    return 0


def site(options: argparse.Namespace) -> int:
    """Writes a site, with the pack of now; 2 if that cannot be."""
    folder: Path = options.folder
    try:
        files_of(folder)
        _build_pack()
        files = site_files(PACK_FOLDER)
        write_site(folder, files)
    except (CannotBuild, NoSite) as why:
        return _refuse(why)
    megabytes = sum(map(len, files.values())) / 1_000_000
    print(f"{megabytes:8,.1f} MB  {folder}")
    return 0


def _build_pack() -> None:
    """Builds the pack, unless a wheel has brought it along. Raises CannotBuild if there is none."""
    known = (PACK_FOLDER / MANIFEST).exists()
    if known and ROOT == PACKAGE:
        return
    try:
        build(PACK_FOLDER, say=_weight)
    except CannotBuild as why:
        if not known:
            raise
        print(f"scorekeeper: the pack is as it was built last: {why}", file=sys.stderr)


def site_files(shelf: Path) -> Files:
    """All files of a site with the pack that lies in a folder."""
    # Only here: building the pack needs no app.
    from scorekeeper.web import create_app  # noqa: PLC0415

    made, parts = hosted(read_pack(shelf), shelf)
    with TemporaryDirectory() as instance:
        app = create_app(Path(instance), {"LEDGER": "sqlite://"})
        with closing(app.extensions["matches"].ledger):
            pages = site_pages(app, cast("Manifest", asdict(made)), GZIP_SUFFIX)
    static = {f"static/{name}": (ROOT / "static" / name).read_bytes() for name in FILES}
    return {**parts, **static, **{name: text.encode() for name, text in pages.items()}}


def _refuse(why: Exception) -> int:
    print(f"scorekeeper: {why}", file=sys.stderr)
    return 2


def _weight(part: Part) -> None:
    print(f"{part.packed / 1000:8,.0f} kB  {part.file}", flush=True)
