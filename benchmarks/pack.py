"""What a phone fetches to play without a network, and how soon its Python has answered.

Nothing is measured where the pack cannot be built.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.ratio import Ratio
from scorekeeper.extras.pocket.pack.building import CannotBuild, build, run_node
from scorekeeper.extras.pocket.pack.contents import ROOT
from scorekeeper.extras.pocket.pages.pack import Pack

WHOLE, UPDATE = 5_500, 700
"""The most that may travel for all of it, and for the app alone, in kB."""
ROUNDS = 5


def measure() -> Iterator[Ratio]:
    """The pack's weight, and its cold start."""
    with TemporaryDirectory() as folder:
        try:
            pack = build(Path(folder, "pack"), say=lambda part: None)
        except CannotBuild as why:
            print(why, file=sys.stderr)
            return
        yield from weights(pack)
        begun, restored = starts(Path(folder))
        yield Ratio("cold start from a picture of the memory", restored, begun, 0.6, unit="ms")


def weights(pack: Pack) -> Iterator[Ratio]:
    """What travels, in kB."""
    app = next(part for part in pack.parts if part.name == "app.zip")
    yield Ratio("the whole pack", pack.packed / 1000, WHOLE, 1, unit="kB")
    yield Ratio("an update of the app alone", app.packed / 1000, UPDATE, 1, unit="kB")


def starts(folder: Path) -> tuple[float, float]:
    """Milliseconds until the first page: from the beginning, and from a picture."""
    times = folder / "times.json"
    engine = ROOT / "static" / "extras" / "pocket" / "engine.js"
    run_node(Path(__file__).with_suffix(".mjs"), (folder / "pack", engine, str(ROUNDS), times))
    took = json.loads(times.read_text("utf-8"))
    return median(took["begun"]), median(took["restored"])
