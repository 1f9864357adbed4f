"""python -m tests.verification.drills.failover [KILLS]: the leader dies while phones save."""

import argparse
import signal
import sys
from pathlib import Path

from tests.verification.drills import failover
from tests.verification.drills.failover.node import WAYS, missing

SKIPPED = 77


def main() -> int:
    """Runs the drill; gives the exit status."""
    parser = argparse.ArgumentParser(
        "python -m tests.verification.drills.failover",
        description=failover.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("kills", nargs="?", type=int, default=10, help="how often the leader dies")
    parser.add_argument("--saves", type=int, default=100, help="saves a second, of as many phones")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--logs", type=Path, help="a folder for what nodes and apps wrote down")
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=WAYS, help="how, in turn")
    options = parser.parse_args()
    if packages := missing():
        print(f"failover: skipped, install first: apt-get install {' '.join(packages)}")
        return SKIPPED
    from tests.verification.drills.failover.run import Wish, run

    return 0 if run(Wish(**vars(options))) else 1


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # and the machines end with it
    sys.exit(main())
