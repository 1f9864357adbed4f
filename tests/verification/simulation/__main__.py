"""The proof by worlds: a great many steps on all cores, or one world."""

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from functools import partial
from multiprocessing import Pool
from time import perf_counter

from tests.verification.simulation.plan import plan
from tests.verification.simulation.search import Finding, find, first_finding, shortest
from tests.verification.simulation.world import live

CHUNK = 20
"""Worlds that a process takes at once."""
LONG = 64
"""Steps of one world, unless told: what lies before and behind them costs as much as twenty do."""


def main(arguments: Sequence[str] | None = None) -> int:
    """1 if there is a fault, 130 if it was stopped."""
    parser = argparse.ArgumentParser(prog="python -m tests.verification.simulation")
    parser.add_argument("steps", type=int, nargs="?", default=LONG * CHUNK, help="how many")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first seed")
    parser.add_argument("--each", type=int, default=LONG, help="steps of one world")
    parser.add_argument("--seed", type=int, help="tell this world")
    options = parser.parse_args(arguments)
    if options.seed is not None:
        return _tell(options.seed, options.each)
    return _prove(options.first, options.steps, options.each)


def _prove(first: int, steps: int, each: int) -> int:
    """Worlds until so many steps are made, so many in `each`; the first fault ends it."""
    chunks, began = -(-steps // (each * CHUNK)), perf_counter()
    look = partial(first_finding, steps=each)
    ignore = partial(signal.signal, signal.SIGINT, signal.SIG_IGN)
    with Pool(os.cpu_count(), initializer=ignore) as pool:
        try:
            starts = range(first, first + chunks * CHUNK, CHUNK)
            chunks_of = (range(start, start + CHUNK) for start in starts)
            for done, finding in enumerate(pool.imap(look, chunks_of), 1):
                if finding:
                    return _report(finding)
                if done == chunks or done % 50 == 0:
                    made, seconds = done * CHUNK, perf_counter() - began
                    print(f"{made:,} worlds, {made * each:,} steps, {seconds:,.0f} s", flush=True)
        except KeyboardInterrupt:
            return 130
    return 0


def _tell(seed: int, each: int) -> int:
    """One world, step by step."""
    steps = plan(seed, each)
    if finding := find(seed, steps):
        return _report(finding)
    print("\n".join(live(seed, steps)))
    return 0


def _report(finding: Finding) -> int:
    print(shortest(finding))
    return 1


if __name__ == "__main__":
    sys.exit(main())
