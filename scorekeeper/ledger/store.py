"""The ledger of an installation as its operator needs it: as a whole, to copy it elsewhere; its
events as rows of a table, alike in every store; and what lies beside the events: what phones may
do, figures that were worked out, and what processes share.

Nothing of the latter is history: a phone that is forgotten leaves nothing behind, the others may be
lost, and nobody waits until they are on a disk.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from typing import Any, NamedTuple, Protocol

from scorekeeper.ledger import Cursor, Damaged, Event, Ledger, MatchExists, Unusable, canonical_json
from scorekeeper.ledger.chain import known_hashes, verify_stream

Record = tuple[Any, ...]
"""What a query gives, of any columns."""
Row = tuple[str, int, str, str, str, str, str]
COLUMNS = "match, seq, kind, body, key, at, hash"


def event_from_row(row: Row) -> Event:
    """The event of a row, of one without a hash too. Raises Damaged."""
    match, seq, kind, text, key, at, *chained = row
    try:
        return Event(match, seq, kind, json.loads(text), key, at, *chained)
    except ValueError as error:
        raise Damaged(f"event {seq} of {match} is no JSON: {error}") from None


def row_of(event: Event) -> Row:
    body = canonical_json(event.body)
    return (event.stream, event.seq, event.kind, body, event.key, event.at, event.hash)


KEEP_DAYS = 400
"""Days on which phones came, after which one that did not come is let go."""
TABLE = """
create {temporary} table phones (
  phone text primary key, roles text not null, number integer not null, day text not null
)
"""
INDEX = "create index phones_by_number on phones (number)"

_READ = "select roles, day from phones where phone = ?"
_ALL = "select phone, roles, number, day from phones order by phone"
_LATEST = "select number, day from phones order by number desc limit 1"
# An update, even of nothing, keeps others from the row until the transaction ends.
_HOLD = """
insert into phones (phone, roles, number, day) values (?, '', 0, '')
on conflict (phone) do update set phone = excluded.phone
"""
_WRITE = "update phones set roles = ?, number = ?, day = ? where phone = ?"
_LET_GO = "delete from phones where number <= ?"
_COPY = """
insert into phones (phone, roles, number, day) values (?, ?, ?, ?) on conflict (phone)
do update set roles = excluded.roles, number = excluded.number, day = excluded.day
"""

Execute = Callable[[str, Sequence[object]], list[Record]]
"""Does one statement, in which `?` stands for a value; gives its rows."""


class RunTransaction(Protocol):
    """Does some work in one transaction, all of it or nothing; perhaps twice."""

    def __call__(self, work: Callable[[Execute], None]) -> None: ...


class Phones:
    """The phones of a ledger, by their marks: `reading` does a statement, `writing` several.

    Days are counted, not dates: those on which any phone came. So a clock that stands wrong for
    once makes no phone old. All of it raises LedgerError.
    """

    def __init__(self, reading: Execute, writing: RunTransaction) -> None:
        self._reading, self._writing = reading, writing

    def read(self, phone: str) -> tuple[str, str]:
        """What a phone may do, and the day on which it came last; empty if nobody knows it."""
        rows = self._reading(_READ, (phone,))
        return (str(rows[0][0]), str(rows[0][1])) if rows else ("", "")

    def change(self, phone: str, today: str, change: Callable[[str], str]) -> str:
        """Makes of what a phone may do what `change` makes of it; gives that.

        It came today; those that did not come for long are let go.
        """
        made = ""

        def work(do: Execute) -> None:
            nonlocal made
            latest, day = next(iter(do(_LATEST, ())), (0, ""))
            number = int(latest) + int(day != today)  # of days on which phones came
            do(_HOLD, (phone,))
            [(known, _day)] = do(_READ, (phone,))
            made = change(str(known))
            do(_WRITE, (made, number, today, phone))
            do(_LET_GO, (number - KEEP_DAYS,))

        self._writing(work)
        return made

    def all(self) -> list[Record]:
        return self._reading(_ALL, ())

    def take_over(self, rows: Iterable[Record]) -> None:
        """Writes what `all` gave of another ledger."""

        def work(do: Execute) -> None:
            for row in rows:
                do(_COPY, row)

        self._writing(work)


FIGURES = """
create table figures (
  match text primary key, hash text not null, code text not null, body text not null
) strict
"""
DROP_FIGURES = "delete from figures"

_READ_FIGURES = """
select figures.match, last.seq, figures.body from json_each(?) as asked
join figures on figures.match = asked.value and figures.code = ?
join events as last on last.match = figures.match and last.hash = figures.hash
  and last.seq = (select max(seq) from events where match = figures.match)
