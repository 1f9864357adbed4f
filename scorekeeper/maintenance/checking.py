"""What is wrong with what is kept: all matches, verdicts and groups, folded; the proof that a file
is as it was written.
"""

import gc
from collections.abc import Iterable, Iterator, Sequence, Set
from concurrent.futures import ProcessPoolExecutor
from io import StringIO
from itertools import chain
from multiprocessing import get_context
from typing import ClassVar

from scorekeeper.ledger import Damaged, Event, open_ledger
from scorekeeper.ledger.chain import verify_stream
from scorekeeper.ledger.store import LedgerStore, streams_in
from scorekeeper.match.files import load_file, stream_type_of
from scorekeeper.referee.judgements import load_judgement
from scorekeeper.stream.files import AnyType, BrokenLine, line_of, parse_event
from scorekeeper.stream.kinds import InvalidEvent

MANY, SHARE = 2_000, 500
"""Below so many matches one process checks them all; else each checks so many at a time."""
RECORDING = ("recorded", "corrected")
"""Kinds of event that have an entry."""


def all_faults(ledger: LedgerStore, url: str) -> tuple[int, list[str]]:
    """How many matches the ledger at an address has, and what is wrong with it and with them.

    Where they are many, each processor folds a share of them.
    """
    codes = ledger.matches()
    if len(codes) < MANY:
        return len(codes), [*ledger.faults(), *faults_of(ledger, codes)]
    shares = [codes[first : first + SHARE] for first in range(0, len(codes), SHARE)]
    # Begun anew: no connection may cross a fork.
    with ProcessPoolExecutor(mp_context=get_context("spawn"), initargs=(url, codes),
                             initializer=_Helper.begin) as pool:  # fmt: skip
        found = pool.map(_Helper.faults, shares)  # the helpers begin, while the file is looked at
        return len(codes), [*ledger.faults(), *chain.from_iterable(found)]


class _Helper:
    """A process that folds shares: it opens the ledger once."""

    ledger: ClassVar[LedgerStore]
    known: ClassVar[Set[str]]

    @classmethod
    def begin(cls, url: str, codes: Sequence[str]) -> None:
        cls.ledger, cls.known = open_ledger(url, create=False, read_only=True), set(codes)
        # Folds are trees, and go by themselves: to look for cycles takes a sixth of the time.
        gc.disable()

    @classmethod
    def faults(cls, codes: Sequence[str]) -> list[str]:
        found = list(faults_of(cls.ledger, codes, cls.known))
        gc.collect()
        return found


def faults_of(
    ledger: LedgerStore, codes: Sequence[str], known: Set[str] | None = None
) -> Iterator[str]:
    """Why some matches cannot be read from their start, by their codes; nothing where they can.

    `known` are the codes of all that there were, if there were others.
    """
    known = set(codes) if known is None else known
    for code, events in streams_in(ledger, codes):
        yield from (f"{code}: {fault}" for fault in _faults_in(ledger, code, events, known))


def _faults_in(
    ledger: LedgerStore, code: str, events: Sequence[Event], known: Set[str]
) -> Iterator[str]:
    try:
        events = events or ledger.read(code)
        verify_stream(events)
        if "judged" in events[0].body:
            load_judgement(events[0].body["judged"])
        else:
            yield from _faults_of(stream_type_of(events), ledger, events, known)
    except BrokenLine as broken:
        yield broken.why
    except (Damaged, InvalidEvent) as error:
        yield str(error)
    except Exception as error:  # whatever a fold raises is what is looked for
        yield f"it cannot be folded: {error!r}"


def _faults_of(
    type: AnyType, ledger: LedgerStore, events: Sequence[Event], known: Set[str]
) -> Iterator[str]:
    strange = (event for event in events if event.kind not in type.noun.kinds.body_types)
    yield from (f"event {each.seq} is of no kind that is known: {each.kind!r}" for each in strange)
    if type.strict:
        type.read(events)
    else:
        type.noun.fold(events)
    empty = (e.seq for e in events if e.kind in RECORDING and "entry" not in e.body)
    yield from (f"event {seq} records no entry" for seq in empty)
    gone = _gone(ledger, type.parts(events), known)
    yield from (f"its {type.part} {each} is not here" for each in gone)


def _gone(ledger: LedgerStore, codes: Iterable[str], known: Set[str]) -> list[str]:
    """Those that are not here; some may have come since those that are `known` were listed."""
    strange = [code for code in codes if code not in known]
    come = ledger.newest(strange) if strange else {}
    return [code for code in strange if code not in come]


def check_file(data: bytes) -> int:
    """How many events a file has, all of them as they were written: each line as `dump` writes it,
    the chain of each stream whole up to its end, and each event in its place.

    Raises BrokenLine.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        number = data.count(b"\n", 0, error.start) + 1
        raise BrokenLine(number, f"it is no UTF-8: {error.reason}") from None
    for number, line in enumerate(StringIO(text, newline="\n"), start=1):
        written = line.removesuffix("\n")
        if written != line_of(parse_event(number, written)):
            raise BrokenLine(number, "it is not written as Scorekeeper writes it")
    count = 0
    for events in load_file(text):
        # Each hash proves the events before it, too.
        proven = max((event.seq for event in events if event.hash), default=0)
        if proven < len(events):
            why = "no hash proves it; versions before 0.8 wrote none"
            raise BrokenLine(count + proven + 1, why)
        count += len(events)
    return count
