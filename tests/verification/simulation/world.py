"""A world: phones, lines and two servers on one file, moved on step by step by a plan.

Whatever happens follows from the seed and the steps alone, so a world can be lived through again.
After each step the laws are looked at; at the end the faults stop, and everybody has to come to
rest.
"""

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.verification.simulation import wishes
from tests.verification.simulation.between import deliver_badly
from tests.verification.simulation.clock import Clock, world_time
from tests.verification.simulation.deeds import do, try_again, write
from tests.verification.simulation.disk import Disk
from tests.verification.simulation.fault import Fault
from tests.verification.simulation.files import File
from tests.verification.simulation.laws import Laws, due_totals
from tests.verification.simulation.line import Line
from tests.verification.simulation.phone import Phone, Send
from tests.verification.simulation.plan import POCKETS, SCORERS, Step, has_pockets, plan
from tests.verification.simulation.pocket import pocket_of
from tests.verification.simulation.pocket_deeds import come_home, rejoin
from tests.verification.simulation.pocket_laws import PocketLaws
from tests.verification.simulation.server import Answer, Killed, Request, Server, apps, silent
from tests.verification.simulation.sitting import join, sit_down
from tests.verification.simulation.wishes import seatings

LANGUAGES = ("cs", "sk", "pl", "be", "en")
OWNERS = ("Petr", "Jana", "Karel")
MEMORY = next((str(path) for path in (Path("/dev/shm"),) if path.is_dir()), None)
"""Where files lie in memory, if the machine has such a place: worlds write a great deal."""
DOWN = 3.0
"""Seconds until a dead server is started again."""
PATIENCE = 30
"""Seconds within which everybody is at rest when the faults end."""
GLANCE = 5.0
"""Seconds between two looks of a phone that has nothing to do."""
EVERY_PAGE = 20
"""Of so many worlds one ends with a look at every page."""


