"""Which files of the app and of the libraries go into the pack, and which modules of the standard
library.

The app lies in the phone as in a wheel: templates and static files inside the package, so that
whoever looks beside its own `__file__` finds what it looks for.

Nothing compiled runs in a browser but what Pyodide itself was linked with: whatever is packed is
Python. Babel's data of some thirty megabytes become a hundredth: the languages of the app, and of
those what dates, numbers and lists are written with.
"""

import pickle
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping, Set
from hashlib import sha256
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path

from scorekeeper.core.version import DISTRIBUTION
from scorekeeper.rulebook import DEFAULT_LANGUAGE
from scorekeeper.rulebook.stems import ALGORITHMS

Files = dict[str, bytes]
"""Path in a zip → what the file holds."""

PACKAGES = {
    "flask": ("testing.py",),
    "werkzeug": ("debug/", "_reloader.py", "testapp.py"),
    "jinja2": (),
    "markupsafe": (),
    "itsdangerous": (),
    "click": ("testing.py", "_winconsole.py"),
    "blinker": (),
    "wtforms": (),
    "flask_wtf": (),
    "flask_babel": (),
    "babel": ("messages/frontend.py", "messages/extract.py", "localtime/_win32.py"),
    "pytz": (),
    "segno": ("cli.py",),
    "snowballstemmer": (),
}
"""Package → what of it is not packed: files, and folders with all in them."""
ASKED_VERSIONS = ("flask", "werkzeug", "click")
"""Distributions whose version somebody asks for while the app runs."""
TRANSLATIONS = Path(__file__).parents[3] / "translations"
LOCALES = ("root", DEFAULT_LANGUAGE, *sorted(folder.name for folder in TRANSLATIONS.iterdir()))
"""Of what Babel knows: what is the same everywhere, and the languages that the app has words in."""
ZONES = ("UTC", "Europe/Prague", "Europe/Bratislava", "Europe/Warsaw", "Europe/Minsk")
UNWRITTEN = {
    *("territories", "languages", "variants", "scripts", "time_zones", "meta_zones"),
    *("interval_formats", "compact_decimal_formats", "compact_currency_formats"),
    *("currency_names", "currency_names_plural", "unit_patterns", "compound_unit_patterns"),
    *("unit_display_names", "date_fields", "measurement_systems"),
}
"""What Babel knows of a language and no page says."""
UNASKED = {
    *("territory_zones", "zone_aliases", "zone_territories", "windows_zone_mapping"),
    *("likely_subtags", "territory_currencies", "territory_languages", "meta_zones"),
    "all_currencies",
}
"""What Babel knows of the world and no page says."""


def library_files() -> Files:
    """The libraries, as they lie below a folder of sys.path."""
    files = {name: data for package in PACKAGES for name, data in _package(package)}
    for name in ASKED_VERSIONS:
        files |= version_file(name)
    return {
        name: TRIMMED[name](data) if name in TRIMMED else data
        for name, data in sorted(files.items())
    }


def _package(package: str) -> Iterator[tuple[str, bytes]]:
    folder = _folder_of(package)
    for path in sorted(folder.rglob("*")):
        inner = path.relative_to(folder).as_posix()
        if path.is_file() and _is_packed(package, inner):
            yield f"{package}/{inner}", path.read_bytes()


def _is_packed(package: str, inner: str) -> bool:
    if any(inner == left or inner.startswith(left) for left in PACKAGES[package] if left):
        return inner == "debug/__init__.py"  # looked at by what serves in development
    if inner.startswith("locale-data/"):
        return inner.endswith(".dat") and Path(inner).stem in LOCALES
    if package == "snowballstemmer" and inner.endswith("_stemmer.py"):
        return inner.removesuffix("_stemmer.py") in STEMMERS
    return inner.endswith((".py", ".dat", ".mo"))


STEMMERS = frozenset(ALGORITHMS.values())


