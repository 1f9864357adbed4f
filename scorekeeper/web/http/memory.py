"""How a process that serves pages looks for what nobody needs any more."""

import gc

OBJECTS = 20_000
"""New objects after which the youngest are looked through. A page makes thousands of them, and the
first fold of a long match hundreds of thousands, hardly any in a circle: to look after each 700, as
is usual, takes a fifth of the time of a form, and more of such a fold.
"""


def settle_memory() -> None:
    """Takes all that is here now as what stays, so that nobody looks through it again: that would
    stop all phones at once.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(OBJECTS)