class World:
    """Everything there is; `trace` is what happened, a line for each step."""

    def __init__(self, seed: int, folder: Path, clock: Clock) -> None:
        self.seed, self.clock = seed, clock
        self.disk, self.line = Disk(folder), Line()
        self.servers = [Server(name, app) for name, app in zip("AB", apps(), strict=True)]
        self._starts = [0.0, 0.0]
        speak = LANGUAGES[seed % len(LANGUAGES)]
        self.phones = [Phone(owner, speak) for owner in OWNERS[:SCORERS]]
        self.watcher, self.house = Phone("the watcher", speak, "watcher"), Phone("the house", speak)
        self.leaver, self.first_link = Phone("who left", speak), ""
        self.last_file: File | None = None
        owners = POCKETS if has_pockets(seed) else ()
        self.pockets = [pocket_of(owner, speak, seed) for owner in owners]
        self.laws, self.pocket_laws = Laws(self), PocketLaws(self)
        self.trace: list[str] = []

    def live(self, steps: Iterable[Step]) -> None:
        """Everything that happens, from sitting down to rest. Raises Fault."""
        self._start_the_dead()
        code = sit_down(self, seatings()[self.seed % len(seatings())])
        for pocket in self.pockets:
            pocket.phone.code = code
            rejoin(self, pocket)
            come_home(self, pocket)
        for number, step in enumerate(steps, 1):
            self.trace.append(f"{number:3}. {step.say(OWNERS)}")
            self.pass_time(step.wait)
            self.trace[-1] += f" → {do(self, step)}"
            self.laws.look()
            self.pocket_laws.look()
        self._come_to_rest()
        if self.seed % EVERY_PAGE == 0:
            self.laws.look_at_every_page()

    def end(self) -> None:
        """Leaves nothing open."""
        for server in self.servers:
            server.kill()
        self.disk.close()

    def rejoin(self, phone: Phone) -> bool:
        """A phone whose link has ended opens the new one, if a server lives; False if none has."""
        if phone.generation == self.laws.generation:
            return False
        if any(server.alive for server in self.servers):
            join(self, phone, self.laws.generation)
        return True

    def key(self) -> str:
        """The key of a form that was never sent."""
        return str(self.clock.uuid())

    # --- time ------------------------------------------------------------------------------------

    def pass_time(self, seconds: float) -> None:
        """Lets time pass: dead servers are started, and what was under way arrives."""
        self.clock.time += seconds
        self._start_the_dead()
        for message in self.line.due(self.clock.time):
            self.deliver(message.request, message.server)

    def _start_the_dead(self) -> None:
        for number, server in enumerate(self.servers):
            if not server.alive and self.clock.time >= self._starts[number]:
                server.start(self.disk)

    def _come_to_rest(self) -> None:
        """The faults end: soon every phone is quiet, and shows what the ledger says."""
        for server in self.servers:
            server.skew = 0.0
        for second in range(1, PATIENCE + 1):
            self.pass_time(1.0)
            for phone in (*self.phones, self.watcher):
                self._settle(phone, second)
            for pocket in self.pockets:
                come_home(self, pocket)
            if not self.line.held and not self._restless():
                self.trace.append(f"     at rest after {second} s: {self.laws.version} events")
                self.laws.look()
                self.pocket_laws.look()
                return self.pocket_laws.look_at_the_end()
        raise Fault("rest", f"after {PATIENCE} s these are not at rest: {self._restless()}")

    def _settle(self, phone: Phone, second: int) -> None:
        if not phone.quiet:
            try_again(self, Step("resend", server=second % 2, salt=second), phone)
        elif self.clock.time - phone.shown_at >= GLANCE:
            phone.look(self.plain(second % 2))
        self.laws.read()

    def _restless(self) -> list[str]:
        newest = self.laws.version
        late = [p.owner for p in self.phones if not p.quiet or p.page.seen != newest]
        late += [pocket.owner for pocket in self.pockets if not self.pocket_laws.is_home(pocket)]
        match, watched = self.laws.fold(newest), self.watcher.totals
        totals = due_totals(match)
        if all(row.struck for row in match.rows):  # there is no table
            watched = watched or totals
        return late if watched == totals else [*late, self.watcher.owner]

    # --- lines and servers -----------------------------------------------------------------------

    def deliver(self, request: Request, server: int, arrived: int | None = None) -> Answer | None:
        """A server's answer, if it lives long enough to give one. Raises Fault."""
        process = self.servers[server]
        if process.busy or not process.alive:
            return None
        try:
            return process.answer(request, arrived)
        except Killed:
            return None
        except Fault:
            raise  # of somebody who worked in between
        except Exception as error:
            raise Fault("answer", f"server {process.name} broke: {error!r}") from error

    def plain(self, server: int) -> Send:
        """A line without faults, to a server or, if that is dead, to the other one."""

        def send(request: Request) -> Answer | None:
            usual = self.servers[server]
            return self.deliver(request, 1 - server if usual.busy or not usual.alive else server)

        return send

    def faulty(self, step: Step) -> Send:
        """The line of a step, to its server, with what comes between."""
        return partial(deliver_badly, self, step)

    def die(self, server: int) -> None:
        """A server is dead from now, for some seconds."""
        self.servers[server].kill()
        self._starts[server] = self.clock.time + DOWN

    def another_works(self, server: int, salt: int) -> None:
        """A server does something while the other one works: what is under way, or a save."""
        if message := self.line.next():
            self.deliver(message.request, server)
            return
        random = Random(salt)
        phone = random.choice(self.phones)
        if phone.quiet and self.servers[server].alive:
            want = random.choice((wishes.record, wishes.undo, wishes.rename))
            write(self, Step("record", server=server, salt=salt), phone, want)


def live(seed: int, steps: Iterable[Step] | None = None) -> list[str]:
    """A world from its seed, with its own steps or with others: what happened. Raises Fault.

    The fault carries what had happened as a note.
    """
    with TemporaryDirectory(dir=MEMORY) as folder, world_time(Random(seed)) as clock, silent():
        world = World(seed, Path(folder), clock)
        try:
            world.live(plan(seed) if steps is None else steps)
        except Fault as fault:
            fault.add_note("\n".join(world.trace))
            raise
        finally:
            world.end()
        return world.trace
