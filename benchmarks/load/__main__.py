"""Lets tables play at the real server, and prints what that took and cost."""

import argparse
import os
import signal
import sys
from contextlib import nullcontext

from benchmarks.crowd import allow_many_sockets
from benchmarks.load import __doc__ as about
from benchmarks.load.course import Course, run
from benchmarks.load.house import NotServed, opened, own_postgres


def main() -> int:
    """The exit status: 0 if nothing failed, and all that was acknowledged is there."""
    options = _options()
    course = Course(options.tables, options.come, options.minutes * 60, options.pace, options.seed)
    allow_many_sockets()
    own = own_postgres() if options.postgres else nullcontext(options.ledger)
    try:
        with own as ledger, opened(options.workers, ledger, options.pace) as house:
            print(f"{options.workers} workers on {house.ledger.partition(':')[0]}")
            return 1 if run(course, house) else 0
    except NotServed as refused:
        print(refused, file=sys.stderr)
        return 2


def _options() -> argparse.Namespace:
    kept = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("python -m benchmarks.load", None, about, formatter_class=kept)
    usual = "(default: %(default)s)"
    add = parser.add_argument
    add("--tables", type=int, default=500, help=f"how many tables play {usual}")
    add("--come", type=float, default=5, help=f"how many of them come in a second {usual}")
    add("--minutes", type=float, default=5, help=f"how long, once all have come {usual}")
    add("--pace", type=float, default=1, help=f"how many times as quick as people {usual}")
    add("--ledger", default="", help="postgresql://…; a new SQLite file if it is left out")
    add("--postgres", action="store_true", help="a PostgreSQL server of its own, if installed")
    add("--workers", type=int, default=os.cpu_count() or 1, help=f"of the server {usual}")
    add("--seed", type=int, default=1, help=f"decides what is played {usual}")
    return parser.parse_args()


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # and the server ends with it
    sys.exit(main())
