"""Decisions a second in games played at random, beside RLCard's UNO in the same run.

    python -m benchmarks.uno                        fetches RLCard into a folder that goes again
    python -m benchmarks.uno --peer PYTHON          by a Python that has it

Both play for four: all that a player may do, and one of it done. It is not among what `make bench`
runs, which fetches nothing.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import IO
from venv import create

from benchmarks.__main__ import line
from benchmarks.ratio import Ratio
from benchmarks.walks import ROUNDS, TABLES, WARM, Table, decision
from scorekeeper.games.kocka.house_rules import HouseRules as KockaRules
from scorekeeper.games.taroky.house_rules import HouseRules as TarokyRules
from tests.verification.walks import kocka, taroky
from tests.verification.walks.contract import AnyWalk

PACKAGE = "rlcard==1.2.0"
PEER = Path(__file__).with_name("uno_peer.py")
AIM = 0.8
PLAYED: tuple[tuple[str, AnyWalk, tuple[Table, ...]], ...] = (
    *((name, game, tables) for name, game, tables, _aim in TABLES),
    ("Taroky", taroky.WALK, ((4, TarokyRules()),)),
    ("Kočka", kocka.WALK, ((4, KockaRules()),)),
)


class Peer:
    """RLCard in a process of its own."""

    def __init__(self, python: str) -> None:
        self._process = subprocess.Popen(
            [python, PEER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def decision(self, seed: int) -> float:
        """Microseconds for a decision; it has the machine as long as it is asked."""
        _of(self._process.stdin).write(f"{seed}\n")
        _of(self._process.stdin).flush()
        return float(_of(self._process.stdout).readline())

    def close(self) -> None:
        """Lets it end."""
        _of(self._process.stdin).close()
        self._process.wait()


def _of(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None, "both are pipes"
    return pipe


def ratios(peer: Peer) -> Iterator[Ratio]:
    """Microseconds for a decision of each game, warm, taking turns with the peer's."""
    for name, game, tables in PLAYED:
        for turn in range(WARM):
            decision(game, tables, ROUNDS + 1 + turn)
        turns = [(decision(game, tables, turn), peer.decision(turn)) for turn in range(ROUNDS)]
        subject, baseline = (median(times) for times in zip(*turns, strict=True))
        title = f"{1e6 / subject:.0f} decisions a second in {name}: of RLCard's UNO"
        yield Ratio(title, subject, baseline, AIM, speed=True)


def fetched(place: Path) -> str:
    """A Python that has RLCard, in a folder."""
    create(place, with_pip=True)
    python = str(place / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", PACKAGE], check=True)
    return python


def main() -> int:
    """Prints the table."""
    shape = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.uno", description=__doc__, formatter_class=shape
    )
    parser.add_argument("--peer", metavar="PYTHON", help="a Python that has RLCard")
    options = parser.parse_args()
    with TemporaryDirectory(prefix="rlcard-") as place:
        peer = Peer(options.peer or fetched(Path(place)))
        for ratio in ratios(peer):
            print(line(ratio), flush=True)
        peer.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
