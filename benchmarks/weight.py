"""What a phone has to fetch, packed by gzip -9.

The standard library has no brotli, which packs tighter (htmx to 12.0 kB, gzip to 14.8 kB).
"""

import gzip
from collections.abc import Iterator
from pathlib import Path

from benchmarks.evening import Table, scorekeeper
from benchmarks.ratio import Ratio

ROWS = 30
PAGE, SCRIPTS = 8_000, 25_000
PAGES = {
    "home": "/",
    "names": "/new/kocka",
    f"sheet of {ROWS} rounds": "/m/{code}",
    "form of a round": "/m/{code}/new/round",
    "share": "/m/{code}/share",
    "watch": "/m/{code}/watch",
}


def packed(data: bytes) -> int:
    """How many bytes travel."""
    return len(gzip.compress(data, 9, mtime=0))


def measure() -> Iterator[Ratio]:
    """Each page with its style sheet, as on a first visit, and all scripts together."""
    with scorekeeper() as app:
        static = Path(app.static_folder or "")
        style = packed((static / "app.css").read_bytes())
        table = Table(app, ROWS, durch_every=3)
        for name, path in PAGES.items():
            response = app.test_client(use_cookies=False).open(table.page(path))
            if response.status_code != 200:
                raise RuntimeError(f"{path} was answered with {response.status}")
            weight = packed(response.data) + style
            yield Ratio(f"{name} + style, gzip -9: of {PAGE} B", weight, PAGE, 1, unit="B")
        scripts = sum(packed(path.read_bytes()) for path in static.rglob("*.js"))
        yield Ratio(f"all scripts, gzip -9: of {SCRIPTS} B", scripts, SCRIPTS, 1, unit="B")
