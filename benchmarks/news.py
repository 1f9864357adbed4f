"""What a save costs a watcher: the new sheet, and what it costs the server to make that, against
the sheet of who writes.
"""

import gzip
from collections.abc import Callable, Iterator
from itertools import chain
from random import Random
from statistics import median
from uuid import uuid4

from flask import Flask

from benchmarks.evening import NAMES, Table, opened, scorekeeper
from benchmarks.ratio import ROUNDS, Batch, Ratio
from benchmarks.record import SEE_OTHER
from benchmarks.referee import HOUSE
from scorekeeper.games.taroky import GAME as TAROKY
from scorekeeper.web import LANGUAGES
from scorekeeper.web.http.access import token_of
from scorekeeper.web.http.identifiers import codes_for
from tests.verification.walks.contract import played
from tests.verification.walks.taroky import WALK, bid_low

ROWS = 25
SAVES = 8
"""After so many rows: a full sheet, from which the oldest row has to go."""
MOST = 2_800
SHARE = 0.3
"""Of the sheet's time that may be spent for a watcher."""


def measure() -> Iterator[Ratio]:
    """The heaviest save of an evening of Černá kočka and of one of Taroky, in any language."""
    with scorekeeper() as app:
        weights = list(chain(_kocka(app), _taroky(app)))
        yield _made(app)
    yield Ratio(f"a save for a watcher: of {MOST} B", max(weights), MOST, 1, unit="B")


def _made(app: Flask) -> Ratio:
    """The time of both after each of some saves."""
    table, times = Table(app, ROWS), []
    for _save in range(ROUNDS):
        Batch(app, [table.save()], SEE_OTHER).microseconds()
        fetch = table.page(f"/m/{{code}}/watch?since={table.seen - 1}")
        asked = {**fetch, "HTTP_HX_REQUEST": "true", "HTTP_HX_REQUEST_TYPE": "partial"}
        batches = (Batch(app, [each], "200 OK") for each in (asked, table.page("/m/{code}")))
        times.append([batch.microseconds() for batch in batches])
    subject, baseline = (median(took) for took in zip(*times, strict=True))
    return Ratio("a save for a watcher: of the time of the sheet", subject, baseline, SHARE)


def _kocka(app: Flask) -> Iterator[int]:
    table, phone = Table(app, ROWS, durch_every=3), app.test_client(use_cookies=False)
    return _weights(app, table.code, table.cookie, lambda: phone.open(table.save()))


def _taroky(app: Flask) -> Iterator[int]:
    matches, random = app.extensions["matches"], Random(1)
    with app.app_context():
        code = next(codes_for(str(uuid4())))
        link = f"/m/{code}/in/{token_of(code, 'scorer')}"
    matches.open(code, TAROKY, NAMES, 3, HOUSE, str(uuid4()))

    def save() -> None:
        state, _ = played(WALK, random, bid_low(random, HOUSE, "normal"))
        match = matches.get(code)
        matches.record(match, WALK.entry(state), match.version, str(uuid4()))

    for _deal in range(ROWS):
        save()
    return _weights(app, code, opened(app, link)[0], save)


def _weights(app: Flask, code: str, cookie: str, save: Callable[[], object]) -> Iterator[int]:
    """Bytes of the next sheets of a match, as a proxy packs them."""
    phone = app.test_client(use_cookies=False)
    for _save in range(SAVES):
        since = app.extensions["matches"].get(code).version
        save()
        for language in LANGUAGES:
            headers = {"Cookie": cookie, "Accept-Language": language, "HX-Request-Type": "partial"}
            answer = phone.get(f"/m/{code}/watch?since={since}", headers=headers)
            yield len(gzip.compress(answer.data, 5, mtime=0))
