"""A Firefox without a window, driven by the protocol that is built into it (Marionette).

Mozilla's own driver would bring fourteen packages for the five commands that are needed here.
"""

import json
import re
import shutil
import socket
import subprocess
import threading
from pathlib import Path
from typing import IO, Any

import pytest

from tests.verification.browser.driven import Driven, DriverError

FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
NEEDS_FIREFOX = pytest.mark.skipif(
    FIREFOX is None, reason="needs Firefox: apt-get install firefox-esr"
)
QUIET = {
    "marionette.port": 0,  # a free one, which it says
    "browser.dom.window.dump.enabled": True,
    "remote.log.level": "Info",
    "intl.accept_languages": "cs",
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.dns.localDomains": "scores.test,evil.test",
}


class Firefox(Driven):
    """A running Firefox; `folder` is empty and becomes its profile."""

    left = "unloaded|context was destroyed|actor|aborted|discarded|no such window"

    def __init__(self, folder: Path) -> None:
        lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in QUIET.items()]
        (folder / "user.js").write_text("".join(lines))
        assert FIREFOX, "there is a Firefox"
        options = ("--headless", "--no-remote", "--marionette", "--remote-allow-system-access")
        self._process = subprocess.Popen(
            [FIREFOX, *options, "--profile", folder],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self._line = socket.create_connection(("127.0.0.1", self._port()))
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

    def come_true(self, script: str, patience: int) -> None:
        self._ask("WebDriver:SetTimeouts", script=patience)
        self._ask("WebDriver:ExecuteAsyncScript", script=script, args=[], sandbox="system")

    def let_scripts_run(self, allowed: bool) -> None:
        self._ask("Marionette:SetContext", value="chrome")
        self.run("Services.prefs.setBoolPref('javascript.enabled', arguments[0])", allowed)
        self._ask("Marionette:SetContext", value="content")

    def close(self) -> None:
        self._line.close()
        self._process.kill()
        self._process.wait()
        self._ear.join()

    def _port(self) -> int:
        """Where it listens, as it says; what else it says nobody reads."""
        says = self._process.stdout
        assert says
        for line in says:
            if found := re.search(rb"Listening on port (\d+)", line):
                self._ear = threading.Thread(target=_read_all, args=[says], daemon=True)
                self._ear.start()
                return int(found[1])
        says.close()
        self._process.wait()
        raise DriverError("it did not start")

    def _ask(self, command: str, **parameters: object) -> Any:
        """What Firefox answers to a command: [1, number, error, result]."""
        self._asked += 1
        message = json.dumps([0, self._asked, command, parameters]).encode()
        self._line.sendall(b"%d:%s" % (len(message), message))
        number, error, result = 0, None, None
        while number != self._asked:  # a page that is left may be answered for twice
            _answers, number, error, result = self._receive()
        if error:
            raise DriverError(f"{command}: {error['message']}")
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
                raise DriverError("it has gone")
            text += more
        return text


def _read_all(lines: IO[bytes]) -> None:
    """Lets a process say what it likes, until it has gone."""
    with lines:
        for _line in lines:
            pass
