"""How much the page of a verdict does besides showing it: forms built, trial scorings."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar
from unittest.mock import patch

from wtforms.form import BaseForm

from benchmarks.evening import Table, scorekeeper
from benchmarks.ratio import Batch, Ratio
from scorekeeper.games.kocka import GAME

T = TypeVar("T")
FORMS, SCORINGS = 0, 1
"""How many of each there may be (the aims)."""


def measure() -> Iterator[Ratio]:
    """One look at the verdict on a revoke, at the table of a match."""
    with scorekeeper() as app:
        table = Table(app, 3, durch_every=3)
        request = table.page("/m/{code}/offences/kocka.follow")
        with counted() as done:
            Batch(app, [request], "200 OK").microseconds()
    yield Ratio("verdict page: forms built", done["forms"], 1, FORMS, unit="")
    yield Ratio("verdict page: trial scorings", done["scorings"], 1, SCORINGS, unit="")


@contextmanager
def counted() -> Iterator[Counter[str]]:
    """Counts forms and scorings as long as it is open."""
    done: Counter[str] = Counter()
    build = patch.object(BaseForm, "__init__", _counting(done, "forms", BaseForm.__init__))
    with build, patch.dict(GAME.__dict__, score=_counting(done, "scorings", GAME.score)):
        yield done


def _counting(done: Counter[str], what: str, function: Callable[..., T]) -> Callable[..., T]:
    def count(*arguments: object, **named: object) -> T:
        done[what] += 1
        return function(*arguments, **named)

    return count
