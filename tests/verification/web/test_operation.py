"""The files beside the app for who runs it: they name what there is."""

import json
import os
import re
import subprocess
import sys
from contextlib import closing
from fnmatch import fnmatch
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from scorekeeper.cli import _parser
from scorekeeper.ledger import open_ledger
from scorekeeper.web import DEFAULTS, create_app, http
from scorekeeper.web.http.limits import BIGGEST_BATCH, BIGGEST_FILE, BIGGEST_REQUEST, HEAD_SECONDS
from tests.web.phone import Phone
from tests.web.table import start

OPERATION = Path(http.__file__).parent / "operation"


def test_the_unit_starts_what_there_is():
    unit = (OPERATION / "scorekeeper.service").read_text()
    (command,) = re.findall(r"^ExecStart=\S*/bin/scorekeeper (.*)$", unit, re.MULTILINE)
    assert str(_parser().parse_args(command.split()).instance) == "/var/lib/scorekeeper"
    assert "StateDirectory=scorekeeper\n" in unit
    assert "StateDirectoryMode=0700\n" in unit


def test_an_image_is_made_of_what_there_is_and_starts_it():
    written = (OPERATION / "container" / "Containerfile").read_text().replace("\\\n", " ")
    top = OPERATION.parents[3]
    taken = (top / ".dockerignore").read_text().splitlines()
    for names in re.findall(r"^COPY (?!--)(.*) \S+$", written, re.MULTILINE):
        for name in names.split():
            assert (top / name).exists(), name
            assert any(fnmatch(name, each[1:]) for each in taken if each.startswith("!")), name
    (command,) = re.findall(r"^CMD (\[.*\])$", written, re.MULTILINE)
    assert str(_parser().parse_args(json.loads(command)).instance) == "/data"


def test_compose_files_name_settings_that_there_are():
    texts = [each.read_text() for each in (OPERATION / "container").glob("compose*.yaml")]
    named = {name for text in texts for name in re.findall(r"SCOREKEEPER_(\w+):", text)}
    assert named
    assert named <= {*DEFAULTS, "LEDGER", "TRUSTED_HOSTS"}


BYTES = {"k": 1024, "m": 1024**2, "kB": 1000, "MB": 1000**2, "KiB": 1024, "MiB": 1024**2}
"""What nginx and Caddy mean by their units."""


def sizes(written, setting):
    found = re.findall(rf"^\s*{setting} (\d+)(\w+)", written, re.MULTILINE)
    return [int(number) * BYTES[unit] for number, unit in found]


def test_app_and_proxies_take_one_size():
    """The proxies take for every address, under whatever prefix, what the app takes at most; what
    is too much for one address only is told by the app, in words.
    """
    proxy = (OPERATION / "nginx.conf").read_text()
    caddy = (OPERATION / "container" / "Caddyfile").read_text()
    assert sizes(proxy, "client_max_body_size") == [BIGGEST_FILE]
    assert sizes(caddy, "max_size") == [BIGGEST_FILE]
    assert BIGGEST_BATCH < BIGGEST_REQUEST < BIGGEST_FILE
    told = [proxy, caddy, (OPERATION / "OPERATING.md").read_text()]
    assert all(f"{BIGGEST_REQUEST // 1024} kB" in text for text in told)
    assert f"{BIGGEST_FILE // 1024**2} MiB" in told[-1]


def test_the_proxies_pack_what_the_app_answers():
    proxy = (OPERATION / "nginx.conf").read_text()
    caddy = (OPERATION / "container" / "Caddyfile").read_text()
    assert "gzip on;" in proxy
    assert "encode gzip" in caddy
    assert "event-stream" not in proxy + caddy
    (upstream,) = re.findall(r"^upstream .*?^}", proxy, re.MULTILINE | re.DOTALL)
    (idle,) = re.findall(r"keepalive_timeout (\d+)s", upstream)
    assert int(idle) < HEAD_SECONDS


def test_the_proxy_logs_no_address_of_a_page():
    proxy = (OPERATION / "nginx.conf").read_text()
    (log,) = re.findall(r"log_format .*?;", proxy, re.DOTALL)
    assert not re.search(r"\$(request|request_uri|uri|args|http_referer)\b", log)


# --- what the page says, by its letters ----------------------------------------------------------

NOBODY = 65534
BY_HAND = ("systemctl", "git", "make")
"""What is not done in a test."""


def recipe(command):
    page = (OPERATION / "OPERATING.md").read_text()
    blocks = re.findall(r"^ *```.*?\n(.*?)^ *```", page, re.MULTILINE | re.DOTALL)
    (found,) = (each for each in blocks if command in each)
    return str(found)


@pytest.fixture
def house():
    """A folder above that of a house, which belongs to a user without a lasting name."""
    with TemporaryDirectory() as name:
        instance = Path(name, "instance")
        app = create_app(instance, {})
        with closing(app.extensions["matches"].ledger):
            start(Phone(app))
        for path in (Path(name), instance, *instance.iterdir()):
            os.chown(path, NOBODY, NOBODY)
        yield Path(name)


def followed(lines, house, **places):
    """Does what the page says, as root, on a house that lies elsewhere."""
    for name in BY_HAND:
        (house / name).write_text("#!/bin/sh\n")
        (house / name).chmod(0o755)
    for before, after in (
        *places.items(),  # first: the project may itself lie in one of them
        ("/var/lib/scorekeeper", house / "instance"),
        ("/opt/scorekeeper/.venv/bin/scorekeeper", f"{sys.executable} -m scorekeeper"),
        (".venv/bin/scorekeeper", f"{sys.executable} -m scorekeeper"),
        ("/opt/scorekeeper", Path.cwd()),
    ):
        lines = lines.replace(str(before), str(after))
    path = f"{house}{os.pathsep}{os.environ['PATH']}"
    subprocess.run(["sh", "-ec", lines], check=True, env={**os.environ, "PATH": path})


def assert_usable(house):
    """Its user writes into the ledger."""
    open_ledger(f"sqlite:///{house / 'other.db'}").close()  # what is imported only then is root's
    os.seteuid(NOBODY)
    try:
        with closing(open_ledger(f"sqlite:///{house / 'instance' / 'scorekeeper.db'}")) as ledger:
            ledger.try_write()
            assert len(ledger.matches()) == 1
    finally:
        os.seteuid(0)


@pytest.mark.sqlite_file
@pytest.mark.skipif(os.geteuid() != 0, reason="what the page says is done as root")
def test_a_house_is_restored_and_updated_as_the_page_says(house):
    followed(recipe("git pull"), house, **{"/root/": f"{house}/"})
    (copy,) = house.glob("*.db")
    assert_usable(house)
    (house / "instance" / "scorekeeper.db").write_bytes(b"damaged")
    followed(recipe("chown --reference"), house, **{"/backups/scorekeeper-2026-11-27.db": copy})
    assert_usable(house)
    assert (house / "instance" / "damaged" / "scorekeeper.db").read_bytes() == b"damaged"
