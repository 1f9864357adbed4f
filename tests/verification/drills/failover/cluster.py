"""Three machines that keep one ledger: who leads, whether it is whole, what each of them holds."""

import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any

import psycopg

from tests.verification.drills.failover.node import NAMES, Node, filled, give_away

PATIENCE = 120
"""Seconds until a cluster must be whole again: a copy of a node may have to be made anew."""
ROLES = ["leader", "replica", "sync_standby"]
ALIVE = ("running", "streaming")
Row = tuple[str, int, str]
"""Of an event: the code of its match, its number and its key."""


class NotWhole(RuntimeError):
    """The cluster did not come up, or not back; the message says what its nodes said last."""


@dataclass
class Cluster:
    nodes: tuple[Node, ...]
    password: str

    @property
    def hosts(self) -> str:
        """All of its addresses, as libpq takes them."""
        return ",".join(node.address for node in self.nodes)

    def config(self, secret: str) -> str:
        """What stands in config.py of each app."""
        return filled(
            "config.py.in", {**self.addresses, "app_password": self.password, "secret": secret}
        )

    @property
    def addresses(self) -> Mapping[str, str]:
        return self.nodes[0].addresses

    def members(self) -> list[dict[str, Any]]:
        """What the first node that answers says of all."""
        return next((found for node in self.nodes if (found := node.members())), [])

    def leader(self) -> Node | None:
        """The node that leads, as far as anybody knows."""
        names = [m["name"] for m in self.members() if m["role"] == "leader"]
        return next((node for node in self.nodes if node.name in names), None)

    def wait_until_whole(self) -> float:
        """Waits until one leads and two follow, and gives the seconds. Raises NotWhole."""
        began = monotonic()
        while monotonic() < began + PATIENCE:
            if agree([node.members() for node in self.nodes]):
                return monotonic() - began
            sleep(0.5)
        raise NotWhole(f"after {PATIENCE} s: {self.members()}\n{self.said()}")

    def make_database(self) -> None:
        """Makes the app's role and its database, as the page says."""
        with closing(self._connect("postgres", "postgres", self.hosts)) as connection:
            connection.execute(f"CREATE ROLE scorekeeper LOGIN PASSWORD '{self.password}'")
            connection.execute("CREATE DATABASE scorekeeper OWNER scorekeeper")

    def rows(self, node: Node) -> list[Row]:
        """The events that a node holds, match by match in their order."""
        query = "SELECT match, seq, key FROM events ORDER BY match, seq"
        with closing(self._connect("scorekeeper", "scorekeeper", node.address)) as connection:
            return [(code, seq, key) for code, seq, key in connection.execute(query)]

    def wait_until_same(self, leader: Node) -> None:
        """Waits until each node has replayed what the leader wrote until now. Raises NotWhole."""
        (place,) = self._asked(leader, "SELECT pg_current_wal_flush_lsn()")
        ends = monotonic() + PATIENCE
        while not all(self._has(node, place) for node in self.nodes):
            if monotonic() > ends:
                raise NotWhole(f"after {PATIENCE} s a standby is behind\n{self.said()}")
            sleep(0.5)

    def said(self) -> str:
        """The last that each node wrote down."""
        return "\n".join(f"--- {node.name}\n{node.said()}" for node in self.nodes)

    def _has(self, node: Node, place: str) -> bool:
        """Whether a node has replayed all up to a place; one that just starts has not."""
        sql = "SELECT NOT pg_is_in_recovery() OR pg_last_wal_replay_lsn() >= %s"
        try:
            return bool(self._asked(node, sql, place)[0])
        except psycopg.OperationalError:
            return False

    def _asked(self, node: Node, sql: str, *values: Any) -> tuple[Any, ...]:
        with closing(self._connect("postgres", "postgres", node.address)) as connection:
            return connection.execute(sql, values).fetchone() or ()

    def _connect(self, user: str, database: str, hosts: str) -> psycopg.Connection[Any]:
        way = "read-write" if "," in hosts else "any"
        return psycopg.connect(
            host=hosts,
            user=user,
            dbname=database,
            password=self.password,
            target_session_attrs=way,
            connect_timeout=3,
            autocommit=True,
        )


def is_whole(members: list[dict[str, Any]]) -> bool:
    """Whether one leads and two follow it closely, one of them synchronously."""
    roles = sorted(member["role"] for member in members)
    timelines = {member.get("timeline") for member in members}
    alive = all(member["state"] in ALIVE for member in members)
    near = all(isinstance(member.get("lag", 0), int) for member in members)
    return roles == ROLES and alive and near and len(timelines) == 1


def agree(views: list[list[dict[str, Any]]]) -> bool:
    """Whether all nodes see one leader, and are whole; who was frozen sees himself leading."""
    leaders = {m["name"] for members in views for m in members if m["role"] == "leader"}
    return len(leaders) == 1 and all(is_whole(members) for members in views)


@contextmanager
def running() -> Iterator[Cluster]:
    """A whole cluster with an empty database, in a temporary folder on a disk."""
    with TemporaryDirectory(prefix="scorekeeper-", dir="/var/tmp") as name:
        place, password = Path(name), secrets.token_hex(16)
        place.chmod(0o755)
        give_away(place)
        addresses = {name: f"127.{83 + os.getpid() % 100}.0.{n}" for n, name in enumerate(NAMES, 1)}
        nodes = tuple(Node(name, addresses, place / name, password) for name in NAMES)
        cluster = Cluster(nodes, password)
        try:
            for node in nodes:
                node.prepare()
                node.start()
            cluster.wait_until_whole()
            cluster.make_database()
            yield cluster
        finally:
            for node in nodes:
                node.kill()
