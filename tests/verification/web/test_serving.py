"""The server itself, over real lines: what holds a connection holds nobody else."""

import socket
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from os import killpg
from signal import SIGHUP, SIGINT, SIGTERM

import pytest

from benchmarks.load.processes import tree
from scorekeeper import create_app
from scorekeeper.web.http.security import USUAL_HEADERS
from tests.browser.server import Server
from tests.web.phone import Phone
from tests.web.table import start

HALF = b"POST /watch HTTP/1.1\r\nHost: pub\r\nContent-Length: 100\r\n\r\ncode="
HEAD = b"POST /watch HTTP/1.1\r\nHo"
PATIENCE = 20
"""Seconds; less than any limit after which the server lets go of what stands in the way."""


@pytest.fixture
def server(tmp_path, own_address):
    with Server(tmp_path, ledger=own_address) as server:
        yield server


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """One server for tests that leave it as it was."""
    with Server(tmp_path_factory.mktemp("instance")) as server:
        yield server


def connections(server, stack, count, sends):
    """Opens connections that send something and then nothing, until the stack ends."""
    for _ in range(count):
        line_to(server, stack).sendall(sends)


def status_of(server, path="/"):
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as phone:
        phone.request("GET", path)
        with phone.getresponse() as answer:
            answer.read()
            return answer.status


def test_half_sent_and_idle_connections_stop_nobody(shared):
    with ExitStack() as stack:
        for sends in (HALF, HEAD, b""):
            connections(shared, stack, 250, sends)
        assert [status_of(shared) for _ in range(12)] == [200] * 12


NO_REQUESTS = {
    b"NO SUCH LINE secret\r\n\r\n": b"400",
    b"GET /m/7KQ4/in/secret HTTP/9.9\r\n\r\n": b"400",
    b"GET / HTTP/1.1\r\nsecret\r\n\r\n": b"400",
    b"GET /m/7KQ4/in/secret" + b"x" * 3000 + b" HTTP/1.1\r\n\r\n": b"414",
    b"GET / HTTP/1.1\r\n" + b"Secret: x\r\n" * 60 + b"\r\n": b"431",
    b"POST / HTTP/1.1\r\nHost: pub\r\nContent-Length: secret\r\n\r\n": b"400",
}


def test_what_is_no_request_is_not_repeated(shared, faults):
    for sends, status in NO_REQUESTS.items():
        with closing(socket.create_connection(("127.0.0.1", shared.port), PATIENCE)) as line:
            line.sendall(sends)
            answer = b"".join(iter(lambda line=line: line.recv(4096), b""))
        with faults.at(sends[:40]):
            assert answer.startswith(b"HTTP/1.1 " + status)
            for name, value in USUAL_HEADERS:
                assert f"\r\n{name}: {value}\r\n".encode() in answer
            log = (shared.instance / "server.log").read_text()
            assert f"security: {status.decode()}" in log
            assert "secret" not in f"{answer.decode()}{log}".lower()


def test_who_has_read_an_answer_asks_again_on_the_same_line(shared):
    with closing(HTTPConnection("127.0.0.1", shared.port, timeout=PATIENCE)) as phone:
        ends = set()
        for method, body in (("GET", None), ("POST", b"theme=big"), ("POST", b""), ("GET", None)):
            phone.request(method, "/theme" if method == "POST" else "/settings", body)
            with phone.getresponse() as answer:
                assert answer.read()
            assert phone.sock
            ends.add(phone.sock.getsockname())
        assert len(ends) == 1


def line_to(server, stack):
    line = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
    return stack.enter_context(closing(line))


def test_who_says_nothing_does_not_keep_the_server_from_stopping(server):
    with ExitStack() as stack:
        connections(server, stack, 10, b"")
        connections(server, stack, 10, b"GET / HTTP/1.1\r\nHost: pub\r\n\r\n")
        assert status_of(server) == 200
        assert server.process
        server.process.terminate()
        assert server.process.wait(PATIENCE) == 0
        assert "timeout" not in (server.instance / "server.log").read_text()


@pytest.mark.sqlite_file
@pytest.mark.parametrize(
    ("workers", "how"),
    [(1, SIGTERM), (1, SIGINT), (1, SIGHUP), (2, SIGTERM), (2, SIGINT)],
    ids=lambda each: str(getattr(each, "name", each)),
)
def test_stopping_is_silent_and_leaves_one_file(tmp_path, workers, how):
    """Ctrl-C of a terminal, and a terminal that is closed, reach every process."""
    server = Server(tmp_path, workers=workers)
    server.start()
    assert status_of(server, "/new/kocka") == 200
    assert server.process
    assert len(tree(server.process.pid)) == (1 if workers == 1 else 1 + workers)
    said = (tmp_path / "server.log").read_text()
    assert said.startswith("Scorekeeper: ")
    killpg(server.process.pid, how)
    assert server.process.wait(PATIENCE) == 0
    assert (tmp_path / "server.log").read_text() == said
    assert {each.name for each in tmp_path.glob("scorekeeper.db*")} == {"scorekeeper.db"}
    server.stop()


def test_streams_end_with_the_server_and_miss_nothing_while_it_is_away(server):
    app = create_app(server.instance, {})
    table = start(Phone(app))
    cookie = table.phone.client.get_cookie(app.config["SESSION_COOKIE_NAME"])
    assert cookie
    head = f"Host: pub\r\nCookie: {cookie.key}={cookie.value}"
    asked = f"GET {table.url}/live HTTP/1.1\r\n{head}\r\n\r\n"
    with ExitStack() as stack, closing(table.phone.app.extensions["matches"].ledger):
        lines = [listening(server, stack, asked) for _ in range(20)]
        for line in lines:
            hear(line, b"id: 1\n")
        table.rounds((28, 0, 0, 0))
        for line in lines:
            hear(line, b"id: 2\n")
        assert server.process
        server.process.terminate()
        for line in lines:
            hear(line, b"")
        assert server.process.wait(PATIENCE) == 0
        assert "timeout" not in (server.instance / "server.log").read_text()
        table.rounds((28, 0, 0, 0))
        server.start()
        hear(listening(server, stack, asked), b"id: 3\n")


def listening(server, stack, asked):
    line = line_to(server, stack)
    line.sendall(asked.encode())
    return line


def hear(line, what):
    """Waits until something is said; nothing is said when a line ends."""
    heard = b""
    while (said := line.recv(4096)) and (not what or what not in heard + said):
        heard += said
    assert said if what else not said
