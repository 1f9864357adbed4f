"""Whether all that was acknowledged is there, once, and nothing else."""

from collections.abc import Iterator, Sequence
from contextlib import closing

from benchmarks.load.evening import Played
from scorekeeper.ledger import Ledger, LedgerError, open_ledger
from scorekeeper.match import Match
from scorekeeper.referee.judgements import load


def faults_of(url: str, matches: Sequence[Played], verdicts: Sequence[str]) -> list[str]:
    """What differs between what was acknowledged and what the ledger holds; empty if nothing."""
    with closing(open_ledger(url)) as ledger:
        found = [fault for match in matches for fault in faults(ledger, match)]
        return found + [fault for path in verdicts for fault in _missing(ledger, path)]


def faults(ledger: Ledger, match: Played) -> Iterator[str]:
    """What differs in one match."""
    events = ledger.read(match.code)
    keys = [event.key for event in events[1:]]
    yield from (f"{match.code}: lost {key}" for key in match.keys if key not in keys)
    yield from (f"{match.code}: twice {key}" for key in {*keys} if keys.count(key) > 1)
    known = {*match.keys, *match.unsure}
    yield from (f"{match.code}: nobody sent {key}" for key in keys if key not in known)
    try:
        Match.fold(events)
    except (LedgerError, ValueError, LookupError) as error:
        yield f"{match.code}: {error!r}"


def _missing(ledger: Ledger, path: str) -> Iterator[str]:
    """The fault of a verdict that is not kept under its address."""
    code = path.partition("?")[0].rpartition("/")[2]
    try:
        load(ledger, code)
    except LookupError as error:
        yield f"{path}: {error!r}"
