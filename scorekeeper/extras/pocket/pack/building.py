"""Puts the pack together: each part in the form that a phone needs, and the list of them."""

import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path

from scorekeeper.extras.pocket.pack.contents import ROOT, app_files, standard_files, word_files
from scorekeeper.extras.pocket.pack.libraries import Files, library_files
from scorekeeper.extras.pocket.pack.node import fetch_pyodide, run_node
from scorekeeper.extras.pocket.pack.parts import (
    Pack,
    Part,
    Workshop,
    write_manifest,
    write_part,
    zip_of,
)
from scorekeeper.extras.pocket.pack.templates import with_code

HERE = Path(__file__).parent
SHELF = ROOT / "static" / "pack"
"""Where the app looks for the pack."""
WORKSHOP = Path(sys.prefix) / "pack"
"""Where it is built: in the environment, which git does not see."""
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
"""What is taken from Pyodide as it is."""


def build(to: Path = SHELF, workshop: Path = WORKSHOP, say: Callable[[Part], None] = print) -> Pack:
    """Builds the pack into a folder that holds nothing else, and says each part that is done.

    Raises CannotBuild, OSError.
    """
    pyodide, kept = fetch_pyodide(workshop), Workshop(workshop)
    parts = []
    for name, data in _contents(kept, pyodide):
        parts.append(write_part(to, kept, name, data))
        say(parts[-1])
    return write_manifest(to, version("scorekeeper"), parts)


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

    def compiled(source: bytes) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            given, made = Path(folder, "sources.zip"), Path(folder, "compiled.zip")
            given.write_bytes(zip_of(files))
            run_node(HERE / "bytecode.mjs", (pyodide, HERE / "bytecode.py", given, made))
            return made.read_bytes()

    return workshop.once("zip", source, compiled)
