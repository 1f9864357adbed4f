"""The server itself, over real lines: what holds a connection holds nobody else."""

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from time import monotonic
from types import SimpleNamespace

import gevent
import pytest
from werkzeug.exceptions import RequestTimeout

from scorekeeper import create_app
from scorekeeper.web.operation.worker import TimelyReader, without_request_data
from tests.browser.server import Server
from tests.web.phone import Phone
from tests.web.table import start

pytestmark = pytest.mark.slow("starts servers")

HALF = b"POST /watch HTTP/1.1\r\nHost: pub\r\nContent-Length: 100\r\n\r\ncode="
FEW = "CONNECTIONS_PER_ADDRESS = 3\n"
HEAD = b"POST /watch HTTP/1.1\r\nHo"
PATIENCE = 20
"""Seconds; less than any limit after which the server lets go of what stands in the way."""


@pytest.fixture
def server(request: pytest.FixtureRequest, tmp_path, own_address: str) -> Iterator[Server]:
    """A server of the test's own, with the settings that it asks for."""
    server = Server(tmp_path, ledger=own_address)
    server.config += getattr(request, "param", "")
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def shared(tmp_path_factory) -> Iterator[Server]:
    """One server for tests that leave it as it was."""
    server = Server(tmp_path_factory.mktemp("instance"))
    server.start()
    yield server
    server.stop()


def connections(server: Server, stack: ExitStack, count: int, sends: bytes) -> None:
    """Opens connections that send something and then nothing, until the stack ends."""
    for _ in range(count):
        line_to(server, stack).sendall(sends)


def status_of(server: Server, path: str = "/") -> int:
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as phone:
        phone.request("GET", path)
        with phone.getresponse() as answer:
            answer.read()
            return answer.status


def test_half_sent_and_idle_connections_stop_nobody(shared: Server) -> None:
    with ExitStack() as stack:
        for sends in (HALF, HEAD, b""):
            connections(shared, stack, 40, sends)
        assert [status_of(shared) for _ in range(12)] == [200] * 12


@pytest.mark.parametrize(
    ("sends", "status"),
    [
        (b"NO SUCH LINE secret\r\n\r\n", b"400"),
        (b"GET /m/7KQ4/in/secret HTTP/9.9\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nsecret\r\n\r\n", b"400"),
        (b"GET /m/7KQ4/in/secret" + b"x" * 3000 + b" HTTP/1.1\r\n\r\n", b"414"),
        (b"GET / HTTP/1.1\r\n" + b"Secret: x\r\n" * 60 + b"\r\n", b"431"),
        (b"POST / HTTP/1.1\r\nHost: pub\r\nContent-Length: secret\r\n\r\n", b"400"),
    ],
)
def test_what_is_no_request_is_not_repeated(shared: Server, sends: bytes, status: bytes) -> None:
    with closing(socket.create_connection(("127.0.0.1", shared.port), PATIENCE)) as line:
        line.sendall(sends)
        answer = b"".join(iter(lambda: line.recv(4096), b""))
    assert answer.startswith(b"HTTP/1.1 " + status)
    assert b"Content-Security-Policy: default-src 'none'" in answer
    log = (shared.instance / "server.log").read_text()
    assert f"security: {status.decode()}" in log
    assert "secret" not in f"{answer.decode()}{log}".lower()


ASKS = b"GET /settings HTTP/1.1\r\nHost: pub\r\n\r\n"
SAVES = b"POST /theme HTTP/1.1\r\nHost: pub\r\nContent-Length: 9\r\n\r\ntheme=big"


@pytest.mark.parametrize("first", [ASKS, SAVES], ids=["page", "form"])
def test_of_requests_that_are_sent_at_once_the_first_is_answered(
    shared: Server, first: bytes
) -> None:
    """Whoever asks without reading waits alone: of 40 requests 39 cost nothing."""
    with ExitStack() as stack:
        lines = [line_to(shared, stack) for _ in range(20)]
        for line in lines:
            line.sendall(first + ASKS * 39)
        assert status_of(shared, "/health") == 200
        for line in lines:
            answers = b"".join(iter(lambda line=line: line.recv(65536), b""))
            assert answers.count(b"HTTP/1.1 ") == answers.count(b"\r\nConnection: close\r\n") == 1


