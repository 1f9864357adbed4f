"""Where the processes of a house leave their notes: files in a folder on one machine, rows in a
table beside the ledger of many.

A file is only ever written by its process, in place: it is worth nothing after an hour, so it is
not brought to the disk in any hurry, and who reads half of one goes on with what he knew. The
moments in a table are told in the clock of the database: those of machines may differ.
"""

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from scorekeeper.extras.television.presence import FORGET_AFTER, ProcessNote
from scorekeeper.ledger import LedgerError
from scorekeeper.ledger.store import SharedTables


class FileNoteStore:
    """A `Board` of files; their processes have one clock."""

    ahead = 0.0
    rest = 0.0

    def __init__(self, path: Path) -> None:
        self._path = path

    def put(self, name: str, text: str) -> None:
        """Leaves a note in the place of the one of this name. Raises OSError."""
        self._path.mkdir(mode=0o700, exist_ok=True)
        _overwrite(self._path / f"{name}.json", text.encode())

    def look(self, own: str, known: Mapping[str, float]) -> dict[str, ProcessNote | None]:
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


def _read(file: os.DirEntry[str], known: float | None) -> ProcessNote | None:
    with suppress(OSError, ValueError):
        at = file.stat().st_mtime_ns
        return ProcessNote(at, Path(file.path).read_text("ascii")) if at != known else None
    return None


def _cleared(file: os.DirEntry[str]) -> bool:
    """True if a file was that of a process long gone."""
    with suppress(OSError):
        if time.time() - file.stat().st_mtime > FORGET_AFTER:
            os.unlink(file.path)
            return True
    return False


def _overwrite(path: Path, data: bytes) -> None:
    """Puts other bytes into a file; one that is emptied first would be waited for on some disks."""
    with open(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600), "wb") as file:
        file.write(data)
        file.truncate()


PHONES = "phones/"
"""What the names of these rows begin with."""
_PUT = """
insert into shared (name, body, at) values (:name, :body, {0})
on conflict (name) do update set body = excluded.body, at = excluded.at returning {0}
"""
_HEADS = "select name, at, {0} from shared where name >= :first and name < :behind"
_BODIES = "select name, body from shared where name = any(:names)"
_CLEAR = "delete from shared where name = any(:names)"
_NEAR = 1.0
"""Seconds by which clocks may differ before it is minded."""


class TableNoteStore:
    """A `Board` of rows of the table `shared`."""

    rest = 1.0

    def __init__(self, tables: SharedTables) -> None:
        self._tables = tables
        self._ahead: float | None = None

    @property
    def ahead(self) -> float:
        """Seconds by which the database's clock is ahead of this machine's; 0 for next to nothing.

        Raises OSError.
        """
        if self._ahead is None:
            with _as_os_error():
                ((now,),) = self._tables.rows(f"select {self._tables.clock}", {})
            self._ahead = _ahead(now)
        return self._ahead

    def put(self, name: str, text: str) -> None:
        """Leaves a note in the place of the one of this name. Raises OSError."""
        facts = {"name": PHONES + name, "body": text}
        with _as_os_error():
            ((now,),) = self._tables.rows(_PUT.format(self._tables.clock), facts)
        self._ahead = _ahead(now)

    def look(self, own: str, known: Mapping[str, float]) -> dict[str, ProcessNote | None]:
        """The notes of others; None for one of a known version. Old ones are cleared away.

        Raises OSError.
        """
        with _as_os_error():
            found = {name: at for name, at in self._heads() if name != own}
            changed = [name for name, at in found.items() if known.get(name) != at]
            texts = self._bodies(changed) if changed else {}
        return {
            name: ProcessNote(at, texts[name]) if name in texts else None
            for name, at in found.items()
        }

    def _heads(self) -> Iterator[tuple[str, float]]:
        """Name and version of each note that is not old."""
        sql = _HEADS.format(self._tables.clock)
        # The character behind the slash: plain comparison needs no pattern, and uses the key.
        rows = self._tables.rows(sql, {"first": PHONES, "behind": PHONES[:-1] + "0"})
        old = [name for name, at, now in rows if now - at > FORGET_AFTER]
        if old:
            self._tables.rows(_CLEAR, {"names": old})
        for name, at, now in rows:
            self._ahead = _ahead(now)
            if name not in old:
                yield name.removeprefix(PHONES), at

    def _bodies(self, names: list[str]) -> dict[str, str]:
        rows = self._tables.rows(_BODIES, {"names": [PHONES + name for name in names]})
        return {name.removeprefix(PHONES): body for name, body in rows}


def _ahead(now: float) -> float:
    """How far a clock is ahead that says `now`."""
    seconds = round(now - time.time(), 1)
    return seconds if abs(seconds) > _NEAR else 0


@contextmanager
def _as_os_error() -> Iterator[None]:
    try:
        yield
    except LedgerError as error:
        raise OSError(str(error)) from error
