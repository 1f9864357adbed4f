"""A phone that took the app along: the table that plays on it, and what may befall both."""

import fcntl
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import cached_property
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import CDPSession, Locator, Request, Response, expect

from scorekeeper.extras.pocket.pack.building import PACK_FOLDER, CannotBuild, build
from scorekeeper.extras.pocket.pack.contents import ROOT
from scorekeeper.extras.pocket.pages.pack import MANIFEST
from scorekeeper.ledger import Event
from scorekeeper.ledger.sqlite import SqliteLedger
from tests.browser.helpers import wait_until
from tests.browser.referee import Referee
from tests.browser.server import Server

NO_LINE = r"net::ERR_|Failed to fetch|status of 50[0-9]|NetworkError"
"""What a browser complains of where no server answers."""
BOOT = 60_000
"""Milliseconds that a phone may take to begin anew on a machine that is busy with other tests."""
SOURCES = {"scorekeeper": "*.py", "templates": "*.html", "static": "*.[jc]s*"}
KEPT = "scorekeeper/"
"""What the names of the store and of packs begin with on a server that has a host for itself."""
RECORDS = "import('/static/extras/pocket/storage.js').then((storage) => storage.all())"


class Pocket(Referee):
    """A table whose phone took the app along, and the thumb over it."""

    patience = BOOT

    @cached_property
    def _chrome(self) -> CDPSession:
        """The line to the browser itself."""
        return self.page.context.new_cdp_session(self.page)

    # --- the app in the phone --------------------------------------------------------------------

    @property
    def said(self) -> Locator:
        """What the page that offers the app says."""
        return self.page.locator("#said")

    @property
    def strip(self) -> Locator:
        """What every page says of the signal, and of what waits."""
        return self.page.locator("#pocket")

    def take_along(self) -> None:
        """Fetches the app, and waits until it is there."""
        self.page.goto("/pocket")
        self.tap(self.page.locator("#take"))
        expect(self.page.locator("#leave")).to_be_visible(timeout=3 * BOOT)

    def wake(self) -> None:
        """Loads the page without a signal, and waits until the phone has begun to answer."""
        self.page.reload()
        expect(self.strip).to_contain_text(self.says("no signal"), timeout=BOOT)

    def end_worker(self) -> None:
        """Ends the worker as a browser does that is short of memory."""
        self._chrome.send("ServiceWorker.enable")
        self._chrome.send("ServiceWorker.stopAllWorkers")

    def reload(self) -> None:
        """Loads the page as a thumb does, even one that loads itself: Playwright refuses that."""
        self._chrome.send("Page.reload")

    def tell_browser(self, command: str, **parameters: object) -> None:
        """A command of the browser's own protocol about this site."""
        origin = self.page.evaluate("location.origin")
        self._chrome.send(command, {"origin": origin, **parameters})

    def records(self) -> Mapping[str, str]:
        """What the phone has put away: key → text."""
        found: dict[str, str] = self.page.evaluate(RECORDS)
        return found

    def packs(self) -> Sequence[str]:
        """The packs that the phone keeps, by what their names end with."""
        names: list[str] = self.page.evaluate("caches.keys()")
        return [name.removeprefix(KEPT) for name in names if name.startswith(KEPT)]

    def lines(self, code: str) -> Sequence[Mapping[str, object]]:
        """The events of a match that the phone has put away, oldest first."""
        kept = self.records()
        return [json.loads(kept[key]) for key in sorted(kept) if key.startswith(f"e/{code}/")]

    def expect_kept(self, code: str, number: int) -> None:
        """Waits until the phone has so many events of a match, all of them the server's."""
        known = f"(kept) => kept['s/{code}'] === '{number}'"
        try:
            wait_until(self.page, f"() => {RECORDS}.then({known})")
        except AssertionError:
            kept = {key: text for key, text in self.records().items() if code in key}
            pytest.fail(f"there are not {number} events of {code}, but {kept}")

    def expect_waiting(self, number: int) -> None:
        """The strip says how many entries wait."""
        one, many = "%(num)d entry waiting", "%(num)d entries waiting"
        text = self._words.ngettext(one, many, number) % {"num": number}
        expect(self.strip).to_contain_text(text, timeout=BOOT)

    def send(self) -> None:
        """Sends what waits, by hand, if it has not gone by itself."""
        self.page.goto("/pocket/waiting")
        if self.button("Send now").count():
            self.tap(self.button("Send now"))
        expect(self.title).to_have_text(self.says("Waiting to be sent"))

    # --- the table -------------------------------------------------------------------------------

    @property
    def code(self) -> str:
        """The code of the match that the page belongs to."""
        return self.url.rpartition("/")[2]

    def begin(self) -> str:
        """A new match, of which the phone has all that the server has; its code."""
        self.sit()
        self.expect_kept(self.code, 1)
        return self.code

    @contextmanager
    def listening(self) -> Iterator[tuple[list[Request], list[Response]]]:
        """What the page sends inside, and what is answered; nothing is asked while it is heard."""
        sent: list[Request] = []
        answered: list[Response] = []

        # Playwright marks what it calls, so that no method of a list will do.
        def hear_request(request: Request) -> None:
            sent.append(request)

        def hear_answer(response: Response) -> None:
            answered.append(response)

        self.page.on("request", hear_request)
        self.page.on("response", hear_answer)
        yield sent, answered
        self.page.remove_listener("request", hear_request)
        self.page.remove_listener("response", hear_answer)

    def totals(self) -> Sequence[int]:
        return [int(text) for text in self.page.locator(".totals .fig").all_inner_texts()]


def saves(requests: Iterable[Request]) -> list[str]:
    """The keys of games that were sent."""
    taps = (each for each in requests if each.method == "POST" and each.url.endswith("/tap"))
    return [key for tap in taps for key in parse_qs(tap.post_data or "")["key"]]


def written(server: Server, code: str) -> Sequence[Event]:
    """The events of a match in the server's own file."""
    with closing(SqliteLedger(str(server.instance / "scorekeeper.db"), read_only=True)) as ledger:
        return ledger.read(code)


def losers(events: Sequence[Event]) -> list[int]:
    """Who lost each game of a match, as its events say."""
    told = (event.body.get("entry") for event in events if event.kind == "recorded")
    return [entry["loser"] for entry in told if isinstance(entry, dict)]


def be_built(lock: Path, say: Callable[..., None] = lambda part: None) -> None:
    """Lets the pack be built where it is older than what it is made of; `make test` did it before.

    Tests that run at once wait for the one that builds it.
    """
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        manifest = PACK_FOLDER / MANIFEST
        built = manifest.stat().st_mtime if manifest.exists() else 0
        files = (path for folder, name in SOURCES.items() for path in (ROOT / folder).rglob(name))
        own = (path.stat().st_mtime for path in files if PACK_FOLDER not in path.parents)
        if max(own) > built:
            try:
                build(say=say)
            except CannotBuild as why:
                pytest.skip(str(why))
