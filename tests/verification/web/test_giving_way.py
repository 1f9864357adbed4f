"""Nobody computes for long while others wait: whatever arrives, others have a turn again soon.

What is counted is the time of the processor between two turns, which does not hang on what else the
machine does; a slow processor has as many times more as it takes for a loop.
"""

import json
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import UTC
from functools import partial
from http.client import HTTPConnection
from io import BytesIO
from threading import Event as Signal
from threading import Thread
from time import sleep, thread_time
from urllib.request import urlopen
from uuid import uuid4

import pytest
from werkzeug.test import EnvironBuilder

from benchmarks.evening import Table as Evening
from benchmarks.load.processes import PROC, seconds_in, tree
from scorekeeper.core import turns
from scorekeeper.core.turns import TURNS
from scorekeeper.extras.group.records.stats_cache import StatsCache
from scorekeeper.extras.pocket.batch_import import MOST_EVENTS
from scorekeeper.ledger import open_ledger
from scorekeeper.match.actions import Matches
from scorekeeper.web import create_app
from scorekeeper.web.http.access import token_of
from scorekeeper.web.http.limits import BIGGEST_FILE, BIGGEST_REQUEST, TAKE_FILES
from tests.browser.server import Server
from tests.conftest import SETTINGS
from tests.extras.group.season import CODE, season
from tests.verification.breadth import sample
from tests.web.matrix import PARCELS, World

NO_LIMITS = "RATELIMIT_ENABLED = False\n"
SOME = 4
"""So many long pages are asked for at a real server; in process all are."""
LEAVING = ("/forget", "/mine", "/links")
ROWS = 2_000
LONG_PAGES = (
    "/c/{group}/records",
    "/c/{group}/accounts",
    "/c/{group}/evenings",
    "/c/{group}/years/2026",
    "/c/{group}/members/0",
    "/c/{group}/members.csv",
    "/c/{group}/accounts.csv",
    "/c/{group}/payments.csv",
    "/c/{group}/export",
    "/m/{match}",
    "/m/{match}/table.csv",
    "/m/{match}/print",
    "/m/{match}/players/0",
    "/m/{match}/accounts",
    "/m/{match}/result",
    "/m/{match}/export",
)
LONGEST = 14
"""So many loops at most (a second on two cores of 2026) the processor is at one request before it
looks at others.
"""
ANSWERS = 300.0
"""Seconds of the clock after which nobody waits for an answer, on a machine that does much else."""
FILLINGS = {
    "blank lines": "\n",
    "objects": "{}\n",
    "digits": "9",
    "cards": "KD ",
    "brackets": "[",
    "letters": "ř",
    "words": "a ",
    "commas": ",",
}
"""What a body is filled with."""


def largest(world, ask):
    adapter = world.app.url_map.bind("localhost")
    takes_files = adapter.match(ask.url, ask.method)[0] in TAKE_FILES
    return BIGGEST_FILE if takes_files else BIGGEST_REQUEST


