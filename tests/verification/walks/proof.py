"""The proof by playing: random games in which nothing is wrong, and as many with one offence.

    python -m tests.verification.walks.proof 100000            so many of both kinds, of every game
    python -m tests.verification.walks.proof 100000 taroky     of one game

Every move that is made is judged, and a game that can be audited is audited as a whole; the cards
are all there at the end, and the sheet takes the game. A planted offence is found, and nothing
else. In some positions of each game facts are left out: no decided verdict may change with them.
A proof that was stopped (Ctrl-C) goes on when it is called again, until the code changes.
"""

import argparse
import json
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import cache, partial
from hashlib import sha256
from multiprocessing import Pool, cpu_count
from pathlib import Path
from time import perf_counter

from tests.verification.walks.contract import AnyWalk
from tests.verification.walks.games import WALKS
from tests.verification.walks.prove import Count, prove_legal, prove_offence

ROOT = Path(__file__).parents[3]
PROVED = ROOT / ".pytest_cache" / "proof.json"
"""How far the proof has come."""
CODE = (
    "scorekeeper/core/cards.py",
    "scorekeeper/referee",
    "scorekeeper/games",
    "tests/verification/walks",
)
"""What the proof is about: if it changes, the proof begins anew."""
CHUNK = 50
"""Games of each kind between two notes of how far the proof has come."""


def prove_chunk(game: AnyWalk, first: int) -> tuple[Count, str]:
    """Games of both kinds from a seed on; the first fault with its seed, or nothing."""
    count, began = Count(), perf_counter()
    for seed in range(first, first + CHUNK):
        for prove in (prove_legal, prove_offence):
            try:
                count += prove(game, seed)
            except Exception as why:
                return count, f"{game.game.key}, seed {seed}, {prove.__name__}: {why!r}"
        count.games += 1
    count.seconds = perf_counter() - began
    return count, ""


def prove_chunk_of(first: int, key: str) -> tuple[Count, str]:
    """The same, of a game by its key, for other processes."""
    return prove_chunk(WALKS[key], first)


@cache
def version() -> str:
    """What the code says that the proof is about."""
    files = (file for path in CODE for file in _sources(ROOT / path))
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


def _sources(path: Path) -> list[Path]:
    return [path] if path.is_file() else sorted(path.rglob("*.py"))


def read_proved(file: Path) -> dict[str, Count]:
    """What was proved of this version before."""
    data = json.loads(file.read_text("utf-8")) if file.exists() else {}
    if data.get("version") != version():
        return {}
    return {key: Count(**count) for key, count in data["proved"].items()}


def write_proved(file: Path, proved: Mapping[str, Count]) -> None:
    """Notes how far the proof has come."""
    data = {"version": version(), "proved": {key: asdict(count) for key, count in proved.items()}}
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(data, indent=1) + "\n", "utf-8")


Chunks = Callable[[str, range], Iterator[tuple[Count, str]]]


def prove_all(keys: Sequence[str], games: int, chunks: Chunks, file: Path) -> str:
    """The proof as far as it is asked for; the first fault, if there is one."""
    proved = read_proved(file)
    for key in keys:
        count = proved.get(key, Count())
        began, before = perf_counter(), count.seconds
        for more, fault in chunks(key, range(count.games, games, CHUNK)):
            if fault:
                return fault
            count += more
            count.seconds = before + perf_counter() - began
            write_proved(file, {**proved, key: count})
        proved[key] = count
        print(f"{key:8}{count}", flush=True)
    return ""


def main(arguments: Sequence[str] | None = None, file: Path = PROVED) -> int:
    """The proof on all cores; 1 if there is a fault, 130 if it was stopped."""
    parser = argparse.ArgumentParser(prog="python -m tests.verification.walks.proof")
    parser.add_argument("games", type=int, help="games of each kind")
    parser.add_argument("only", nargs="*", choices=[*WALKS, []], help="of these; default: of all")
    options = parser.parse_args(arguments)
    ignore = partial(signal.signal, signal.SIGINT, signal.SIG_IGN)
    with Pool(cpu_count(), initializer=ignore) as pool:

        def in_all(key: str, seeds: range) -> Iterator[tuple[Count, str]]:
            return pool.imap(partial(prove_chunk_of, key=key), seeds)

        try:
            fault = prove_all(options.only or list(WALKS), options.games, in_all, file)
        except KeyboardInterrupt:
            print("stopped; the same command goes on from here")
            return 130
    if fault:
        print(fault)
    return 1 if fault else 0


if __name__ == "__main__":
    sys.exit(main())
