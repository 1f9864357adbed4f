"""Worked cases of a game: shown in the rulebook beside their rules, and run as tests.

Each stands in the game's `examples.toml` with the keys of a case file and the `rule` that it shows.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from scorekeeper.game import AnyGame


@dataclass(frozen=True)
class Example:
    """A case file's line, and the rule that it is an example of."""

    rule: str
    case: Mapping[str, Any]

    @property
    def scored(self) -> bool:
        """True if it is a ledger to be scored, not a dispute to be judged."""
        return "entries" in self.case


def examples_of(game: AnyGame) -> tuple[Example, ...]:
    """All worked cases of a game, in the order of its file."""
    return _examples(game.key, game.folder / "examples.toml")


@cache
def _examples(key: str, path: Path) -> tuple[Example, ...]:
    with path.open("rb") as file:
        rows: list[dict[str, Any]] = tomllib.load(file)["examples"]
    return tuple(Example(row.pop("rule"), {"game": key, **row}) for row in rows)
