"""What comes between two points of a server's work, and how a line treats one request."""

import sqlite3
from dataclasses import replace
from itertools import count
from random import Random
from typing import TYPE_CHECKING

from tests.verification.simulation.line import bytes_arrived
from tests.verification.simulation.plan import Step
from tests.verification.simulation.server import Answer, Killed, Point, Request

if TYPE_CHECKING:
    from tests.verification.simulation.world import World


def between(world: "World", step: Step) -> Point:
    """What comes at the step's point of a server's work; a full disk waits for the next statement
    that can fail.
    """
    points = count(-step.point)

    def come(can_fail: bool) -> None:
        point = next(points)
        if step.comes == "full" and can_fail and point >= 0:
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode, error.sqlite_errorname = sqlite3.SQLITE_FULL, "SQLITE_FULL"
            raise error
        if step.comes == "kill" and point == 0:
            world.die(step.server)
            raise Killed
        if step.comes == "another" and point == 0:
            world.another_works(1 - step.server, step.salt)

    return come


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
        # As a proxy passes a half on for whole.
        request = replace(request, body=request.body[: bytes_arrived(request, random)] or b"=")
    with server.disturbed(between(world, step)):
        return world.deliver(request, step.server, arrived)
