"""The line between a phone and the servers: what it does to one message, and what it holds back."""

from dataclasses import dataclass, field
from random import Random
from typing import Literal

from tests.verification.simulation.server import Request

Fate = Literal["through", "before", "half", "trimmed", "after", "twice", "late"]
FATES: dict[Fate, str] = {
    "through": "",
    "before": "the line is cut before",
    "half": "the line is cut in the middle",
    "trimmed": "half of it is passed on as if it were whole",
    "after": "the line is cut before the answer",
    "twice": "it is delivered twice",
    "late": "it is delivered late",
}
"""What a line does to a message, and how a history says it."""
SLOWEST = 12.0
"""Seconds that a message may be under way."""


@dataclass(frozen=True)
class Message:
    """A request under way: when it arrives (seconds since 1970), and at which server."""

    due: float
    request: Request
    server: int


@dataclass
class Line:
    """The messages that are under way, of all phones."""

    held: list[Message] = field(default_factory=list)

    def hold(self, request: Request, now: float, server: int, random: Random) -> None:
        """Takes a message that arrives some seconds later, perhaps at the other server."""
        due = now + random.uniform(0.5, SLOWEST)
        self.held.append(Message(due, request, server if random.random() < 0.5 else 1 - server))

    def due(self, now: float) -> list[Message]:
        """The messages that arrive by now, the first one first; they are under way no more."""
        arrived = sorted((m for m in self.held if m.due <= now), key=lambda m: m.due)
        self.held = [message for message in self.held if message.due > now]
        return arrived

    def next(self) -> Message | None:
        """The message that would arrive next, now."""
        if not self.held:
            return None
        first = min(self.held, key=lambda message: message.due)
        self.held.remove(first)
        return first


def bytes_arrived(request: Request, random: Random) -> int:
    """Where the line cuts a body: anywhere, and often close to its end."""
    size = len(request.body)
    near = random.random() < 0.5
    return max(0, size - random.randint(1, 40)) if near else random.randrange(size + 1)
