"""Puts the pack together: each part in the form that a phone needs, named by what it holds, packed
tight once, and listed in a manifest.

Compressing is what takes long, and most of the pack stays as it is from version to version. So
what was compressed or compiled is kept in the workshop by the hash of what went in.
"""

import io
import json
import os
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

from scorekeeper.core.version import version
from scorekeeper.extras.pocket.pack.contents import (
    ROOT,
    Files,
    app_files,
    library_files,
    source_hash,
    standard_files,
    word_files,
)
from scorekeeper.extras.pocket.pack.node import fetch_pyodide, run_node
from scorekeeper.extras.pocket.pack.templates import with_code

MANIFEST = "pack.json"
PACKED = ".br"
"""What the name of a packed part ends with."""


@dataclass(frozen=True)
class Part:
    """A file of the pack: its name in the app, its name by content, its size plain and packed."""

    name: str
    file: str
    bytes: int
    packed: int


@dataclass(frozen=True)
class Pack:
    """All of it: the version of the project, an id that any change changes, the parts in order;
    `source` is the hash of the files of the app that went in.
    """

    version: str
    id: str
    parts: tuple[Part, ...]
    bytes: int
    packed: int
    source: str = ""


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
    packed = workshop.once("br", data, _compressed)
    write(to / file, data)
    write(to / f"{file}{PACKED}", packed)
    return Part(name, file, len(data), len(packed))


def write_manifest(to: Path, version: str, parts: Sequence[Part], source: str = "") -> Pack:
    """Lists the parts in their folder, and removes what belongs to an older pack."""
    told = json.dumps([version, *(part.file for part in parts)])
    sizes = sum(part.bytes for part in parts), sum(part.packed for part in parts)
    pack = Pack(version, _hash(told.encode())[:12], tuple(parts), *sizes, source)
    write(to / MANIFEST, json.dumps(asdict(pack), indent=1).encode() + b"\n")
    ours = {MANIFEST, *(part.file for part in parts), *(f"{part.file}{PACKED}" for part in parts)}
    for path in to.iterdir():
        if path.name not in ours:
            path.unlink()
    return pack


def _hash(data: bytes) -> str:
    return sha256(data).hexdigest()


HERE = Path(__file__).parent
PACK_FOLDER = ROOT / "static" / "pack"
"""Where the app looks for the pack."""
WORKSHOP = Path(sys.prefix) / "pack"
"""Where it is built: in the environment, which git does not see."""
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
"""What is taken from Pyodide as it is."""


def build(
    to: Path = PACK_FOLDER, workshop: Path = WORKSHOP, say: Callable[[Part], None] = print
) -> Pack:
    """Builds the pack into a folder that holds nothing else, and says each part that is done.

    Raises CannotBuild, OSError.
    """
    pyodide, kept, source = fetch_pyodide(workshop), Workshop(workshop), source_hash()
    parts = []
    for name, data in _contents(kept, pyodide):
        parts.append(write_part(to, kept, name, data))
        say(parts[-1])
    return write_manifest(to, version(), parts, source)


def _contents(workshop: Workshop, pyodide: Path) -> Iterator[tuple[str, bytes]]:
    """The parts by name, in the order in which a phone needs them."""
    for name in RUNTIME:
        yield name, (pyodide / name).read_bytes()
    zips = {
        "stdlib.zip": standard_files(pyodide),
        "libs.zip": library_files(),
        "words.zip": word_files(),
        "app.zip": with_code(app_files()),
    }
    for name, files in zips.items():
        yield name, _compiled(workshop, pyodide, files)


def _compiled(workshop: Workshop, pyodide: Path, files: Files) -> bytes:
    """A zip of files with their bytecode."""
    tools = (HERE / "bytecode.py", HERE / "package-lock.json")
    source = zip_of(files | {f"tools/{path.name}": path.read_bytes() for path in tools})

    def compiled(_source: bytes) -> bytes:
        return _by_node("bytecode.mjs", (pyodide, HERE / "bytecode.py"), zip_of(files))

    return workshop.once("zip", source, compiled)


def _compressed(data: bytes) -> bytes:
    """What Brotli makes of it with all its patience: Node has it."""
    return _by_node("brotli.mjs", (), data)


def _by_node(script: str, words: Sequence[str | Path], data: bytes) -> bytes:
    """What a script for Node makes of a file's content. Raises CannotBuild."""
    with tempfile.TemporaryDirectory() as folder:
        given, made = Path(folder, "given"), Path(folder, "made")
        given.write_bytes(data)
        run_node(HERE / script, (*words, given, made))
        return made.read_bytes()
