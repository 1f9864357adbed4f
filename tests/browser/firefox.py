"""A Firefox without a window, driven by the protocol that is built into it (Marionette).

Mozilla's own driver would bring fourteen packages for the five commands that are needed here.
"""

import json
import shutil
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
STARTS_WITHIN = 60.0
"""Seconds; a first start makes a profile."""
WAITS = 20.0
"""Seconds that a condition may take to come true."""
QUIET = {
    "intl.accept_languages": "cs",
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}


class FirefoxError(Exception):
    """Firefox could not do what it was asked for."""


class Firefox:
    """A running Firefox; `folder` is empty and becomes its profile. Raises FirefoxError."""

    def __init__(self, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        prefs = {**QUIET, "marionette.port": port}
        lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in prefs.items()]
        (folder / "user.js").write_text("".join(lines))
        assert FIREFOX, "there is a Firefox"
        options = ("--headless", "--no-remote", "--marionette", "--remote-allow-system-access")
        self._process = subprocess.Popen(
            [FIREFOX, *options, "--profile", folder],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._line = self._connected(port)
        self._asked = 0
        self._receive()  # its greeting
        self._ask("WebDriver:NewSession")

    def open(self, url: str) -> None:
        """Goes to a page and waits until it has come."""
        self._ask("WebDriver:Navigate", url=url)

    def back(self) -> None:
        self._ask("WebDriver:Back")

    def reload(self) -> None:
        self._ask("WebDriver:Refresh")

    def run(self, script: str, *arguments: object) -> Any:
        """What a script in the page gives; the page's own scripts cannot see it."""
        answer = self._ask(
            "WebDriver:ExecuteScript", script=script, args=arguments, sandbox="system"
        )
        return answer["value"]

    def wait(self, condition: str, seconds: float = WAITS) -> None:
        """Waits until an expression is true in the page, which may change meanwhile."""
        deadline = time.monotonic() + seconds
        while True:
            with suppress(FirefoxError):
                if self.run(f"return Boolean({condition})"):
                    return
            assert time.monotonic() < deadline, condition
            time.sleep(0.05)

    def let_scripts_run(self, allowed: bool) -> None:
        """Whether pages run their scripts from now on."""
        self._ask("Marionette:SetContext", value="chrome")
        self.run("Services.prefs.setBoolPref('javascript.enabled', arguments[0])", allowed)
        self._ask("Marionette:SetContext", value="content")

    def close(self) -> None:
        self._line.close()
        self._process.kill()
        self._process.wait()

    def _connected(self, port: int) -> socket.socket:
        deadline = time.monotonic() + STARTS_WITHIN
        while time.monotonic() < deadline and self._process.poll() is None:
            with suppress(ConnectionRefusedError):
                return socket.create_connection(("127.0.0.1", port), timeout=60)
            time.sleep(0.1)
        self._process.kill()
        self._process.wait()
        raise FirefoxError("it did not start")

    def _ask(self, command: str, **parameters: object) -> Any:
        """What Firefox answers to a command: [1, number, error, result]."""
        self._asked += 1
        message = json.dumps([0, self._asked, command, parameters]).encode()
        self._line.sendall(b"%d:%s" % (len(message), message))
        _answers, _number, error, result = self._receive()
        if error:
            raise FirefoxError(f"{command}: {error['message']}")
        return result

    def _receive(self) -> Any:
        """The next message: its length in bytes, a colon, JSON."""
        length = b""
        while (byte := self._read(1)) != b":":
            length += byte
        return json.loads(self._read(int(length)))

    def _read(self, size: int) -> bytes:
        text = b""
        while len(text) < size:
            more = self._line.recv(size - len(text))
            if not more:
                raise FirefoxError("it has gone")
            text += more
        return text
