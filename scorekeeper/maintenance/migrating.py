"""A whole ledger into another one, of another kind as well: copied, and proven to be the same.

Proven is what a house relies on: the chain of each match, worked out anew from what stands in the
target, and its fold, made of what stands on each side.
"""

import sys
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from scorekeeper.ledger import MatchExists, Unavailable, Unusable, open_ledger
from scorekeeper.ledger.copying import copy_all, copy_some
from scorekeeper.ledger.store import LedgerStore
from scorekeeper.maintenance.checking import LedgerComparison

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
    _require_two(source, target)
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


def _require_two(source: str, target: str) -> None:
    """Raises Unusable for the same address twice."""
    if _identity(source) == _identity(target):
        raise Unusable("FROM and TO are the same ledger: name two")


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
    _require_no_others(old, new, set(codes))
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


def _require_no_others(old: LedgerStore, new: LedgerStore, codes: set[str]) -> None:
    """Raises Unusable if the target holds matches that the source does not."""
    if strange := next((code for code in new.matches() if code not in codes), ""):
        told = f"{new.where} holds {strange}, which is not in {old.where}"
        raise Unusable(f"{told}: name an empty one")


def _say(proof: LedgerComparison, meanwhile: int, seconds: float) -> None:
    for code, why in proof.unfolded.items():
        print(f"scorekeeper: {code}, copied as it is: {why}", file=sys.stderr)
    if meanwhile:
        told = f"{meanwhile} matches were written to meanwhile, and that is copied too"
        print(f"scorekeeper: {told}: if the app still uses FROM, stop it and run this again",
              file=sys.stderr)  # fmt: skip
    print(f"{proof}, {seconds:.1f} s")


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
