"""Notes of the processes of one machine: one small file of each, in a folder of the house.

A file is only ever written by its process, in place: it is worth nothing after an hour, so it is
not brought to the disk in any hurry, and who reads half of one goes on with what he knew.
"""

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from scorekeeper.extras.television.presence.processes import Note
from scorekeeper.extras.television.presence.traces import MEMORY


class Folder:
    """A `Board` of files; their processes have one clock."""

    ahead = 0.0
    rest = 0.0

    def __init__(self, path: Path) -> None:
        self._path = path

    def put(self, name: str, text: str) -> None:
        """Leaves a note in the place of the one of this name. Raises OSError."""
        self._path.mkdir(mode=0o700, exist_ok=True)
        _overwrite(self._path / f"{name}.json", text.encode())

    def look(self, own: str, known: Mapping[str, float]) -> dict[str, Note | None]:
        """The notes of others; None for one of a known version, or one that cannot be read."""
        return {
            name: _read(file, known.get(name))
            for name, file in self._files()
            if name != own and not _cleared(file)
        }

    def _files(self) -> Iterator[tuple[str, os.DirEntry[str]]]:
        with suppress(FileNotFoundError, NotADirectoryError):
            for file in os.scandir(self._path):
                yield file.name.removesuffix(".json"), file


def _read(file: os.DirEntry[str], known: float | None) -> Note | None:
    with suppress(OSError, ValueError):
        at = file.stat().st_mtime_ns
        return Note(at, Path(file.path).read_text("ascii")) if at != known else None
    return None


def _cleared(file: os.DirEntry[str]) -> bool:
    """True if a file was that of a process long gone."""
    with suppress(OSError):
        if time.time() - file.stat().st_mtime > MEMORY:
            os.unlink(file.path)
            return True
    return False


def _overwrite(path: Path, data: bytes) -> None:
    """Puts other bytes into a file; one that is emptied first would be waited for on some disks."""
    with open(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600), "wb") as file:
        file.write(data)
        file.truncate()
