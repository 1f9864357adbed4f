"""A match that comes in from a file: a long one against a tenth of it, in the same run."""

from collections.abc import Iterator
from itertools import islice
from time import process_time

from benchmarks.evening import events, rounds_of
from benchmarks.ratio import Ratio
from scorekeeper.match.files import SENT, load
from scorekeeper.stream.files import dump

LONG, SHORT = 3_000, 300
AIM, SECONDS = 12, 1
TURNS = 5


def measure() -> Iterator[Ratio]:
    """The quickest of some turns, in time of the processor: this is what other phones wait for."""
    text = {size: _file(size) for size in (LONG, SHORT)}
    turns = [{size: _microseconds(text[size]) for size in text} for _turn in range(TURNS)]
    long, short = (min(took[size] for took in turns) for size in text)
    yield Ratio(f"a file of {LONG} events: time of one of {SHORT}", long, short, AIM)
    yield Ratio(f"a file of {LONG} events: of {SECONDS} s", long, SECONDS * 1e6, 1)


def _file(size: int) -> str:
    return dump(events("KACK", [*islice(rounds_of(2), size - 1)]))


def _microseconds(text: str) -> float:
    began = process_time()
    load(text, SENT)
    return (process_time() - began) * 1e6
