"""How much of what takes long is asked: a sample by a seed that is printed, or the whole.

WHOLE=1 make verify      all of it
SEED=7 make verify       the sample of that seed
"""

import os
from collections.abc import Sequence
from random import Random
from typing import TypeVar

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
