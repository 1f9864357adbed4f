"""python -m tests.drills NAME [N] [SEED]"""

import argparse
import sys

from tests import drills
from tests.drills import cut, fuzz, half, imports, kill

DRILLS = {"cut": (cut.run, 200), "fuzz": (fuzz.run, 100_000)}
DRILLS |= {"half": (half.run, 60), "imports": (imports.run, 2000), "kill": (kill.run, 100)}


def main() -> int:
    """Runs a drill; gives the exit status."""
    parser = argparse.ArgumentParser(
        "python -m tests.drills",
        description=drills.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("name", choices=DRILLS)
    parser.add_argument("n", nargs="?", type=int, help="how often, or for how many seconds")
    parser.add_argument("seed", nargs="?", type=int, default=1)
    options = parser.parse_args()
    run, usual = DRILLS[options.name]
    return 0 if run(usual if options.n is None else options.n, options.seed) else 1


if __name__ == "__main__":
    sys.exit(main())
