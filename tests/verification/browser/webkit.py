"""A WebKit as Debian has it, driven by its own driver: the browser of iPhones is made of it.

There is no window to see: Xvfb holds the screen. Where one of the three is missing, there is none.
"""

import json
import os
import shutil
import signal
import subprocess
import time
from contextlib import closing, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from tests.browser.server import free_port
from tests.verification.browser.driven import Driven, DriverError

DRIVER = shutil.which("WebKitWebDriver")
SCREEN = shutil.which("xvfb-run")
BROWSER = next(iter(sorted(Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser"))), None)
NEEDS_WEBKIT = pytest.mark.skipif(
    not (DRIVER and SCREEN and BROWSER),
    reason="needs WebKit: apt-get install webkit2gtk-driver xvfb",
)
STARTS = 30.0
"""Seconds in which the driver must answer."""
AGAIN = 5_000
"""Milliseconds after which what has not come true is asked again: of a page that is left while
another process brings the next one the driver may say nothing any more.
"""


class WebKit(Driven):
    """A running WebKit; ends with `close`."""

    left = "navigat|no such frame|no such window|context|Callback was not called|script timeout"

    def __init__(self) -> None:
        assert DRIVER, "there is a driver"
        assert SCREEN, "there is a screen"
        self._port = free_port()
        self._process = subprocess.Popen(
            [SCREEN, "-a", DRIVER, f"--port={self._port}"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # so that screen and browser end with it
            env={**os.environ, "WEBKIT_DISABLE_COMPOSITING_MODE": "1"},
        )
        self._at = ""
        options = {"binary": str(BROWSER), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        answer = self._when_it_listens("session", capabilities=wanted)
        self._at = f"session/{answer['sessionId']}/"

    def open(self, url: str) -> None:
        """Goes to a page, which is loaded then."""
        self._ask("url", url=url)

    def run(self, script: str, *args: object) -> Any:
        """What a function's body gives in the page."""
        return self._ask("execute/sync", script=script, args=args)

    def back(self) -> None:
        self._ask("back")

    def reload(self) -> None:
        self._ask("refresh")

    def come_true(self, script: str, patience: int) -> None:
        soon = min(patience, AGAIN)
        self._ask("timeouts", script=soon)
        try:
            self._ask("execute/async", soon / 1000 + 1, script=script, args=())
        except TimeoutError as error:
            raise DriverError("script timeout") from error

    def close(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGTERM)
        self._process.wait(timeout=10)

    def _when_it_listens(self, command: str, **what: object) -> Any:
        end = time.monotonic() + STARTS
        while True:
            try:
                return self._ask(command, **what)
            except ConnectionRefusedError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)

    def _ask(self, command: str, patience: float = 60, **what: object) -> Any:
        with closing(HTTPConnection("127.0.0.1", self._port, timeout=patience)) as line:
            line.request("POST", f"/{self._at}{command}", json.dumps(what))
            value = json.loads(line.getresponse().read())["value"]
        if isinstance(value, dict) and "error" in value:
            raise DriverError(f"{value['error']}: {value.get('message', '')}")
        return value
