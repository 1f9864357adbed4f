"""The ledger in PostgreSQL itself, its events as rows of tables, and what machines share beside it.

Who writes to a match first counts up the row of its lane: that row is locked until the commit, so
that writers of one lane come one after another, and its number is the place at which `news` finds
what they wrote.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import TypeAlias, TypeVar
from zlib import crc32

import psycopg

from scorekeeper.extras.postgres.pool import Connection, ConnectionPool
from scorekeeper.extras.postgres.schema import FORGETTING, LANES, faults_in, require_ledger, set_up
from scorekeeper.ledger import (
    Cursor,
    Event,
    Ledger,
    MatchExists,
    News,
    Save,
    Unavailable,
    Unusable,
    canonical_json,
    chain,
    is_text,
    store,
)
from scorekeeper.ledger.sqlite import SqliteLedger
from scorekeeper.ledger.sqlite.opening import FILE_SUFFIXES
from scorekeeper.ledger.store import COLUMNS, Execute, Record, event_from_row

READ = f"select {COLUMNS} from events where match = %s"
READ_ALL = f"select {COLUMNS} from events where match = any(%s) order by match, seq"
_INSERT = f"insert into events ({COLUMNS}, lane, place) values (%s, %s, %s, %s, %s, %s, %s, %s, %s)"
_WRITE_OVER = "update events set body = %s, key = %s, hash = %s where match = %s and seq = %s"
_TAKE = "update lanes set place = place + %s where lane = %s returning place"
_LAST = "select seq, hash from events where match = %s order by seq desc limit 1"


def lane_of(match: str) -> int:
    """The lane of a match."""
    return crc32(match.encode()) % LANES


def take_places(connection: Connection, lane: int, number: int = 1) -> int:
    """Locks a lane until the end of the transaction; the first of so many places in it."""
    (last,) = connection.execute(_TAKE, (number, lane)).fetchone() or (0,)
    return int(last) - number + 1


def insert(connection: Connection, events: Iterable[Event], lane: int, first: int) -> None:
    """Writes events of a lane that is locked, at its places from `first` on."""
    rows = [(*store.row_of(event), lane, place) for place, event in enumerate(events, first)]
    if len(rows) == 1:  # in one way and back
        connection.execute(_INSERT, rows[0])
    else:
        with connection.cursor() as cursor:
            cursor.executemany(_INSERT, rows)


def events_in(connection: Connection, match: str) -> list[Event]:
    """All events of a match."""
    return [event_from_row(row) for row in connection.execute(f"{READ} order by seq", (match,))]


def event_with(connection: Connection, match: str, key: str) -> Event | None:
    """The event of a match with this key."""
    row = connection.execute(f"{READ} and key = %s", (match, key)).fetchone()
    return event_from_row(row) if row else None


def last_in(connection: Connection, match: str) -> tuple[int, str]:
    """The number and the hash of the last event of a match; 0 and no hash if there is none."""
    seq, written = connection.execute(_LAST, (match,)).fetchone() or (0, "")
    if seq and not written:
        written = chain.last_hash(events_in(connection, match))
    return seq, written


def rewrite(connection: Connection, changed: Sequence[Event], dropped: Sequence[str]) -> None:
    """Gives events that are there other bodies and keys; of the matches dropped, only the first
    event stays. Each chain is forged anew. Within a transaction of the caller's.
    """
    connection.execute(f"set local {FORGETTING} = 'yes'")
    streams, gone = store.by_match(changed, dropped), set(dropped)
    for lane in sorted({lane_of(match) for match in streams}):
        take_places(connection, lane)
    for match, others in streams.items():
        if match in gone:
            connection.execute("delete from events where match = %s and seq > 1", (match,))
        events = (others.get(event.seq, event) for event in events_in(connection, match))
        rows = [
            (canonical_json(event.body), event.key, event.hash, event.stream, event.seq)
            for event in chain.rehashed(events)
        ]
        with connection.cursor() as cursor:
            cursor.executemany(_WRITE_OVER, rows)


PATIENCE = 12.0
"""Seconds that a save waits for a database that fails over: with what was read before, no phone is
without an answer for 25.
"""
READING = 8.0
"""Seconds that somebody who only looks waits: a page says sooner that it cannot be read now."""
READERS = 4
"""Connections on which a process reads, at most: a page need not wait until a slow one is there."""

_MATCHES = """
select opening.match from events as opening cross join lateral (
  select at, written from events where match = opening.match order by seq desc limit 1
) as newest where opening.seq = 1 order by newest.at desc, newest.written desc
"""
_NEWEST = """
select newest.match, newest.seq, newest.key from unnest(%s::text[]) as asked(code)
cross join lateral (
  select match, seq, key from events where match = asked.code order by seq desc limit 1
) as newest
"""
# Lane by lane by its index: a plain join would look through all events, where they are many.
_NEWS = """
select newest.match, newest.seq
from unnest(cast(%s as smallint[]), cast(%s as bigint[])) as known (lane, place)
cross join lateral (
  select match, max(seq) as seq from events
  where lane = known.lane and place > known.place group by match
) as newest
"""
_PLACE = "select lane, place from lanes order by lane"
_WIPE = "vacuum (full, verbose) events"
_WIPE_SAMPLES = "vacuum full pg_statistic"
"""Samples of bodies, which older versions let the server take; nothing where it is not ours."""
_PAUSE = 0.25
"""Seconds until it is tried again to write a table anew."""
_KEPT = re.compile(r"\d+")
"""How many dead rows were copied along, in whatever language the server speaks: it is the first
number that it tells.
"""

T = TypeVar("T")
Missing: TypeAlias = Callable[[Connection, Sequence[Event]], Sequence[Event]]
"""Which events of a match a database lacks."""


class PostgresLedger(Ledger):
    """A `Ledger` in the database at `url`; a save waits up to `patience` seconds for it.

    Safe for threads, greenlets, forks, and any number of processes and machines. A save whose
    connection was lost is made again: its key tells whether it was written. Raises Unusable for a
    database that is none of this version's, and Unavailable for one that does not answer. One that
    only `read_only`, or does not `create`, leaves a database without a ledger as it is.
    """

    def __init__(
        self, url: str, patience: float = PATIENCE, *, read_only: bool = False, create: bool = True
    ) -> None:
        self._patience, self._reading = patience, min(patience, READING)
        try:
            self._writer = ConnectionPool(url)
            self._reader = ConnectionPool(url, most=READERS, partner=self._writer)
            self.shared = Shared(url)
            self.phones = store.Phones(
                lambda sql, values: self._rows(sql.replace("?", "%s"), values), self._transact
            )
        except psycopg.ProgrammingError as error:
            told = " ".join(str(error).split())
            raise ValueError(f"LEDGER is no address of a database: {told}") from None
        begin = set_up if create and not read_only else require_ledger
        try:
            self._writer.run(lambda db: begin(db, self.where), self._reading)
        except BaseException:
            self.close()
            raise

    @property
    def where(self) -> str:
        return self._writer.place

    def append_many(self, *saves: Save) -> list[Event]:
        counts = sorted(Counter(lane_of(save.stream) for save in saves).items())

        def write(db: Connection) -> list[Event]:
            # Lanes are locked in one order by everybody.
            places = {lane: take_places(db, lane, n) for lane, n in counts}
            events = []
            for save in saves:
                lane = lane_of(save.stream)
                if known := event_with(db, save.stream, save.key):
                    # Committed, not rolled back: after a death it may stand on one machine only,
                    # and a commit waits until another one has all that was written before.
                    take_places(db, lane, -1)
                    events.append(chain.resent_event(save, known))
                    continue
                event = chain.next_event(save, *last_in(db, save.stream))
                insert(db, [event], lane, places[lane])
                places[lane] += 1
                events.append(event)
            return events

        return self._writing(write)

    def read(self, match: str, after: int = 0) -> list[Event]:
        if not is_text(match):
            return []
        rows = self._rows(f"{READ} and seq > %s order by seq", (match, after))
        return [event_from_row(row) for row in rows]

    def read_durable(self, match: str, after: int = 0) -> list[Event]:
        def read(db: Connection) -> list[Event]:
            # Only who leads is granted a commit, and only with all that was written before it.
            take_places(db, lane_of(match), 0)
            return events_in(db, match)[after:]

        return self._writing(read) if is_text(match) else []

    def read_many(self, matches: Sequence[str]) -> dict[str, list[Event]]:
        plain = [match for match in matches if is_text(match)]
        return store.streams_from_rows(self._rows(READ_ALL, (plain,)))

    def newest(self, matches: Sequence[str]) -> Mapping[str, tuple[int, str]]:
        rows = self._rows(_NEWEST, ([match for match in matches if is_text(match)],))
        return {match: (seq, key) for match, seq, key in rows}

    def news(self, after: Cursor | None = None) -> News:
        place = tuple(place for _lane, place in self._rows(_PLACE))
        if after is None or after == place:
            return News(place, {})
        # A database that was put back from a backup is behind what was read of it: all is new.
        since = after if after and all(map(int.__le__, after, place)) else (0,) * len(place)
        lanes = [lane for lane, last in enumerate(place) if last > since[lane]]
        rows = self._rows(_NEWS, (lanes, [since[lane] for lane in lanes])) if lanes else []
        return News(place, dict(rows))

    def restore(self, *matches: Sequence[Event]) -> None:
        for events in matches:
            chain.verify_stream(events)
        tried: set[str] = set()

        def missing(db: Connection, events: Sequence[Event]) -> Sequence[Event]:
            match = events[0].stream
            if not last_in(db, match)[0]:
                tried.add(match)
                return events
            if match in tried and events_in(db, match) == list(events):
                return []  # it was written, and the answer was lost
            raise MatchExists(match)

        self._insert(matches, missing)

    def restore_missing(self, *matches: Sequence[Event]) -> None:
        self._insert(
            matches, lambda db, events: store.missing_events(events, *last_in(db, events[0].stream))
        )

    def _insert(self, matches: Sequence[Sequence[Event]], missing: Missing) -> None:
        """Writes what is `missing` of each match: of all of them, or of none."""
        counts: Counter[int] = Counter()
        for events in matches:
            counts[lane_of(events[0].stream)] += len(events)

        def write(db: Connection) -> None:
            # Lanes are locked in one order by everybody.
            places = {lane: take_places(db, lane, n) for lane, n in sorted(counts.items())}
            for events in matches:
                lane, new = lane_of(events[0].stream), missing(db, events)
                insert(db, new, lane, places[lane])
                places[lane] += len(new)

        self._writing(write)

    def rewrite(self, changed: Iterable[Event], dropped: Iterable[str] = ()) -> None:
        for events, codes in store.rewrite_batches(changed, dropped):
            self._writing(lambda db, part=(events, codes): rewrite(db, *part))  # type: ignore[misc]
        deadline = time.monotonic() + self._patience
        while not self._wipe():
            if time.monotonic() > deadline:
                raise Unusable(
                    f"{self.where} still holds what was forgotten, since somebody reads the "
                    "database as it was before: end that, and do this again"
                )
            time.sleep(_PAUSE)
        self._writer.execute(_WIPE_SAMPLES, self._patience)

    def _wipe(self) -> bool:
        """Writes the tables anew without what was changed; False if rows are kept for somebody
        whose transaction began before and is still open, in whatever table of the database.
        """
        details = self._writer.execute(_WIPE, self._patience)
        kept = [number for told in details if (number := _KEPT.search(told))]
        return bool(kept) and all(int(number[0]) == 0 for number in kept)

    def try_write(self) -> None:
        self._writing(lambda db: db.execute("update lanes set place = place where lane = 0"))

    def matches(self) -> list[str]:
        # Of very many it takes seconds: that is no server that hangs.
        rows = self._reader.run(lambda db: db.execute(_MATCHES).fetchall(), self._reading, None)
        return [match for (match,) in rows]

    def faults(self) -> list[str]:
        """What is wrong with the tables, found by looking at all of them."""
        return self._reader.run(lambda db: list(faults_in(db)), self._reading, None)

    def backup(self, target: str) -> None:
        draft = f"{target}.{token_hex(8)}"
        try:
            with closing(SqliteLedger(draft)) as copy:
                store.copy_all(self, copy)
                copy.phones.take_over(self.phones.all())
                copy.backup(target)
        finally:
            for suffix in FILE_SUFFIXES:
                Path(draft + suffix).unlink(missing_ok=True)

    def close(self) -> None:
        """Close the connections; any later use raises Unavailable."""
        self._writer.close()
        self._reader.close()
        self.shared.close()

    def _writing(self, work: Callable[[Connection], T]) -> T:
        return self._writer.run(work, self._patience)

    def _transact(self, work: Callable[[Execute], None]) -> None:
        def do(db: Connection, sql: str, values: Sequence[object]) -> list[Record]:
            return _rows_of(db.execute(sql.replace("?", "%s"), values))

        self._writing(lambda db: work(partial(do, db)))

    def _rows(self, sql: str, values: Sequence[object] = ()) -> list[Record]:
        return self._reader.run(
            lambda db: db.execute(sql, values).fetchall(), self._reading, single_statement=True
        )


def _rows_of(cursor: psycopg.Cursor[Record]) -> list[Record]:
    """The rows of a statement; none of one that gives no rows."""
    return cursor.fetchall() if cursor.description else []


_FACT = re.compile(r":(\w+)")


class Shared:
    """`SharedTables` in a PostgreSQL database, in whose clock they are kept: over a connection of
    their own, that waits neither for disk nor long.
    """

    clock = "cast(extract(epoch from clock_timestamp()) as double precision)"
    patience = 1.0
    """Seconds that are tried where nobody answers: whoever asks has something to go on with."""
    answer = 2.0
    """Seconds for one answer."""
    rest = 3.0
    """Seconds after a failure in which nobody else is let wait for the next one."""

    def __init__(self, url: str) -> None:
        self._link = ConnectionPool(url, "set synchronous_commit = off")
        self._failed, self._why = -self.rest, ""

    def rows(self, sql: str, facts: Mapping[str, object]) -> list[Record]:
        """What a statement gives. Raises LedgerError."""
        if time.monotonic() - self._failed < self.rest:
            raise Unavailable(self._why)
        query = _FACT.sub(r"%(\1)s", sql)
        try:
            return self._link.run(
                lambda db: _rows_of(db.execute(query, facts)),
                self.patience,
                self.answer,
                single_statement=True,
            )
        except Unavailable as error:
            self._failed, self._why = time.monotonic(), str(error)
            raise

    def close(self) -> None:
        """Closes the connection."""
        self._link.close()
