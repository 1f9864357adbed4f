"""Two servers with a folder each serve one house, whose ledger is in a database: whatever the one
does, the other knows.
"""

from contextlib import ExitStack, closing
from http.client import HTTPConnection
from urllib.parse import urlencode

import pytest

from scorekeeper import create_app
from tests.browser.server import PATIENCE, Server
from tests.web.phone import Phone
from tests.web.table import start

CONFIG = """\
LEDGER = {!r}
SECRET_KEY = "the same on every machine of the house"
"""


@pytest.fixture
def machines(tmp_path, cluster):
    config, folders = CONFIG.format(cluster.schema()), (tmp_path / "one", tmp_path / "other")
    for folder in folders:
        folder.mkdir()
    one, other = (Server(folder, config=config) for folder in folders)
    with ExitStack() as stack:
        for machine in (one, other):
            stack.enter_context(machine)
        yield one, other


@pytest.fixture
def app(machines):
    """A third machine, in the process of the test."""
    app = create_app(machines[0].instance, {})
    with closing(app.extensions["matches"].ledger):
        yield app


def head_of(phone):
    cookie = phone.client.get_cookie(phone.app.config["SESSION_COOKIE_NAME"])
    assert cookie
    return {"Cookie": f"{cookie.key}={cookie.value}", "Accept-Language": "en"}


def ask(machine, phone, path, fields=None):
    """Status and text of what a machine answers a phone; a form is sent if there are `fields`."""
    head, method = head_of(phone), "GET" if fields is None else "POST"
    if fields:
        head["Content-Type"] = "application/x-www-form-urlencoded"
    with closing(HTTPConnection("127.0.0.1", machine.port, timeout=PATIENCE)) as line:
        line.request(method, path, urlencode(fields or {}), head)
        with line.getresponse() as answer:
            return answer.status, answer.read().decode()


def test_what_one_machine_does_the_other_knows(machines, app):
    one, other = machines
    table, watcher = start(Phone(app, "en")), Phone(app, "en")
    watcher.get(table.link("watcher"))
    with closing(HTTPConnection("127.0.0.1", other.port, timeout=PATIENCE)) as there:
        there.request("GET", f"{table.url}/live", headers=head_of(watcher))
        with there.getresponse() as stream:
            assert stream.readline() == b"event: alive\n"
            form = table.open("/new/round").form("form")
            fields = form.filled({"durch": "0"}).to_dict()
            assert ask(one, table.phone, form.action, fields)[0] == 303
            while (line := stream.readline()) != b"event: written\n":
                assert line
            assert stream.readline() == b"id: 2\n"
