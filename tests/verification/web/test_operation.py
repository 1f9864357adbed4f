"""The files beside the app for who runs it: they name what there is."""

import json
import re
from fnmatch import fnmatch
from pathlib import Path

from scorekeeper.cli import _parser
from scorekeeper.web import DEFAULTS
from scorekeeper.web.http import operation
from scorekeeper.web.http.sizes import BIGGEST_BATCH, BIGGEST_FILE, BIGGEST_REQUEST, HEAD_SECONDS

OPERATION = Path(operation.__file__).parent


def test_the_unit_starts_what_there_is() -> None:
    unit = (OPERATION / "scorekeeper.service").read_text()
    (command,) = re.findall(r"^ExecStart=\S*/bin/scorekeeper (.*)$", unit, re.MULTILINE)
    options = _parser().parse_args(command.split())
    assert str(options.instance) == "/var/lib/scorekeeper"
    assert "StateDirectory=scorekeeper\n" in unit
    assert "StateDirectoryMode=0700\n" in unit


def test_an_image_is_made_of_what_there_is_and_starts_it() -> None:
    written = (OPERATION / "container" / "Containerfile").read_text().replace("\\\n", " ")
    top = OPERATION.parents[3]
    taken = (top / ".dockerignore").read_text().splitlines()
    for names in re.findall(r"^COPY (?!--)(.*) \S+$", written, re.MULTILINE):
        for name in names.split():
            assert (top / name).exists(), name
            assert any(fnmatch(name, each[1:]) for each in taken if each.startswith("!")), name
    (command,) = re.findall(r"^CMD (\[.*\])$", written, re.MULTILINE)
    assert str(_parser().parse_args(json.loads(command)).instance) == "/data"


def test_compose_files_name_settings_that_there_are() -> None:
    texts = [each.read_text() for each in (OPERATION / "container").glob("compose*.yaml")]
    named = {name for text in texts for name in re.findall(r"SCOREKEEPER_(\w+):", text)}
    assert named
    assert named <= {*DEFAULTS, "LEDGER", "TRUSTED_HOSTS"}


BYTES = {"k": 1024, "m": 1024**2, "kB": 1000, "MB": 1000**2, "KiB": 1024, "MiB": 1024**2}
"""What nginx and Caddy mean by their units."""


def sizes(written: str, setting: str) -> list[int]:
    found = re.findall(rf"^\s*{setting} (\d+)(\w+)", written, re.MULTILINE)
    return [int(number) * BYTES[unit] for number, unit in found]


def test_app_and_proxies_take_one_size() -> None:
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


def test_the_proxies_pack_what_the_app_answers() -> None:
    proxy = (OPERATION / "nginx.conf").read_text()
    caddy = (OPERATION / "container" / "Caddyfile").read_text()
    assert "gzip on;" in proxy
    assert "encode gzip" in caddy
    assert "event-stream" not in proxy + caddy
    (upstream,) = re.findall(r"^upstream .*?^}", proxy, re.MULTILINE | re.DOTALL)
    (idle,) = re.findall(r"keepalive_timeout (\d+)s", upstream)
    assert int(idle) < HEAD_SECONDS


def test_the_proxy_logs_no_address_of_a_page() -> None:
    proxy = (OPERATION / "nginx.conf").read_text()
    (log,) = re.findall(r"log_format .*?;", proxy, re.DOTALL)
    assert not re.search(r"\$(request|request_uri|uri|args|http_referer)\b", log)
