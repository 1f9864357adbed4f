"""What must hold of phones with a ledger of their own, after every step and at the end."""

from typing import TYPE_CHECKING

from scorekeeper.extras.pocket.ledger import EVENT, PocketLedger, key_of
from scorekeeper.ledger import Event
from scorekeeper.match import Match, score_lines
from scorekeeper.stream.files import line_of
from scorekeeper.stream.streams import strikes_of
from tests.verification.simulation.fault import require
from tests.verification.simulation.pocket import Pocket

if TYPE_CHECKING:
    from tests.verification.simulation.world import World


class PocketLaws:
    """Looks at each phone's storage and memory, and at what the servers made of its events."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._right: set[tuple[str, int]] = set()

    def knows(self, key: str) -> bool:
        """True if an event was written in such a phone."""
        return any(key in pocket.saves for pocket in self._world.pockets)

    def look(self) -> None:
        """All laws, on what is there now. Raises Fault."""
        for pocket in self._world.pockets:
            self._look_at_storage(pocket)
            self._look_at_saves(pocket)
            for code in pocket.codes:
                self._look_at_home(pocket, self._events(code))

    def look_at_the_end(self) -> None:
        """All is at home: what was told is written, but for what the table let go."""
        for pocket in self._world.pockets:
            for key, save in pocket.saves.items():
                wanted = save.answered and key not in pocket.let_go
                there = self._is_home(pocket, key) or not wanted
                require("lost", there, f"{pocket.owner}'s {save} is nowhere")

    def look_at_conflict(self, pocket: Pocket, code: str) -> None:
        """A table is asked only where somebody else has written."""
        self._world.laws.read()
        theirs = self._events(code)[pocket.ledger.sent(code) :]
        others = [event for event in theirs if event.key not in self._own(pocket)]
        require("vain", bool(others), f"{pocket.owner}'s table is asked about its own events")

    def is_home(self, pocket: Pocket) -> bool:
        """True if a phone has what the server has, and nothing waits or is in the way."""
        ledger = pocket.ledger
        same = all(ledger.read(code) == self._events(code) for code in pocket.codes)
        return same and not (ledger.waits() or ledger.problems or pocket.pending)

    def _is_home(self, pocket: Pocket, key: str) -> bool:
        """True if a server has what became of a save."""
        return any(
            self._own(pocket).get(e.key) == key for e in self._events(pocket.saves[key].code)
        )

    def _own(self, pocket: Pocket) -> dict[str, str]:
        """The keys of a phone's events as a server has them → as the phone made them."""
        opened = {save.code: key for key, save in pocket.saves.items() if save.wish is None}
        openings = (event for event in self._world.laws.all if event.kind == "opened")
        first = {e.key: opened[e.stream] for e in openings if e.stream in opened}
        return {key: key for key in pocket.saves} | first

    def _events(self, code: str) -> list[Event]:
        return [event for event in self._world.laws.all if event.stream == code]

    def _look_at_storage(self, pocket: Pocket) -> None:
        """What lies in the storage is what is in memory."""
        lies = {key: text for key, text in pocket.storage.items() if key.startswith(f"{EVENT}/")}
        ledger = pocket.ledger
        events = (event for code in ledger.matches() for event in ledger.read(code))
        known = {key_of(event.stream, event.seq): line_of(event) for event in events}
        require("storage", lies == known, f"{pocket.owner}'s phone stores otherwise")
        kept = PocketLedger({key: text for key, text in pocket.storage.items() if "/" in key})
        same = kept.problems == ledger.problems
        sent = all(kept.sent(code) == ledger.sent(code) for code in pocket.codes)
        require("storage", same and sent, f"{pocket.owner}'s phone knows otherwise what is sent")

    def _look_at_saves(self, pocket: Pocket) -> None:
        """What was told is there: in the phone, or left out and shown."""
        left = pocket.left()
        for key, save in pocket.saves.items():
            there = bool(pocket.stands(key, save.code)) or key in left or key in pocket.let_go
            there = there or not save.answered or self._is_home(pocket, key)
            require("lost", there, f"{pocket.owner}'s {save} is lost")
        for code in pocket.codes:
            sent = pocket.ledger.read(code)[: pocket.ledger.sent(code)]
            home = self._events(code)[: len(sent)]
            same = [event.hash for event in sent] == [event.hash for event in home]
            require("sent", same, f"{pocket.owner} takes for sent what the server does not have")

    def _look_at_home(self, pocket: Pocket, events: list[Event]) -> None:
        """What a server has of a phone: in order, about the same, and nothing merged in silence."""
        own, numbers = self._own(pocket), list[int]()
        for event in events:
            save = pocket.saves.get(own.get(event.key, ""))
            if save is None:
                continue
            numbers.append(save.number)
            before = {other.key for other in events[1 : event.seq - 1] if other.key not in own}
            merged = before - save.known
            require("silent", not merged, f"{pocket.owner}'s {save} stands behind {merged}")
            require("says", save.fits(event), f"{pocket.owner}'s {save} was written as {event}")
            self._look_at_event(event, events, save.about)
        require("order", numbers == sorted(numbers), f"{pocket.owner}'s come as {numbers}")

    def _look_at_event(self, event: Event, events: list[Event], about: str) -> None:
        """It is about what it was about, counts when it comes, and as the server scores."""
        if (event.stream, event.seq) in self._right:
            return
        self._right.add((event.stream, event.seq))
        target = event.body.get("event")
        if isinstance(target, int) and target > 1:
            there = events[target - 1].key
            require("about", there == about, f"{event} is about {there}, and was about {about}")
            struck = target in strikes_of(events[: event.seq - 1])
            require("counts", not struck, f"{event} is about what was struck: it counts nowhere")
        if event.kind == "recorded":
            match = Match.fold(events[: event.seq - 1])
            entry = match.game.read_entry(event.body["entry"], len(match.names), match.house)
            right = score_lines(match, entry, match.standing)
            require("scored", event.body["lines"] == right, f"{event} is scored otherwise")
