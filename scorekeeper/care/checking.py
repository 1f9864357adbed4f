"""What is wrong with what is kept: all matches, verdicts, companies and tournaments, folded."""

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import cache
from itertools import chain
from multiprocessing import get_context
from typing import ClassVar

from scorekeeper.extras.company import COMPANY, Company
from scorekeeper.extras.company.files import fold_company, is_company
from scorekeeper.extras.tournament import TOURNAMENT
from scorekeeper.extras.tournament import fold as fold_tournament
from scorekeeper.extras.tournament.files import is_tournament, tables_of
from scorekeeper.judgements import load_judgement
from scorekeeper.ledger import Damaged, Event, open_ledger
from scorekeeper.ledger.checks import check_whole
from scorekeeper.ledger.house import HouseLedger, streams_in
from scorekeeper.match import MATCH, fold
from scorekeeper.stream.kinds import AnyKinds
from scorekeeper.stream.nonsense import Nonsense

MANY, SHARE = 2_000, 500
"""Below so many matches one process checks them all; else each checks so many at a time."""
RECORDING = ("recorded", "corrected")
"""Kinds of event that have an entry."""
TablesIn = Callable[[str], Set[str] | None]
"""The codes of all tables that the rounds of a tournament know."""


def all_faults(ledger: HouseLedger, url: str) -> tuple[int, list[str]]:
    """How many matches the ledger at an address has, and what is wrong with it and with them.

    Where they are many, each processor folds a share of them.
    """
    codes, faults = ledger.matches(), ledger.faults()
    if len(codes) < MANY:
        return len(codes), [*faults, *faults_of(ledger, codes)]
    shares = [codes[first : first + SHARE] for first in range(0, len(codes), SHARE)]
    # Begun anew: no connection may cross a fork.
    with ProcessPoolExecutor(mp_context=get_context("spawn"), initargs=(url, codes),
                             initializer=_Helper.begin) as pool:  # fmt: skip
        return len(codes), [*faults, *chain.from_iterable(pool.map(_Helper.faults, shares))]


class _Helper:
    """A process that folds shares: it opens the ledger once."""

    ledger: ClassVar[HouseLedger]
    known: ClassVar[Set[str]]

    @classmethod
    def begin(cls, url: str, codes: Sequence[str]) -> None:
        cls.ledger, cls.known = open_ledger(url, make=False, reads=True), set(codes)

    @classmethod
    def faults(cls, codes: Sequence[str]) -> list[str]:
        return list(_faults_of(cls.ledger, codes, cls.known))


def faults_of(ledger: HouseLedger, codes: Sequence[str]) -> Iterator[str]:
    """Why some matches cannot be read from their start, by their codes; nothing where they can."""
    return _faults_of(ledger, codes, set(codes))


def _faults_of(ledger: HouseLedger, codes: Sequence[str], known: Set[str]) -> Iterator[str]:
    tables_in = _tables_once(ledger)
    for code, events in streams_in(ledger, codes):
        yield from (
            f"{code}: {fault}" for fault in _faults_in(ledger, code, events, known, tables_in)
        )


def _faults_in(
    ledger: HouseLedger, code: str, events: Sequence[Event], known: Set[str], tables_in: TablesIn
) -> Iterator[str]:
    try:
        events = events or ledger.read(code)
        check_whole(events)
        if "judged" in events[0].body:
            load_judgement(events[0].body["judged"])
        elif is_company(events):
            yield from _unknown_kinds(events, COMPANY)
            matches = _company_of(events).matches
            yield from (f"its match {each} is not here" for each in _gone(ledger, matches, known))
        elif is_tournament(events):
            yield from _unknown_kinds(events, TOURNAMENT)
            fold_tournament(events)
            tables = _gone(ledger, tables_of(events), known)
            yield from (f"its table {each} is not here" for each in tables)
        else:
            yield from _unknown_kinds(events, MATCH)
            yield from _faults_of_match(events)
            yield from _unknown_table(events, tables_in)
    except (Damaged, Nonsense) as error:
        yield str(error)
    except Exception as error:  # whatever a fold raises is what is looked for
        yield f"it cannot be folded: {error!r}"


def _unknown_kinds(events: Sequence[Event], kinds: AnyKinds) -> Iterator[str]:
    unknown = (event for event in events if event.kind not in kinds.shapes)
    yield from (f"event {each.seq} is of no kind that is known: {each.kind!r}" for each in unknown)


def _faults_of_match(events: Sequence[Event]) -> Iterator[str]:
    fold(events)
    empty = (e.seq for e in events if e.kind in RECORDING and "entry" not in e.body)
    yield from (f"event {seq} records no entry" for seq in empty)


def _tables_once(ledger: HouseLedger) -> TablesIn:
    """Reads a tournament once, however many tables it has; None for one that cannot be read, which
    is said of itself, or is not here.
    """

    @cache
    def tables_in(hall: str) -> Set[str] | None:
        with suppress(Damaged):
            if events := ledger.read(hall):
                return set(tables_of(events))
        return None

    return tables_in


def _unknown_table(events: Sequence[Event], tables_in: TablesIn) -> Iterator[str]:
    """That no round knows a table, as older versions left them where a draw was cut short; nothing
    once it is dropped.
    """
    if not (hall := events[0].body.get("table_of")):
        return
    names = events[0].body["names"]
    dropped = len(events) == 1 and names == [str(n) for n in range(1, len(names) + 1)]
    tables = None if dropped else tables_in(hall)
    if tables is not None and events[0].match not in tables:
        how = f"scorekeeper forget {events[0].match} --drop"
        yield f"no round of its tournament {hall} knows this table; {how} takes it away"


def _company_of(events: Sequence[Event]) -> Company:
    """A company whose events make sense. Raises Nonsense."""
    company: Company | None = None
    for event in events:
        company = fold_company(company, event)
    assert company is not None
    return company


def _gone(ledger: HouseLedger, codes: Iterable[str], known: Set[str]) -> list[str]:
    """Those that are not here; some may have come since those that are `known` were listed."""
    strange = [code for code in codes if code not in known]
    come = ledger.newest(strange) if strange else {}
    return [code for code in strange if code not in come]
