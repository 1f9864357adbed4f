"""A figure next to what it is held against, and how two ways to answer requests are compared."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any

from flask import Flask
from werkzeug.test import EnvironBuilder, run_wsgi_app

from scorekeeper.web.http.settings import settle_memory

ROUNDS = 41
"""How often subject and baseline take turns; an odd number, so that the median is one of them."""

Environ = dict[str, Any]


@dataclass(frozen=True)
class Ratio:
    """Two figures that mean something only together.

    `speed` says that the ratio is how many times as quick as the baseline the subject is, and has
    to be at least the aim; else it is how many times as much it takes, and has to be at most that.
    """

    name: str
    subject: float
    baseline: float
    aim: float
    speed: bool = False
    unit: str = "µs"

    @property
    def value(self) -> float:
        """The ratio."""
        return self.baseline / self.subject if self.speed else self.subject / self.baseline

    @property
    def ok(self) -> bool:
        """Whether the aim is met."""
        return self.value >= self.aim if self.speed else self.value <= self.aim


@dataclass(frozen=True)
class Batch:
    """Requests made ready for an app, so that nothing but their answers is timed."""

    app: Flask
    requests: Sequence[Environ]
    status: str

    def microseconds(self) -> float:
        """How long one answer takes on average."""
        began = perf_counter()
        given = [run_wsgi_app(self.app, each, buffered=True)[1] for each in self.requests]
        took = perf_counter() - began
        if wrong := set(given) - {self.status}:
            raise RuntimeError(f"{self.requests[0]['PATH_INFO']} was answered with {wrong}")
        return took / len(self.requests) * 1e6


def compare(subject: Callable[[], Batch], baseline: Callable[[], Batch]) -> tuple[float, float]:
    """Microseconds for each of the two: the medians of their turns, after one to warm up.

    They take turns, so that whatever else the machine does slows both; each turn has a new batch.
    What the first one left behind is settled, as a worker does with what it needs all evening.
    """
    subject().microseconds(), baseline().microseconds()
    settle_memory()
    turns = [(subject().microseconds(), baseline().microseconds()) for _turn in range(ROUNDS)]
    subjects, baselines = zip(*turns, strict=True)
    return median(subjects), median(baselines)


def get(path: str, cookie: str = "") -> Environ:
    """A request for a page."""
    return EnvironBuilder(path, headers=_headers(cookie)).get_environ()


def post(path: str, form: Mapping[str, str], cookie: str = "") -> Environ:
    """A request that sends a form."""
    return EnvironBuilder(path, method="POST", headers=_headers(cookie), data=form).get_environ()


def _headers(cookie: str) -> list[tuple[str, str]]:
    return [("Cookie", cookie), ("Accept-Language", "cs,en;q=0.5")]
