"""Phones that save at a steady pace at two apps, and note how each try ended."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import unescape
from http.client import HTTPException
from itertools import count
from random import Random
from threading import Event
from time import monotonic, sleep
from uuid import uuid4

from tests.browser.server import Server
from tests.verification.drills.line import Line

SAID = re.compile(r'<p class="empty">(.+?)</p>', re.DOTALL)
PAUSES = (1, 2, 4, 8)
"""Seconds before the next try, as `static/line.js` has them."""
FOR_EVER = 120
"""Seconds after which a save that is not written is a fault."""
SEE_OTHER, UNAVAILABLE = 303, 503


@dataclass(frozen=True)
class Try:
    """A save on its way: when it was sent and answered, by which status, with which sentence.

    Status 0 is none: the line was cut.
    """

    began: float
    ended: float
    status: int
    sentence: str = ""

    @property
    def took(self) -> float:
        return self.ended - self.began

    @property
    def written(self) -> bool:
        return self.status == SEE_OTHER

    @property
    def clear(self) -> bool:
        """Whether the phone knows how it is: written, or not now, in one sentence."""
        return self.written or (self.status == UNAVAILABLE and bool(self.sentence))


@dataclass
class Phone(Line):
    """A phone with a match of its own; each request goes to either app, as behind a proxy."""

    apps: Sequence[Server] = ()
    random: Random = field(default_factory=Random)
    tries: list[Try] = field(default_factory=list)

    def ask(self, method: str, path: str, fields: dict[str, str] | None = None) -> tuple[int, str]:
        self.server = self.random.choice(self.apps)
        return super().ask(method, path, fields)

    def attempt(self) -> Try:
        """Sends a save once: the pending one, or a new one."""
        self.pending = self.pending or str(uuid4())
        began, text = monotonic(), ""
        try:
            status, text = self.ask("POST", f"/m/{self.code}/entries", self.fields)
        except (OSError, HTTPException):
            status = 0
        if status == SEE_OTHER:
            self.acknowledge()
        done = Try(began, monotonic(), status, sentence_of(text))
        self.tries.append(done)
        return done

    def insist(self) -> bool:
        """Sends a save until it is written; False if it is refused, or takes for ever."""
        ends = monotonic() + FOR_EVER
        for n in count():
            done = self.attempt()
            if done.written:
                return True
            if monotonic() > ends or done.status not in (0, UNAVAILABLE):
                break
            sleep(PAUSES[min(n, len(PAUSES) - 1)])
        return False

    def play(self, each: float, over: Event) -> None:
        """Saves a round every so many seconds, again what is not written, until all is over."""
        over.wait(self.random.uniform(0, each))
        while not over.is_set():
            began = monotonic()
            if not self.insist():
                return
            over.wait(max(0, began + each - monotonic()))


def sentence_of(page: str) -> str:
    """The one sentence of a page of an error; none of any other text."""
    found = SAID.search(page)
    return unescape(found[1]).strip() if found else ""
