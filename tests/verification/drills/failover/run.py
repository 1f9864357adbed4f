"""The drill itself: phones save, leaders die, and at the end all is counted."""

import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import monotonic, sleep

from tests.browser.server import CONFIG, Server
from tests.verification.drills.failover import tally
from tests.verification.drills.failover.cluster import PATIENCE, Cluster, NotWhole, running
from tests.verification.drills.failover.node import Node
from tests.verification.drills.failover.phones import Phone
from tests.verification.drills.failover.tally import Death

QUIET = 6.0
"""Seconds of saves between a cluster that is whole and its next death."""
NO_LIMITS = "RATELIMIT_ENABLED = False\n"


@dataclass(frozen=True)
class Wish:
    """How many deaths, in which ways, under how many saves a second; where to put the logs."""

    kills: int
    saves: int
    seed: int
    ways: Sequence[str]
    logs: Path | None


def run(wish: Wish) -> bool:
    """True if nothing was lost, doubled or out of order, and each save had its answer in time."""
    deaths: list[Death] = []
    with running() as cluster, serving(cluster) as apps, kept(wish.logs, cluster, apps):
        phones = [_phone(n, apps, wish.seed) for n in range(wish.saves)]
        print(f"failover: seed {wish.seed}, {len(phones)} phones at two apps", flush=True)
        try:
            with played(phones):
                deaths.extend(_deaths(cluster, phones, wish))
            faults = [*_faults(cluster, phones), *_said_by_check(apps[0])]
        except NotWhole as error:
            faults = [str(error)]
    tries = [one for phone in phones for one in phone.tries]
    print(*tally.table(deaths, tries), sep="\n")
    print(*tally.sums(tries), sep="\n")
    faults += tally.unclear(tries)
    print(f"{len(faults)} faults", *tally.summed(faults), sep="\n")
    return not faults


@contextmanager
def serving(cluster: Cluster) -> Iterator[list[Server]]:
    """Two apps that share the database, the secret, and nothing else."""
    config = cluster.config(secrets.token_hex(32))
    with ExitStack() as stack:
        apps = []
        for _ in range(2):
            folder = stack.enter_context(TemporaryDirectory(prefix="scorekeeper-app-"))
            app = Server(Path(folder), config=f"{CONFIG}{NO_LIMITS}{config}")
            apps.append(stack.enter_context(app))
        yield apps


@contextmanager
def kept(logs: Path | None, cluster: Cluster, apps: Sequence[Server]) -> Iterator[None]:
    """Copies what was written down to a folder, whatever comes."""
    try:
        yield
    finally:
        if logs is not None:
            logs.mkdir(parents=True, exist_ok=True)
            for path in [path for node in cluster.nodes for path in node.data.glob("*.log")]:
                shutil.copyfile(path, logs / f"{path.parent.name}-{path.name}")
            for n, app in enumerate(apps, 1):
                shutil.copyfile(app.instance / "server.log", logs / f"app-{n}.log")


def _phone(n: int, apps: Sequence[Server], seed: int) -> Phone:
    phone = Phone(apps[0], language=("cs", "en")[n % 2], apps=apps, random=Random(f"{seed}-{n}"))
    phone.open_match()
    return phone


@contextmanager
def played(phones: Sequence[Phone]) -> Iterator[None]:
    """While each phone saves a round a second; after it each knows whether its last is written."""
    over = Event()
    threads = [Thread(target=phone.play, args=(1.0, over), daemon=True) for phone in phones]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def _deaths(cluster: Cluster, phones: Sequence[Phone], wish: Wish) -> Iterator[Death]:
    """Kills one leader after the other. Raises NotWhole."""
    random = Random(wish.seed)
    for n in range(wish.kills):
        sleep(QUIET + random.random() * 3)
        leader = cluster.leader()
        if leader is None:
            raise NotWhole(f"nobody leads\n{cluster.said()}")
        way, at = wish.ways[n % len(wish.ways)], monotonic()
        _begin(way, leader)
        _wait_until_written(phones, monotonic(), cluster)
        sleep(random.uniform(1, 4))
        _end(way, leader)
        cluster.wait_until_whole()
        heir = cluster.leader()
        yield Death(way, leader.name, heir.name if heir else "", at, monotonic())


def _begin(way: str, leader: Node) -> None:
    match way:
        case "machine":
            leader.kill()
        case "restart":
            leader.kill()
            leader.start()
        case "database":
            leader.kill_database()
        case "freeze":
            leader.freeze()


def _end(way: str, leader: Node) -> None:
    """Lets the dead come back, once it went on without them."""
    if way == "machine":
        leader.start()
    if way == "freeze":
        leader.thaw()


def _wait_until_written(phones: Sequence[Phone], since: float, cluster: Cluster) -> None:
    """Waits until something that was sent after a moment is written. Raises NotWhole."""
    while monotonic() < since + PATIENCE:
        last = [phone.tries[-1] for phone in phones if phone.tries]
        if any(one.written and one.ended > since + 1 for one in last):
            return
        sleep(0.2)
    raise NotWhole(f"after {PATIENCE} s nobody can write\n{cluster.said()}")


def _said_by_check(app: Server) -> list[str]:
    """What `scorekeeper check` finds when it folds every match."""
    command = [sys.executable, "-m", "scorekeeper", "check", "--instance", str(app.instance)]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    return told.stderr.splitlines() or ["check failed"] if told.returncode else []


def _faults(cluster: Cluster, phones: Sequence[Phone]) -> list[str]:
    """What any of the three nodes holds otherwise than it was acknowledged."""
    cluster.wait_until_whole()
    leader = cluster.leader()
    assert leader
    cluster.wait_until_same(leader)
    faults = [f"{phone.code}: never written {phone.pending}" for phone in phones if phone.pending]
    for node in cluster.nodes:
        held = tally.keys_by_match(cluster.rows(node))
        for phone in phones:
            faults += [f"{node.name}: {f}" for f in phone.faults_of(held[phone.code])]
    return faults
