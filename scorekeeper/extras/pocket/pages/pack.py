"""The pack that a phone takes with it: its parts, its worker, the page that offers it."""

import json
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import NotRequired, TypedDict

from flask import Blueprint, Response, abort, current_app, request, send_file

from scorekeeper.web.http.settings import in_phone
from scorekeeper.web.render import page

pack = Blueprint("pack", __name__)

SHELF = "pack"
MANIFEST = "pack.json"
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


class Part(TypedDict):
    """A file of the pack: its name in the app, its name by content, its size plain and packed."""

    name: str
    file: str
    bytes: int
    packed: int


class Manifest(TypedDict):
    """The pack as it was built: `id` changes with each part, `packed` is what a phone fetches, and
    `source` tells of what it was built.
    """

    version: str
    id: str
    parts: list[Part]
    bytes: int
    packed: int
    source: NotRequired[str]


@pack.get("/pocket")
def offer() -> Response:
    """What the app in the phone is, what it takes, and how it is removed."""
    built = manifest()
    size = built["packed"] if built else 0
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
    known = {each["file"] for each in (manifest() or {"parts": []})["parts"]}
    if name not in known:
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
    return [] if built.get("source") == source_hash() else [OTHER_PACK]


def manifest() -> Manifest | None:
    """The list of the pack's parts; None where no pack was built."""
    path = _shelf() / MANIFEST
    try:
        return _manifest(path, path.stat().st_mtime_ns)
    except OSError:
        return None


@lru_cache(maxsize=4)
def _manifest(path: Path, _changed: int) -> Manifest:
    built: Manifest = json.loads(path.read_text("utf-8"))
    return built


def script(built: Manifest, *, server: bool, packed: str = "") -> str:
    """The worker's script; `packed` is what the names of packed parts end with, for a host that
    packs nothing by itself.
    """
    files = {part["name"]: part["file"] for part in built["parts"]}
    load, make = (f"./static/pack/{files[name]}" for name in RUNTIME)
    serve, storage, engine = (_module(name) for name in MODULES)
    data = [part for part in built["parts"] if part["name"] not in RUNTIME]
    pack = {**built, "parts": [_for_worker(part, packed) for part in data]}
    return f"""\
import {{ loadPyodide }} from "{load}";
import createPyodideModule from "{make}";
import {{ serve }} from "{serve}";
import * as storage from "{storage}";
import {{ start as begin }} from "{engine}";
const start = (part, memory) => begin(loadPyodide, createPyodideModule, part, memory);
serve({{ pack: {json.dumps(pack)}, server: {json.dumps(server)}, start, storage }});
"""


def _for_worker(part: Part, packed: str) -> dict[str, object]:
    url = f"static/pack/{part['file']}"
    kind = TYPES[Path(part["file"]).suffix]
    named = {"name": part["name"], "url": url, "type": kind, "packed": part["packed"]}
    return {**named, "from": url + packed} if packed else named


def _module(name: str) -> str:
    """The address of a script of the worker, beside the worker's own."""
    content = (Path(current_app.static_folder or "") / SCRIPTS / name).read_bytes()
    return f"./static/{SCRIPTS}/{name}?v={sha256(content).hexdigest()[:8]}"


def _shelf() -> Path:
    return Path(current_app.static_folder or "") / SHELF
