"""python -m tests.verification.drills NAME [N] [SEED] [--postgres]"""

import argparse
import signal
import sys
from contextlib import nullcontext
from typing import Protocol

from tests.on_postgres import QUICK, every_ledger
from tests.postgres import Cluster, programs, running_cluster
from tests.verification import drills
from tests.verification.drills import fuzz, imports, kill, wire


class Run(Protocol):
    def __call__(self, n: int, seed: int, cluster: Cluster | None = None) -> bool:
        """True if nothing was lost, doubled or broken."""


DRILLS: dict[str, tuple[Run, int]] = {"kill": (kill.run, 100), "wire": (wire.run, 1000)}
"""Those of a server; name → the drill, and its usual N."""
WITHIN = {"fuzz": (fuzz.run, 100_000), "imports": (imports.run, 2000)}
"""Those in one process, whatever its ledgers are kept in."""


def main() -> int:
    """Runs a drill; gives the exit status."""
    parser = argparse.ArgumentParser(
        "python -m tests.verification.drills",
        description=drills.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("name", choices=sorted({*DRILLS, *WITHIN}))
    parser.add_argument("n", nargs="?", type=int, help="how often")
    parser.add_argument("seed", nargs="?", type=int, default=1)
    parser.add_argument("--postgres", action="store_true", help="the ledger lies in PostgreSQL")
    options = parser.parse_args()
    if not options.postgres:
        return 0 if _run(options, None) else 1
    if programs() is None:
        parser.error("there is no PostgreSQL server here: `make test-postgres` installs one")
    with running_cluster(**{} if options.name == "kill" else QUICK) as cluster:
        return 0 if _run(options, cluster) else 1


def _run(options: argparse.Namespace, cluster: Cluster | None) -> bool:
    """True if nothing was lost, doubled or broken."""
    if options.name in WITHIN:
        run, usual = WITHIN[options.name]
        with every_ledger(cluster) if cluster else nullcontext():
            return run(options.n or usual, options.seed)
    drill, usual = DRILLS[options.name]
    return drill(options.n or usual, options.seed, cluster)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # and its servers end with it
    sys.exit(main())
