"""A server that cannot start says why in one sentence, before it greets anybody."""

import errno
import resource
import socket
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.cli import main
from scorekeeper.maintenance.instance import ledger_url, read_settings
from scorekeeper.web.http.serve import PLAIN_HTTP, GunicornServer, for_phones, greeting
from scorekeeper.web.http.server import MOST_PHONES, CannotStart, phones_at_once, too_few
from scorekeeper.web.http.settings import SETTINGS, fault_of
from tests import commands
from tests.browser.server import free_port
from tests.web.phone import Phone
from tests.web.table import start

HERE, OTHERS = ("127.0.0.1", "0.0.0.0"), ("192.0.2.77", "x" * 64, "1::2::3")
NO_PORTS = ("0", "-1", "65536", "99999")


@pytest.fixture
def refusal(tmp_path, monkeypatch, capsys):
    """Starts the server with more words, and gives the one sentence that it says instead."""

    def run(*words):
        monkeypatch.setattr(GunicornServer, "run", lambda self: None)
        given = ["serve", "--port", str(free_port()), "--instance", str(tmp_path / "instance")]
        return commands.refusal(capsys, *given, *words)

    return run


@pytest.fixture
def taken():
    """A port at which somebody else listens."""
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        yield other.getsockname()[1]


def test_what_no_server_can_be_started_with(refusal, taken, subtests):
    wrong = {
        **{("--host", host, "--port", str(taken)): f"port {taken} is taken: " for host in HERE},
        **{("--port", port): f"there is no port {port}: take one from 1 " for port in NO_PORTS},
        **{("--host", host): f"{host} is no address of this machine: take 127" for host in OTHERS},
        **{("--workers", n): f"{n} workers would serve nobody: " for n in ("0", "-1")},
    }
    for words, sentence in wrong.items():
        with subtests.test(" ".join(words)):
            assert sentence in refusal(*words)


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (OSError(errno.EACCES, "Permission denied"), "port 80 is the system's own: "),
        (socket.gaierror(-2, "Name or service not known"), "pub is no address of this machine: "),
        (OSError(errno.ENOBUFS, ""), "pub, port 80: No buffer space"),
    ],
    ids=["below 1024", "unknown", "other"],
)
def test_an_address_where_nobody_can_listen(refusal, monkeypatch, error, sentence):
    def fail(*address, **named):
        raise error

    monkeypatch.setattr(socket, "create_server", fail)
    assert refusal("--host", "pub", "--port", "80").startswith(sentence)


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
def test_settings_that_fail_are_named_by_their_line(refusal, tmp_path, config, sentence):
    (tmp_path / "instance").mkdir()
    path = tmp_path / "instance/config.py"
    path.write_text(config, "utf-8")
    said = refusal()
    assert said.startswith(str(path))
    assert sentence in said


def test_settings_of_the_environment_come_before_those_of_the_file(tmp_path, monkeypatch):
    path = tmp_path / "config.py"
    path.write_text("PROXIES = 0\nPUBLIC = True\n", "utf-8")
    given = {"PROXIES": "1", "TRUSTED_HOSTS": '["scores.example"]', "BASE_URL": "https://a.example"}
    for name, value in given.items():
        monkeypatch.setenv(f"SCOREKEEPER_{name}", value)
    hosts = ["scores.example"]
    settings = {"PUBLIC": True, "PROXIES": 1, "TRUSTED_HOSTS": hosts, "BASE_URL": given["BASE_URL"]}
    assert read_settings(path) == settings


