"""What happens in a world, as a list that its seed decides.

Every step stands by itself: it says who does what, what the line does to it, and where in the
server's work something comes between. Whatever else it needs it draws from its own `salt`. So a
history can be shortened: without some steps the others still make sense.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Literal

from tests.verification.simulation.line import FATES, Fate

Comes = Literal["", "kill", "full", "another"]
COMES: dict[Comes, str] = {
    "": "",
    "kill": "the server is killed at point {point}",
    "full": "the disk is full at point {point}",
    "another": "at point {point} the other server works",
}
"""What comes between two points of a server's work, and how a history says it."""

DEEDS: dict[str, tuple[int, str]] = {
    "record": (14, "{who} writes an entry"),
    "undo": (4, "{who} takes back"),
    "redo": (3, "{who} brings back"),
    "correct": (3, "{who} corrects a row"),
    "strike": (3, "{who} strikes a row"),
    "rename": (2, "{who} renames the players"),
    "seat": (2, "{who} lets somebody come or go"),
    "rule": (2, "{who} writes a ruling"),
    "renew": (3, "{who} renews the links"),
    "look": (4, "{who} looks"),
    "resend": (6, "{who} tries again"),
    "back": (3, "{who} goes back"),
    "again": (2, "{who} changes the old form"),
    "pry": (2, "a watcher tries to write"),
    "forge": (2, "a foreign page writes with {who}'s cookie"),
    "break-in": (1, "a stranger makes up a link"),
    "use-file": (1, "a stranger uses the exported file"),
    "use-link": (2, "a stranger opens the first link"),
    "use-role": (2, "somebody who left writes"),
    "kill": (2, "server {server} is killed"),
    "power": (1, "the power is cut"),
    "wait": (2, "time passes"),
    "clock": (2, "the clock of server {server} jumps"),
    "take-in": (1, "a file is taken in by server {server}"),
    "bring": (2, "a stranger brings a file"),
    "bring-again": (2, "a stranger brings the last file again"),
    "bring-broken": (1, "a stranger brings what is no file"),
}
"""What can happen: how often, and how a history says it."""
BROUGHT = ("bring", "bring-again", "bring-broken")
CHANGES = ("undo", "redo", "correct", "strike", "rename", "seat", "rule")
BESIDE_POCKETS = {
    "record": 6,
    "resend": 4,
    "look": 2,
    **dict.fromkeys(("renew", "kill", "power", "wait", *CHANGES, *BROUGHT), 1),
}
"""What happens beside phones that have ledgers of their own: how often."""
POCKET_DEEDS: dict[str, tuple[int, str]] = {
    **{deed: (often, DEEDS[deed][1]) for deed, often in BESIDE_POCKETS.items()},
    "pocket": (14, "{pocket}'s phone writes by itself"),
    "old-pack": (4, "{pocket}'s phone writes by itself with an old pack"),
    "begin": (2, "a match begins in {pocket}'s phone"),
    "send": (10, "{pocket}'s phone sends"),
    "late-answer": (2, "{pocket}'s phone gets an old answer"),
    "home": (3, "{pocket}'s phone takes what the server has"),
    "choose": (6, "{pocket}'s table settles two sides"),
    "stop": (1, "the worker in {pocket}'s phone is stopped"),
    "pocket-clock": (1, "the clock of {pocket}'s phone jumps"),
}
"""The same in a world in which some phones have ledgers of their own."""
SAVES = {"record", *CHANGES, "renew", "resend", "back", "again", *BROUGHT, "send"}
"""What sends something that the line, or whatever comes between, can trouble."""
FATE, COME = (8, 1, 2, 1, 3, 2, 3), (6, 2, 1, 2)
"""How often each fate of a message, and each thing that comes between, is drawn."""
STEPS = 16
SCORERS = 3
POCKETS = ("Olga", "Ivan")
"""Whose phones have a ledger of their own."""
POINTS = 30
"""More than a server's work has points, so that some steps go undisturbed."""


@dataclass(frozen=True)
class Step:
    """One thing that happens, some seconds (`wait`) after the one before."""

    deed: str
    who: int = 0
    server: int = 0
    salt: int = 0
    wait: float = 1.0
    fate: Fate = "through"
    comes: Comes = ""
    point: int = 0

    def say(self, owners: tuple[str, ...]) -> str:
        """The step in words."""
        told = (DEEDS | POCKET_DEEDS)[self.deed][1].format(
            who=owners[self.who], server="AB"[self.server], pocket=POCKETS[self.who % len(POCKETS)]
        )
        extra = (FATES[self.fate], COMES[self.comes].format(point=self.point))
        return "; ".join([told, *filter(None, extra)])


def plan(seed: int, steps: int = STEPS) -> tuple[Step, ...]:
    """The history that a seed decides; the same one every time."""
    random = Random(seed)
    deeds = POCKET_DEEDS if has_pockets(seed) else DEEDS
    return tuple(_step(random, deeds) for _ in range(steps))


def has_pockets(seed: int) -> bool:
    """True for a world in which some phones have ledgers of their own."""
    return seed % 2 == 1


def _step(random: Random, known: Mapping[str, tuple[int, str]]) -> Step:
    deeds, weights = list(known), [often for often, _ in known.values()]
    step = Step(
        deed=random.choices(deeds, weights)[0],
        who=random.randrange(SCORERS),
        server=random.randrange(2),
        salt=random.getrandbits(32),
        wait=random.choice((0.1, 1.0, 3.0, 8.0)),
    )
    fate, comes = random.choices(list(FATES), FATE)[0], random.choices(list(COMES), COME)[0]
    point = random.randrange(POINTS) if comes else 0
    if step.deed == "take-in":
        return replace(step, comes=comes, point=point)
    return replace(step, fate=fate, comes=comes, point=point) if step.deed in SAVES else step
