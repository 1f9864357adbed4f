"""The time and the chance of a world: what the app asks the machine for is answered from here.

Nothing waits: a world's time only moves when the world moves it, and every server may read it
wrong. What the app draws by lot (keys of saves) comes from the world's seed.
"""

import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, tzinfo
from functools import cache
from random import Random
from types import ModuleType

EVENING = 1_795_200_000.0
"""When every world begins: seconds since 1970."""
OTHERS = ("itsdangerous.timed",)
"""Modules of libraries that read the time for the app."""


class Clock:
    """The true `time` (seconds since 1970), and by how much (`skew`) the one who looks is wrong."""

    def __init__(self) -> None:
        self.time, self.skew = EVENING, 0.0
        self.chance = Random(0)

    @property
    def shown(self) -> float:
        """The time as the running process reads it."""
        return self.time + self.skew

    def uuid(self) -> uuid.UUID:
        """The next key that is drawn."""
        return uuid.UUID(int=self.chance.getrandbits(128), version=4)


CLOCK = Clock()
"""The one clock of this process; each world sets it back."""


class WorldDatetime(datetime):
    @classmethod
    def now(cls, tz: tzinfo | None = None) -> "WorldDatetime":
        return cls.fromtimestamp(CLOCK.shown, tz)


class WorldTime(ModuleType):
    """The module `time` with the world's clock; a sleep takes no time of ours."""

    @staticmethod
    def time() -> float:
        """The seconds since 1970, as the running process reads them."""
        return CLOCK.shown

    monotonic = perf_counter = time

    @staticmethod
    def sleep(seconds: float) -> None:
        """Lets the world's time pass."""
        CLOCK.time += seconds

    def __getattr__(self, name: str) -> object:
        return getattr(time, name)


STANDS_FOR: tuple[tuple[object, object], ...] = (
    (datetime, WorldDatetime),
    (time, WorldTime("time")),
    (time.time, WorldTime.time),
    (time.monotonic, WorldTime.monotonic),
    (time.sleep, WorldTime.sleep),
    (uuid.uuid4, CLOCK.uuid),
)
"""What a module may have imported, and what it finds in a world instead."""


@contextmanager
def world_time(chance: Random) -> Iterator[Clock]:
    """The app reads the world's time, from its beginning, and draws by the world's lot."""
    CLOCK.time, CLOCK.skew, CLOCK.chance = EVENING, 0.0, chance
    for module, name, _, stand_in in _places():
        setattr(module, name, stand_in)
    try:
        yield CLOCK
    finally:
        for module, name, original, _ in _places():
            setattr(module, name, original)


@cache
def _places() -> tuple[tuple[ModuleType, str, object, object], ...]:
    """Every name in the app by which it reads time or draws lots: module, name, and both sides."""
    ours = [
        module
        for name, module in sys.modules.items()
        if name in OTHERS or name.partition(".")[0] == "scorekeeper"
    ]
    return tuple(
        (module, name, original, stand_in)
        for module in ours
        for name, value in list(vars(module).items())
        for original, stand_in in STANDS_FOR
        if value is original
    )
