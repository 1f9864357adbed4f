"""The pack that a phone takes with it: its parts, its worker, the page that offers it."""

import json
from dataclasses import asdict, dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, request, send_file

from scorekeeper.web.http.settings import in_phone
from scorekeeper.web.render import page

pack = Blueprint("pack", __name__)

SHELF = "pack"
MANIFEST = "pack.json"
GZIP_SUFFIX = ".gz"
"""What the name of a part ends with that lies packed in a site."""
SCRIPTS = "extras/pocket"
MODULES = ("worker.js", "storage.js", "engine.js")
"""Scripts of the worker besides those of Python."""
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs")
"""Parts that are scripts: the worker imports them, and the browser keeps them with it."""
TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm", ".zip": "application/zip"}
NO_PACK = "Phones need a signal: to let them take the app along, build it with make pack."
OTHER_PACK = "Phones take along another app than this one: build it anew with make pack."
POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
"""What the worker may do, besides what pages may: to run what is no JavaScript."""


@dataclass(frozen=True)
class Part:
    """A file of the pack: its name in the app, its name by content, its size plain and packed."""

    name: str
    file: str
    bytes: int
    packed: int


@dataclass(frozen=True)
class Pack:
    """All of it: the version of the project, an id that any change changes, the parts in order;
    `packed` is what a phone fetches, `source` is the hash of the files of the app that went in.
    """

    version: str
    id: str
    parts: tuple[Part, ...]
    bytes: int
    packed: int
    source: str = ""


@pack.get("/pocket")
def offer() -> Response:
    """What the app in the phone is, what it takes, and how it is removed."""
    built = manifest()
    size = built.packed if built else 0
    return page("extras/pocket/offer.html", size=size, megabytes=round(size / 1_000_000))


@pack.get("/pocket/lost")
def lost() -> Response:
    """What a phone shows whose pack is damaged; it is kept with the pack."""
    return page("extras/pocket/lost.html")


@pack.get("/worker.js")
def worker() -> Response:
    """The worker's script: it changes with each part of the pack."""
    built = manifest() or abort(404)
    response = Response(script(built, server=True), mimetype="text/javascript")
    response.headers["Content-Security-Policy"] = POLICY
    # Browsers look whether it has changed.
    response.headers["Cache-Control"] = "no-cache"
    return response


@pack.get("/static/pack/<name>")
def part(name: str) -> Response:
    """A part of the pack, packed as it was built where the browser takes that."""
    built = manifest()
    if built is None or name not in [each.file for each in built.parts]:
        abort(404)
    path, packed = _shelf() / name, request.accept_encodings["br"] > 0
    file = path.with_name(f"{name}.br") if packed else path
    response = send_file(file, TYPES[path.suffix])
    if packed:
        response.headers["Content-Encoding"] = "br"
    response.headers["Vary"] = "Accept-Encoding"
    return response


def is_offered() -> bool:
    """True where a phone can take the app along, and where it has."""
    return in_phone() or manifest() is not None


def notices() -> list[str]:
    """What whoever starts the app should know of the pack."""
    # Only here: what packs is not packed.
    from scorekeeper.extras.pocket.pack.contents import source_hash  # noqa: PLC0415

    built = manifest()
    if built is None:
        return [NO_PACK]
    return [] if built.source == source_hash() else [OTHER_PACK]


def manifest() -> Pack | None:
    """The pack; None where none was built."""
    try:
        return read_pack(_shelf())
    except OSError:
        return None


def read_pack(shelf: Path) -> Pack:
    """The pack that lies in a folder. Raises OSError."""
    path = shelf / MANIFEST
    return _read(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=4)
def _read(path: Path, _changed: int) -> Pack:
    told = json.loads(path.read_text("utf-8"))
    parts = tuple(Part(**part) for part in told["parts"])
    sizes = told["bytes"], told["packed"]
    return Pack(told["version"], told["id"], parts, *sizes, told.get("source", ""))


def script(built: Pack, *, server: bool) -> str:
    """The worker's script; without a `server` a host packs nothing by itself, so parts are fetched
    as they lie there packed.
    """
    files = {part.name: part.file for part in built.parts}
    load, make = (f"./static/pack/{files[name]}" for name in RUNTIME)
    serve, storage, engine = (_module(name) for name in MODULES)
    data = [part for part in built.parts if part.name not in RUNTIME]
    pack = {**asdict(built), "parts": [_for_worker(part, server=server) for part in data]}
    return f"""\
import {{ loadPyodide }} from "{load}";
import createPyodideModule from "{make}";
import {{ serve }} from "{serve}";
import * as storage from "{storage}";
import {{ start as begin }} from "{engine}";
const start = (part, memory) => begin(loadPyodide, createPyodideModule, part, memory);
serve({{ pack: {json.dumps(pack)}, server: {json.dumps(server)}, start, storage }});
"""


def _for_worker(part: Part, *, server: bool) -> dict[str, object]:
    url, kind = f"static/pack/{part.file}", TYPES[Path(part.file).suffix]
    named = {"name": part.name, "url": url, "type": kind, "packed": part.packed}
    return named if server else {**named, "from": url + GZIP_SUFFIX}


def _module(name: str) -> str:
    """The address of a script of the worker, beside the worker's own."""
    content = (Path(current_app.static_folder or "") / SCRIPTS / name).read_bytes()
    return f"./static/{SCRIPTS}/{name}?v={sha256(content).hexdigest()[:8]}"


def _shelf() -> Path:
    return Path(current_app.static_folder or "") / SHELF
