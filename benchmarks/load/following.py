"""Phones that follow a table: they hold its stream, and look again when something was written."""

import re
from bisect import bisect_left
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic

import gevent

from benchmarks.load.phone import PART, Failed, Phone, Wire

NUMBER = re.compile(rb"^id: (\d+)", re.MULTILINE)
Hear = Callable[[int], None]
"""Is given the number of the last event, whenever the stream says one."""


@dataclass
class Stream:
    """The stream of a table, from when it is opened until it is left."""

    phone: Phone
    path: str
    hear: Hear
    _wire: Wire | None = None
    _reader: gevent.Greenlet | None = None
    _left: bool = False

    def open(self) -> None:
        """Follows the table from now on."""
        self._reader = gevent.spawn(self._follow)

    def leave(self) -> None:
        """Closes the stream, as a browser does that leaves the page."""
        self._left = True
        if self._reader:
            self._reader.kill()
        if self._wire:
            self._wire.close()

    def _follow(self) -> None:
        while not self._left:
            with suppress(Failed):
                self._read()
            gevent.sleep(1)  # lost: live.js comes again after a while

    def _read(self) -> None:
        began = monotonic()
        self._wire = self.phone.stream(self.path)
        first = True
        try:
            while piece := self._wire.chunk():
                if first:
                    self.phone.figures.note("stream", (monotonic() - began) * 1000)
                    first = False
                for number in NUMBER.findall(piece):
                    self.hear(int(number))
            what = "the server ended it"
        except (OSError, ValueError) as error:
            what = f"{type(error).__name__}: {error}"
        finally:
            self._wire.close()
        self.phone.figures.fail("stream", what)


@dataclass
class Watcher:
    """A phone on which somebody looks at a table.

    `told` are the moments at which the stream said the number of an event; `came` is the last
    event that was there before, and `version` the one that the page shows.
    """

    phone: Phone
    code: str = ""
    came: int = 0
    version: int = 0
    told: dict[int, float] = field(default_factory=dict)
    stream: Stream | None = None
    _news: gevent.Greenlet | None = None

    def come(self, code: str, link: str) -> None:
        """Opens the link of a match that was sent around, and follows it. Raises Failed."""
        self.code, self.told = code, {}
        answer = self.phone.get("link", link)
        page = self.phone.page("watch", answer.leads_to)
        self.came = self.version = version_on(page)
        self.stream = Stream(self.phone, f"/m/{code}/live", self._hear)
        self.stream.open()

    def leave(self) -> None:
        """Puts the phone away."""
        if self.stream:
            self.stream.leave()
        self.stream = None
        self.phone.hang_up()

    def _hear(self, number: int) -> None:
        if number > self.version:
            self.told.setdefault(number, monotonic())
        if not self._news or self._news.dead:
            self._news = gevent.spawn(self._look)

    def _look(self) -> None:
        """Fetches what is new, until nothing is."""
        with suppress(Failed):
            while self.told and (wanted := max(self.told)) > self.version:
                self.phone.get("news", f"/m/{self.code}/watch?since={self.version}", PART)
                self.version = wanted


def delays(
    saved: Mapping[int, float], told: Mapping[int, float], came: int
) -> tuple[list[float], int]:
    """Milliseconds from each save's answer until a phone was told of it, and how many it was not.

    All are event → moment. Several saves may be told as one: that of the last. What was there when
    the phone `came` stood on its page.

    >>> delays({2: 1.0, 3: 1.1, 4: 2.0}, {3: 1.25}, came=2)
    ([150.0], 1)
    """
    after = sorted(told)
    places = {n: bisect_left(after, n) for n in saved if n > came}
    heard = [told[after[at]] - saved[n] for n, at in places.items() if at < len(after)]
    return [round(max(0.0, each) * 1000, 3) for each in heard], len(places) - len(heard)


VERSION = re.compile(r'data-version="(\d+)')


def version_on(page: str) -> int:
    """How far something is written, as a page says it; 0 if it does not."""
    found = VERSION.search(page)
    return int(found[1]) if found else 0
