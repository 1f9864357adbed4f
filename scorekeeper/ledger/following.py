"""Following a ledger: one thread a process asks what is new, and wakes who waits for it.

It asks the store and not the processes, so that it does not matter which of them wrote.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from weakref import WeakSet

from scorekeeper.ledger import Cursor, Ledger, News

PAUSE = 0.04
"""Seconds between two questions: a phone shows what another wrote before its owner looks up."""
ASKED = -1
"""Known of a code as long as the store is asked how far it is."""
_FOLLOWERS: WeakSet[Follower] = WeakSet()


class Listener:
    """Who waits for matches or groups: code → number of its last event known here.

    What it waits for may be changed by whoever listens; nobody else may.
    """

    __slots__ = ("_follower", "_gate", "newest")

    def __init__(self, follower: Follower) -> None:
        # A bare lock: an Event is made of three, and thousands of phones may listen.
        self._follower, self._gate = follower, threading.Lock()
        self._gate.acquire()
        self.newest: dict[str, int] = {}

    def tell(self, code: str, newest: int) -> None:
        """Wakes it, if it waits for this and did not know it."""
        known = self.newest.get(code, newest)
        if newest > known:
            self.newest[code] = newest
            if known != ASKED:  # it will see that in the answer
                self.wake()

    def wake(self) -> None:
        with suppress(RuntimeError):  # it was woken already, and has not looked yet
            self._gate.release()

    def wait(self, patience: float) -> bool:
        """True once there is something new; False after so many seconds, or at the end."""
        return self._gate.acquire(timeout=patience) and not self._follower.stopped

    def subscribe(self, codes: Sequence[str]) -> None:
        """Waits for these from now on; how far each is now is known at once."""
        self._follower.subscribe(self, codes)


class Follower:
    """Asks a ledger what is new for as long as somebody listens."""

    def __init__(self, ledger: Ledger, pause: float = PAUSE) -> None:
        self._ledger, self._pause = ledger, pause
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self.stopped = False
        _FOLLOWERS.add(self)

    @contextmanager
    def listen(self, *codes: str) -> Iterator[Listener]:
        """A listener to some codes who knows how far each is now, and hears of all that comes."""
        listener = Listener(self)
        try:
            self.subscribe(listener, codes)
            yield listener
        finally:
            self.subscribe(listener, ())

    def subscribe(self, listener: Listener, codes: Sequence[str]) -> None:
        """Lets a listener wait for these codes, and for no others any more."""
        known = listener.newest
        with self._lock:
            for code in known.keys() - codes:
                del known[code]
                self._listeners[code].discard(listener)
                if not self._listeners[code]:
                    del self._listeners[code]
            if added := [code for code in codes if code not in known]:
                known.update(dict.fromkeys(added, ASKED))
                for code in added:
                    self._listeners[code].add(listener)
                self._begin()
        if added:
            self._ask(known, added)

    def _ask(self, known: dict[str, int], codes: Sequence[str]) -> None:
        """Looks how far codes are now; what is written from now on is told besides.

        Nobody else has to wait for that, as they would behind the lock: a store may be far away.
        """
        newest = self._ledger.newest(codes)
        with self._lock:
            for code in codes:
                number, _key = newest.get(code, (0, ""))
                known[code] = max(known[code], number)

    def stop(self) -> None:
        """Lets go of everybody: the process ends."""
        self.stopped = True
        with self._lock:
            everybody = {each for listeners in self._listeners.values() for each in listeners}
        for listener in everybody:
            listener.wake()

    def _begin(self) -> None:
        if self._thread is None and not self.stopped:
            place = self._ledger.news().place
            self._thread = threading.Thread(target=self._follow, args=(place,), daemon=True)
            self._thread.start()

    def _follow(self, place: Cursor) -> None:
        pause = threading.Event()
        while self._goes_on():
            try:
                news = self._ledger.news(place)
            except Exception:
                # Whoever saves is told what is wrong; who follows asks again, and misses nothing.
                news = News(place, {})
            place = news.place
            with self._lock:
                for code, newest in news.newest.items():
                    for listener in self._listeners.get(code, ()):
                        listener.tell(code, newest)
            pause.wait(self._pause)

    def _goes_on(self) -> bool:
        """False once nobody listens any more: the next listener begins anew."""
        with self._lock:
            if self._listeners and not self.stopped:
                return True
            self._thread = None
            return False


def stop_all() -> None:
    """Lets go of everybody who follows any ledger of this process."""
    for follower in tuple(_FOLLOWERS):
        follower.stop()
