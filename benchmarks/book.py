"""A group of 600 matches and ten thousand entries: its pages, and a new entry in it."""

from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from uuid import uuid4

from flask import Flask

from benchmarks.evening import NAMES, Table, opened, scorekeeper
from benchmarks.ratio import Batch, Environ, Ratio, compare, get
from benchmarks.record import SHORT, saves
from scorekeeper.core.version import code_digest
from scorekeeper.extras.group.actions import Groups
from scorekeeper.extras.group.records.stats_cache import StatsCache
from scorekeeper.ledger.chain import rehashed
from scorekeeper.match.actions import Matches
from scorekeeper.match.events import Grouped
from scorekeeper.web.http.access import token_of
from tests.extras.group.paper import written
from tests.extras.group.season import CODE, season

EVENINGS, LENGTH = 300, 1
SECONDS, FIRST, NEXT = 0.15, 15, 0.25
"""What a page may take opened again, the first one of all, and the first of a new process."""
TURNS = 7
PAGES = {
    "records": "/c/{code}/records",
    "records of a year": "/c/{code}/records?game=taroky&year=2027",
    "a year on paper": "/c/{code}/years/2027",
    "a member": "/c/{code}/members/0",
    "members": "/c/{code}/members",
    "group": "/c/{code}",
}


def measure() -> Iterator[Ratio]:
    """The slowest of some turns at each page, also after a new entry, and that entry's own cost."""
    with scorekeeper() as app:
        rows, open_ones = _played_in(app)
        with app.app_context():
            cookie, _ = opened(app, f"/c/{CODE}/in/{token_of(CODE, 'scorer')}")
        page = _pages(app, cookie)
        first = page(PAGES["records"])
        yield Ratio(f"{rows} entries, records, first: of {FIRST} s", first, FIRST * 1e6, 1)
        for name in ("records", "a year on paper"):
            app.extensions["records"] = StatsCache(app.extensions["matches"].ledger)
            code_digest.cache_clear()
            took = page(PAGES[name])
            yield Ratio(f"{rows} entries, {name}, anew: of {NEXT} s", took, NEXT * 1e6, 1)
        for name, path in PAGES.items():
            page(path)
            slowest = max(page(path) for _ in range(TURNS))
            yield _ratio(f"{rows} entries, {name}", slowest)
        yield _ratio(f"{rows} entries, records after one", _after_an_entry(app, open_ones, page))
        subject, baseline = compare(saves(_in_group(app)), saves(lambda: Table(app, SHORT)))
        yield Ratio("recording in a group: time of it without", subject, baseline, 1.3)


def _played_in(app: Flask) -> tuple[int, list[str]]:
    """Puts the evenings into an app: how many rows they have, and the matches that go on."""
    told = season(evenings=EVENINGS, length=LENGTH)
    sealed = ([*rehashed(events)] for events in told.store.events.values())
    app.extensions["matches"].ledger.restore(*sealed)
    matches = told.played
    return sum(len(m.rows) for m in matches), [m.code for m in matches if m.standing.next]


def _pages(app: Flask, cookie: str) -> Callable[[str], float]:
    """How long the answer to a page of the group takes, in microseconds."""

    def page(path: str) -> float:
        request: Environ = get(path.format(code=CODE), cookie)
        return Batch(app, [request], "200 OK").microseconds()

    return page


def _ratio(name: str, took: float) -> Ratio:
    return Ratio(f"{name}: of {SECONDS} s", took, SECONDS * 1e6, 1)


def _after_an_entry(app: Flask, codes: list[str], page: Callable[[str], float]) -> float:
    """The slowest records page, each time with one more entry in a match of the group."""
    matches: Matches = app.extensions["matches"]
    random, times = Random(1), []
    for code in codes[-TURNS:]:
        match = matches.get(code)
        entry = written(match, random)
        if entry is None:
            raise RuntimeError(f"{match.code} takes no entry")
        matches.record(match, entry, match.version, str(uuid4()))
        times.append(page(PAGES["records"]))
    return max(times)


def _in_group(app: Flask) -> Callable[[], Table]:
    """Tables that are the group's as soon as they are begun."""
    groups: Groups = app.extensions["groups"]
    matches: Matches = app.extensions["matches"]
    numbers = count()

    def table() -> Table:
        at, number = Table(app, SHORT), next(numbers)
        group = groups.get(CODE)
        people = [f"{name} {number}" for name in NAMES] if not number else [*range(len(NAMES))]
        body = {"match": at.code, "people": people}
        groups.write(group, "belongs", body, group.version, str(uuid4()))
        matches.append_always(matches.get(at.code), Grouped(group=CODE), str(uuid4()))
        return at

    return table
