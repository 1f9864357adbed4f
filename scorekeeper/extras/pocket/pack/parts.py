"""The parts of a pack: named by what they hold, packed tight once, listed in a manifest.

Compressing is what takes long, and most of the pack stays as it is from version to version. So
what was compressed or compiled is kept in the workshop by the hash of what went in.
"""

import io
import json
import os
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

import brotli

MANIFEST = "pack.json"
QUALITY, WINDOW = 11, 24
"""Brotli's best; every browser takes this window."""


@dataclass(frozen=True)
class Part:
    """A file of the pack: its name in the app, its name by content, its size plain and packed."""

    name: str
    file: str
    bytes: int
    packed: int


@dataclass(frozen=True)
class Pack:
    """All of it: the version of the project, an id that any change changes, the parts in order."""

    version: str
    id: str
    parts: tuple[Part, ...]
    bytes: int
    packed: int


class Workshop:
    """The folder where costly things are made once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def once(self, what: str, source: bytes, make: Callable[[bytes], bytes]) -> bytes:
        """What `make` makes of a source, if it was not made before under the name `what`."""
        kept = self.folder / "kept" / f"{what}-{_hash(source)}"
        if not kept.exists():
            write(kept, make(source))
        return kept.read_bytes()


def write(path: Path, data: bytes) -> None:
    """Puts a file in its place, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_bytes(data)
    draft.replace(path)


def zip_of(files: Mapping[str, bytes]) -> bytes:
    """A zip of some files in their order, the same for the same files; nothing is packed."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as made:
        for name, data in files.items():
            made.writestr(zipfile.ZipInfo(name), data)
    return out.getvalue()


def write_part(to: Path, workshop: Workshop, name: str, data: bytes) -> Part:
    """Puts a part into a folder, plain and packed."""
    stem, _, suffix = name.rpartition(".")
    file = f"{stem}.{_hash(data)[:8]}.{suffix}"
    packed = workshop.once("br", data, compress)
    write(to / file, data)
    write(to / f"{file}.br", packed)
    return Part(name, file, len(data), len(packed))


def compress(data: bytes) -> bytes:
    """What Brotli makes of it with all its patience."""
    packed: bytes = brotli.compress(data, quality=QUALITY, lgwin=WINDOW)
    return packed


def write_manifest(to: Path, version: str, parts: Sequence[Part]) -> Pack:
    """Lists the parts in their folder, and removes what belongs to an older pack."""
    told = json.dumps([version, *(part.file for part in parts)])
    sizes = sum(part.bytes for part in parts), sum(part.packed for part in parts)
    pack = Pack(version, _hash(told.encode())[:12], tuple(parts), *sizes)
    write(to / MANIFEST, json.dumps(asdict(pack), indent=1).encode() + b"\n")
    ours = {MANIFEST, *(part.file for part in parts), *(f"{part.file}.br" for part in parts)}
    for path in to.iterdir():
        if path.name not in ours:
            path.unlink()
    return pack


def _hash(data: bytes) -> str:
    return sha256(data).hexdigest()
