"""A machine of the cluster, as processes: etcd, Patroni and PostgreSQL at its own address."""

import json
import os
import pwd
import shutil
import signal
import subprocess
import urllib.request
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from string import Template
from typing import Any

import scorekeeper
from benchmarks.load.processes import tree
from tests.postgres import OWNER, programs

FILES = Path(scorekeeper.__file__).parent / "web" / "http" / "operation" / "federation"
"""The files of configuration as they are documented; the drill fills in what each machine has."""
NAMES = ("one", "two", "three")
WAYS = ("machine", "database", "machine", "restart", "freeze")
"""How a leader dies, in turn."""
ASKING = 3
"""Seconds within which Patroni says how it is."""


def filled(name: str, values: Mapping[str, str]) -> str:
    """A documented file with its values filled in. Raises KeyError for one that is missing."""
    return Template((FILES / name).read_text("utf-8")).substitute(values)


def variables(text: str) -> dict[str, str]:
    """What a file of NAME=value lines sets, as systemd reads it.

    >>> variables("# one\\nETCD_NAME=one\\n\\nURL=http://a?b=c\\n")
    {'ETCD_NAME': 'one', 'URL': 'http://a?b=c'}
    """
    lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    return dict(line.split("=", 1) for line in lines)


@dataclass
class Node:
    """One of three: `start` runs what would run on its machine, `kill` takes its power away."""

    name: str
    addresses: Mapping[str, str]
    """Name → address, of all three."""
    data: Path
    password: str
    etcd: subprocess.Popen[bytes] | None = None
    patroni: subprocess.Popen[bytes] | None = None
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def address(self) -> str:
        return self.addresses[self.name]

    def prepare(self) -> None:
        """Writes its files."""
        self.data.mkdir()
        values = {
            **self.addresses,
            "name": self.name,
            "address": self.address,
            "network": "127.0.0.0/8",
            "etcd_data": str(self.data / "etcd"),
            "data": str(self.data / "postgres"),
            "sockets": str(self.data),
            "programs": str(programs()),
            "password": self.password,
        }
        self.environment = variables(filled("etcd.env", values))
        config = self.data / "patroni.yml"
        config.write_text(filled("patroni.yml", values), "utf-8")
        give_away(self.data)

    def start(self) -> None:
        """Turns the machine on; what it kept is as it was when it died."""
        self.etcd = self._run("etcd", ["etcd"], self.environment)
        config = str(self.data / "patroni.yml")
        self.patroni = self._run("patroni", ["patroni", config], {})

    def kill(self) -> None:
        """Ends all of it at once, as a power cut does."""
        _send(signal.SIGKILL, self._processes())
        for process in (self.patroni, self.etcd):
            if process is not None:
                process.wait(timeout=10)

    def freeze(self) -> None:
        """Stops all of it where it stands: nobody is told, and every connection stays open."""
        _send(signal.SIGSTOP, self._processes())

    def thaw(self) -> None:
        """Lets it go on where it stopped, as if no time had passed."""
        _send(signal.SIGCONT, self._processes())

    def kill_database(self) -> None:
        """Ends only PostgreSQL, with every process of it; Patroni lives and finds it gone."""
        _send(signal.SIGKILL, self._database_tree())

    def members(self) -> list[dict[str, Any]]:
        """What this node says of all; nothing if it does not answer."""
        with suppress(OSError, ValueError):
            url = f"http://{self.address}:8008/cluster"
            with urllib.request.urlopen(url, timeout=ASKING) as answer:
                return list(json.load(answer)["members"])
        return []

    def said(self, lines: int = 15) -> str:
        """The last that it wrote down."""
        texts = [(self.data / f"{name}.log") for name in ("etcd", "patroni")]
        return "\n".join(
            line
            for path in texts
            if path.exists()
            for line in path.read_text("utf-8", "replace").splitlines()[-lines:]
        )

    def _run(
        self, name: str, command: list[str], environment: Mapping[str, str]
    ) -> subprocess.Popen[bytes]:
        # Nothing of this Python: Debian's own runs Patroni.
        own = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": str(self.data)}
        with (self.data / f"{name}.log").open("ab") as log:
            return subprocess.Popen(
                [*as_owner(), *command],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**own, **environment},
                cwd=self.data,
                start_new_session=True,
            )

    def _processes(self) -> list[int]:
        roots = [*_pids(self.patroni), *_pids(self.etcd)]
        return [*(pid for root in roots for pid in tree(root)), *self._database_tree()]

    def _database_tree(self) -> list[int]:
        """The postmaster and its children: it left Patroni's family when it was started."""
        with suppress(OSError, ValueError):
            pidfile = self.data / "postgres" / "postmaster.pid"
            pid = int(pidfile.read_text().split("\n", 1)[0])
            if str(self.data).encode() in Path(f"/proc/{pid}/cmdline").read_bytes():
                return tree(pid)
        return []


def as_owner() -> list[str]:
    """What stands before a command that PostgreSQL's user shall run; nothing unless we are root."""
    if os.geteuid() != 0:
        return []
    return ["setpriv", f"--reuid={OWNER}", f"--regid={OWNER}", "--init-groups", "--"]


def give_away(folder: Path) -> None:
    """Makes PostgreSQL's user the owner of a folder and of all in it, if we are root."""
    if os.geteuid() == 0:
        owner = pwd.getpwnam(OWNER)
        for path in (folder, *folder.rglob("*")):
            os.chown(path, owner.pw_uid, owner.pw_gid)


def missing() -> list[str]:
    """What has to be installed before the drill can be run."""
    named = {"etcd": "etcd-server", "patroni": "patroni"}
    packages = [package for name, package in named.items() if not shutil.which(name)]
    return [*packages, *([] if programs() else ["postgresql"])]


def _pids(process: subprocess.Popen[bytes] | None) -> list[int]:
    return [process.pid] if process is not None and process.poll() is None else []


def _send(what: signal.Signals, pids: list[int]) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, what)
