"""What came out of the drill: how long nobody could write, and whether all is where it belongs."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tests.verification.drills.failover.phones import Try

LIMIT = 25.0
"""Seconds within which a save must have an answer."""
CODES = re.compile(r"\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b[A-Z0-9]{4}(?=:)|\d+\.\d")
"""What is another thing each time: a key, the code of a match, a time."""
COLUMNS = "{:2} {:9} {:14} {:>13} {:>15} {:>11} {:>12}"
HEAD = ("", "killed", "leader", "none written", "longest answer", "sent again", "whole after")


@dataclass(frozen=True)
class Death:
    """A leader that was killed: how, when, who came after it, and when all three stood again."""

    way: str
    leader: str
    heir: str
    at: float
    whole: float


def outage(tries: Iterable[Try], begin: float, end: float) -> float:
    """The longest time between two moments in which nothing was written at any phone."""
    written = sorted(one.ended for one in tries if one.written and begin < one.ended < end)
    return max(later - sooner for sooner, later in pairwise([begin, *written, end]))


def longest(tries: Iterable[Try]) -> float:
    """The longest time until a save had an answer."""
    return max((one.took for one in tries), default=0.0)


def table(deaths: Sequence[Death], tries: Sequence[Try]) -> list[str]:
    """A line for each death, under a head."""
    ends = [death.at for death in deaths[1:]] + [float("inf")]
    lines = [COLUMNS.format(*HEAD)]
    for n, (death, end) in enumerate(zip(deaths, ends, strict=True), 1):
        those = [one for one in tries if one.ended > death.at and one.began < end]
        again = sum(not one.written for one in those)
        cells = (
            str(n),
            death.way,
            f"{death.leader} → {death.heir}",
            f"{outage(those, death.at, death.whole):.1f} s",
            f"{longest(those):.1f} s",
            str(again),
            f"{death.whole - death.at:.0f} s",
        )
        lines.append(COLUMNS.format(*cells))
    return lines


def sums(tries: Sequence[Try]) -> list[str]:
    """What all of it comes to, and every sentence that a phone was told."""
    written = sum(one.written for one in tries)
    again = len(tries) - written
    line = f"{written} saves, {again} tries sent again, an answer after {longest(tries):.1f} s"
    return [line, *(f"said: {said}" for said in sorted({one.sentence for one in tries} - {""}))]


def unclear(tries: Iterable[Try]) -> list[str]:
    """Answers that leave a phone in doubt, or let it wait too long."""
    found = [f"answered by {one.status}: {one.sentence!r}" for one in tries if not one.clear]
    slow = [f"answered after {one.took:.1f} s" for one in tries if one.took > LIMIT]
    return [*found, *slow]


def summed(faults: Iterable[str]) -> list[str]:
    """Each fault once, with how often it was found; keys and codes make no difference."""
    counts = Counter(CODES.sub("…", fault) for fault in faults)
    return [f"{n} × {fault}" for fault, n in counts.most_common()]


def keys_by_match(rows: Iterable[tuple[str, int, str]]) -> Mapping[str, list[str]]:
    """Code → the keys of its saves, in the order of their numbers; without the opening."""
    found: dict[str, list[str]] = defaultdict(list)
    for code, seq, key in sorted(rows, key=lambda row: (row[0], row[1])):
        if seq > 1:
            found[code].append(key)
    return found
