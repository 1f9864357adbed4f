"""The app in a phone without a network: how soon it is there, and how quick a tap is.

Each aim is a time or a size; beside them stands what a slow phone makes of it: all of the browser
held to a quarter of one core.
"""

from collections.abc import Iterator
from statistics import median
from urllib.parse import urlencode

from benchmarks.cellar import ENTRIES, Phone, phone, slowly
from benchmarks.ratio import Ratio
from scorekeeper.extras.pocket.pack.building import CannotBuild, build

STARTS, SLOW_STARTS = 5, 3
TAPS, FEWER = 200, 60
COLD, SLOW_COLD = 1_500, 6_000
HALF, MOST = 30, 120
"""Milliseconds for half of all taps, and for all but one in a hundred."""
OPENS = 1_000
SLOWER = 4
SAID, SENTENCES = 500, 11
"""Milliseconds for the verdict of a sentence in a slow phone (the aim); so many are said."""
SENTENCE = "na červenou devítku dal zelenou osmu a měl červenýho krále"
ROOM, MEMORY = 30_000_000, 64_000_000


def measure() -> Iterator[Ratio]:
    """Starts, taps and sizes; nothing where the pack cannot be built."""
    try:
        build(say=lambda part: None)
    except CannotBuild:
        return
    with phone() as at:
        yield _ms("cold start", median([at.cold(at.short) for _ in range(STARTS)]), COLD)
        yield _ms(f"{ENTRIES} entries, cold", at.cold(at.long), COLD)
        yield from _long(at)
        yield from _taps("taps", at.taps(at.short, TAPS), 1)
        yield Ratio(f"phone: room, of {ROOM / 1e6:g} MB", at.room() / 1e3, ROOM / 1e3, 1, unit="kB")
        memory = at.memory() / 1e3
        yield Ratio(f"phone: Python, of {MEMORY / 1e6:g} MB", memory, MEMORY / 1e3, 1, unit="kB")
        with slowly():
            yield _ms(
                "slow: cold start", median(at.cold(at.short) for _ in range(SLOW_STARTS)), SLOW_COLD
            )
            yield from _taps("slow: taps", at.taps(at.short, FEWER), SLOWER)
            yield _ms("slow: a sentence", median(_sentences(at)), SAID)


def _sentences(at: Phone) -> Iterator[float]:
    """Milliseconds until the page with a verdict is here, for sentences that differ in a word."""
    site = at.short.partition("/m/")[0]
    for turn in range(SENTENCES):
        yield at.opens(f"{site}/referee/faraon?{urlencode({'q': f'{SENTENCE} {turn}krát'})}")


def _long(at: Phone) -> Iterator[Ratio]:
    """A long match, first opened by a worker that is awake, and taps on it."""
    at.cold(at.short)
    yield _ms(f"{ENTRIES} entries open", at.opens(at.long), OPENS)
    yield from _taps(f"taps at {ENTRIES} entries", at.taps(at.long, FEWER), 1)


def _taps(name: str, took: list[float], slower: int) -> Iterator[Ratio]:
    yield _ms(f"{name}, half", median(took), HALF * slower)
    yield _ms(f"{name}, 99 of 100", sorted(took)[-1 - len(took) // 100], MOST * slower)


def _ms(name: str, took: float, aim: float) -> Ratio:
    return Ratio(f"phone: {name}: of {aim:g} ms", took, aim, 1, unit="ms")