def test_who_has_read_an_answer_asks_again_on_the_same_line(shared: Server) -> None:
    with closing(HTTPConnection("127.0.0.1", shared.port, timeout=PATIENCE)) as phone:
        ends = set()
        for method, body in (("GET", None), ("POST", b"theme=big"), ("POST", b""), ("GET", None)):
            phone.request(method, "/theme" if method == "POST" else "/settings", body)
            with phone.getresponse() as answer:
                assert answer.read()
            assert phone.sock
            ends.add(phone.sock.getsockname())
        assert len(ends) == 1


@pytest.mark.parametrize("server", [FEW], ids=["few"], indirect=True)
def test_one_address_holds_so_many_lines_and_no_more(server: Server) -> None:
    with ExitStack() as stack:
        answers = [answered(line_to(server, stack)) for _ in range(7)]  # each of two workers has 3
        refused = [each for each in answers if each.startswith(b"HTTP/1.1 429 Too Many Requests")]
        assert 1 <= len(refused) <= 4
        assert sum(each.startswith(b"HTTP/1.1 200") for each in answers) == 7 - len(refused)
        assert b"\r\nRetry-After: " in refused[0]
        assert "security: 429" in (server.instance / "server.log").read_text()
    while status_of(server) != 200:  # the server has yet to hear that they have hung up
        pass


@pytest.mark.parametrize("server", [f"{FEW}PROXIES = 1\n"], ids=["proxy"], indirect=True)
def test_behind_a_proxy_all_come_from_one_address(server: Server) -> None:
    with ExitStack() as stack:
        for _ in range(8):
            assert answered(line_to(server, stack)).startswith(b"HTTP/1.1 200")


def line_to(server: Server, stack: ExitStack) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
    return stack.enter_context(closing(line))


def answered(line: socket.socket) -> bytes:
    """The first of an answer, on a line that stays."""
    line.sendall(ASKS)
    return line.recv(4096)


def test_who_says_nothing_does_not_keep_the_server_from_stopping(server: Server) -> None:
    with ExitStack() as stack:
        connections(server, stack, 10, b"")
        connections(server, stack, 10, b"GET / HTTP/1.1\r\nHost: pub\r\n\r\n")
        assert status_of(server) == 200
        assert server.process
        server.process.terminate()
        assert server.process.wait(PATIENCE) == 0
        assert "timeout" not in (server.instance / "server.log").read_text()


def test_streams_end_with_the_server_and_miss_nothing_while_it_is_away(server: Server) -> None:
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


def listening(server: Server, stack: ExitStack, asked: str) -> socket.socket:
    line = line_to(server, stack)
    line.sendall(asked.encode())
    return line


def hear(line: socket.socket, what: bytes) -> None:
    """Waits until something is said; nothing is said when a line ends."""
    heard = b""
    while (said := line.recv(4096)) and (not what or what not in heard + said):
        heard += said
    assert said if what else not said


def test_a_body_that_does_not_come_is_given_up() -> None:
    class Silence:
        def read(self, size: int) -> bytes:
            gevent.sleep(60)
            return b""

    with pytest.raises(RequestTimeout):
        TimelyReader(Silence(), monotonic() + 0.01).read(1)


def test_what_has_come_is_read_whatever_the_time() -> None:
    class Whole:
        def read(self, size: int) -> bytes:
            return b"code=7KQ4"

    assert TimelyReader(Whole(), monotonic() - 1).read(9) == b"code=7KQ4"


def test_of_a_request_nothing_is_kept_once_it_is_answered() -> None:
    class Answer:
        def __init__(self) -> None:
            self.req = SimpleNamespace(headers=[("COOKIE", "a=b"), ("CONNECTION", "close")])

        def start(self, status: str, headers: list[tuple[str, str]]) -> None:
            assert status == "200 OK"

    def app(environ: dict[str, object], start_response: Callable[..., None]) -> list[bytes]:
        assert environ["HTTP_COOKIE"] == "a=b"
        start_response("200 OK", [])
        return [b"yes"]

    answer, environ = Answer(), {"HTTP_COOKIE": "a=b", "wsgi.file_wrapper": list}
    assert without_request_data(app)(environ, answer.start) == [b"yes"]
    assert environ == {"wsgi.file_wrapper": list}
    assert answer.req.headers == [("CONNECTION", "close")]
