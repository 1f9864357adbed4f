"""What a phone leaves behind by looking, and what can be told from that at any moment."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Kind = Literal["scorer", "watcher", "board"]

GRACE = 6.0
"""Seconds in which a phone may lose its stream and begin the next one: a page leads to another."""
POLL = 15.0
"""Seconds for which a phone without a stream is there after it asked."""
SIGN = 50.0
"""Seconds in which a phone that ever gave a sign of life on its stream gives the next one."""
MEMORY = 3600.0
"""Seconds after which a phone that gave no sign is forgotten."""


class Trace(NamedTuple):
    """One phone: what it is, in whose hand, and moments in seconds, 0 for never.

    When its latest stream `began`, when one was known to flow (`streamed`), when it `asked` for a
    page without one, and when it `signed` that it hears its stream.
    """

    kind: Kind
    person: int | None = None
    began: float = 0
    streamed: float = 0
    asked: float = 0
    signed: float = 0

    @property
    def heard(self) -> float:
        """When the phone itself was heard of; what a stream is believed to do does not count."""
        return max(self.began, self.asked, self.signed)

    def is_silent(self, now: float) -> bool:
        """True if its stream seems to flow, but is not heard: it ends in a proxy, or asleep."""
        return self.signed > self.began and now - self.signed >= SIGN

    def is_there(self, now: float) -> bool:
        """True if the phone looks on."""
        polls = self.asked > self.began and now - self.asked < POLL
        return polls or (now - self.streamed < GRACE and not self.is_silent(now))

    def last(self, now: float) -> float:
        """When it was there last, as far as is known."""
        return self.heard if self.is_silent(now) else max(self.heard, self.streamed)

    def moved(self, by: float) -> "Trace":
        """The same by a clock that is so many seconds ahead; what never was still is not."""
        return Trace(self.kind, self.person, *(moment and moment + by for moment in self[2:]))


@dataclass(frozen=True)
class Away:
    """A person of whose phones none looks on any more, and when one did last."""

    person: int
    since: float


@dataclass(frozen=True)
class Viewers:
    """Who looks on at a match: these `people`, and so many other phones of each kind.

    Those who are `away` looked on within the hour, the latest first.
    """

    people: tuple[int, ...] = ()
    others: Mapping[Kind, int] = field(default_factory=dict)
    away: tuple[Away, ...] = ()

    @property
    def number(self) -> int:
        """How many look on."""
        return len(self.people) + sum(self.others.values())


def joined(one: Trace, other: Trace) -> Trace:
    """What two processes know of the same phone; whose news is newer says what it is."""
    newer = one if one.heard >= other.heard else other
    return Trace(newer.kind, newer.person, *map(max, one[2:], other[2:]))


def viewers_of(traces: Iterable[Trace], now: float) -> Viewers:
    """Who looks on, from what all phones left behind; a person may have several."""
    others: Counter[Kind] = Counter()
    here: set[int] = set()
    last: dict[int, float] = {}
    for trace in traces:
        there, person = trace.is_there(now), trace.person
        if person is None:
            others[trace.kind] += there
        elif there:
            here.add(person)
        else:
            last[person] = max(last.get(person, 0), trace.last(now))
    away = sorted(
        (Away(person, since) for person, since in last.items() if person not in here),
        key=lambda each: -each.since,
    )
    return Viewers(tuple(sorted(here)), +others, tuple(away))
