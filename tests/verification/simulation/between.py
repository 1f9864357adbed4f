"""What comes between two points of a server's work, and how a line treats one request."""

import sqlite3
from random import Random
from typing import TYPE_CHECKING

from tests.verification.simulation.line import bytes_arrived
from tests.verification.simulation.plan import Step
from tests.verification.simulation.server import Answer, Killed, Request

if TYPE_CHECKING:
    from tests.verification.simulation.world import World


class Between:
    """Counts the points of a server's work; at the step's one, something comes between.

    A full disk waits for the next statement that can fail.
    """

    def __init__(self, world: "World", step: Step) -> None:
        self._world, self._step, self._left = world, step, step.point

    def __call__(self, can_fail: bool) -> None:
        self._left -= 1
        full = self._step.comes == "full"
        if (full and can_fail and self._left < 0) or (not full and self._left == -1):
            self._come()

    def _come(self) -> None:
        if self._step.comes == "kill":
            self._world.die(self._step.server)
            raise Killed
        if self._step.comes == "full":
            raise disk_full()
        if self._step.comes == "another":
            self._world.another_works(1 - self._step.server, self._step.salt)


def disk_full() -> sqlite3.OperationalError:
    """What SQLite raises when nothing more can be written."""
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode, error.sqlite_errorname = sqlite3.SQLITE_FULL, "SQLITE_FULL"
    return error


def deliver_badly(world: "World", step: Step, request: Request) -> Answer | None:
    """Takes a request over the line of a step to its server; None if no answer comes back."""
    random = Random(~step.salt)
    if step.fate == "before":
        return None
    if step.fate in ("late", "twice"):
        world.line.hold(request, world.clock.time, step.server, random)
    if step.fate == "late":
        return None
    answer = _deliver(world, step, request, random)
    return None if step.fate in ("half", "trimmed", "after") else answer


def _deliver(world: "World", step: Step, request: Request, random: Random) -> Answer | None:
    server, arrived = world.servers[step.server], None
    if step.fate == "half":
        arrived = bytes_arrived(request, random)
    elif step.fate == "trimmed":
        request = request.trimmed(bytes_arrived(request, random))
    with server.disturbed(Between(world, step)):
        return world.deliver(request, step.server, arrived)
