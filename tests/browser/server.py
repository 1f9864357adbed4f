"""The real app as a process of its own, which can be killed and started again."""

import os
import select
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import pytest

PATIENCE = 120  # seconds until a server must answer
MANY = "100000 per hour"
CONFIG = f"MATCHES_PER_ADDRESS = VERDICTS_PER_ADDRESS = STRANGERS_VERDICTS_PER_HOUSE = {MANY!r}\n"
"""All tests of a worker come from one address, and open more than a pub does."""
TELLS = """
import os
if "TOLD" in os.environ:
    os.write(int(os.environ["TOLD"]), b"%d " % os.getpid())
"""
"""Read by each process of the server: by those that answer only when it listens. A test that opens
the folder itself waits for nobody.
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Server:
    """`scorekeeper serve` on an instance folder; the port stays the same over a restart."""

    instance: Path
    port: int = field(default_factory=free_port)
    config: str = CONFIG
    workers: int = 2
    ledger: str = ""
    """The address of its ledger; the file in its folder if there is none."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """What its processes are begun with besides."""
    process: subprocess.Popen[bytes] | None = None
    _told: int = -1
    """Where its processes say that they have begun."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_how: object) -> None:
        self.stop()

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        where = f"LEDGER = {self.ledger!r}\n" if self.ledger else ""
        (self.instance / "config.py").write_text(self.config + where + TELLS, "utf-8")
        log = self.instance / "server.log"
        command = [sys.executable, "-m", "scorekeeper", "serve", "--workers", str(self.workers)]
        self._told, tells = os.pipe()
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                [*command, "--port", str(self.port), "--instance", str(self.instance)],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # so that its workers can be stopped with it
                pass_fds=(tells,),
                env={**os.environ, **self.environment, "TOLD": str(tells)},
            )
        os.close(tells)
        self._wait_until_it_answers(log)

    def kill(self) -> None:
        """Ends it as a power cut would: all at once, with no chance to put anything in order."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        for how in (signal.SIGTERM, signal.SIGKILL):
            try:
                self._end(how)
                return
            except subprocess.TimeoutExpired:
                continue

    def _end(self, how: signal.Signals) -> None:
        if self.process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, how)
        self.process.wait(timeout=5)
        self.process = None
        os.close(self._told)

    def _wait_until_it_answers(self, log: Path) -> None:
        if not (self._listens() and self._answers()):
            self.stop()
            said = log.read_text("utf-8", "replace")
            pytest.fail(f"the server does not answer:\n{said}", pytrace=False)

    def _listens(self) -> bool:
        """Waits until it has begun twice: to look whether all is well, and to serve; false if it
        does not.
        """
        begun: list[bytes] = []
        while len(b"".join(begun).split()) < 2:
            heard, _, _ = select.select([self._told], [], [], PATIENCE)
            begun.append(os.read(self._told, 100) if heard else b"")
            if not begun[-1]:
                return False
        return True

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(self.url, timeout=PATIENCE):
                return True
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code < 500
        except OSError:
            return False
