"""A copy of everything over the line: once, soon, told in the log; and no key is in any log."""

import base64
import os
import sqlite3
import stat
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import gevent
import pytest
from gevent.threadpool import ThreadPool

from scorekeeper import create_app
from scorekeeper.cli import main
from scorekeeper.ledger import open_ledger
from scorekeeper.ledger.sqlite.rows import copy_to
from scorekeeper.maintenance.instance import COPY_SECONDS, allow_copy, default_ledger_url, take_copy
from tests import commands
from tests.browser.server import Server
from tests.conftest import SETTINGS
from tests.web.matrix import World
from tests.web.phone import Phone
from tests.web.table import start
from tests.web.test_operation import attempts

pytestmark = pytest.mark.sqlite_file

PATIENCE = 20
"""Seconds."""
WRONG = "This link is not right. Scan the QR code again."


@pytest.fixture
def house(open_app):
    app = open_app(PROPAGATE_EXCEPTIONS=False)
    start(Phone(app, "en"))
    return app


def folder(app):
    return Path(app.instance_path)


def address(app, *, with_secret=False):
    return f"/backup/{allow_copy(folder(app), with_secret=with_secret)}"


def fetched(app, url, method="GET", **headers):
    """What somebody is answered who has no cookie, whole."""
    client = app.test_client(use_cookies=False)
    with client.open(url, method=method, headers={"Accept-Language": "en", **headers}) as answer:
        answer.get_data()
        return answer


def files(answer):
    assert (answer.status_code, answer.mimetype) == (200, "application/zip")
    with ZipFile(BytesIO(answer.data)) as archive:
        assert archive.testzip() is None
        return {*archive.namelist()}


def test_the_command_prints_an_address_that_gives_a_house_of_its_own(house, tmp_path, capsys):
    words = ["backup", "--address", "--instance", house.instance_path]
    assert main([*words, "--base-url", "https://pub.example/"]) == 0
    url = capsys.readouterr().out.strip()
    assert url.startswith("https://pub.example/backup/")
    answer = fetched(house, url.removeprefix("https://pub.example"))
    assert files(answer) == {"scorekeeper.db"}
    assert answer.headers["Cache-Control"] == "no-store"
    with ZipFile(BytesIO(answer.data)) as archive:
        archive.extractall(tmp_path / "other")
    ledger = house.extensions["matches"].ledger
    (code,) = ledger.matches()
    with closing(open_ledger(default_ledger_url(tmp_path / "other"))) as copy:
        assert copy.read(code) == ledger.read(code)


def test_the_secret_goes_along_only_when_it_is_named(house, capsys):
    secret = (folder(house) / "secret.key").read_bytes()
    assert secret not in b"".join(contents(fetched(house, address(house))))
    words = ["backup", "--address", "--with-secret", "--instance", house.instance_path]
    assert main(words) == 0
    answer = fetched(house, capsys.readouterr().out.strip())
    assert files(answer) == {"scorekeeper.db", "secret.key"}
    assert secret in contents(answer)


def contents(answer):
    with ZipFile(BytesIO(answer.data)) as archive:
        return [archive.read(name) for name in archive.namelist()]


def test_what_the_command_cannot_do_it_says(house, tmp_path, capsys):
    where = ["--instance", house.instance_path]
    said = commands.refusal(capsys, "backup", "copy.db", "--with-secret", *where)
    assert said == "into a file the ledger goes alone: copy secret.key beside it"
    said = commands.refusal(capsys, "backup", "--address", "--instance", str(tmp_path / "none"))
    assert said.endswith("is not there: name its folder with --instance")
    (folder(house) / "secret.key").unlink()
    said = commands.refusal(capsys, "backup", "--address", "--with-secret", *where)
    assert said.endswith("secret.key is not there: config.py holds the secret")


def test_it_is_good_once_for_ten_minutes_and_told_in_the_log(house, caplog):
    used, old, early = address(house), address(house), address(house)
    assert files(fetched(house, used))
    for path, seconds in zip(unused(house), (-COPY_SECONDS - 1, 60), strict=True):
        os.utime(path, (time.time() + seconds,) * 2)
    answers = [fetched(house, url) for url in (used, old, early, "/backup/wrong", "/backup/č")]
    (shown,) = {(each.status_code, each.text.partition("<main")[2]) for each in answers}
    assert shown[0] == 403
    assert WRONG in shown[1]
    assert attempts(caplog) == ["copy", *["link"] * len(answers)]
    tokens = [url.rpartition("/")[2] for url in (used, old, early)]
    assert not [line for line in caplog.messages if any(token in line for token in tokens)]


def unused(app):
    """What the folder has of addresses that are good."""
    return [*folder(app).glob(".copy-*")]


def test_of_an_address_with_the_secret_the_log_tells_that(house, caplog):
    assert fetched(house, address(house, with_secret=True)).status_code == 200
    assert attempts(caplog) == ["keys"]