def bodies(world, ask):
    """What fills an address as far as it takes it."""
    room = largest(world, ask) - 2_000
    if ask.path in PARCELS:
        for name, batch in parcels(room):
            yield name, lambda batch=batch: (batch.encode(), "application/json")
        return
    form = world.whole(ask) | {"key": str(uuid4()), "seen": str(newest(world, ask))}
    told = [name for name in form if name not in ("key", "seen")] or ["key"]
    for at, (name, text) in enumerate(FILLINGS.items()):
        for fields in ([told[at % len(told)]], told):
            full = form | filled(fields, text, room)
            yield f"{name} in {fields}", partial(encoded, full)
        if "take-in" in ask.path:
            file = text.encode() * (room // len(text.encode()))
            yield f"a file of {name}", partial(encoded, {"file": (BytesIO(file), "a.jsonl")})
    yield "fields", partial(encoded, {**form, **{f"f{n}": "" for n in range(room // 8)}})
    again = ["1"] * (room // (len(told[0]) + 3))
    yield "the same field", partial(encoded, {**form, told[0]: again})


def newest(world, ask):
    """How far what an address is about is written."""
    code = world.group[3:] if ask.path.startswith("/c/<") else world.table.code
    return world.ledger.newest([code])[code][0]


def filled(names, text, room):
    """Fields that fill a body together; what is written with % takes three times as much."""
    share = room // max(len(names), 1) // (1 if text.isalnum() and text.isascii() else 6)
    return dict.fromkeys(names, text * (share // len(text)))


def parcels(room):
    batch = {"code": "ABCDEFGH", "sent": 0, "hash": "", "fold": "", "lines": []}
    for name, text in FILLINGS.items():
        line = text * (room // 200 // len(json.dumps(text)))
        yield f"lines of {name}", json.dumps({**batch, "lines": [line] * MOST_EVENTS})
    yield "many lines", json.dumps({**batch, "lines": [""] * (room // 4)})
    yield "what a phone has", json.dumps({"have": {f"A{n}": n for n in range(room // 20)}})
    yield "brackets", "[" * room
    yield "objects", '{"a":' * (room // 5)


def encoded(form):
    with closing(EnvironBuilder(method="POST", data=form)) as made:
        environ = made.get_environ()
    with environ["wsgi.input"] as sent:
        return sent.read(), environ["CONTENT_TYPE"]


def posts(world):
    """Every form of the app, last those that leave a phone without what it needs for others; their
    pages are looked at first.
    """
    asks = [*world.asks()]
    for ask in asks:
        if ask.method == "GET":
            with world.client.open(ask.url, headers=sender(world)) as answer:
                world.keep_forms(answer)
    forms = [ask for ask in asks if ask.method == "POST"]
    return sorted(forms, key=lambda ask: ask.path.endswith(LEAVING))


def sender(world):
    role = world.roles["owner"]
    return {"Cookie": role.cookie, "Sec-Fetch-Site": "same-origin", "X-CSRFToken": role.token}


# --- long pages ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def season_told(tmp_path_factory):
    """An app with a group that has played for a while and with a very long match: its code, and
    the cookie of a phone that has both.
    """
    app = create_app(tmp_path_factory.mktemp("instance"), {**SETTINGS, "LEDGER": "sqlite://"})
    with closing(app.extensions["matches"].ledger) as ledger:
        season(evenings=24).write_to(ledger)
        yield app, *long_match(app, ROWS)


def long_match(app, rows):
    """A match of so many entries, and the cookie of a phone that has it and the season's book."""
    code = Evening(app, rows).code
    with app.test_client() as client:
        with app.app_context():
            links = [
                f"/m/{code}/in/{token_of(code, 'scorer')}",
                f"/c/{CODE}/in/{token_of(CODE, 'scorer')}",
            ]
        for link in links:
            assert client.get(link).status_code == 303
        cookie = client.get_cookie("scorekeeper")
        assert cookie
        return code, f"scorekeeper={cookie.value}"


class Calls:
    """Counts the calls of functions between two turns: unlike time, the same in each run."""

    def __init__(self):
        self.longest = self.whole = self._now = 0

    def let_others(self):
        self.longest, self._now = max(self.longest, self._now), 0

    def of(self, work):
        TURNS.begin()  # a simulated clock may have been ahead
        sys.setprofile(self._called)
        try:
            work()
        finally:
            sys.setprofile(None)
        self.let_others()

    def _called(self, _frame, event, _arg):
        if event.endswith("call"):
            self.whole += 1
            self._now += 1


@pytest.mark.parametrize("path", LONG_PAGES)
def test_a_long_page_gives_way_again_and_again(season_told, path, monkeypatch):
    """In a process that has read its books, and folded nothing yet."""
    app, code, cookie = season_told
    url, calls = path.format(match=code, group=CODE), Calls()
    client = app.test_client(use_cookies=False)
    client.get(url, headers={"Cookie": cookie})
    monkeypatch.setattr(turns, "MOMENT", 0)
    monkeypatch.setattr(TURNS, "let_others", calls.let_others)
    ledger = app.extensions["matches"].ledger
    monkeypatch.setitem(app.extensions, "matches", Matches(ledger))
    monkeypatch.setitem(app.extensions, "records", StatsCache(ledger))
    calls.of(lambda: client.get(url, headers={"Cookie": cookie}))
    assert calls.longest < calls.whole / 3


def test_what_several_wait_for_is_worked_out_once(monkeypatch):
    """Whoever asks for a fold or a sum while somebody else is at it gets what that one finds."""
    told, ledger = season(evenings=3), open_ledger("sqlite://")
    told.write_to(ledger)
    monkeypatch.setattr(turns, "MOMENT", 0)
    monkeypatch.setattr(TURNS, "let_others", lambda: sleep(0.0001))
    reads = Counter()
    read = ledger.read

    def counted(match, after=0):
        reads[match] += after == 0
        return read(match, after)

    monkeypatch.setattr(ledger, "read", counted)
    cache, matches = StatsCache(ledger), Matches(ledger)
    with ThreadPoolExecutor(4) as phones:
        sums = [*phones.map(lambda _: cache.summarise(told.group, UTC), range(4))]
    assert set(reads.values()) == {1}
    assert all(each == sums[0] for each in sums)
    reads.clear()
    with ThreadPoolExecutor(4) as phones:
        folds = [*phones.map(matches.get, [told.played[0].code] * 4)]
    assert (set(reads.values()), len({id(each) for each in folds})) == ({1}, 1)
    ledger.close()


# --- a real server -------------------------------------------------------------------------------


@contextmanager
def health_asked(server):
    """How long a server computed before each answer to the question whether it is well, which is
    asked all the time.
    """
    assert server.process
    pids = tree(server.process.pid)
    took, ended = [0.0], Signal()

    def ask():
        while not ended.is_set():
            began = computed(pids)
            with urlopen(f"{server.url}/health", timeout=ANSWERS) as answer:
                answer.read()
            took.append(computed(pids) - began)
            ended.wait(0.1)  # who asks without a pause leaves nobody else a turn

    asking = Thread(target=ask)
    asking.start()
    try:
        yield took
    finally:
        ended.set()
        asking.join()


def computed(pids):
    """Seconds of the processor that some processes took so far."""
    return sum(seconds_in((PROC / str(pid) / "stat").read_text()) for pid in pids)


def loop():
    """Seconds of the processor for two million additions: what other times are compared with."""
    began = thread_time()
    total = 0
    for number in range(2_000_000):
        total += number % 7
    return thread_time() - began


def sent_to(server, url, **more):
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=ANSWERS)) as line:
        line.request("POST" if "body" in more else "GET", url, **more)
        with line.getresponse() as answer:
            answer.read()
            return answer.status


def test_a_server_answers_others_while_forms_are_full(tmp_path, own_address):
    """Each form with all that it can be filled with."""
    server = Server(tmp_path, config=NO_LIMITS, ledger=own_address, workers=1)
    with server, app_on(tmp_path) as app:
        world, most = World(app), LONGEST * loop()
        for ask in posts(world):
            for name, body in bodies(world, ask):
                data, kind = body()
                headers = {**sender(world), "Content-Type": kind}
                with health_asked(server) as took:
                    status = sent_to(server, ask.url, body=data, headers=headers)
                assert max(took) < most, (ask.line, name)
                assert status < 500, (ask.line, name)


def test_a_server_answers_others_while_pages_are_long(tmp_path, own_address):
    """Three phones ask for each in a server that has folded nothing yet."""
    server = Server(tmp_path, config=NO_LIMITS, ledger=own_address, workers=1)
    with server, app_on(tmp_path) as app:
        season(evenings=310, length=1.8).write_to(app.extensions["matches"].ledger)
        code, cookie = long_match(app, 5_000)
    for path in sample(LONG_PAGES, SOME):
        url = path.format(match=code, group=CODE)
        ask = partial(sent_to, server, headers={"Cookie": cookie})
        with server, health_asked(server) as took, ThreadPoolExecutor(3) as phones:
            assert {*phones.map(ask, [url] * 3)} == {200}
        assert max(took) < LONGEST * loop(), path


@contextmanager
def app_on(instance):
    """An app on the folder of a server that has begun."""
    app = create_app(instance, SETTINGS)
    with closing(app.extensions["matches"].ledger):
        yield app
