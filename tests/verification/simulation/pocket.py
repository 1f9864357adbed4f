"""A phone with a ledger of its own: the app runs in it, on a storage that outlives its worker.

The app is the real one, through the door by which a browser's worker enters it. What an answer
changed is put away before it goes out; that may fail, and the worker may be killed at any time.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from typing import Any, Literal

from scorekeeper.core.sheet import dump_entry
from scorekeeper.extras.pocket.ledger import PocketLedger
from scorekeeper.extras.pocket.pages.engine import Engine
from scorekeeper.extras.pocket.pages.phone import SECRET
from scorekeeper.ledger import Event
from scorekeeper.match import Match
from scorekeeper.match.actions import Matches
from tests.verification.simulation.clock import CLOCK
from tests.verification.simulation.phone import Letter, Phone
from tests.verification.simulation.plan import POCKETS
from tests.verification.simulation.server import FORM, Answer, Request
from tests.verification.simulation.wishes import Wish

Away = Literal["stored", "full", "cut", "killed"]
AWAY: dict[Away, int] = {"stored": 8, "full": 1, "cut": 1, "killed": 1}
"""What comes of putting something away, and how often: it is stored, the storage is full, the
worker is killed before it is stored, or after, when nobody is told.
"""
ABOUT = ("event", "generation")
"""Members of a wish that may be others once it stands behind what somebody else wrote."""


@dataclass
class Save:
    """Something that was written in a phone: the match, the number of the save in that phone, and
    the key of the event that it is `about`. `known` are the keys of all that its table has seen
    there before it; `answered` when somebody was told that it is saved. Without a wish it opens the
    match.
    """

    wish: Wish | None
    code: str
    number: int
    about: str
    known: frozenset[str]
    answered: bool = False

    def fits(self, event: Event) -> bool:
        """True if an event says what was wanted."""
        if self.wish is None:
            return event.kind == "opened"
        says = {name: value for name, value in self.wish.says.items() if name not in ABOUT}
        said = event.body["ruling"] if event.kind == "ruled" else event.body
        return event.kind == self.wish.kind and says.items() <= said.items()


@dataclass(frozen=True)
class Posted:
    """A batch that a server has answered: the answer may come late, and twice."""

    batch: Mapping[str, object]
    status: int
    text: str


@dataclass
class Pocket:
    """Somebody's phone that was taken along. It has a line only now and then.

    `saves` are by key; `let_go` are the keys of those that the table dropped, or has looked at when
    they were left out. `begun` are the codes of matches that were begun in it.
    """

    phone: Phone
    engine: Engine
    storage: dict[str, str]
    skew: float = 0.0
    saves: dict[str, Save] = field(default_factory=dict)
    let_go: set[str] = field(default_factory=set)
    begun: list[str] = field(default_factory=list)
    pending: Letter | None = None
    old: list[Posted] = field(default_factory=list)

    @property
    def owner(self) -> str:
        """Whose phone it is."""
        return self.phone.owner

    @property
    def ledger(self) -> PocketLedger:
        """What is in the worker's memory."""
        return self.engine.phone_storage.ledger

    @property
    def codes(self) -> tuple[str, ...]:
        """The matches that are written in it."""
        return (self.phone.code, *self.begun)

    def match(self, code: str) -> Match:
        matches: Matches = self.engine.app.extensions["matches"]
        return matches.get(code)

    def restart(self) -> None:
        """The worker starts on what was put away."""
        self.engine.phone_storage.reload(self.storage)
        self.engine.app.extensions["matches"]._folds.clear()

    # --- its app ---------------------------------------------------------------------------------

    def ask(self, request: Request, away: Away = "stored") -> Answer | None:
        """The app's answer, once what it changed is put away; None if the worker was killed."""
        sent = [
            ("Accept-Language", request.language),
            ("Host", "localhost"),
            ("Content-Type", FORM),
        ]
        method, url = "POST" if request.body else "GET", f"http://localhost{request.path}"
        headers = json.dumps(sent)
        with self._running():
            status, told, html, changes = self.engine.call(method, url, headers, request.body, True)
            if not self.put_away(changes, away):
                if away != "full":
                    return None
                kept = json.dumps(self.storage)
                status, told, html, changes = self.engine.undo(kept, url, headers)
                self.put_away(changes, "stored")
        location = next((value for name, value in json.loads(told) if name == "Location"), "")
        return Answer(status, html.decode(), location)

    def put_away(self, changes: str, away: Away) -> bool:
        """Puts away what the app says that it has to; false if that fails, or nobody is told."""
        told: Mapping[str, str | None] = json.loads(changes)
        if away in ("stored", "killed"):
            self.storage |= {key: text for key, text in told.items() if text is not None}
            for gone in [key for key, text in told.items() if text is None]:
                self.storage.pop(gone, None)
        if away != "stored":
            self.restart()
        return away == "stored"

    @contextmanager
    def _running(self) -> Iterator[None]:
        """While the phone has the turn: its clock."""
        before, CLOCK.skew = CLOCK.skew, self.skew
        try:
            yield
        finally:
            CLOCK.skew = before

    # --- what it has -----------------------------------------------------------------------------

    def stands(self, key: str, code: str) -> Event | None:
        """The event that a save became; of an opening the server makes the key its own."""
        events, save = self.ledger.read(code), self.saves.get(key)
        if save and save.wish is None:
            return next(iter(events), None)
        return next((event for event in events if event.key == key), None)

    def holds(self, key: str) -> bool:
        """True if what a save asked for is so, though it is not written: others did the same, even
        if more came after it.
        """
        save = self.saves[key]
        match, wish = self.match(save.code), save.wish
        about = next((event.seq for event in match.events if event.key == save.about), 0)
        if wish is None or wish.kind != "corrected":
            return about in match.struck_by
        corrections = (event.body for event in match.events if event.kind == "corrected")
        entries = [body["entry"] for body in corrections if body["event"] == about]
        row = match.row(about)
        entries += [] if row.struck else [dump_entry(row.entry)]
        return wish.says["entry"] in entries

    def left(self) -> set[str]:
        """The keys of what was left out, and waits for the table to look."""
        problems: Any = self.ledger.problems.values()
        lines = (each["line"] for problem in problems for each in problem.get("left", ()))
        return {json.loads(line)["key"] for line in lines}

    def remember(self, key: str, wish: Wish | None, code: str, *, answered: bool) -> None:
        """Something was sent to the app; if it stands there, the table knows all before it."""
        event = self.stands(key, code)
        if event is None:
            return
        save = self.saves.get(key)
        if save is None or key in self.let_go:
            about = event.body.get("event")
            before = self.ledger.read(code)[: event.seq - 1]
            target = before[about - 1].key if isinstance(about, int) else ""
            known = frozenset(other.key for other in before)
            save = self.saves[key] = Save(wish, code, len(self.saves), target, known)
            self.let_go.discard(key)
        save.answered = save.answered or answered

    def look_at_all(self, code: str) -> None:
        """The table has seen all that stands before what waits."""
        events = self.ledger.read(code)
        for event in self.ledger.waiting(code):
            if event.key in self.saves:
                before = {other.key for other in events[: event.seq - 1]}
                self.saves[event.key].known |= before


def pocket_of(owner: str, language: str, seed: int) -> Pocket:
    """A phone with nothing in it but the app."""
    storage = {SECRET: sha256(f"{owner}:{seed}".encode()).hexdigest()}
    pocket = Pocket(Phone(owner, language), engines()[owner], storage)
    pocket.phone.rejoin = lambda: True  # without a line it cannot open the new link
    pocket.restart()
    return pocket


@cache
def engines() -> Mapping[str, Engine]:
    """The app in each phone; made once, for every world starts it anew."""
    return {owner: Engine("{}", "/", has_server=True) for owner in POCKETS}
