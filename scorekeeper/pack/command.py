"""The command that builds the pack."""

import argparse
import sys
from pathlib import Path

from scorekeeper.pack.building import SHELF, build
from scorekeeper.pack.node import CannotBuild
from scorekeeper.pack.parts import Part


def pack(options: argparse.Namespace) -> int:
    """Builds the pack, and says what it weighs; 2 if this machine cannot."""
    to: Path = options.to or SHELF
    try:
        made = build(to, say=_weight)
    except CannotBuild as why:
        print(f"scorekeeper: {why}", file=sys.stderr)
        return 2
    print(f"{made.packed / 1000:8,.0f} kB  {to}")
    return 0


def _weight(part: Part) -> None:
    print(f"{part.packed / 1000:8,.0f} kB  {part.file}", flush=True)
