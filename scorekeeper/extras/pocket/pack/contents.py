"""Which files of the app go into the pack, and which modules of the standard library.

The app lies in the phone as in a wheel: templates and static files inside the package, so that
whoever looks beside its own `__file__` finds what it looks for.
"""

import zipfile
from collections.abc import Iterator
from pathlib import Path

from scorekeeper.extras.pocket.pack.libraries import Files, version_file, zone_files

PACKAGE = Path(__file__).parents[3]
ROOT = PACKAGE if (PACKAGE / "templates").exists() else PACKAGE.parent
"""Where templates and static files lie: in the wheel within the package, else beside it."""

LEFT_OUT = (
    "__main__.py",
    "maintenance/",
    "cases/members.py",
    "cli.py",
    "extras/pocket/commands.py",
    "extras/pocket/pack/",
    "extras/pocket/pages/site.py",
    "extras/postgres/",
    "extras/seal/commands.py",
    "extras/seal/proofs.py",
    "extras/television/presence/folder.py",
    "extras/television/presence/table.py",
    "instance.py",
    "ledger/copying.py",
    "ledger/house.py",
    "ledger/sqlite/",
    "static/pack/",
    "static/pictures/",
    "static/site/",
    "templates/calls/",
    "templates/seats/",
    "templates/site/",
    "templates/television/",
    "web/operation/counting.py",
    "web/operation/figures.py",
    "web/operation/packing.py",
    "web/operation/server.py",
    "web/operation/starting.py",
    "web/operation/worker.py",
    "web/serve.py",
)
"""What a phone has no use for: files, and folders with all in them."""
KINDS = {".py", ".toml", ".mo", ".html", ".css", ".js", ".svg", ".png", ".webmanifest"}
STANDARD = (Path(__file__).parent / "stdlib.txt").read_text("utf-8").split()
"""Modules of the standard library that are packed; a folder is packed by what is in it."""
WHOLE = ("_sysconfigdata",)
"""What modules begin with that are packed, however they go on."""


def app_files() -> Files:
    """The app as it lies in the phone: code, pages, its version, and the time zones in `zones/`."""
    zones = {f"zones/{name}": data for name, data in zone_files().items()}
    return {name: data for name, data in _all_files().items() if not _is_words(name)} | {
        **version_file("scorekeeper"),
        **zones,
    }


def word_files() -> Files:
    """The words of the app and of its games: they change at other times than the code."""
    return {name: data for name, data in _all_files().items() if _is_words(name)}


def _is_words(name: str) -> bool:
    return name.endswith((".toml", ".mo"))


def _all_files() -> Files:
    return {f"scorekeeper/{inner}": path.read_bytes() for inner, path in sorted(_app_paths())}


def _app_paths() -> Iterator[tuple[str, Path]]:
    for folder in {PACKAGE, ROOT / "templates", ROOT / "static"}:
        base = PACKAGE if folder == PACKAGE else ROOT
        for path in folder.rglob("*"):
            inner = path.relative_to(base).as_posix()
            if path.suffix in KINDS and not inner.startswith(LEFT_OUT):
                yield inner, path


def standard_files(pyodide: Path) -> Files:
    """The modules of Pyodide's standard library that are packed."""
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as whole:
        named = {_module_of(name): name for name in whole.namelist() if name.endswith(".py")}
        missing = sorted(set(STANDARD) - set(named))
        if missing:
            raise LookupError(f"this Pyodide has no {', '.join(missing)}")
        chosen = (named[module] for module in named if _is_standard(module))
        return {name: whole.read(name) for name in sorted(chosen)}


def _is_standard(module: str) -> bool:
    return module in STANDARD or module.startswith(WHOLE)


def _module_of(name: str) -> str:
    """The dotted name of a module's file."""
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
