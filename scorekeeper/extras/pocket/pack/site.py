"""A site – a folder of plain files that is a whole Scorekeeper, on any host that serves files –,
and the commands that build it and the pack.

A host need not pack anything: what the worker fetches lies there packed by gzip, and is unpacked in
the phone. Nothing in it says where it lies, so it may be moved.

All that one of its pages needs stands in it, in every language: a slow line fetches one file. No
server sends a policy with it, so it brings its own.
"""

import argparse
import gzip
import json
import sys
from base64 import b64encode
from collections.abc import Iterable, Mapping
from contextlib import closing, suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Flask, render_template
from flask_babel import gettext as _
from markupsafe import Markup

from scorekeeper.extras.pocket.pack.building import PACK_FOLDER, CannotBuild, build, write
from scorekeeper.extras.pocket.pack.contents import PACKAGE, ROOT
from scorekeeper.extras.pocket.pages import pack as pack_pages
from scorekeeper.extras.pocket.pages.pack import MODULES, SCRIPTS, Pack, Part
from scorekeeper.web import create_app
from scorekeeper.web.wording.reader import games_by_title, names_text

NOTE = "site.json"
"""The list of all that was written, by which a site is known again."""
WHAT = "a site of Scorekeeper"
LAST = ("index.html", "worker.js")
"""What says that there is something new: the rest has to be there before."""

Files = Mapping[str, bytes]
"""Path in a folder → what the file holds."""


class NoSite(Exception):
    """A folder holds something else: it is not touched."""


def hosted(pack: Pack, shelf: Path) -> tuple[Pack, Files]:
    """The pack as it lies in a site, and its files there: sizes are those that a phone fetches."""
    files: dict[str, bytes] = {}
    parts = []
    for part in pack.parts:
        data = (shelf / part.file).read_bytes()
        # Not every host knows that .mjs is a script, and browsers run nothing else.
        name = part.file.removesuffix(".mjs")
        is_script = name != part.file
        file = f"{name}.js" if is_script else part.file
        content = data if is_script else gzip.compress(data, 9, mtime=0)
        files[f"static/pack/{file if is_script else file + pack_pages.GZIP_SUFFIX}"] = content
        parts.append(replace(part, file=file, packed=len(content)))
    fetched = sum(part.packed for part in parts)
    return replace(pack, parts=tuple(parts), packed=fetched), files