@pytest.mark.parametrize(
    ("method", "headers"),
    [
        ("HEAD", {}),
        ("GET", {"Range": "bytes=100-"}),
        ("GET", {"Sec-Purpose": "prefetch;prerender"}),
        ("GET", {"Purpose": "prefetch"}),
        ("GET", {"X-Moz": "prefetch"}),
    ],
)
def test_who_only_looks_does_not_use_it_up(house, caplog, method, headers):
    url = address(house)
    looked = fetched(house, url, method, **headers)
    assert (looked.status_code, looked.data) == (204, b"")
    assert fetched(house, "/backup/wrong", method, **headers).status_code == 403
    assert files(fetched(house, url))
    assert attempts(caplog) == ["link", "copy"]


def test_wrong_ones_are_limited_and_keep_no_right_one_out(open_app, caplog):
    app = open_app(RATELIMIT_ENABLED=True, WRONG_LINKS_PER_ADDRESS="2 per hour")
    tries = [fetched(app, "/backup/wrong").status_code for _ in range(4)]
    assert tries == [403, 403, 429, 429]
    assert files(fetched(app, address(app)))
    assert attempts(caplog) == ["link", "link", "limit", "limit", "copy"]


def test_of_many_who_ask_at_once_one_gets_it(tmp_path):
    for _ in range(20):
        token = allow_copy(tmp_path, with_secret=False)
        with ThreadPoolExecutor(8) as threads:
            taken = list(threads.map(lambda _n, token=token: take_copy(tmp_path, token), range(8)))
        assert sorted(taken) == [*[False] * 7, True]


def test_nothing_is_left_of_it_and_the_folder_tells_no_token(house):
    before = {*folder(house).iterdir()}
    token = allow_copy(folder(house), with_secret=True)
    (mark,) = {*folder(house).iterdir()} - before
    assert token not in mark.name
    assert (mark.read_bytes(), stat.S_IMODE(mark.stat().st_mode)) == (b"", 0o600)
    assert fetched(house, f"/backup/{token}").status_code == 200
    assert {*folder(house).iterdir()} == before


def test_what_an_interrupted_copy_left_goes_with_the_next(house):
    forgotten, fresh = (folder(house) / f".copy-{name}" for name in ("old.db.1", "new.db.1"))
    for path in (forgotten, fresh):
        path.write_text("names")
    os.utime(forgotten, (time.time() - COPY_SECONDS - 1,) * 2)
    address(house)
    assert (forgotten.exists(), fresh.exists()) == (False, True)


def test_a_copy_that_fails_leaves_nothing_and_is_told(house, monkeypatch):
    before = {*folder(house).iterdir()}

    def full(*_args):
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("scorekeeper.ledger.sqlite.copy_to", full)
    assert fetched(house, address(house)).status_code in (500, 503)
    assert {*folder(house).iterdir()} == before


def test_while_it_is_made_others_save_in_the_same_process(house, monkeypatch):
    table, begun, saved = start(Phone(house, "en")), threading.Event(), threading.Event()

    def once_saved(db, target):
        begun.set()
        assert saved.wait(PATIENCE), "nobody could save meanwhile"
        copy_to(db, target)

    monkeypatch.setattr("scorekeeper.ledger.sqlite.copy_to", once_saved)
    asking = gevent.spawn(fetched, house, address(house))
    waiting = ThreadPool(1)
    assert waiting.apply(begun.wait, (PATIENCE,))
    waiting.kill()
    table.rounds((28, 0, 0, 0))
    saved.set()
    assert files(asking.get(timeout=PATIENCE)) == {"scorekeeper.db"}


def test_whatever_link_is_opened_no_line_of_the_server_holds_it(tmp_path):
    server = Server(tmp_path)
    server.start()
    app = create_app(tmp_path, SETTINGS)
    with closing(app.extensions["matches"].ledger):
        world = World(app)
        links = {ask.path: ask.url for ask in world.asks() if "<token>" in ask.path}
        for url in links.values():
            for method, sent in (("HEAD", url), ("GET", url), ("GET", f"{url[:-6]}hidden")):
                assert status_of(server, method, sent) == (403 if "hidden" in sent else 0)
    server.stop()
    log = (tmp_path / "server.log").read_text("utf-8")
    hidden = [url.rpartition("/")[2] for url in links.values()]
    hidden += [text for role in world.roles.values() for text in (role.cookie[12:], role.token)]
    assert len(links) >= 5
    assert log.count("security: a link with a wrong token") == len(links)
    assert log.count("security: a download of everything that is kept from") == 1
    for text in ("hidden", "/backup/", "/in/", "/seat/", *hidden, *written(app.secret_key)):
        assert text not in log


def status_of(server, method, path):
    """What is answered; 0 for what is let in."""
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as phone:
        phone.request(method, path)
        with phone.getresponse() as answer:
            answer.read()
            return 0 if answer.status < 400 else answer.status


def written(secret):
    """A secret as it may be written."""
    assert isinstance(secret, bytes)
    return [secret.hex(), base64.b64encode(secret).decode()[:-1], repr(secret)]
