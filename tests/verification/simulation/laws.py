"""What must hold after every step: in the ledger, in what the servers remember, on the pages."""

from collections import Counter
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from scorekeeper.ledger import Damaged, Event
from scorekeeper.ledger.chain import verify_stream
from scorekeeper.match import Match
from tests.verification.simulation.fault import Fault, require
from tests.verification.simulation.files import File, Source, source
from tests.verification.simulation.phone import Intent, Letter, totals_on
from tests.verification.simulation.server import Server

if TYPE_CHECKING:
    from tests.verification.simulation.world import World

PAGES = (
    *("", "/watch", "/history", "/accounts", "/people"),
    *("/rules", "/disputes", "/share", "/export"),
)


class Laws:
    """What the world looks at, past the app: the events as they lie in the file.

    `files` are those that may be taken in, by what tells one from the others; the `refused` are
    never. So many matches (`strange`) may have been opened by strangers for themselves.
    """

    def __init__(self, world: "World") -> None:
        self._world = world
        self.events: tuple[Event, ...] = ()
        self.all: tuple[Event, ...] = ()
        self.files: dict[Source, File] = {}
        self.refused: set[Source] = set()
        self.strange = 0
        self._intents: dict[str, list[Intent]] = {}
        self._folds: list[Match] = []
        self._shown: dict[str, tuple[int, int]] = {}
        self._right: dict[str, Match] = {}
        self._code = ""

    # --- what the world knows --------------------------------------------------------------------

    def sit_at(self, code: str) -> None:
        """Looks at this match from now on."""
        self._code, self.all = code, ()
        self.read()

    def expect(self, intent: Intent) -> None:
        """Somebody sends this, perhaps for another time."""
        for attempt in intent.attempts:
            known = self._intents.setdefault(attempt.key, [])
            if intent not in known:
                known.append(intent)

    @property
    def version(self) -> int:
        """The number of the last event of the match."""
        return len(self.events)

    @property
    def floor(self) -> int:
        """The last event that somebody was told of."""
        told = (i for intents in self._intents.values() for i in intents if i.acknowledged)
        return max((self._written(i) for i in told), default=1)

    @property
    def generation(self) -> int:
        """How often the links were renewed."""
        self.read()
        return self.fold(self.version).links.generation

    def fold(self, version: int) -> Match:
        """The match in a version, folded from the start."""
        if version > self.version:
            self.read()
        while len(self._folds) < version:
            self._folds.append(Match.fold(self.events[: len(self._folds) + 1]))
        return self._folds[version - 1]

    def code_of(self, file: File) -> str:
        """The code that the match of a file has here; "" if it is not there."""
        self.read()
        return next((e.stream for e in self.all if source(e) == file.source), "")

    def is_written(self, intent: Intent, version: int) -> bool:
        """True if the player sees the intent on the page of a version."""
        self.read()
        return 0 < self._written(intent) <= version

    def _written(self, intent: Intent) -> int:
        keys = {attempt.key for attempt in intent.attempts}
        fitting = [e.seq for e in self.events if e.key in keys and intent.wish.fits(e)]
        return fitting[0] if fitting else 0

    # --- the laws --------------------------------------------------------------------------------

    def look(self) -> None:
        """All laws, on what is there now. Raises Fault."""
        self.read()
        self._look_at_saves()
        for server in self._world.servers:
            if server.alive:
                self._look_at_folds(server)
                self._look_at_sheet(server)

    def read(self) -> None:
        """Reads the file; what stood in it stands there still. Raises Fault."""
        before, self.all = self.all, self._world.disk.events()
        if self.all == before:
            return
        require("lost", self.all[: len(before)] == before, "what was written is not there now")
        for code, events in _by_match(self.all):
            try:
                verify_stream(events)
            except Damaged as damaged:
                raise Fault("order", f"{code}: {damaged}") from None
            if file := self.files.get(source(events[0])):
                file.look_at(events)
        self.events = tuple(event for event in self.all if event.stream == self._code)
        opened = Counter(map(source, filter(_opens, self.all)))
        twice = {each for each, times in opened.items() if each in self.files and times > 1}
        require("once", not twice, f"{twice} came in twice")
        wrong = opened.keys() & self.refused
        require("refused", not wrong, f"{wrong} came in, and is no file")
        new = sum(times for each, times in opened.items() if each not in self.files)
        require("once", new <= 1 + self.strange, f"{new} matches were opened")

    def look_at_answer(self, letter: Letter, late: bool) -> None:
        """Nobody is told to be late with what this very save has written. Raises Fault."""
        self.read()
        written = any(
            event.key == letter.attempt.key and letter.intent.wish.fits(event)
            for event in self.events
        )
        require("known", not (late and written), f"{letter.intent} is written, but called late")

    def _look_at_saves(self) -> None:
        for event in self.events[1:]:
            self._look_at_event(event)
        for intent in dict.fromkeys(i for known in self._intents.values() for i in known):
            keys = {attempt.key for attempt in intent.attempts}
            count = sum(event.key in keys and intent.wish.fits(event) for event in self.events)
            require("once", count <= 1, f"{intent} is written {count} times")
            require("told", count == 1 or not intent.acknowledged, f"{intent} is not there")

    def _look_at_event(self, event: Event) -> None:
        """Somebody wanted it, just so, and knew all that was written before it."""
        if self._world.pocket_laws.knows(event.key):
            return
        wanted = self._intents.get(event.key, [])
        require("nobody", bool(wanted), f"nobody sent event {event.seq}: {event}")
        fitting = [intent for intent in wanted if intent.wish.fits(event)]
        require("says", bool(fitting), f"{wanted[0]} was written as {event}")
        attempts = [a for intent in fitting for a in intent.attempts if a.key == event.key]
        seen = {attempt.seen for attempt in attempts}
        require("seen", event.seq - 1 in seen, f"{fitting[0]} saw {seen}, but is {event.seq}")
        floor = min(attempt.floor for attempt in attempts)
        require("order", event.seq > floor, f"{fitting[0]} was sent after {floor} was told")

    def _look_at_folds(self, server: Server) -> None:
        held = server.matches._folds.get(self._code)
        if held is None or self._right.get(server.name) is held:
            return
        require("fold", held.events == self.events[: held.version], f"{server.name} holds others")
        same = held == self.fold(held.version)
        require("fold", same, f"{server.name} folds {held.version} otherwise than from the start")
        self._right[server.name] = held

    def _look_at_sheet(self, server: Server) -> None:
        """Every server shows the sheet, of the newest version."""
        now = (server.starts, self.version)
        if self._shown.get(server.name) == now:
            return
        house = self._world.house
        if house.generation != self.generation:
            self._world.rejoin(house)
        answer = server.answer(house.request_for(""))
        require("page", answer.status == 200, f"the sheet is answered {answer.status}")
        shown, due = totals_on(answer.html), due_totals(self.fold(self.version))
        require("page", shown == due, f"the sheet of {self.version} shows {shown}, not {due}")
        self._shown[server.name] = now

    def look_at_every_page(self) -> None:
        """Every page of the match, from the first one to that of each row. Raises Fault."""
        match, phone = self.fold(self.version), self._world.phones[1]
        forms = (f"/entries/{row.seq}" for row in match.rows if not row.struck)
        pages = [*PAGES, *forms, *(f"/entries/{row.seq}/why" for row in match.rows)]
        pages += [f"/rulings/{event.seq}" for event in match.rulings]
        pages += [f"/players/{seat}" for seat in match.seating.everybody]
        pages += [f"/new/{type}" for type in match.standing.next]
        for page in pages:
            answer = self._world.plain(0)(phone.request_for(page))
            status = answer and answer.status
            require("page", status == 200, f"{page} is answered {status}")


def due_totals(match: Match) -> tuple[int, ...]:
    """The totals that pages show: points, money in the smallest unit, or what is left to each."""
    if lives := match.game.lives(match.standing):
        return tuple(each.left for each in lives)
    stake = match.game.stake(match.house)
    return tuple(total * (stake.point if stake else 1) for total in match.standing.totals)


def _opens(event: Event) -> bool:
    return event.kind == "opened" and "names" in event.body


def _by_match(events: tuple[Event, ...]) -> list[tuple[str, list[Event]]]:
    ordered = sorted(events, key=attrgetter("stream"))
    return [(code, list(own)) for code, own in groupby(ordered, attrgetter("stream"))]
