"""A whole ledger into another one, of another kind as well: copied, and proven to be the same.

Proven is what a house relies on: the chain of each match, worked out anew from what stands in the
target, and its fold, made of what stands on each side.
"""

import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from scorekeeper.ledger import Event, MatchExists, Unavailable, Unusable, open_ledger
from scorekeeper.ledger.chain import is_same_event, verify_stream
from scorekeeper.ledger.store import LedgerStore, batches, copy_all, copy_some
from scorekeeper.match.files import stream_type_of
from scorekeeper.referee.judgements import load_judgement

OFTEN = 5.0
"""Seconds between two lines that say how far it is."""
MAX_ROUNDS = 5
"""So often what was written meanwhile is copied and proven, before that is given up."""
AGAIN = "what was copied stays; run this again, and it goes on from there"


def migrate(source: str, target: str) -> int:
    """Copies what is at one address to another, proves it, and says so; gives the exit status.

    Raises Unusable, in a sentence, for whatever is in the way; Unavailable before anything was
    done, and Damaged for a match that is not as it was written.
    """
    if _identity(source) == _identity(target):
        raise Unusable("FROM and TO are the same ledger: name two")
    with (
        closing(_opened("FROM", source, read_only=True)) as old,
        closing(_opened("TO", target, read_only=False)) as new,
    ):
        try:
            _move(old, new)
        except (Unavailable, KeyboardInterrupt) as error:
            raise Unusable(f"{str(error) or 'interrupted'}: {AGAIN}") from error
        except MatchExists as error:
            told = f"{new.where} holds another {error.match} than {old.where}"
            raise Unusable(f"{told}: name an empty one") from None
    return 0


def _identity(url: str) -> str:
    kind, _, rest = url.partition("://")
    if kind == "sqlite":
        return str(Path(rest.removeprefix("/")).resolve())
    return rest


def _opened(name: str, url: str, *, read_only: bool) -> LedgerStore:
    """The ledger of an argument. Raises Unusable, and Unavailable."""
    if url == "sqlite://":
        raise Unusable(f"{name}: sqlite:// is only in memory: name a file, as sqlite:///FILE")
    try:
        return open_ledger(url, read_only=read_only)
    except ValueError as error:
        raise Unusable(f"{name}: {error}") from None


def _move(old: LedgerStore, new: LedgerStore) -> None:
    """Copies and proves, until nothing is written any more. Raises what `migrate` does."""
    begun, begin = perf_counter(), old.news().place
    codes = old.matches()
    if strange := next(iter({*new.matches()} - {*codes}), ""):
        told = f"{new.where} holds {strange}, which is not in {old.where}"
        raise Unusable(f"{told}: name an empty one")
    place = copy_all(old, new, _Progress("copied", len(codes)))
    proof, codes = LedgerComparison(old, new), old.matches()
    proof.look(codes, _Progress("proven", len(codes)))
    for _round in range(MAX_ROUNDS):
        news = old.news(place)
        if not news.newest and not proof.behind:
            new.phones.take_over(old.phones.all())
            _say(proof, len(old.news(begin).newest), perf_counter() - begun)
            return
        place = news.place
        copy_some(old, new, news.newest)
        proof.look(news.newest, _Progress("proven", len(news.newest)))
    raise Unusable(f"{old.where} is still written to: stop the app; {AGAIN}")


def _say(proof: "LedgerComparison", meanwhile: int, seconds: float) -> None:
    for code, why in proof.unfolded.items():
        print(f"scorekeeper: {code}, copied as it is: {why}", file=sys.stderr)
    if meanwhile:
        told = f"{meanwhile} matches were written to meanwhile, and that is copied too"
        print(f"scorekeeper: {told}: if the app still uses FROM, stop it and run this again",
              file=sys.stderr)  # fmt: skip
    print(f"{proof}, {seconds:.1f} s")


@dataclass
class LedgerComparison:
    """What was proven so far: matches by their codes, with how many events each."""

    source: LedgerStore
    target: LedgerStore
    events: dict[str, int] = field(default_factory=dict)
    unfolded: dict[str, str] = field(default_factory=dict)
    """Why a match cannot be folded: on both sides alike."""
    behind: set[str] = field(default_factory=set)
    """Codes of those to which something was written after they were copied."""

    def look(self, codes: Iterable[str], progress: Callable[[int], None]) -> None:
        """Looks at matches on both sides. Raises Unusable for the first that is not the same, and
        Damaged for one whose chain does not hold.
        """
        done = 0
        for some in batches(codes):
            ours, theirs = self.source.read_many(some), self.target.read_many(some)
            for code, events in ours.items():
                self._prove(code, events, theirs.get(code, []))
            progress(done := done + len(some))

    def _prove(self, code: str, events: Sequence[Event], copies: Sequence[Event]) -> None:
        self.behind.discard(code)
        if len(copies) < len(events):
            self.behind.add(code)
        if not copies:
            return
        verify_stream(copies)
        before, after = (fold_of(each) for each in (events[: len(copies)], copies))
        if before != after or not all(map(is_same_event, events, copies)):
            where = f"{self.source.where} and in {self.target.where}"
            raise Unusable(f"{code} is not the same in {where}: copy into an empty one")
        self.events[code] = len(copies)
        if isinstance(after, Unfolded):
            self.unfolded[code] = after.why

    def __str__(self) -> str:
        told = f"{len(self.events)} matches, verdicts and groups with {sum(self.events.values())}"
        return f"{told} events are the same in both, so are their chains and folds"


@dataclass(frozen=True)
class Unfolded:
    """What stands in place of a fold where events make no sense."""

    why: str


def fold_of(events: Sequence[Event]) -> object:
    """What events come to: a judgement, a match, or what a room of its own knows."""
    try:
        if "judged" in events[0].body:
            return load_judgement(events[0].body["judged"])
        return stream_type_of(events).noun.fold(events)
    except Exception as error:  # whatever a fold raises, it has to do so on both sides
        return Unfolded(f"it cannot be folded: {error!r}")


@dataclass
class _Progress:
    """Says now and then how far something is."""

    what: str
    of: int
    since: float = field(default_factory=perf_counter)

    def __call__(self, done: int) -> None:
        if perf_counter() - self.since > OFTEN:
            self.since = perf_counter()
            print(f"{self.what} {done} of {self.of}", file=sys.stderr, flush=True)
