"""Events in the tables of a PostgreSQL database.

Who writes to a match first counts up the row of its lane: that row is locked until the commit, so
that writers of one lane come one after another, and its number is the place at which `news` finds
what they wrote.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from zlib import crc32

from scorekeeper.extras.postgres.connecting import Connection
from scorekeeper.extras.postgres.schema import FORGETTING, LANES
from scorekeeper.ledger import Event, as_json
from scorekeeper.ledger.chain import last_hash, sealed_anew
from scorekeeper.ledger.house import COLUMNS, by_match, event_of, row_of

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
    rows = [(*row_of(event), lane, place) for place, event in enumerate(events, first)]
    if len(rows) == 1:  # in one way and back
        connection.execute(_INSERT, rows[0])
    else:
        with connection.cursor() as cursor:
            cursor.executemany(_INSERT, rows)


def events_in(connection: Connection, match: str) -> list[Event]:
    """All events of a match."""
    return [event_of(row) for row in connection.execute(f"{READ} order by seq", (match,))]


def event_with(connection: Connection, match: str, key: str) -> Event | None:
    """The event of a match with this key."""
    row = connection.execute(f"{READ} and key = %s", (match, key)).fetchone()
    return event_of(row) if row else None


def last_in(connection: Connection, match: str) -> tuple[int, str]:
    """The number and the hash of the last event of a match; 0 and no hash if there is none."""
    seq, written = connection.execute(_LAST, (match,)).fetchone() or (0, "")
    if seq and not written:
        written = last_hash(events_in(connection, match))
    return seq, written


def lanes_of(streams: Sequence[Sequence[Event]]) -> list[tuple[int, int]]:
    """The lanes of some matches and how many events go into each, in the order of locking."""
    counts: Counter[int] = Counter()
    for events in streams:
        counts[lane_of(events[0].stream)] += len(events)
    return sorted(counts.items())


def rewrite(connection: Connection, changed: Sequence[Event], dropped: Sequence[str]) -> None:
    """Gives events that are there other bodies and keys; of the matches dropped, only the first
    event stays. Each chain is forged anew. Within a transaction of the caller's.
    """
    connection.execute(f"set local {FORGETTING} = 'yes'")
    streams, gone = by_match(changed, dropped), set(dropped)
    for lane in sorted({lane_of(match) for match in streams}):
        take_places(connection, lane)
    for match, others in streams.items():
        if match in gone:
            connection.execute("delete from events where match = %s and seq > 1", (match,))
        events = (others.get(event.seq, event) for event in events_in(connection, match))
        with connection.cursor() as cursor:
            cursor.executemany(_WRITE_OVER, list(map(_as_written_over, sealed_anew(events))))


def _as_written_over(event: Event) -> tuple[str, str, str, str, int]:
    return (as_json(event.body), event.key, event.hash, event.stream, event.seq)