def test_a_ledger_of_the_environment_is_that_of_the_commands_too(tmp_path, monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_LEDGER", "postgresql://db/scorekeeper")
    assert ledger_url(tmp_path) == "postgresql://db/scorekeeper"


WRONG = {
    "PROXIES": ("one", True, -1, 10, 1.0),
    "BASE_URL": (
        "scores.example",
        "//scores.example",
        "ftp://a.example",
        "https://",
        "https://[",
        1,
    ),
    "TRUSTED_HOSTS": ("127.0.0.1", ["https://scores.example"], [""], [1], {}),
    "PUBLIC": ("no", 1, None),
    "BABEL_DEFAULT_LOCALE": ("de", "", None, []),
    "BABEL_DEFAULT_TIMEZONE": ("Europe/Praha", "Europe", "", "../x", None, 1),
    "LEDGER": ("", 5),
    "SECRET_KEY": ("", 5),
    "CODES_REST_AFTER": (7, "7 days", None),
    "RATELIMIT_DEFAULT": ("lots", "", 600, "0 per minute", "5 per fortnight"),
    "MATCHES_PER_ADDRESS": ("many", None),
}
FINE = {
    "PROXIES": (0, 9),
    "BASE_URL": ("", "https://scores.example/cards/", "http://[::1]:8000"),
    "TRUSTED_HOSTS": (["localhost", ".example.org"], ("localhost",)),
    "PUBLIC": (True,),
    "BABEL_DEFAULT_LOCALE": ("en", "be"),
    "BABEL_DEFAULT_TIMEZONE": ("UTC", "America/Argentina/Ushuaia"),
    "SECRET_KEY": (None, "secret", b"secret"),
    "RATELIMIT_DEFAULT": ("9 per 2 minutes", "5/second", "7 per 1 hour"),
}


def test_what_a_setting_must_be(subtests):
    for name, setting in SETTINGS.items():
        with subtests.test(name):
            assert setting.default is None or not fault_of(name, setting.default)
            assert all(fault_of(name, value) for value in WRONG.get(name, ([], 0.5)))
            assert not any(fault_of(name, value) for value in FINE.get(name, ()))


def test_no_page_fails_by_what_a_setting_may_be(open_app, tmp_path, subtests):
    """Behind a proxy, and with the pages that tell times and addresses."""
    for name, values in FINE.items():
        for value in values:
            with subtests.test(name, value=value):
                table = start(Phone(open_app(**{name: value})))
                forwarded = {"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "http"}
                for page in ("/", table.url, f"{table.url}/history", f"{table.url}/share"):
                    assert table.phone.client.get(page, headers=forwarded).status_code < 500


def test_each_setting_that_is_wrong_is_named_by_its_line(tmp_path, capsys):
    path = tmp_path / "config.py"
    path.write_text("hops = 'one'\nPROXIE = 1\nPROXIES = (\n    hops)\nPUBLIC = True\n", "utf-8")
    wrong = (
        f"{commands.NAME}{path}, line 2: there is no setting PROXIE: is it PROXIES?",
        f"{commands.NAME}{path}, line 3: PROXIES must be a whole number from 0 to 9",
    )
    for words in (["--check-config"], ["--port", str(free_port())]):
        assert main(["serve", "--instance", str(tmp_path), *words]) == 2
        assert capsys.readouterr().err.splitlines() == [*wrong]


def test_a_setting_of_the_environment_is_named_by_it(refusal, monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_PUBLIC", "yes")
    said = "SCOREKEEPER_PUBLIC of the environment: PUBLIC must be True or False"
    assert refusal("--check-config") == said


def test_settings_are_looked_at_without_starting(tmp_path, capsys):
    path = tmp_path / "config.py"
    path.write_text("PUBLIC = True\nMETRICS = 9100\n", "utf-8")
    assert main(["serve", "--check-config", "--instance", str(tmp_path)]) == 0
    gone, fine = capsys.readouterr().out.splitlines()
    assert gone == f"{path}, line 2: METRICS does nothing any more: remove it"
    assert fine == f"{path}: nothing is wrong"
    assert [each.name for each in tmp_path.iterdir()] == ["config.py"]


def test_settings_in_a_folder(refusal, tmp_path):
    (tmp_path / "instance/config.py").mkdir(parents=True)
    assert "Is a directory" in refusal()


def test_it_starts_where_nothing_is_wrong(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(GunicornServer, "run", lambda self: None)
    port = str(free_port())
    assert main(["serve", "--host", "::1", "--port", port, "--instance", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith(f"Scorekeeper: http://[::1]:{port}/\n")
    assert greeting("here", "::", 8000)[0] == "Scorekeeper: http://localhost:8000/"


def test_phones_are_told_their_address_as_a_code_and_what_http_lacks():
    url = "http://192.168.1.17:8000/"
    first, *code, last = for_phones(url, qr=True)
    assert (first, last) == (f"Phones on the same network: {url}", PLAIN_HTTP)
    assert len(code) > 10
    assert {len(line) for line in code} == {len(code[0])}
    assert set("".join(code)) == set(" █▀▄")
    assert for_phones(url, qr=False) == [first, last]


def test_the_page_has_the_recipe_that_the_greeting_names():
    _, title, where = PLAIN_HTTP.split('"')
    page = Path(__file__).parents[3] / where.removeprefix(" in ").removesuffix(".")
    assert f"## {title.capitalize()}\n" in page.read_text("utf-8")


def test_the_version(capsys):
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
def test_a_worker_opens_as_many_files_as_it_may(monkeypatch, soft, hard, raised, phones):
    asked = []
    monkeypatch.setattr(resource, "getrlimit", lambda what: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda what, limits: asked.append(limits))
    assert phones_at_once() == phones
    assert asked == ([raised] if raised else [])


def test_too_few_files_are_said_at_the_start(refusal, monkeypatch):
    assert too_few(900) == []
    (said,) = too_few(156)
    assert said.startswith("Only 156 phones at once for each worker: let it open 4100 files (")
    monkeypatch.setattr(resource, "getrlimit", lambda what: (64, 64))
    with pytest.raises(CannotStart):
        phones_at_once()
    assert refusal().startswith("a process may open 64: let it open 4100 files (ulimit")
