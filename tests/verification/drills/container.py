"""An evening against an image: `python -m tests.verification.drills.container IMAGE [NEWER]`.

A phone saves rounds; the container is killed and started again, replaced by one of a newer image,
and at last restored from a backup in another volume, as on another machine. Each time everything
that was acknowledged is there once. Needs podman, or docker with its engine, and an image made as
`scorekeeper/web/http/operation/container/Containerfile` says.
"""

import argparse
import json
import shutil
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic, sleep
from urllib.error import URLError
from urllib.request import urlopen
from uuid import uuid4

from tests.browser.server import free_port
from tests.verification.drills.line import Line

SKIPPED = 77
PATIENCE = 30
"""Seconds until a container must be well."""
HARDENED = (
    "--read-only",
    "--tmpfs=/tmp",
    "--cap-drop=ALL",
    "--security-opt=no-new-privileges",
    # One phone plays a whole evening in a minute.
    "--env=SCOREKEEPER_RATELIMIT_ENABLED=false",
)
ROUNDS = 20


@dataclass
class Container:
    """A container of an image, on a volume that outlives it."""

    engine: str
    image: str
    volume: str = field(default_factory=lambda: f"scorekeeper-drill-{uuid4().hex[:8]}")
    port: int = field(default_factory=free_port)
    name: str = ""

    def start(self) -> None:
        """Starts a new container on the volume, and waits until it is well."""
        self.name = f"{self.volume}-{uuid4().hex[:4]}"
        published = ("--network=host",) if self.engine == "podman" else (f"-p={self.port}:8000",)
        port = self.port if self.engine == "podman" else 8000
        command = ("serve", "--host=0.0.0.0", f"--port={port}", "--instance=/data")
        self._run("run", "--detach", f"--name={self.name}", *published, *self._options(), *command)
        self._wait()

    def kill(self) -> None:
        """Ends it as a power cut would; the volume stays."""
        self._run("rm", "--force", "--time=0", self.name)

    def command(self, *words: str, volumes: tuple[str, ...] = ()) -> str:
        """What a command of the app prints, in a container of its own on the volume."""
        mounted = [f"--volume={each}" for each in volumes]
        return self._run("run", "--rm", *mounted, *self._options(), *words)

    def remove(self) -> None:
        """Leaves nothing behind."""
        if self.name:
            self.kill()
        self._run("volume", "rm", self.volume)

    def _options(self) -> tuple[str, ...]:
        return (*HARDENED, f"--volume={self.volume}:/data", self.image)

    def _run(self, *words: str) -> str:
        return subprocess.run(
            (self.engine, *words), check=True, stdout=subprocess.PIPE, text=True
        ).stdout

    def _wait(self) -> None:
        until = monotonic() + PATIENCE
        while monotonic() < until:
            with suppress(URLError, ConnectionError):
                with urlopen(f"http://127.0.0.1:{self.port}/health", timeout=5) as answer:
                    assert json.load(answer)["status"] == "ok"
                return
            sleep(0.2)  # a container has no other way to say that it listens
        raise TimeoutError(self._run("logs", self.name))


def run(engine: str, image: str, newer: str) -> bool:
    """True if nothing was lost or doubled."""
    house = Container(engine, image)
    other = Container(engine, newer)
    try:
        return _evening(house, other, newer)
    finally:
        house.remove()
        other.remove()


def _evening(house: Container, other: Container, newer: str) -> bool:
    house.start()
    line = Line(house)
    line.open_match()
    faults = _play(line, house, "played")
    house.kill()
    house.start()
    faults += _play(line, house, "killed and started")
    house.kill()
    house.image = newer
    house.start()
    faults += _play(line, house, "updated")
    backups = f"{other.volume}:/backups"
    house.command("backup", "/backups/scorekeeper.db", "--instance=/data", volumes=(backups,))
    faults += _faults(line, other, "moved")
    print(other.command("check", "--instance=/data"), end="")
    print(*faults, sep="\n", end="")
    return not faults


def _play(line: Line, house: Container, what: str) -> list[str]:
    """Saves some rounds; gives the faults."""
    for _ in range(ROUNDS):
        assert line.save() == 303
    return _faults(line, house, what)


def _faults(line: Line, house: Container, what: str) -> list[str]:
    exported = house.command("export", line.code, "--instance=/data").splitlines()
    keys = [json.loads(each)["key"] for each in exported]
    faults = line.faults_of([key for key in keys if key in {*line.keys}])
    print(f"container: {what}, {len(line.keys)} saves: {len(faults)} faults")
    return faults


def main() -> int:
    """Runs the drill; gives the exit status."""
    parser = argparse.ArgumentParser(
        "python -m tests.verification.drills.container", description=__doc__
    )
    parser.add_argument("image")
    parser.add_argument("newer", nargs="?", help="what it is updated to; else the same again")
    options = parser.parse_args()
    engine = (shutil.which("podman") and "podman") or (shutil.which("docker") and "docker")
    if not engine:
        print("container: skipped, there is neither podman nor docker")
        return SKIPPED
    return 0 if run(engine, options.image, options.newer or options.image) else 1


if __name__ == "__main__":
    sys.exit(main())
