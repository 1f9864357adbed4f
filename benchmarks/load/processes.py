"""What processes take of the machine, as /proc tells it."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")
PROC = Path("/proc")


@dataclass(frozen=True)
class Cost:
    """Seconds of a core that a process took so far, with its children that ended; bytes it holds.

    What several processes share is divided among them, where the system tells.
    """

    pid: int
    seconds: float
    memory: int


def seconds_in(stat: str) -> float:
    """The seconds of a core in the text of /proc/PID/stat; the name may hold whatever it likes.

    >>> seconds_in("7 (a) b) S 1 7 7 0 -1 0 0 0 0 0 100 50 20 10 20 0 1") == 180 / TICK
    True
    """
    return sum(map(int, stat.rpartition(")")[2].split()[11:15])) / TICK


def bytes_in(status: str, name: str) -> int:
    """The bytes of a line of /proc/PID/status or smaps_rollup.

    >>> bytes_in("VmPeak:  9 kB\\nVmRSS:   2 kB\\n", "VmRSS")
    2048
    """
    return int(status.partition(f"{name}:")[2].split()[0]) * 1024


def tree(pid: int) -> list[int]:
    """A process and all that descend from it, itself first; none if it is gone."""
    try:
        tasks = (PROC / str(pid) / "task").iterdir()
        children = [int(n) for task in tasks for n in (task / "children").read_text().split()]
    except OSError:
        return []
    return [pid, *(each for child in children for each in tree(child))]


def parent(pid: int) -> int:
    """The process from which another descends. Raises OSError if that is gone."""
    return int((PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()[1])


def costs(pids: Iterable[int]) -> list[Cost]:
    """What each of some processes takes; those that are gone are left out."""
    return [found for pid in pids if (found := _cost(pid))]


def own() -> Cost:
    """What this process takes."""
    (mine,) = costs([os.getpid()])
    return mine


def taken(before: Sequence[Cost], after: Sequence[Cost]) -> float:
    """Seconds of a core that processes took between two looks at them.

    >>> taken([Cost(7, 1.0, 0)], [Cost(7, 3.0, 0), Cost(8, 0.5, 0)])
    2.5
    """
    was = {cost.pid: cost.seconds for cost in before}
    return sum(cost.seconds - was.get(cost.pid, 0.0) for cost in after)


def _cost(pid: int) -> Cost | None:
    at = PROC / str(pid)
    try:
        return Cost(pid, seconds_in((at / "stat").read_text()), _memory(at))
    except (OSError, IndexError):
        return None


def _memory(at: Path) -> int:
    """A process's part of what it shares with others, where it is told; else all that it holds."""
    try:
        return bytes_in((at / "smaps_rollup").read_text(), "Pss")
    except PermissionError:
        return bytes_in((at / "status").read_text(), "VmRSS")
