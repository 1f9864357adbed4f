"""A house in which very many evenings were played, put behind its ledger's back to be quick.

The evenings are copies of real ones under codes of their own, with the hashes that they must have:
every one of them can be folded, and `scorekeeper check` finds nothing. Their tables played side by
side, so that the events of one lie far from each other, as they do in a house that has grown.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import chain, zip_longest
from zlib import crc32

import psycopg

from scorekeeper.ledger import TIME_FORMAT, Event, canonical_json, open_ledger
from scorekeeper.ledger.store import COLUMNS, Row
from scorekeeper.stream.files import event_from_members
from scorekeeper.web.http.identifiers import LETTERS
from tests.extras.group.season import season
from tests.verification.drills.imports import FOLDER

AT_ONCE = 200
"""Tables that play side by side."""
VERDICTS = 10
"""For so many matches there is one kept verdict."""
SPREAD = 0x2F1B_3C5D
"""Odd, so that multiplied by it each number below 2 ** 30 becomes another one."""
FIRST, SESSION = datetime(2025, 1, 1, 18, tzinfo=UTC), timedelta(hours=4)


@dataclass(frozen=True)
class Cut:
    """An event of a stream cut open where its match and its time stand, as it is sealed."""

    kind: str
    body: str
    key: str
    middle: str
    end: str

    @classmethod
    def of(cls, event: Event) -> "Cut":
        """An event with both taken out."""
        sealed = canonical_json(
            {
                "at": "",
                "body": event.body,
                "key": event.key,
                "kind": event.kind,
                "match": "",
                "seq": event.seq,
            }
        )
        end = f'","seq":{event.seq}}}'
        return cls(event.kind, canonical_json(event.body), event.key, sealed[7 : -len(end)], end)

    def row(self, code: str, seq: int, at: str, previous: str) -> Row:
        """The row of this event in another match at another time."""
        sealed = f'{previous}{{"at":"{at}{self.middle}{code}{self.end}'
        link = sha256(sealed.encode()).hexdigest()
        return (code, seq, self.kind, self.body, self.key, at, link)


def code_of(number: int) -> str:
    """The code of a match: those of a house come in no order."""
    number, code = number * SPREAD % 2**30, ""
    for _letter in range(6):
        number, rest = divmod(number, len(LETTERS))
        code += LETTERS[rest]
    return code


def evenings(length: int) -> list[list[Cut]]:
    """Evenings of all games with so many events each."""
    streams = season(seed=3, evenings=40, length=length / 15).store.events.values()
    long = [s[:length] for s in streams if "company" not in s[0].body and len(s) >= length]
    return [[Cut.of(event) for event in events] for events in long]


def verdicts() -> list[Cut]:
    """The verdicts of a house that version 0.4 kept."""
    lines = (FOLDER / "verdicts.jsonl").read_text("utf-8").splitlines()
    return [Cut.of(_kept(line)) for line in lines]


def rows(matches: int, length: int) -> Iterator[list[Row]]:
    """All rows of a house, some thousands at a time, in the order in which they were written."""
    patterns, kept = evenings(length), verdicts()
    for begin in range(0, matches, AT_ONCE):
        numbers = range(begin, min(begin + AT_ONCE, matches))
        day = FIRST + SESSION * (begin // AT_ONCE)
        tables = [_stream(code_of(n), patterns[n % len(patterns)], day) for n in numbers]
        judged = [number for number in numbers if number % VERDICTS == 0]
        said = [_stream(_verdict_code(n), [kept[n % len(kept)]], day) for n in judged]
        side_by_side = chain.from_iterable(zip_longest(*tables, *said))
        yield [row for row in side_by_side if row is not None]


def _verdict_code(number: int) -> str:
    return f"{code_of(number).lower():q>16}"


def _kept(line: str) -> Event:
    return event_from_members(json.loads(line))


def _stream(code: str, pattern: Sequence[Cut], day: datetime) -> list[Row]:
    made: list[Row] = []
    for seq, cut in enumerate(pattern, 1):
        at = (day + timedelta(seconds=170 * seq)).strftime(TIME_FORMAT)
        made.append(cut.row(code, seq, at, made[-1][-1] if made else ""))
    return made


def fill(url: str, matches: int, length: int) -> None:
    """Fills an empty ledger."""
    open_ledger(url).close()
    put = _into_file if url.startswith("sqlite:///") else _into_database
    put(url, rows(matches, length))


def _into_file(url: str, parts: Iterator[list[Row]]) -> None:
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)) as db:
        guards = db.execute("select name, sql from sqlite_master where type = 'trigger'").fetchall()
        db.execute("pragma synchronous = off")
        db.execute("begin")
        for name, _sql in guards:
            db.execute(f"drop trigger {name}")
        for part in parts:
            db.executemany(f"insert into events ({COLUMNS}) values (?, ?, ?, ?, ?, ?, ?)", part)
        for _name, sql in guards:
            db.execute(sql)
        db.execute("commit")


def _into_database(url: str, parts: Iterator[list[Row]]) -> None:
    places: Counter[int] = Counter()
    with psycopg.connect(url) as db, db.cursor() as cursor:
        cursor.execute("set session_replication_role = replica")
        for part in parts:
            with cursor.copy(f"copy events ({COLUMNS}, lane, place) from stdin") as copy:
                for row in part:
                    lane = crc32(row[0].encode()) % 64
                    places[lane] += 1
                    copy.write_row((*row, lane, places[lane]))
        for lane, place in places.items():
            cursor.execute("update lanes set place = %s where lane = %s", (place, lane))
