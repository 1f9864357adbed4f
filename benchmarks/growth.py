"""A house that has grown against one that is empty: what a save, a sheet and a group cost there.

    python -m benchmarks.growth                              100,000 matches of 50 events in a file
    python -m benchmarks.growth --matches 9000 --house sqlite:////var/tmp/house.db
    python -m benchmarks.growth --house postgresql://postgres@127.0.0.1/house

The house is filled first, unless matches are there already; it stays where it was named. A database
has to be the superuser's. Also told: how long backup, check and forget take, and how the store
finds what it is asked for.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from itertools import count
from random import Random
from secrets import token_hex
from statistics import median
from time import perf_counter
from uuid import uuid4

import psycopg
from flask import Flask
from psycopg.conninfo import conninfo_to_dict

from benchmarks import house
from benchmarks.__main__ import line
from benchmarks.evening import Table, folder, opened
from benchmarks.plans import plans
from benchmarks.ratio import ROUNDS, Batch, Ratio, compare, get
from benchmarks.record import SHORT, saves
from scorekeeper import create_app
from scorekeeper.cli import main as command
from scorekeeper.ledger import open_ledger
from scorekeeper.ledger.store import LedgerStore
from scorekeeper.match.actions import Matches
from scorekeeper.web.http.access import token_of
from tests.extras.group.season import CODE, season

MATCHES, LENGTH = 100_000, 50
FEW = 3_000
"""Matches in the house of `make bench`."""
EMPTY = 60
"""Matches in the house that is as good as empty."""
AIM = 1.3
CALLS = 20
GROUP = ("/c/{code}", "/c/{code}/records", "/c/{code}/members/0")


def measure() -> Iterator[Ratio]:
    """For `make bench`: a small house in a file."""
    with folder() as place:
        url = f"sqlite:///{place / 'house.db'}"
        house.fill(url, FEW, LENGTH)
        yield from ratios(url)


def ratios(url: str) -> Iterator[Ratio]:
    """What things cost in the house at an address, and in an empty one of the same kind."""
    with ExitStack() as stack:
        small = stack.enter_context(_empty_beside(url))
        house.fill(small, EMPTY, LENGTH)
        grown, empty = (stack.enter_context(_app(each)) for each in (url, small))
        size = f"{len(_ledger(grown).matches())} matches"
        yield from _requests(size, grown, empty)
        yield from _questions(size, _ledger(grown), _ledger(empty))


def _requests(size: str, grown: Flask, empty: Flask) -> Iterator[Ratio]:
    subject, baseline = compare(
        saves(lambda: Table(grown, SHORT)), saves(lambda: Table(empty, SHORT))
    )
    yield Ratio(f"{size}, a save: of an empty house", subject, baseline, AIM)
    subject, baseline = compare(*(partial(_sheets, Table(app, 20)) for app in (grown, empty)))
    yield Ratio(f"{size}, a sheet", subject, baseline, AIM)
    told = season(evenings=12, length=0.6)
    cookies = [_member(app, told.store.events.values()) for app in (grown, empty)]
    for path in GROUP:
        pages = [
            partial(_pages, app, path.format(code=CODE), cookie)
            for app, cookie in zip((grown, empty), cookies, strict=True)
        ]
        yield Ratio(f"{size}, group {path[9:] or '/'}", *compare(*pages), AIM)


def _sheets(table: Table) -> Batch:
    return Batch(table.app, [table.page("/m/{code}") for _ in range(CALLS)], "200 OK")


def _pages(app: Flask, path: str, cookie: str) -> Batch:
    return Batch(app, [get(path, cookie)], "200 OK")


def _member(app: Flask, streams: object) -> str:
    """The cookie of a member of a group that is put into an app's house."""
    _ledger(app).restore_missing(*streams)  # type: ignore[misc]
    with app.app_context():
        return opened(app, f"/c/{CODE}/in/{token_of(CODE, 'scorer')}")[0]


def _questions(size: str, grown: LedgerStore, empty: LedgerStore) -> Iterator[Ratio]:
    """What the store is asked, each time for other matches, as strangers' tables do."""
    for name, ask in QUESTIONS.items():
        asks = [partial(ask, ledger, _some(ledger)) for ledger in (grown, empty)]
        turns = [[_microseconds(each) for each in asks] for _turn in range(ROUNDS)]
        subject, baseline = (median(took) for took in zip(*turns, strict=True))
        yield Ratio(f"{size}, {name}", subject, baseline, AIM)


def _some(ledger: LedgerStore) -> Iterator[list[str]]:
    """Twenty matches of evenings, drawn anew each time."""
    codes, random = [code for code in ledger.matches() if len(code) == 6], Random(1)
    return (random.sample(codes, CALLS) for _ in count())


