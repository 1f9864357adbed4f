"""nginx and Caddy as their files beside the app set them up, at the root and under a path: they let
through what the app takes, keep back what is for nobody, and a long evening comes home.
"""

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from http.cookies import SimpleCookie
from itertools import product
from pathlib import Path

import pytest

from scorekeeper.extras.pocket.pages.engine import Engine
from scorekeeper.games.kocka.entries import Round
from scorekeeper.ledger.sqlite import SqliteLedger
from scorekeeper.maintenance.instance import LEDGER
from scorekeeper.web import http
from scorekeeper.web.http.limits import BIGGEST_BATCH, BIGGEST_FILE, BIGGEST_REQUEST
from scorekeeper.web.http.security import TOKEN_HEADER
from tests.browser.server import CONFIG, Server, free_port
from tests.verification.breadth import WHOLE
from tests.web.phone import Phone
from tests.web.table import start

OPERATION = Path(http.__file__).parent / "operation"
HOST = "scores.example"
UNDER = "/cards"
SOME = 16 * 1024
"""Bytes that a proxy of somebody's own may take, and no more."""
BEGINS = 20
"""Seconds until a proxy listens."""
HEALTH = "/health"


@dataclass(frozen=True)
class Answer:
    status: int
    text: str


@dataclass
class Line:
    """A way to the app through a proxy; it keeps the cookie."""

    port: int
    path: str
    server: Server
    cookie: str = ""

    def ask(self, method, url, body=b"", **headers):
        """The answer to a request; None where the connection ends without one."""
        sent = {"Host": HOST, "Cookie": self.cookie, **headers}
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=60)) as line:
            try:
                line.request(method, self.path + url, body or None, sent)
                with line.getresponse() as answer:
                    for name, morsel in SimpleCookie(answer.getheader("Set-Cookie", "")).items():
                        self.cookie = f"{name}={morsel.value}"
                    return Answer(answer.status, answer.read().decode(errors="replace"))
            except (OSError, HTTPException):
                return None

    def json(self, method, url, body, **headers):
        answer = self.ask(method, url, body, **headers)
        assert answer
        assert answer.status == 200, answer.text
        return json.loads(answer.text)


# --- the proxies ---------------------------------------------------------------------------------

Written = Callable[[str, Path, int, int], str]
"""The site as it stands in the file, made one of this machine; plain http, as its ports."""


