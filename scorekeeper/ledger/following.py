"""Following a ledger: one thread a process asks what is new, and wakes who waits for it.

It asks the store and not the processes, so that it does not matter which of them wrote.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from weakref import WeakSet

from scorekeeper.ledger import Ledger, News

PAUSE = 0.04
"""Seconds between two questions: a phone shows what another wrote before its owner looks up."""
_FOLLOWERS: WeakSet[Follower] = WeakSet()


class Listener:
    """Who waits for a match or a company: `newest` is the number of its last event known here."""

    def __init__(self, follower: Follower, newest: int) -> None:
        self._follower, self._news = follower, threading.Event()
        self.newest = newest

    def tell(self, newest: int) -> None:
        """Wakes it."""
        self.newest = newest
        self._news.set()

    def wake(self) -> None:
        """Wakes it with nothing new."""
        self._news.set()

    def wait(self, patience: float) -> bool:
        """True once there is something new; False after so many seconds, or at the end."""
        came = self._news.wait(patience)
        self._news.clear()
        return came and not self._follower.stopped


class Follower:
    """Asks a ledger what is new for as long as somebody listens."""

    def __init__(self, ledger: Ledger, pause: float = PAUSE) -> None:
        self._ledger, self._pause = ledger, pause
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self.stopped = False
        _FOLLOWERS.add(self)

    @property
    def listening(self) -> int:
        """How many listen."""
        return sum(map(len, self._listeners.values()))

    def listeners_of(self, code: str) -> int:
        """How many listen to a match or a company."""
        return len(self._listeners.get(code, ()))

    @contextmanager
    def listen(self, code: str, newest: int) -> Iterator[Listener]:
        """A listener who knows the events up to a number; what came since is told at once."""
        listener = Listener(self, newest)
        with self._lock:
            self._listeners[code].add(listener)
            self._begin()
        try:
            if written := self._ledger.read(code, newest):
                listener.tell(written[-1].seq)
            yield listener
        finally:
            with self._lock:
                self._listeners[code].discard(listener)
                if not self._listeners[code]:
                    del self._listeners[code]

    def stop(self) -> None:
        """Lets go of everybody: the process ends."""
        self.stopped = True
        for listener in self._everybody():
            listener.wake()

    def _begin(self) -> None:
        if self._thread is None and not self.stopped:
            place = self._ledger.news(0).place
            self._thread = threading.Thread(target=self._follow, args=(place,), daemon=True)
            self._thread.start()

    def _follow(self, place: int) -> None:
        pause = threading.Event()
        while self._goes_on():
            news = self._news(place)
            place = news.place
            for code, newest in news.newest.items():
                for listener in tuple(self._listeners.get(code, ())):
                    listener.tell(newest)
            pause.wait(self._pause)

    def _news(self, place: int) -> News:
        try:
            return self._ledger.news(place)
        except Exception:
            # Whoever saves is told what is wrong; who follows asks again, and misses nothing.
            return News(place, {})

    def _goes_on(self) -> bool:
        """False once nobody listens any more: the next listener begins anew."""
        with self._lock:
            if self._listeners and not self.stopped:
                return True
            self._thread = None
            return False

    def _everybody(self) -> list[Listener]:
        with self._lock:
            return [each for listeners in self._listeners.values() for each in listeners]


def stop_all() -> None:
    """Lets go of everybody who follows any ledger of this process."""
    for follower in tuple(_FOLLOWERS):
        follower.stop()
