"""Perft: how many ways there are to go on from fixed deals, by both implementations.

    python -m tests.verification.second.perft              every table as deep as noted, by both
    python -m tests.verification.second.perft 3            to this depth
    python -m tests.verification.second.perft --write      notes the tables anew

A move is a card laid, cards laid together, or what a player does instead. Which of the moves that
one could try are legal is asked of the second implementation, and of the product by `judge`.
"""

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol

from scorekeeper.cases import judge_case
from tests.verification.second.perft_rules import POSITIONS

NOTED = Path(__file__).parents[2] / "data" / "perft.json"
ENOUGH, DEEPEST = 2_500, 8
"""A table ends with the first depth that has so many ways."""


class Position(Protocol):
    """Where a game stands."""

    def tries(self) -> Sequence[Any]:
        """Moves that one could try."""

    def is_legal(self, move: Any) -> bool:
        """What the second implementation says."""

    def case(self, move: Any) -> Mapping[str, Any] | None:
        """The question for the product; None for what nobody has to be asked."""

    def after(self, move: Any) -> "Position":
        """Where it leads."""


Referee = Callable[[Position, Any], bool]
"""Whether a move is legal."""


def second(position: Position, move: Any) -> bool:
    """The second implementation."""
    return position.is_legal(move)


def product(position: Position, move: Any) -> bool:
    """Scorekeeper itself. Raises ValueError if it cannot tell."""
    case = position.case(move)
    if case is None:
        return position.is_legal(move)
    answer = judge_case(case)
    if answer.get("verdict") not in ("legal", "offence"):
        raise ValueError(f"{json.dumps(case)} is {answer}")
    return answer["verdict"] == "legal"


def table(position: Position, depth: int, referee: Referee) -> list[int]:
    """How many ways there are to make one move, two, and so on up to a depth."""
    moves = [move for move in position.tries() if referee(position, move)]
    ways = [len(moves), *([0] * (depth - 1))]
    for move in moves if depth > 1 else ():
        for at, n in enumerate(table(position.after(move), depth - 1, referee), start=1):
            ways[at] += n
    return ways


def read_noted() -> Mapping[str, list[int]]:
    """Name of a position → its ways by depth, as they were noted."""
    noted: Mapping[str, list[int]] = json.loads(NOTED.read_text("utf-8"))
    return noted


def write_noted() -> None:
    """Notes what the second implementation says, each table until it is long enough."""
    lines = []
    for name, start in POSITIONS.items():
        found: list[int] = []
        while not found or (found[-1] < ENOUGH and len(found) < DEEPEST):
            found = table(start(), len(found) + 1, second)
        lines.append(f"  {json.dumps(name)}: {json.dumps(found)}")
    NOTED.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints every table; 1 if one of the two counts otherwise than it was noted."""
    parser = argparse.ArgumentParser(prog="python -m tests.verification.second.perft")
    parser.add_argument("depth", nargs="?", type=int, default=99, help="default: as deep as noted")
    parser.add_argument("--write", action="store_true", help="note the tables anew")
    options = parser.parse_args(arguments)
    if options.write:
        write_noted()
    status = 0
    for name, noted in read_noted().items():
        wanted, began = noted[: options.depth], perf_counter()
        both = [table(POSITIONS[name](), len(wanted), who) for who in (second, product)]
        right = all(found == wanted for found in both)
        said = "" if right else f"  noted {noted}, second {both[0]}, product {both[1]}"
        status = status if right else 1
        took = perf_counter() - began
        print(f"{name:24}{' '.join(f'{n:>9,}' for n in wanted)}  {took:5.1f} s{said}", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