def nginx_site(site, folder, port, app):
    """The site without its first server, which leads to https."""
    for before, after in (
        (r"server \{\s+listen 80;.*?\n\}\n", ""),
        (r"listen 443 .*", f"listen 127.0.0.1:{port};"),
        (r"listen \[::\].*", ""),
        (r"ssl_.*", ""),
        (r"/var/log/nginx", str(folder)),
        (r"127\.0\.0\.1:8000", f"127.0.0.1:{app}"),
    ):
        site, times = re.subn(before, after, site, flags=re.DOTALL if "\\n" in before else 0)
        assert times, before
    temporary = " ".join(
        f"{name}_temp_path {folder}/{name};"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    # Else whoever serves could not write into the folder of a test.
    user = "user root;" if os.geteuid() == 0 else ""
    return (
        f"{user} daemon off; pid {folder}/pid; error_log {folder}/error.log;\n"
        f"events {{ worker_connections 64; }}\nhttp {{ {temporary}\n{site}\n}}\n"
    )


def nginx_under_path(site):
    """As the comment of the file says."""
    for before, after in (
        ("location / {", f"location {UNDER}/ {{"),
        ("proxy_pass http://scorekeeper;", "proxy_pass http://scorekeeper/;"),
        ('X-Forwarded-Prefix "";', f'X-Forwarded-Prefix "{UNDER}";'),
    ):
        assert site.count(before) == 1, before
        site = site.replace(before, after)
    return site


def caddy_site(site, folder, port, app):
    for before, after in (
        ("{\n\tlog default", f"{{\n\tadmin off\n\tstorage file_system {folder}\n\tlog default"),
        ("{$HOST} {", f"http://:{port} {{"),
        ("app:8000", f"127.0.0.1:{app}"),
    ):
        assert site.count(before) == 1, before
        site = site.replace(before, after)
    return site


def caddy_under_path(site):
    """As the comment of the file says."""
    head, respond, rest = site.partition("\trespond ")
    rest = rest.replace("header_up -X-Forwarded-Prefix", f"header_up X-Forwarded-Prefix {UNDER}")
    return f"{head}\thandle_path {UNDER}/* {{\n{respond}{rest}}}\n"


@dataclass(frozen=True)
class Proxy:
    """A program, its file beside the app, and how it is written for this machine."""

    program: str
    file: str
    site: Written
    under_path: Callable[[str], str]
    command: tuple[str, ...]
    most: str
    """How its file says what it takes."""


PROXIES = (
    Proxy("nginx", "nginx.conf", nginx_site, nginx_under_path, ("-e", "stderr", "-c"), "4m"),
    Proxy(
        "caddy",
        "container/Caddyfile",
        caddy_site,
        caddy_under_path,
        ("run", "--adapter", "caddyfile", "--config"),
        "4MiB",
    ),
)


@contextmanager
def running(proxy, path, folder, server, most=BIGGEST_FILE):
    """A way to the app through a proxy, which takes so much at once."""
    program = shutil.which(proxy.program, path="/usr/sbin:/usr/bin:/usr/local/bin")
    if program is None:
        pytest.skip(f"without {proxy.program} its file is only read: apt-get install it")
    site, port = (OPERATION / proxy.file).read_text(), free_port()
    if path:
        site = proxy.under_path(site)
    if most != BIGGEST_FILE:
        assert site.count(proxy.most) == 1
        site = site.replace(proxy.most, str(most))
    written = folder / "site"
    written.write_text(proxy.site(site, folder, port, server.port))
    with (folder / "said").open("wb") as said:
        process = subprocess.Popen(
            [program, *proxy.command, str(written)], stdout=said, stderr=said, cwd=folder
        )
    line = Line(port, path, server)
    try:
        until = time.monotonic() + BEGINS
        while line.ask("GET", "/robots.txt") is None:
            assert process.poll() is None, (folder / "said").read_text()
            assert time.monotonic() < until, "it does not listen"
            time.sleep(0.05)
        yield line
    finally:
        process.terminate()
        process.wait()


@contextmanager
def serving(folder):
    config = f"{CONFIG}PROXIES = 1\nTRUSTED_HOSTS = [{HOST!r}, '127.0.0.1']\n"
    with Server(folder, config=config, workers=1) as server:
        yield server


WAYS = [*product(PROXIES, ("", UNDER))]


@pytest.fixture(scope="module", params=WAYS, ids=[f"{proxy.program}{path}" for proxy, path in WAYS])
def way(request, tmp_path_factory):
    proxy, path = request.param
    instance, folder = (tmp_path_factory.mktemp(name) for name in ("instance", proxy.program))
    with serving(instance) as server, running(proxy, path, folder, server) as line:
        yield line


# --- what they let through -----------------------------------------------------------------------


def test_the_app_answers_what_is_too_large_for_a_form_alone(way):
    """In its own words; what is too large for any address, the proxy refuses."""
    for url, size in (("/take-in", BIGGEST_REQUEST + 1), ("/take-in", BIGGEST_FILE)):
        answer = way.ask("POST", url, b"x" * size)
        assert answer, size
        assert answer.status != 413, size
        assert "<main" in answer.text, size
    too_large = way.ask("POST", "/watch", b"x" * (BIGGEST_REQUEST + 1))
    assert too_large
    assert (too_large.status, "<main" in too_large.text) == (413, True)
    refused = way.ask("POST", "/take-in", b"x" * (BIGGEST_FILE + 1))
    assert refused is None or refused.status in (413, 502)


def test_nobody_else_asks_whether_the_app_is_well(way):
    answer = way.ask("GET", HEALTH)
    assert answer
    assert (answer.status, "version" in answer.text) == (404, False)
    own = Line(way.server.port, "", way.server).ask("GET", HEALTH)
    assert own
    assert own.status == 200


def test_all_links_of_a_page_lead_through_the_proxy(way):
    page = way.ask("GET", "/")
    assert page
    links = re.findall(r'(?:href|src)="?(/[^" >]*)', page.text)
    assert links
    for url in links:
        assert url.startswith(f"{way.path}/"), url
        answer = way.ask("GET", url.removeprefix(way.path))
        assert answer, url
        assert answer.status in (200, 303), url


# --- a long evening ------------------------------------------------------------------------------


def an_evening(matches, entries):
    """What a phone has put away that wrote so many entries in so many matches, without a signal."""
    engine = Engine("{}", "/", has_server=True)
    phone = Phone(engine.app)
    for _ in range(matches):
        table = start(phone, dokladacka="off")
        for number in range(entries):
            table.record(Round(durch=number % 4))
    return {key: text for key, text in json.loads(engine._drained()).items() if text is not None}


@pytest.fixture(scope="module")
def one_match():
    return an_evening(1, 500)


@pytest.fixture(scope="module")
def ten_matches():
    return an_evening(10, 200 if WHOLE else 20)


def come_home(evening, line):
    """Sends what waits as the worker of a phone does, until all of it is there; gives the answers,
    0 for what did not get through.
    """
    engine, answers = Engine(json.dumps(evening), "/", has_server=True), list[int]()
    token = line.json("GET", "/pocket/follow", b"")["token"]
    told = {TOKEN_HEADER: token, "Content-Type": "application/json"}
    engine.follow(json.dumps(line.json("POST", "/pocket/follow", b'{"have": {}}', **told)))
    while batch := json.loads(engine.batch()):
        assert len(batch["body"].encode()) <= BIGGEST_BATCH
        headers = {**batch["headers"], "Content-Type": "application/json"}
        answer = line.ask("POST", f"/{batch['path']}", batch["body"].encode(), **headers)
        if answer is None or answer.status in (413, 502):
            assert not engine.take_less(refused=True), "not even one entry gets through"
            answers.append(0)
        else:
            answers.append(answer.status)
            engine.take_answer(answer.status, answer.text)
    with closing(SqliteLedger(str(line.server.instance / LEDGER), read_only=True)) as ledger:
        phone = engine.phone_storage.ledger
        assert not phone.problems
        for code in phone.matches():
            assert ledger.read(code) == phone.read(code)
    return answers


def test_500_entries_of_one_match_come_home(way, one_match):
    assert {*come_home(one_match, way)} == {200}


def test_the_entries_of_ten_matches_come_home(way, ten_matches):
    assert {*come_home(ten_matches, way)} == {200}


@pytest.mark.parametrize("proxy", PROXIES, ids=lambda proxy: proxy.program)
def test_a_proxy_that_takes_less_gets_smaller_parts(proxy, tmp_path):
    with serving(tmp_path) as server, running(proxy, "", tmp_path, server, SOME) as line:
        answers = come_home(an_evening(1, 200), line)
        assert {*answers} == {0, 200}
        assert answers.count(0) < answers.count(200)
