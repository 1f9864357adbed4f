"""A server that cannot start says why in one sentence, before it greets anybody."""

import errno
import resource
import socket
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.cli import main
from scorekeeper.maintenance.instance import ledger_url, read_settings
from scorekeeper.web.http.operation.server import MOST_PHONES, CannotStart, phones_at_once, too_few
from scorekeeper.web.http.serve import PLAIN_HTTP, GunicornServer, for_phones, greeting
from tests import commands
from tests.browser.server import free_port

Patch = pytest.MonkeyPatch
Refusal = Callable[..., str]


@pytest.fixture
def refusal(tmp_path: Path, monkeypatch: Patch, capsys: pytest.CaptureFixture[str]) -> Refusal:
    """Starts the server with more words, and gives the one sentence that it says instead."""

    def run(*words: str) -> str:
        monkeypatch.setattr(GunicornServer, "run", lambda self: None)
        given = ["serve", "--port", str(free_port()), "--instance", str(tmp_path / "instance")]
        return commands.refusal(capsys, *given, *words)

    return run


@pytest.fixture
def taken() -> Iterator[int]:
    """A port at which somebody else listens."""
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        yield other.getsockname()[1]


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_a_port_that_is_taken(refusal: Refusal, taken: int, host: str) -> None:
    assert refusal("--host", host, "--port", str(taken)).startswith(f"port {taken} is taken: ")


@pytest.mark.parametrize("port", ["0", "-1", "65536", "99999"])
def test_a_port_that_is_none(refusal: Refusal, port: str) -> None:
    assert refusal("--port", port) == f"there is no port {port}: take one from 1 to 65535"


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (OSError(errno.EACCES, "Permission denied"), "port 80 is the system's own: "),
        (socket.gaierror(-2, "Name or service not known"), "pub is no address of this machine: "),
        (OSError(errno.ENOBUFS, ""), "pub, port 80: No buffer space"),
    ],
    ids=["below 1024", "unknown", "other"],
)
def test_an_address_where_nobody_can_listen(
    refusal: Refusal, monkeypatch: Patch, error: OSError, sentence: str
) -> None:
    def fail(*address: object, **named: object) -> socket.socket:
        raise error

    monkeypatch.setattr(socket, "create_server", fail)
    assert refusal("--host", "pub", "--port", "80").startswith(sentence)


@pytest.mark.parametrize("host", ["192.0.2.77", "x" * 64, "1::2::3"])
def test_an_address_of_another_machine(refusal: Refusal, host: str) -> None:
    assert f"{host} is no address of this machine: take 127" in refusal("--host", host)


@pytest.mark.parametrize("workers", ["0", "-1"])
def test_no_workers(refusal: Refusal, workers: str) -> None:
    assert refusal("--workers", workers).startswith(f"{workers} workers would serve nobody: ")


@pytest.mark.parametrize(
    ("config", "sentence"),
    [
        ("PROXIES = 1\nBASE_URL = (\n", "line 2: SyntaxError: '(' was never closed"),
        ("PROXIES = 1\nBASE_URL = somewhere\n", "line 2: NameError: name 'somewhere' is not"),
        ("def no():\n    return 1 / 0\nPROXIES = no()\n", "line 3: ZeroDivisionError: division"),
        ("SECRET_KEY = open('/nowhere/key').read()\n", "line 1: FileNotFoundError: "),
        ("PROXIES = '\0'\n", "null bytes"),
    ],
    ids=["syntax", "name", "deeper", "file", "null"],
)
def test_settings_that_fail_are_named_by_their_line(
    refusal: Refusal, tmp_path: Path, config: str, sentence: str
) -> None:
    (tmp_path / "instance").mkdir()
    path = tmp_path / "instance/config.py"
    path.write_text(config, "utf-8")
    said = refusal()
    assert said.startswith(str(path))
    assert sentence in said


def test_settings_of_the_environment_come_before_those_of_the_file(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    path = tmp_path / "config.py"
    path.write_text("PROXIES = 0\nPUBLIC = True\n", "utf-8")
    given = {"PROXIES": "1", "TRUSTED_HOSTS": '["scores.example"]', "BASE_URL": "https://a.example"}
    for name, value in given.items():
        monkeypatch.setenv(f"SCOREKEEPER_{name}", value)
    hosts = ["scores.example"]
    settings = {"PUBLIC": True, "PROXIES": 1, "TRUSTED_HOSTS": hosts, "BASE_URL": given["BASE_URL"]}
    assert read_settings(path) == settings


def test_a_ledger_of_the_environment_is_that_of_the_commands_too(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_LEDGER", "postgresql://db/scorekeeper")
    assert ledger_url(tmp_path) == "postgresql://db/scorekeeper"


def test_settings_in_a_folder(refusal: Refusal, tmp_path: Path) -> None:
    (tmp_path / "instance/config.py").mkdir(parents=True)
    assert "Is a directory" in refusal()


def test_it_starts_where_nothing_is_wrong(
    tmp_path: Path, monkeypatch: Patch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(GunicornServer, "run", lambda self: None)
    port = str(free_port())
    assert main(["serve", "--host", "::1", "--port", port, "--instance", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith(f"Scorekeeper: http://[::1]:{port}/\n")
    assert greeting("here", "::", 8000)[0] == "Scorekeeper: http://localhost:8000/"


def test_phones_are_told_their_address_as_a_code_and_what_http_lacks() -> None:
    url = "http://192.168.1.17:8000/"
    first, *code, last = for_phones(url, qr=True)
    assert (first, last) == (f"Phones on the same network: {url}", PLAIN_HTTP)
    assert len(code) > 10
    assert {len(line) for line in code} == {len(code[0])}
    assert set("".join(code)) == set(" █▀▄")
    assert for_phones(url, qr=False) == [first, last]


def test_the_page_has_the_recipe_that_the_greeting_names() -> None:
    _, title, where = PLAIN_HTTP.split('"')
    page = Path(__file__).parents[3] / where.removeprefix(" in ").removesuffix(".")
    assert f"## {title.capitalize()}\n" in page.read_text("utf-8")


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    name, number = capsys.readouterr().out.split()
    assert name == "scorekeeper"
    assert number[0].isdigit()


@pytest.mark.parametrize(
    ("soft", "hard", "raised", "phones"),
    [
        (1024, 524_288, (4_100, 524_288), MOST_PHONES),
        (1024, resource.RLIM_INFINITY, (4_100, resource.RLIM_INFINITY), MOST_PHONES),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, None, MOST_PHONES),
        (8192, 8192, None, MOST_PHONES),
        (256, 1024, (1024, 1024), 924),
        (256, 256, None, 156),
    ],
)
def test_a_worker_opens_as_many_files_as_it_may(
    monkeypatch: Patch, soft: int, hard: int, raised: tuple[int, int] | None, phones: int
) -> None:
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda what: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda what, limits: asked.append(limits))
    assert phones_at_once() == phones
    assert asked == ([raised] if raised else [])


def test_too_few_files_are_said_at_the_start(refusal: Refusal, monkeypatch: Patch) -> None:
    assert too_few(900) == []
    (said,) = too_few(156)
    assert said.startswith("Only 156 phones at once for each worker: let it open 4100 files (")
    monkeypatch.setattr(resource, "getrlimit", lambda what: (64, 64))
    with pytest.raises(CannotStart):
        phones_at_once()
    assert refusal().startswith("a process may open 64: let it open 4100 files (ulimit")
