"""How much of what takes long is asked: a sample by a seed that is printed, the whole, or a great
many questions on all cores.

WHOLE=1 make verify      all of it
SEED=7 make verify       the sample of that seed
"""

import argparse
import os
from collections.abc import Callable, Sequence
from functools import partial
from multiprocessing import Pool
from random import Random
from time import perf_counter
from typing import TypeVar

from scorekeeper.games import GAMES

T = TypeVar("T")
WHOLE = bool(os.environ.get("WHOLE"))
SEED = int(os.environ.get("SEED") or Random().randrange(1_000_000))


def sample(everything: Sequence[T], size: int) -> list[T]:
    """So many of all, in their order; a test that fails says of which seed."""
    if WHOLE:
        return [*everything]
    print(f"SEED={SEED}")
    chosen = sorted(Random(SEED).sample(range(len(everything)), size))
    return [everything[at] for at in chosen]


def ask_on_all_cores(
    program: str, fault_of: Callable[[str, int], str], arguments: Sequence[str] | None = None
) -> int:
    """Asks so many questions of each game by their numbers; 1 if there is a fault anywhere.

    `fault_of(key, number)` says what is wrong with a question of a game; nothing if nothing is.
    """
    parser = argparse.ArgumentParser(prog=f"python -m {program}")
    parser.add_argument("questions", type=int, help="questions of each game")
    parser.add_argument("only", nargs="*", choices=[*GAMES, []], help="of these; default: of all")
    options = parser.parse_args(arguments)
    status = 0
    with Pool() as pool:
        for key in options.only or GAMES:
            began, numbers = perf_counter(), range(options.questions)
            said = pool.imap(partial(fault_of, key), numbers, chunksize=200)
            found = [fault for fault in said if fault]
            took = perf_counter() - began
            print(f"{key:8}{options.questions:>9,} questions, {len(found)} faults, {took:,.0f} s")
            print("\n".join(found[:20]), end="\n" if found else "")
            status = 1 if found else status
    return status