def write_site(folder: Path, files: Files) -> None:
    """Writes a site into a folder that is empty or has an older one, of which nothing is left.

    Whoever fetches it meanwhile gets the old one, or the new one once all of it is there; what
    broke off is done again. Files of others are left alone. Raises NoSite, OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    old = files_of(folder)
    _note(folder, {*old, *files})
    for name in sorted(files, key=lambda name: (name in LAST, name)):
        write(folder / name, files[name])
    for name in old - files.keys():
        (folder / name).unlink(missing_ok=True)
    _note(folder, files)


def files_of(folder: Path) -> set[str]:
    """The files of the site in a folder; none if it is empty, or not there. Raises NoSite, OSError.

    What begins with a dot is not seen: a repository, or what a system leaves behind.
    """
    told: object = None
    with suppress(FileNotFoundError, ValueError):
        told = json.loads((folder / NOTE).read_text("utf-8"))
    if isinstance(told, dict) and told.get("what") == WHAT and told["files"]:
        names, whole = map(str, told["files"]), folder.resolve()
        return {name for name in names if (folder / name).resolve().is_relative_to(whole)}
    others = folder.iterdir() if folder.exists() else ()
    if any(not path.name.startswith(".") for path in others):
        raise NoSite(f"{folder} holds something else: choose an empty folder, or an earlier site")
    return set()


def _note(folder: Path, files: Iterable[str]) -> None:
    data = json.dumps({"what": WHAT, "files": sorted(files)}, indent=1)
    write(folder / NOTE, data.encode() + b"\n")


FILES = (
    "manifest.webmanifest",
    "icon.svg",
    "icon-180.png",
    "icon-192.png",
    "icon-512.png",
    "icon-maskable-512.png",
    *(f"{SCRIPTS}/{name}" for name in MODULES),
)
"""Static files that a site has besides the pack; all others are in that."""
STYLES = ("colours.css", "extras/pocket/site/site.css")
LANGUAGES, TAKE = "extras/pocket/site/languages.js", "extras/pocket/take.js"
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src {scripts}",
        "style-src {style}",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'none'",
        "base-uri 'none'",
    )
)


def site_pages(app: Flask, built: Pack) -> dict[str, str]:
    """File of a site → its text."""
    start, lost = "extras/pocket/site/start.html", "extras/pocket/site/lost.html"
    megabytes = round(built.packed / 1_000_000)
    with app.test_request_context():
        worker = pack_pages.script(built, server=False)
    return {
        "index.html": _site_page(app, start, (LANGUAGES, TAKE), megabytes),
        "lost.html": _site_page(app, lost, (LANGUAGES,), megabytes),
        "worker.js": worker,
    }


def _site_page(app: Flask, template: str, scripts: tuple[str, ...], megabytes: int) -> str:
    languages = list(app.config["LANGUAGES"].items())
    texts = {key: _texts(app, key, template, megabytes) for key, _name in languages}
    style = Markup("").join(_static(app, name) for name in STYLES)
    sources = [_static(app, name) for name in scripts]
    allowed = " ".join(map(_hash, sources))
    with app.test_request_context():
        return render_template(
            "extras/pocket/site/page.html",
            languages=languages,
            texts=texts,
            style=style,
            scripts=sources,
            policy=POLICY.format(scripts=allowed, style=_hash(style)),
        )


def _texts(app: Flask, language: str, template: str, megabytes: int) -> dict[str, str]:
    """What a page says in a language: `main`, and what it says where there are no scripts."""
    with app.test_request_context(headers={"Accept-Language": language}):
        games = names_text([title for title, _game in games_by_title()])
        return {
            "brand": _("Scorer and referee for card games"),
            "noscript": _("This needs scripts, which are off in this browser."),
            "main": Markup(render_template(template, games=games, megabytes=megabytes)),
        }


def _static(app: Flask, name: str) -> Markup:
    """A style or a script, as it stands in a page."""
    return Markup((Path(app.static_folder or "") / name).read_text("utf-8"))


def _hash(text: str) -> Markup:
    """What a policy calls a style or a script that stands in the page."""
    return Markup(f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'")


def pack(options: argparse.Namespace) -> int:
    """Builds the pack, and says what it weighs; 2 if this machine cannot."""
    to: Path = options.to or PACK_FOLDER
    try:
        made = build(to, say=_weight)
    except CannotBuild as why:
        return _refuse(why)
    print(f"{made.packed / 1000:8,.0f} kB  {to}")
    return 0


def site(options: argparse.Namespace) -> int:
    """Writes a site, with the pack of now; 2 if that cannot be."""
    folder: Path = options.folder
    try:
        files_of(folder)
        _build_pack()
        files = site_files(PACK_FOLDER)
        write_site(folder, files)
    except (CannotBuild, NoSite) as why:
        return _refuse(why)
    megabytes = sum(map(len, files.values())) / 1_000_000
    print(f"{megabytes:8,.1f} MB  {folder}")
    return 0


def _build_pack() -> None:
    """Builds the pack, unless a wheel has brought it along. Raises CannotBuild if there is none."""
    known = (PACK_FOLDER / pack_pages.MANIFEST).exists()
    if known and ROOT == PACKAGE:
        return
    try:
        build(PACK_FOLDER, say=_weight)
    except CannotBuild as why:
        if not known:
            raise
        print(f"scorekeeper: the pack is as it was built last: {why}", file=sys.stderr)


def site_files(shelf: Path) -> Files:
    """All files of a site with the pack that lies in a folder."""
    made, parts = hosted(pack_pages.read_pack(shelf), shelf)
    with TemporaryDirectory() as instance:
        app = create_app(Path(instance), {"LEDGER": "sqlite://"})
        with closing(app.extensions["matches"].ledger):
            pages = site_pages(app, made)
    static = {f"static/{name}": (ROOT / "static" / name).read_bytes() for name in FILES}
    return {**parts, **static, **{name: text.encode() for name, text in pages.items()}}


def _refuse(why: Exception) -> int:
    print(f"scorekeeper: {why}", file=sys.stderr)
    return 2


def _weight(part: Part) -> None:
    print(f"{part.packed / 1000:8,.0f} kB  {part.file}", flush=True)
