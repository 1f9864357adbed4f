"""A real phone-sized browser on a real server."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.helpers import Complaints, Taps

PATIENCE = 30  # seconds until a server must answer
QUIET = (
    "--no-sandbox",  # tests may run as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PHONE = {
    "has_touch": True,
    "is_mobile": True,
    "locale": "cs-CZ",
    "timezone_id": "Europe/Prague",
    "reduced_motion": "reduce",
}

OpenPhone = Callable[..., Page]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict) -> dict:
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.fail("the browser tests need Chromium: `make test` installs it", pytrace=False)
    return {**browser_type_launch_args, "executable_path": chromium, "args": list(QUIET)}


@pytest.fixture(scope="session")
def base_url() -> None:
    """In place of the plugin's own, which pytest warns about; `phone` knows its server."""


@pytest.fixture(scope="session")
def live_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the real app with an empty instance folder; one for each test worker."""
    instance = tmp_path_factory.mktemp("instance")
    port = free_port()
    log = instance / "server.log"
    with log.open("wb") as output:
        command = [sys.executable, "-m", "scorekeeper", "serve"]
        server = subprocess.Popen(
            [*command, "--port", str(port), "--instance", str(instance)],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # so that its workers can be stopped with it
        )
    try:
        wait_until_it_answers(server, f"http://127.0.0.1:{port}", log)
        yield f"http://127.0.0.1:{port}"
    finally:
        stop(server)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_it_answers(server: subprocess.Popen[bytes], url: str, log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and server.poll() is None:
        if answers(url):
            return
        time.sleep(0.05)
    pytest.fail(f"the server does not answer:\n{log.read_text('utf-8', 'replace')}", pytrace=False)


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5):
            return True
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code < 500
    except OSError:
        return False


def stop(server: subprocess.Popen[bytes]) -> None:
    for how in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(server.pid, how)
            server.wait(timeout=5)
        except ProcessLookupError:
            return
        except subprocess.TimeoutExpired:
            continue


@pytest.fixture
def complaints() -> Complaints:
    """What the browser complained of in this test; `expect(pattern)` lets one pass."""
    return Complaints()


@pytest.fixture
def open_phone(new_context: Callable, complaints: Complaints) -> Iterator[OpenPhone]:
    """Opens one more phone: `open_phone(width=360, height=592, **options of new_context)`."""
    phones: list[Page] = []

    def open_one(width: int = 360, height: int = 592, **options: object) -> Page:
        size = {"width": width, "height": height}
        phone = new_context(viewport=size, screen=size, **{**PHONE, **options}).new_page()
        complaints.listen(phone)
        phones.append(phone)
        return phone

    yield open_one
    for phone in phones:
        if not phone.is_closed():
            phone.wait_for_timeout(50)  # lets the last messages arrive
    complaints.check()


@pytest.fixture
def blank(open_phone: OpenPhone) -> Page:
    """A phone without a server."""
    return open_phone()


@pytest.fixture
def phone(open_phone: OpenPhone, live_server: str) -> Page:
    """An ordinary phone at our server: `phone.goto("/")`."""
    return open_phone(base_url=live_server)


@pytest.fixture
def small_phone(open_phone: OpenPhone, live_server: str) -> Page:
    """The smallest phone that has to do."""
    return open_phone(320, 568, base_url=live_server)


@pytest.fixture
def taps(phone: Page) -> Taps:
    """The thumb on `phone`."""
    return Taps(phone)
