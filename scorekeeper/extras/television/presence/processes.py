"""What the processes that serve one house tell each other of phones: each leaves one note on a
board that all can see, and writes it anew while phones look on.
"""

import json
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from secrets import token_hex
from typing import NamedTuple, Protocol

from scorekeeper.extras.television.presence.traces import Trace

Tables = Mapping[str, Mapping[str, Trace]]
"""Code of a match → mark of a phone → what the phone left behind."""
All = Callable[[], tuple[Tables, bool]]
"""Gives all that a process knows, and whether it has to be told again and again."""

PAUSE = 2.0
"""Seconds between two notes of a process: less than the grace in which a phone may be away."""


class Note(NamedTuple):
    """What a process told last; `version` changes when it tells something else."""

    version: float
    text: str


class Board(Protocol):
    """Where each process leaves a note for the others, in files or in a table."""

    @property
    def ahead(self) -> float:
        """Seconds by which the clock of the notes is ahead of this machine's. Raises OSError."""

    @property
    def rest(self) -> float:
        """Seconds for which nobody has to look again."""

    def put(self, name: str, text: str) -> None:
        """Leaves a note in the place of the one of this name. Raises OSError."""

    def look(self, own: str, known: Mapping[str, float]) -> Mapping[str, Note | None]:
        """All notes by their names but one's `own`; None for one whose version is `known`.

        Those that nobody wrote anew for an hour are cleared away. Raises OSError.
        """


class Processes:
    """Tells the other processes what this one knows, and knows what they told last."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._own = ""
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._told = self._looked = 0.0
        self._known: dict[str, tuple[float, Tables]] = {}

    def tell(self, all: All) -> None:
        """Tells what is known now, unless that was done just now or is done again and again."""
        if self._thread is None and time.monotonic() - self._told > PAUSE:
            self._write(all)

    def tell_often(self, all: All) -> None:
        """Tells what is known for as long as streams flow here."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._go_on, args=(all,), daemon=True)
                self._thread.start()

    def others(self, code: str) -> Iterator[Mapping[str, Trace]]:
        """What each other process told last of a match."""
        now = time.monotonic()
        if now - self._looked >= self._board.rest:
            self._looked = now
            with suppress(OSError):
                self._look()
        for _version, tables in list(self._known.values()):
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
        """Writes this process's note; True if that has to be done again."""
        tables, again = all()
        self._told = time.monotonic()
        self._own = self._own or f"{os.getpid()}-{token_hex(4)}"
        # Without a note the others know less; whoever looks on is served all the same.
        with suppress(OSError):
            ahead = self._board.ahead
            told = moved(tables, ahead) if ahead else tables
            self._board.put(self._own, json.dumps(told, separators=(",", ":")))
        return again

    def _look(self) -> None:
        """Takes over what the others told since the last look. Raises OSError."""
        known = {name: version for name, (version, _tables) in list(self._known.items())}
        notes = self._board.look(self._own, known)
        for name in known.keys() - notes.keys():
            self._known.pop(name, None)
        for name, note in notes.items():
            with suppress(ValueError, TypeError):  # half of a note: another look will do
                if note:
                    tables = moved(json.loads(note.text), -self._board.ahead)
                    self._known[name] = note.version, tables


def moved(tables: Mapping[str, Mapping[str, tuple[object, ...]]], by: float) -> Tables:
    """What phones left behind, by a clock that is so many seconds ahead.

    Raises TypeError or ValueError for what is none of it.
    """
    return {
        code: {mark: _trace(trace, by) for mark, trace in phones.items()}
        for code, phones in tables.items()
    }


def _trace(told: tuple[object, ...], by: float) -> Trace:
    trace = Trace(*told)  # type: ignore[arg-type]
    return trace.moved(by) if by else trace
