"""What the processes that serve one house tell each other of phones: one small file of each.

A file is only ever written by its process, in place: it is worth nothing after an hour, so it is
not brought to the disk in any hurry, and who reads half of one goes on with what he knew.
"""

import json
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from scorekeeper.presence.traces import MEMORY, Trace

Tables = Mapping[str, Mapping[str, Trace]]
"""Code of a match → mark of a phone → what the phone left behind."""
All = Callable[[], tuple[Tables, bool]]
"""Gives all that a process knows, and whether it has to be told again and again."""

PAUSE = 2.0
"""Seconds between two files of a process: less than the grace in which a phone may be away."""


class Processes:
    """Tells the other processes what this one knows, and knows what they told last."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._own = ""
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._at = 0.0
        self._known: dict[str, tuple[int, Tables]] = {}

    def tell(self, all: All) -> None:
        """Tells what is known now, unless that was done just now or is done again and again."""
        if self._thread is None and time.monotonic() - self._at > PAUSE:
            self._write(all)

    def tell_often(self, all: All) -> None:
        """Tells what is known for as long as streams flow here."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._go_on, args=(all,), daemon=True)
                self._thread.start()

    def others(self, code: str) -> Iterator[Mapping[str, Trace]]:
        """What each other process told last of a match."""
        for file in self._files():
            with suppress(OSError, ValueError, TypeError):
                self._read(file)
        for _at, tables in list(self._known.values()):
            if code in tables:
                yield tables[code]

    def _go_on(self, all: All) -> None:
        pause = threading.Event()
        while True:
            with self._lock:
                if not self._write(all):
                    self._thread = None
                    return
            pause.wait(PAUSE)

    def _write(self, all: All) -> bool:
        """Writes this process's file; True if that has to be done again."""
        tables, again = all()
        self._at = time.monotonic()
        self._own = self._own or f"{os.getpid()}-{token_hex(4)}.json"
        # Without a file the others know less; whoever looks on is served all the same.
        with suppress(OSError):
            self._folder.mkdir(mode=0o700, exist_ok=True)
            _overwrite(self._folder / self._own, json.dumps(tables, separators=(",", ":")).encode())
        return again

    def _files(self) -> list[os.DirEntry[str]]:
        """The files of the other processes; those of processes long gone are cleared away."""
        try:
            files = [file for file in os.scandir(self._folder) if file.name != self._own]
        except OSError:
            return []
        for name in self._known.keys() - {file.name for file in files}:
            del self._known[name]
        return [file for file in files if not self._cleared(file)]

    def _cleared(self, file: os.DirEntry[str]) -> bool:
        with suppress(OSError):
            if time.time() - file.stat().st_mtime > MEMORY:
                os.unlink(file.path)
                self._known.pop(file.name, None)
                return True
        return False

    def _read(self, file: os.DirEntry[str]) -> None:
        """Takes over what a process told. Raises ValueError or TypeError for half of a file."""
        at = file.stat().st_mtime_ns
        if self._known.get(file.name, (0, {}))[0] == at:
            return
        tables = json.loads(Path(file.path).read_text("ascii"))
        told = {
            code: {mark: Trace(*trace) for mark, trace in phones.items()}
            for code, phones in tables.items()
        }
        self._known[file.name] = at, told


def _overwrite(path: Path, data: bytes) -> None:
    """Puts other bytes into a file; one that is emptied first would be waited for on some disks."""
    with open(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600), "wb") as file:
        file.write(data)
        file.truncate()
