"""A match of five thousand entries: what looks at all of it, and what changes all of it."""

from collections.abc import Callable, Iterator
from uuid import uuid4

from benchmarks.evening import Table, scorekeeper
from benchmarks.ratio import Batch, Environ, Ratio, post
from benchmarks.record import LONG, SEE_OTHER
from scorekeeper.match.actions import Matches
from scorekeeper.web.http.settings import settle_memory

SECONDS, AT_FIRST = 0.2, 0.1
"""What a page or a correction may take, and the sheet in a process that has not folded it yet."""
TURNS = 3
PAGES = {
    "history": "/m/{code}/history",
    "all rows": "/m/{code}?all=1",
    "accounts": "/m/{code}/accounts",
}


def measure() -> Iterator[Ratio]:
    """The slowest of some turns at each page, and of corrections, against what it may take."""
    with scorekeeper() as app:
        table = Table(app, LONG)
        settle_memory()
        for name, path in PAGES.items():
            yield _ratio(name, table, lambda path=path: table.page(path), "200 OK")
        yield _ratio("correction of row 1", table, _corrections(table), SEE_OTHER)
        yield _ratio("first look", table, lambda: _first_look(table), "200 OK", AT_FIRST)


def _ratio(
    name: str, table: Table, request: Callable[[], Environ], status: str, seconds: float = SECONDS
) -> Ratio:
    took = max(Batch(table.app, [request()], status).microseconds() for _ in range(TURNS))
    return Ratio(f"{LONG} entries, {name}: of {seconds} s", took, seconds * 1e6, 1)


def _first_look(table: Table) -> Environ:
    """The sheet, asked for where no match is folded."""
    table.app.extensions["matches"] = Matches(table.app.extensions["matches"].ledger)
    return table.page("/m/{code}")


def _corrections(table: Table) -> Callable[[], Environ]:
    """The first row corrected, each time to somebody else's durch."""
    seen = table.seen

    def correct() -> Environ:
        nonlocal seen
        form = {"csrf_token": table.csrf, "type": "round", "seen": str(seen), "by": "cards"}
        form |= {"key": str(uuid4()), "durch": str(seen % 4), "durch_caught": "", "rest": ""}
        seen += 1
        return post(f"/m/{table.code}/entries/2", form, table.cookie)

    return correct
