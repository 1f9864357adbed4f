"""The proof that two ledgers hold the same: events, their chains, and what they come to."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from scorekeeper.judgements import load_judgement
from scorekeeper.ledger import Event, Unusable
from scorekeeper.ledger.checks import check_whole
from scorekeeper.ledger.house import HouseLedger, batches
from scorekeeper.match.files import type_of


@dataclass
class Proof:
    """What was proven so far: matches by their codes, with how many events each."""

    source: HouseLedger
    target: HouseLedger
    events: dict[str, int] = field(default_factory=dict)
    unfolded: dict[str, str] = field(default_factory=dict)
    """Why a match cannot be folded: on both sides alike."""
    behind: set[str] = field(default_factory=set)
    """Codes of those to which something was written after they were copied."""

    def look(self, codes: Iterable[str], said: Callable[[int], None]) -> None:
        """Looks at matches on both sides. Raises Unusable for the first that is not the same, and
        Damaged for one whose chain does not hold.
        """
        done = 0
        for some in batches(codes):
            ours, theirs = self.source.read_all(some), self.target.read_all(some)
            for code, events in ours.items():
                self._prove(code, events, theirs.get(code, []))
            said(done := done + len(some))

    def _prove(self, code: str, events: Sequence[Event], copies: Sequence[Event]) -> None:
        self.behind.discard(code)
        if len(copies) < len(events):
            self.behind.add(code)
        if not copies:
            return
        check_whole(copies)
        before, after = (folded(each) for each in (events[: len(copies)], copies))
        if before != after or not _are_same(events, copies):
            where = f"{self.source.where} and in {self.target.where}"
            raise Unusable(f"{code} is not the same in {where}: copy into an empty one")
        self.events[code] = len(copies)
        if isinstance(after, Unfolded):
            self.unfolded[code] = after.why

    def __str__(self) -> str:
        told = (
            f"{len(self.events)} matches, verdicts and companies with {sum(self.events.values())}"
        )
        return f"{told} events are the same in both, so are their chains and folds"


@dataclass(frozen=True)
class Unfolded:
    """What stands in place of a fold where events make no sense."""

    why: str


def folded(events: Sequence[Event]) -> object:
    """What events come to: a judgement, a match, or what a room of its own knows."""
    try:
        if "judged" in events[0].body:
            return load_judgement(events[0].body["judged"])
        return type_of(events).fold(events)
    except Exception as error:  # whatever a fold raises, it has to do so on both sides
        return Unfolded(f"it cannot be folded: {error!r}")


def _are_same(events: Sequence[Event], copies: Sequence[Event]) -> bool:
    pairs = zip(events, copies, strict=False)
    return all(event == copy and event.hash == copy.hash for event, copy in pairs)
