"""A site: a folder of plain files that is a whole Scorekeeper, on any host that serves files.

A host need not pack anything: what the worker fetches lies there packed by gzip, and is unpacked in
the phone. Nothing in it says where it lies, so it may be moved.
"""

import gzip
import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from scorekeeper.extras.pocket.pack.building import MANIFEST, Pack, Part, write

GZIP_SUFFIX = ".gz"
"""What the name of a packed part ends with."""
NOTE = "site.json"
"""The list of all that was written, by which a site is known again."""
WHAT = "a site of Scorekeeper"
LAST = ("index.html", "worker.js")
"""What says that there is something new: the rest has to be there before."""

Files = Mapping[str, bytes]
"""Path in a folder → what the file holds."""


class NoSite(Exception):
    """A folder holds something else: it is not touched."""


def read_pack(shelf: Path) -> Pack:
    """The pack that lies in a folder. Raises OSError."""
    told = json.loads((shelf / MANIFEST).read_text("utf-8"))
    parts = tuple(Part(**part) for part in told["parts"])
    return Pack(told["version"], told["id"], parts, told["bytes"], told["packed"])


def hosted(pack: Pack, shelf: Path) -> tuple[Pack, Files]:
    """The pack as it lies in a site, and its files there: sizes are those that a phone fetches."""
    files: dict[str, bytes] = {}
    parts = []
    for part in pack.parts:
        data = (shelf / part.file).read_bytes()
        # Not every host knows that .mjs is a script, and browsers run nothing else.
        name = part.file.removesuffix(".mjs")
        is_script = name != part.file
        file = f"{name}.js" if is_script else part.file
        content = data if is_script else gzip.compress(data, 9, mtime=0)
        files[f"static/pack/{file if is_script else file + GZIP_SUFFIX}"] = content
        parts.append(replace(part, file=file, packed=len(content)))
    fetched = sum(part.packed for part in parts)
    return replace(pack, parts=tuple(parts), packed=fetched), files


def write_site(folder: Path, files: Files) -> None:
    """Writes a site into a folder that is empty or has an older one, of which nothing is left.

    Whoever fetches it meanwhile gets the old one, or the new one once all of it is there; what
    broke off is done again. Files of others are left alone. Raises NoSite, OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    old = files_of(folder)
    _note(folder, {*old, *files})
    for name in sorted(files, key=lambda name: (name in LAST, name)):
        write(folder / name, files[name])
    for name in old - files.keys():
        (folder / name).unlink(missing_ok=True)
    _note(folder, files)


def files_of(folder: Path) -> set[str]:
    """The files of the site in a folder; none if it is empty, or not there. Raises NoSite, OSError.

    What begins with a dot is not seen: a repository, or what a system leaves behind.
    """
    if noted := _noted(folder / NOTE):
        return {
            name for name in noted if (folder / name).resolve().is_relative_to(folder.resolve())
        }
    others = folder.iterdir() if folder.exists() else ()
    if any(not path.name.startswith(".") for path in others):
        raise NoSite(f"{folder} holds something else: choose an empty folder, or an earlier site")
    return set()


def _noted(note: Path) -> list[str]:
    """The files that are noted; none if this is no such note."""
    try:
        told = json.loads(note.read_text("utf-8"))
    except (FileNotFoundError, ValueError):
        return []
    is_ours = isinstance(told, dict) and told.get("what") == WHAT
    return list(map(str, told["files"])) if is_ours else []


def _note(folder: Path, files: Iterable[str]) -> None:
    data = json.dumps({"what": WHAT, "files": sorted(files)}, indent=1)
    write(folder / NOTE, data.encode() + b"\n")
