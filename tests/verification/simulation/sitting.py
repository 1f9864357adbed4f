"""How a world begins: somebody opens a match over a bad line, and the others open its links."""

from functools import partial
from random import Random
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from scorekeeper.web.http.access import Role, link_path
from tests.verification.simulation.fault import Fault
from tests.verification.simulation.line import FATES
from tests.verification.simulation.phone import Phone
from tests.verification.simulation.plan import POINTS, Step
from tests.verification.simulation.server import Request
from tests.verification.simulation.wishes import Seating

if TYPE_CHECKING:
    from tests.verification.simulation.world import World

BAD_LINES, GOOD_LINES = 2, 3
"""How often the form is sent over a line that may be bad, and then over a good one."""


def sit_down(world: "World", seating: Seating) -> str:
    """The code of a match that one phone has opened, and that the others may write in or watch."""
    code = _open(world, world.phones[0], seating)
    world.phones[0].code = code
    world.laws.sit_at(code)
    for phone in (*world.phones[1:], world.house, world.watcher, world.leaver):
        phone.code = code
        join(world, phone, 0)
    world.first_link = _link(world, "scorer")
    for phone in (*world.phones, world.house, world.watcher):
        phone.rejoin = partial(world.rejoin, phone)
    return code


def opening(phone: Phone, seating: Seating, key: str) -> Request:
    """The form that opens a match, filled in."""
    fields = (*seating.fields, ("key", key), ("csrf_token", phone.token))
    body = urlencode(fields).encode()
    return Request(f"/new/{seating.game}", dict(phone.cookies), body, phone.language)


def _open(world: "World", phone: Phone, seating: Seating) -> str:
    """Sends the form of a new match until it is answered; every time the same one."""
    if page := world.plain(0)(Request("/", {})):
        phone.take(page)
    request, random = opening(phone, seating, world.key()), Random(world.seed)
    steps = [_bad_step(random) for _ in range(BAD_LINES)]
    for step in (*steps, *[Step("resend")] * GOOD_LINES):
        answer = world.faulty(step)(request)
        world.pass_time(10.0)
        if answer is not None and answer.status == 303:
            phone.take(answer)
            return answer.location.rpartition("/")[2]
    raise Fault("rest", "no match could be opened")


def _bad_step(random: Random) -> Step:
    return Step(
        "resend",
        server=random.randrange(2),
        salt=random.getrandbits(32),
        fate=random.choice(list(FATES)),
        comes=random.choice(("", "kill", "full")),
        point=random.randrange(POINTS),
    )


def join(world: "World", phone: Phone, generation: int) -> None:
    """The phone opens the link of its role, as it is after so many renewals."""
    path = _link(world, phone.role)
    answer = world.plain(1)(Request(path, dict(phone.cookies), language=phone.language))
    if answer and answer.status < 400:  # a store that is being written gives nobody a role
        phone.take(answer)
        phone.generation = generation
    if answer := world.plain(1)(phone.request_for("/watch")):
        phone.take(answer)


def _link(world: "World", role: Role) -> str:
    with world.servers[0].app.test_request_context("/"):
        return link_path(world.laws.fold(world.laws.version), role)
