"""A PostgreSQL server for tests: its own, from what is installed, in a folder that goes again."""

import fcntl
import os
import select
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory

DEBIAN = Path("/usr/lib/postgresql")
OWNER = "postgres"
"""Who runs the server where the tests run as root, which it refuses."""
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "max_connections": "200",
    "shared_buffers": "64MB",
    "timezone": "Europe/Prague",
}


@cache
def programs() -> Path | None:
    """The folder of PostgreSQL's programs, of the newest version; None if there is no server."""
    versions = sorted(DEBIAN.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    on_path = shutil.which("initdb")
    found = versions[-1] if versions else Path(on_path).resolve() if on_path else None
    return found.parent if found else None


class Cluster:
    """A server on a free port of this machine; it may be stopped, killed and started again."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port = folder / "data", port

    @classmethod
    def make(cls, folder: Path, **settings: str) -> "Cluster":
        """One that has not been started yet, in an empty folder."""
        cluster = cls(folder, free_port())
        cluster._initialise({**SETTINGS, **settings, "port": str(cluster.port)})
        return cluster

    def _initialise(self, settings: Mapping[str, str]) -> None:
        self.folder.parent.chmod(0o755)
        self.folder.mkdir()
        if os.geteuid() == 0:
            shutil.chown(self.folder, OWNER, OWNER)
        usual = ("--encoding=UTF8", "--locale=C.UTF-8", "--auth=trust", f"--username={OWNER}")
        self._run("initdb", "--pgdata", str(self.folder), *usual)
        lines = (f"{name} = '{value}'\n" for name, value in settings.items())
        with (self.folder / "postgresql.conf").open("a") as file:
            file.writelines([*lines, "unix_socket_directories = ''\n"])

    def url(self, database: str = OWNER, user: str = OWNER) -> str:
        return f"postgresql://{user}@127.0.0.1:{self.port}/{database}"

    def database(self) -> str:
        name = f"d{token_hex(6)}"
        self.sql(f"create database {name}")
        return self.url(name)

    def schema(self) -> str:
        """The address of a new, empty schema: quicker to be had than a database."""
        import psycopg
        from psycopg import sql

        name = f"s{token_hex(6)}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(sql.SQL("create schema {}").format(sql.Identifier(name)))
        return f"{self.url()}?options=-csearch_path%3D{name}"

    def sql(self, command: str, database: str = OWNER) -> str:
        return self._run("psql", self.url(database), "-XAtqc", command).stdout.strip()

    def start(self) -> None:
        self._run("pg_ctl", "start", "-w", "-D", str(self.folder), "-l", f"{self.folder}/log")

    def stop(self, mode: str = "immediate") -> None:
        """Stops the server: `immediate` as a power cut would, `fast` with a word to everybody."""
        with suppress(subprocess.CalledProcessError):
            self._run("pg_ctl", "stop", "-w", "-m", mode, "-D", str(self.folder))

    def kill(self) -> None:
        """Ends every process of it at once, as no stop of its own does."""
        told = (self.folder / "postmaster.pid").read_text().partition("\n")[0]
        below = subprocess.run(["pgrep", "-P", told], capture_output=True, text=True, check=False)
        for pid in [int(pid) for pid in (told, *below.stdout.split())]:
            with suppress(ProcessLookupError):
                _kill(pid)
        # Its number may stay taken for a while, and would keep the next one from starting.
        (self.folder / "postmaster.pid").unlink()

    def _run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        folder = programs()
        assert folder, "there is no PostgreSQL server here"
        path = folder / program
        command = [str(path) if path.exists() else program, *arguments]
        as_owner = ["runuser", "-u", OWNER, "--"] if os.geteuid() == 0 else []
        with (self.folder.parent / "said").open("a") as file:
            return subprocess.run(
                [*as_owner, *command],
                check=True,
                cwd="/",
                text=True,
                stdin=subprocess.DEVNULL,
                stdout=file if program == "pg_ctl" else subprocess.PIPE,
                stderr=file,
            )


@contextmanager
def running_cluster(**settings: str) -> Iterator[Cluster]:
    with TemporaryDirectory(prefix="scorekeeper-pg-") as folder:
        cluster = Cluster.make(Path(folder), **settings)
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()


FOLDER = "TEST_CLUSTER_FOLDER"
"""The variable that names the folder of the server that all processes of a test run share."""


@contextmanager
def room_for_a_cluster() -> Iterator[None]:
    """Meanwhile `shared_cluster` has a folder; a server that was started in it ends with it."""
    with TemporaryDirectory(prefix="scorekeeper-pg-") as folder:
        os.environ[FOLDER] = folder
        yield
        del os.environ[FOLDER]
        port = Path(folder) / "port"
        if port.exists():
            Cluster(Path(folder), int(port.read_text())).stop()


def shared_cluster(**settings: str) -> Cluster:
    """The server of this run: whoever asks first starts it, the others wait for it."""
    folder = Path(os.environ[FOLDER])
    port = folder / "port"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not port.exists():
            cluster = Cluster.make(folder, **settings)
            cluster.start()
            port.write_text(str(cluster.port))
    return Cluster(folder, int(port.read_text()))


def _kill(pid: int) -> None:
    """Kills a process and waits for its end. Raises ProcessLookupError if it is not there."""
    process = os.pidfd_open(pid)
    try:
        signal.pidfd_send_signal(process, signal.SIGKILL)
        select.select([process], [], [])
    finally:
        os.close(process)


def free_port() -> int:
    """A port of this machine that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
