"""The file that the servers of a world share: what stands in it, and what a power cut leaves."""

import json
import sqlite3
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from scorekeeper.ledger import Event
from scorekeeper.ledger.sqlite import SqliteLedger

READ = "select match, seq, kind, body, key, at, hash from events order by rowid"
SYNCED = 2
"""`pragma synchronous`: from here on a commit is on the disk when it returns."""


class Disk:
    """A ledger's file with its log of writes, in a folder of this world.

    A connection that only looks stays open, so that the log lies there as a kill leaves it. What
    was written without waiting for the disk (`unsynced`) is gone when the power is cut.
    """

    def __init__(self, folder: Path) -> None:
        self._folder, self._cuts = folder, 0
        self.path.write_bytes(empty_file())
        self._before_unsynced: tuple[bytes, bytes] | None = None
        self._look()

    @property
    def path(self) -> Path:
        """The file as it is called since the last power cut."""
        return self._folder / f"{self._cuts}.db"

    def events(self) -> tuple[Event, ...]:
        """All that is written, in the order of writing, read past the app."""
        rows = self._db.execute(READ).fetchall()
        return tuple(Event(m, seq, kind, json.loads(b), *rest) for m, seq, kind, b, *rest in rows)

    def unsynced(self, synchronous: int) -> None:
        """Is told before each write how much its connection waits for the disk."""
        if synchronous < SYNCED and self._before_unsynced is None:
            self._before_unsynced = self._image()

    def cut_power(self) -> None:
        """Leaves what was synced, under another name; every server must be dead by now."""
        file, log = self._before_unsynced or self._image()
        self.close()
        self._cuts, self._before_unsynced = self._cuts + 1, None
        self.path.write_bytes(file)
        self._log.write_bytes(log)
        self._look()

    def close(self) -> None:
        """Ends looking."""
        self._db.close()

    def _look(self) -> None:
        self._db = sqlite3.connect(self.path, isolation_level=None)

    @property
    def _log(self) -> Path:
        return self.path.with_name(f"{self.path.name}-wal")

    def _image(self) -> tuple[bytes, bytes]:
        return self.path.read_bytes(), self._log.read_bytes() if self._log.exists() else b""


@cache
def empty_file() -> bytes:
    """A ledger in which nothing is written; made once, for making it costs more than a world."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "empty.db"
        SqliteLedger(str(path)).close()
        return path.read_bytes()
