"""How a store finds what it is asked for: the plans of its queries, as it explains them itself."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing

import psycopg

from scorekeeper.extras.postgres import ledger as postgres
from scorekeeper.extras.postgres.ledger import READ as READ_THERE
from scorekeeper.extras.postgres.ledger import READ_ALL as READ_ALL_THERE
from scorekeeper.ledger import sqlite
from scorekeeper.ledger.sqlite.rows import READ, READ_ALL

Queries = dict[str, tuple[str, tuple[object, ...]]]


def plans(url: str) -> Iterator[str]:
    """A line for each step of each query of the store at an address."""
    explain = _of_file if url.startswith("sqlite:") else _of_database
    yield from explain(url)


def _of_file(url: str) -> Iterator[str]:
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as db:
        code, seq, rowid = db.execute(
            "select match, seq, rowid from events where seq > 10 order by rowid desc limit 1"
        ).fetchone()
        some = json.dumps([code])
        queries: Queries = {
            "read": (f"{READ} and seq > ? order by seq", (code, seq - 1)),
            "read by key": (f"{READ} and key = ?", (code, "no key")),
            "newest": (sqlite._NEWEST, (some,)),
            "news": (sqlite._NEWS, (rowid - 1,)),
            "read some": (READ_ALL, (some,)),
            "matches": (sqlite._MATCHES, ()),
        }
        for name, (sql, values) in queries.items():
            for *_, step in db.execute(f"explain query plan {sql}", values):
                yield f"{name}: {step}"


def _of_database(url: str) -> Iterator[str]:
    with psycopg.connect(url) as db:
        lane, place = db.execute("select lane, place from lanes where place > 0").fetchone() or (
            0,
            0,
        )
        last = db.execute(
            "select match, seq from events where (lane, place) = (%s, %s)", (lane, place)
        )
        code, seq = last.fetchone() or ("", 0)
        queries: Queries = {
            "read": (f"{READ_THERE} and seq > %s order by seq", (code, seq - 1)),
            "read by key": (f"{READ_THERE} and key = %s", (code, "no key")),
            "newest": (postgres._NEWEST, ([code],)),
            "news": (postgres._NEWS, (lane, place - 1)),
            "place": (postgres._PLACE, ()),
            "read some": (READ_ALL_THERE, ([code],)),
            "matches": (postgres._MATCHES, ()),
        }
        for name, (sql, values) in queries.items():
            for (step,) in db.execute(f"explain {sql}".encode(), values):
                yield f"{name}: {step}"