"""
_KEEP_FIGURE = """
insert into figures (match, hash, code, body)
select match, hash, ?, ? from events where match = ? and seq = ? and hash = ? and hash <> ''
on conflict (match) do update set hash = excluded.hash, code = excluded.code, body = excluded.body
"""


class Figure(NamedTuple):
    """What was worked out of a stream up to event `seq`, as JSON."""

    seq: int
    body: str


class Figures:
    """The figures of a ledger, worked out of whole streams, one for each at most: the next process
    need not work them out again.

    They are no history and may be lost; a store need not keep any. Each stands with the hash of the
    last event that it was worked out of, which seals all before it, and with the digest of the code
    that did: beside any other event, and for any other code, there is none. Names may stand in
    them: who rewrites events drops them all with it, and what was worked out of others is not kept
    any more.
    """

    def __init__(self, reading: Execute, writing: RunTransaction) -> None:
        self._reading, self._writing = reading, writing

    def read(self, streams: Sequence[str], code: str) -> Mapping[str, Figure]:
        """What this code worked out of streams as they are now. Raises LedgerError."""
        rows = self._reading(_READ_FIGURES, (json.dumps(list(streams)), code))
        return {stream: Figure(seq, body) for stream, seq, body in rows}

    def keep(self, figures: Sequence[tuple[Event, str]], code: str) -> None:
        """Keeps what this code worked out of streams, each with its last event, which has a hash
        and is there. Raises LedgerError.
        """

        def work(do: Execute) -> None:
            for last, body in figures:
                do(_KEEP_FIGURE, (code, body, last.stream, last.seq, last.hash))

        self._writing(work)


BATCH = 100
"""So many matches are read or copied at once."""
PART = 5_000
"""About so many events are rewritten in one transaction: others write in between."""


class LedgerStore(Ledger, Protocol):
    """A ledger in a file or a database, which stays when the app is stopped."""

    @property
    def where(self) -> str:
        """The file or the database, as it may be shown: without a password."""

    @property
    def phones(self) -> Phones:
        """What each phone may do."""

    def read_many(self, matches: Sequence[str]) -> dict[str, list[Event]]:
        """All events of some matches that there are, by their codes. Raises Damaged."""

    def restore_missing(self, *matches: Sequence[Event]) -> None:
        """Write what is missing of whole matches, as `restore` does; their beginnings may be there.

        Raises Damaged, and MatchExists if something else stands there.
        """

    def faults(self) -> list[str]:
        """What is wrong with the file or the tables, all of which is read."""

    def backup(self, target: str) -> None:
        """Copy everything into a new file of SQLite, while others write. Raises FileExistsError."""


def batches(codes: Iterable[str]) -> Iterator[list[str]]:
    """Some codes at a time, until there are no more."""
    rest = iter(codes)
    while some := list(islice(rest, BATCH)):
        yield some


def streams_from_rows(rows: Iterable[Row]) -> dict[str, list[Event]]:
    """The events of whole matches by their codes, from rows that lie together. Raises Damaged."""
    by_match = groupby(map(event_from_row, rows), lambda event: event.stream)
    return {match: list(events) for match, events in by_match}


def streams_in(ledger: LedgerStore, codes: Iterable[str]) -> Iterator[tuple[str, list[Event]]]:
    """Whole matches by their codes, read some at a time; no events for one that cannot be read."""
    for some in batches(codes):
        try:
            yield from ledger.read_many(some).items()
        except Damaged:
            for code in some:
                try:
                    events = ledger.read(code)
                except Damaged:
                    events = []
                yield code, events


MAX_ROUNDS = 100
"""So often what was written meanwhile is copied: each time it is less."""
Progress = Callable[[int], None]
"""Is told now and then how many matches are done."""


def copy_all(
    source: LedgerStore, target: LedgerStore, progress: Progress = lambda done: None
) -> Cursor:
    """Copies every match, and what is written meanwhile; gives the place up to which it did.

    Raises Damaged with the code of a match that is not as it was written, MatchExists for one of
    which the target has another, and Unusable if there is no end of what is written.
    """
    place = source.news().place
    copy_some(source, target, source.matches(), progress)
    for _round in range(MAX_ROUNDS):
        news = source.news(place)
        if not news.newest:
            return news.place
        place = news.place
        copy_some(source, target, news.newest)
    raise Unusable(f"{source.where} is written to without a pause: do this when fewer play")


def copy_some(
    source: LedgerStore,
    target: LedgerStore,
    codes: Iterable[str],
    progress: Progress = lambda done: None,
) -> None:
    """Copies these matches as they are now."""
    done = 0
    for some in batches(codes):
        streams = source.read_many(some)
        try:
            target.restore_missing(*streams.values())
        except Damaged:
            for code, events in streams.items():  # which of them it is
                _restore_one(target, code, events)
        progress(done := done + len(some))


def _restore_one(target: LedgerStore, code: str, events: Sequence[Event]) -> None:
    try:
        target.restore_missing(events)
    except Damaged as error:
        raise Damaged(f"{code}: {error}") from None


def missing_events(events: Sequence[Event], newest: int, sealed: str) -> Sequence[Event]:
    """What is missing of a whole match where `newest` events are there, the last with this hash.

    Raises Damaged, and MatchExists where others are there.
    """
    verify_stream(events)
    if newest and (newest > len(events) or list(known_hashes(events))[newest - 1] != sealed):
        raise MatchExists(events[0].stream)
    return events[newest:]


def rewrite_batches(
    changed: Iterable[Event], dropped: Iterable[str]
) -> Iterator[tuple[list[Event], list[str]]]:
    """What is rewritten in one transaction after another: whole matches, the dropped ones last.

    What is changed is taken in as it is needed, so that all of it is never in memory at once.
    """
    part: list[Event] = []
    for _match, events in groupby(changed, lambda event: event.stream):
        part += events
        if len(part) >= PART:
            yield part, []
            part = []
    yield part, list(dropped)


def by_match(changed: Iterable[Event], dropped: Iterable[str]) -> Mapping[str, dict[int, Event]]:
    """Match → number → what is to stand there, also for matches that are only dropped."""
    found: dict[str, dict[int, Event]] = {match: {} for match in dropped}
    for event in changed:
        found.setdefault(event.stream, {})[event.seq] = event
    return found


class SharedTables(Protocol):
    """The table `shared` (name, body, at)."""

    @property
    def clock(self) -> str:
        """SQL for the seconds since 1970, by the clock that all processes go by."""

    def rows(self, sql: str, facts: Mapping[str, object]) -> list[Record]:
        """Does one statement of plain SQL, in which `:name` stands for a fact; gives its rows.

        Raises LedgerError, or what the driver of a file raises.
        """


def shared_by(ledger: Ledger) -> SharedTables | None:
    """The tables beside a ledger; None where all processes are of one machine, and have files."""
    shared: SharedTables | None = getattr(ledger, "shared", None)
    return shared