def _folder_of(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise LookupError(f"{package} is not installed")
    return Path(spec.origin).parent


def version_file(name: str) -> Files:
    """As much of a distribution's metadata as says its version."""
    found = distribution(name)
    said = {"Metadata-Version": "2.1", "Name": found.name, "Version": found.version}
    lines = "".join(f"{key}: {value}\n" for key, value in said.items())
    return {f"{name}-{found.version}.dist-info/METADATA": lines.encode()}


def _emptied(keys: Set[str]) -> Callable[[bytes], bytes]:
    """Empties some members of a pickled dict; who asks for them finds nothing, but no error."""

    def trim(data: bytes) -> bytes:
        whole: dict[str, object] = pickle.loads(data)
        return pickle.dumps({key: {} if key in keys else part for key, part in whole.items()}, 4)

    return trim


def _with_few_stemmers(source: bytes) -> bytes:
    def is_ours(line: str) -> bool:
        named = re.search(r"from \.(\w+)_stemmer|'(\w+)': \w+Stemmer", line)
        return named is None or (named[1] or named[2]) in STEMMERS

    return "".join(filter(is_ours, source.decode().splitlines(keepends=True))).encode()


TRIMMED: Mapping[str, Callable[[bytes], bytes]] = {
    **{f"babel/locale-data/{locale}.dat": _emptied(UNWRITTEN) for locale in LOCALES},
    "babel/global.dat": _emptied(UNASKED),
    "snowballstemmer/__init__.py": _with_few_stemmers,
}


PACKAGE = Path(__file__).parents[3]
ROOT = PACKAGE if (PACKAGE / "templates").exists() else PACKAGE.parent
"""Where templates and static files lie: in the wheel within the package, else beside it."""

LEFT_OUT = (
    "__main__.py",
    "maintenance/",
    "referee/cases/members.py",
    "cli.py",
    "extras/pocket/pack/",
    "extras/postgres/",
    "ledger/store.py",
    "ledger/sqlite/",
    "static/pack/",
    "static/pictures/",
    "static/extras/pocket/site/",
    "templates/extras/pocket/site/",
    "templates/extras/seats/",
    "templates/match/board.html",
    "web/http/serve.py",
    "web/http/server.py",
)
"""What a phone has no use for: files, and folders with all in them."""
PACKED_SUFFIXES = {".py", ".toml", ".mo", ".html", ".css", ".js", ".svg", ".png", ".webmanifest"}
ALWAYS = "/parts.html"
"""What a room adds to pages of others is packed, whatever of its own is not."""
STANDARD = (Path(__file__).parent / "stdlib.txt").read_text("utf-8").split()
"""Modules of the standard library that are packed; a folder is packed by what is in it."""
WHOLE = ("_sysconfigdata",)
"""What modules begin with that are packed, however they go on."""


def app_files() -> Files:
    """The app as it lies in the phone: code, pages, its version, and the time zones in `zones/`."""
    app = {name: data for name, data in _all_files().items() if not _is_words(name)}
    zones = {
        f"zones/{zone}": (_folder_of("pytz") / "zoneinfo" / zone).read_bytes() for zone in ZONES
    }
    return app | version_file(DISTRIBUTION) | zones


def word_files() -> Files:
    """The words of the app and of its games: they change at other times than the code."""
    return {name: data for name, data in _all_files().items() if _is_words(name)}


def source_hash() -> str:
    """What tells the files of this app that are packed from those of any other."""
    told = sha256()
    for name, data in _all_files().items():
        told.update(f"{name} {len(data)} ".encode() + data)
    return told.hexdigest()


def _is_words(name: str) -> bool:
    return name.endswith((".toml", ".mo"))


def _all_files() -> Files:
    files = Files()
    for folder in {PACKAGE, ROOT / "templates", ROOT / "static"}:
        base = PACKAGE if folder == PACKAGE else ROOT
        for path in folder.rglob("*"):
            inner = path.relative_to(base).as_posix()
            packed = inner.endswith(ALWAYS) or not inner.startswith(LEFT_OUT)
            if packed and path.suffix in PACKED_SUFFIXES:
                files[f"scorekeeper/{inner}"] = path.read_bytes()
    return dict(sorted(files.items()))


def standard_files(pyodide: Path) -> Files:
    """The modules of Pyodide's standard library that are packed."""
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as whole:
        sources = (name for name in whole.namelist() if name.endswith(".py"))
        named = {name[:-3].removesuffix("/__init__").replace("/", "."): name for name in sources}
        if missing := sorted(set(STANDARD) - set(named)):
            raise LookupError(f"this Pyodide has no {', '.join(missing)}")
        chosen = (
            file for name, file in named.items() if name in STANDARD or name.startswith(WHOLE)
        )
        return {name: whole.read(name) for name in sorted(chosen)}
