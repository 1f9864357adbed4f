"""Recording a round: against one bare durable insert, and late in a very long evening."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from flask import Flask, redirect, request
from werkzeug import Response

from benchmarks.evening import SAVE_KEY, Table, folder, scorekeeper
from benchmarks.ratio import Batch, Ratio, compare, post

CALLS = 10
SHORT, LONG = 10, 5_000
SEE_OTHER = "303 SEE OTHER"


def bare_insert(path: Path) -> Flask:
    """An app that writes a form to a table, as durably as the ledger, and does nothing else."""
    app = Flask("bare")

    @cache
    def database() -> sqlite3.Connection:
        """Opened by the first save, in whatever process and thread that is."""
        db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        db.execute("pragma journal_mode = wal")
        db.execute("pragma synchronous = full")
        db.execute("create table entries (id integer primary key, body text not null)")
        return db

    @app.post("/")
    def record() -> Response:
        row = (json.dumps(request.form),)
        database().execute("insert into entries (body) values (?)", row)
        return redirect("/", 303)

    return app


def saves(table: Callable[[], Table]) -> Callable[[], Batch]:
    """Rounds to be recorded, one after another, at a table asked for anew each time."""

    def batch() -> Batch:
        at = table()
        return Batch(at.app, [at.save() for _ in range(CALLS)], SEE_OTHER)

    return batch


def measure() -> Iterator[Ratio]:
    """A round as the form sends it, with its token, the last event seen and its key."""
    form = {f"cards-{n}": "0" for n in range(9)} | {"seen": "11", "key": SAVE_KEY}
    with scorekeeper() as app, folder() as path:
        bare = bare_insert(path / "bare.db")
        early = saves(lambda: Table(app, SHORT))
        subject, baseline = compare(
            early, lambda: Batch(bare, [post("/", form) for _ in range(CALLS)], SEE_OTHER)
        )
        name = "recording a round: speed of a bare durable insert"
        yield Ratio(name, subject, baseline, 0.6, speed=True)
        long = Table(app, LONG)
        subject, baseline = compare(saves(lambda: long), early)
        yield Ratio(f"recording at {LONG} rounds: time of it at {SHORT}", subject, baseline, 1.2)