def _microseconds(ask: Callable[[], object]) -> float:
    began = perf_counter()
    ask()
    return (perf_counter() - began) / CALLS * 1e6


def _news(ledger: LedgerStore, _codes: Iterator[list[str]]) -> None:
    place = ledger.news().place
    for _call in range(CALLS - 1):
        ledger.news(place)


def _after_a_save(ledger: LedgerStore, codes: Iterator[list[str]]) -> None:
    place = ledger.news().place
    for code in next(codes)[:1]:
        seen = ledger.newest([code])[code][0]
        ledger.append(code, seen, str(uuid4()), "noted", {"row": 2, "note": "o pivo"})
    if not ledger.news(place).newest:
        raise RuntimeError("what was written is no news")


def _newest(ledger: LedgerStore, codes: Iterator[list[str]]) -> None:
    for _call in range(CALLS):
        ledger.newest(next(codes))


def _first_look(ledger: LedgerStore, codes: Iterator[list[str]]) -> None:
    matches = Matches(ledger, most=1)
    for code in next(codes):
        matches.get(code)


QUESTIONS = {
    "news, nothing new": _news,
    "a note and its news": _after_a_save,
    "newest of 20 matches": _newest,
    "a match first looked at": _first_look,
}


# --- the care of it -------------------------------------------------------------------------------


def care(url: str) -> Iterator[str]:
    """How long each command takes, in seconds."""
    with closing(open_ledger(url)) as ledger:
        began = perf_counter()
        codes = ledger.matches()
        yield f"list of {len(codes)} matches: {perf_counter() - began:.1f} s"
    one = next(code for code in codes if len(code) == 6)
    with folder() as instance:
        (instance / "config.py").write_text(f"LEDGER = {url!r}\n")
        copy = str(instance / "copy.db")
        for words in (["check"], ["backup", copy], ["forget", one]):
            began = perf_counter()
            if command([*words, "--instance", str(instance)]):
                raise RuntimeError(f"{words[0]} found faults")
            yield f"{words[0]}: {perf_counter() - began:.1f} s"


# --- where it lies --------------------------------------------------------------------------------


@contextmanager
def _app(url: str) -> Iterator[Flask]:
    """The app in a folder of its own, without limits on how much one phone may ask."""
    with folder() as instance:
        app = create_app(instance, {"LEDGER": url, "RATELIMIT_ENABLED": False})
        with closing(_ledger(app)):
            yield app


def _ledger(app: Flask) -> LedgerStore:
    matches: Matches = app.extensions["matches"]
    return matches.ledger  # type: ignore[return-value]


@contextmanager
def _empty_beside(url: str) -> Iterator[str]:
    """The address of an empty ledger of the same kind, on the same server."""
    if url.startswith("sqlite:"):
        with folder() as place:
            yield f"sqlite:///{place / 'empty.db'}"
        return
    name = f"empty_{token_hex(4)}"
    with psycopg.connect(url, autocommit=True) as db:
        db.execute(f"create database {name}".encode())
        try:
            yield _in_database(url, name)
        finally:
            db.execute(f"drop database {name} with (force)".encode())


def _in_database(url: str, name: str) -> str:
    known: Mapping[str, object] = conninfo_to_dict(url)
    return f"postgresql://{known['user']}@{known['host']}:{known.get('port', 5432)}/{name}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Fills a house unless it is filled, and prints what it costs."""
    shape = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.growth", description=__doc__, formatter_class=shape
    )
    parser.add_argument("--matches", type=int, default=MATCHES, help="default: %(default)s")
    parser.add_argument("--length", type=int, default=LENGTH, help="events of each; %(default)s")
    parser.add_argument("--house", help="address of the ledger; default: a file that goes again")
    parser.add_argument("--no-care", action="store_true", help="leave out backup, check, forget")
    options = parser.parse_args(arguments)
    with folder() as place:
        url = options.house or f"sqlite:///{place / 'house.db'}"
        with closing(open_ledger(url)) as ledger:
            filled = bool(ledger.matches())
        if not filled:
            house.fill(url, options.matches, options.length)
        for told in _report(url, care_too=not options.no_care):
            print(told, flush=True)
    return 0


def _report(url: str, *, care_too: bool) -> Iterator[str]:
    yield f"{'':52}{'ratio':>7}  {'aim':8}{'':8}{'subject':>11}{'baseline':>11}"
    yield from map(line, ratios(url))
    yield from plans(url)
    if care_too:
        yield from care(url)


if __name__ == "__main__":
    sys.exit(main())
