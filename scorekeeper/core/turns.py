"""Long work lets others have a turn: who computes for all of an evening or a season says again and
again that it can wait, and nobody does the same work while somebody else is at it.

Where one thread serves all phones, the others wait until it gives way. What gives way must not be
in the middle of a transaction, nor have shown to others what is only half done.
"""

import threading
from collections.abc import Callable
from time import monotonic
from weakref import WeakValueDictionary

MOMENT = 0.1
"""Seconds that nobody notices: after so many, others have a turn."""


class Turns:
    """Who computes, and when somebody else had a turn; `let_others` is what a server brings, unless
    it serves one at a time, or in threads that need not be asked.
    """

    def __init__(self) -> None:
        self.let_others: Callable[[], object] = lambda: None
        self._since = 0.0

    def begin(self) -> None:
        """Somebody begins to compute, as with each request."""
        self._since = monotonic()

    def give_way(self) -> None:
        """Lets others have a turn if a moment has passed; cheap enough for each row of a sheet."""
        if monotonic() - self._since > MOMENT:
            self.let_others()
            self.begin()


TURNS = Turns()
"""Those of this process."""
give_way = TURNS.give_way


class Locks:
    """A lock for each name, for as long as somebody holds it or waits for it."""

    def __init__(self) -> None:
        # What a lock is, gevent decides only after this was imported.
        self._locks: WeakValueDictionary[str, threading.Lock] = WeakValueDictionary()

    def __call__(self, name: str) -> threading.Lock:
        return self._locks.setdefault(name, threading.Lock())
