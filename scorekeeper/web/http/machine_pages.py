"""Addresses that browsers and machines ask for: static files, the icon, what a phone is told of the
app before it puts it on its home screen, and whether the server is well.

Addresses of static files change with their content. The style sheets of a page, scripts that go
together, and the scripts of all pages are each sent as one: joined they pack tighter, and one
request fetches them. What all pages have is not among those of a page: a phone fetches that once.
"""

import json
import re
from collections.abc import Callable, Iterable
from functools import cache, partial
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, TypedDict

from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    current_app,
    make_response,
    redirect,
    request,
    send_file,
    url_for,
)
from flask_babel import force_locale
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.core.version import version
from scorekeeper.ledger import LedgerError, Unusable
from scorekeeper.web.http.access import matches

JOINED, SCRIPTS = "joined", "scripts"
"""The endpoints; the list of the scripts is an extension of an app by the same name."""
MOST = 6
"""Files joined for one page."""
FILES = ("line.js", "app.js", "taps.js")
"""What every page runs, in this order, and then what rooms add."""
TYPES = {".css": "text/css", ".js": "text/javascript"}
UNREAD = {
    ".css": re.compile(
        rb"/\*.*?\*/\s*|^[ \t]+|(?<=[:,;{}])\s+|\s+(?=[{}])|;(?=\s*})", re.DOTALL | re.MULTILINE
    ),
    ".js": re.compile(rb"^[ \t]*(?://.*)?\n?", re.MULTILINE),
}
"""What no browser reads of a file: lines of comment, blanks, a sheet's last semicolon. So a text in
a script ends in its line.
"""


def join_files(app: Flask, added: Iterable[str]) -> None:
    """Serves sheets and scripts joined by `+`, as in `forms+entry+games/taroky.css`, and the
    scripts of all pages in the language that the file is named by, as in `phone-cs.js`; `added` are
    those of rooms.
    """
    app.extensions[SCRIPTS] = (*FILES, *added)
    app.add_url_rule("/static/joined/<path:names>", JOINED, _joined)
    app.add_url_rule("/static/phone-<lang>.js", SCRIPTS, _scripts)


def static_urls(folder: Path) -> dict[str, Callable[..., str]]:
    """What templates call for the address of a file, of several in one, and of the scripts."""
    known: dict[tuple[str, str], str] = {}
    """View and name → the address below the path that this app is asked under, which may change."""

    def known_url(name: str, content: Callable[[], bytes], view: str, **values: Any) -> str:
        if (view, name) not in known or current_app.debug:
            address = url_for(view, **values, v=sha256(content()).hexdigest()[:8])
            known[view, name] = address.removeprefix(request.script_root)
        return request.script_root + known[view, name]

    def static_url(name: str) -> str:
        def content() -> bytes:
            return (folder / name).read_bytes()

        return known_url(name, content, "static", filename=name)

    def joined_url(kind: str, *names: str) -> str:
        joined = f"{'+'.join(names)}.{kind}"

        def content() -> bytes:
            return b"".join(path.read_bytes() for path in joined_paths(folder, joined))

        return known_url(joined, content, JOINED, names=joined)

    def script_url(lang: str) -> str:
        return known_url(f"phone-{lang}", partial(_scripts_in, folder, lang), SCRIPTS, lang=lang)

    return {"static_url": static_url, "joined_url": joined_url, "script_url": script_url}


def joined_paths(folder: Path, names: str) -> tuple[Path, ...]:
    """The files of names joined by `+`; empty if one is unknown, or named twice.

    >>> joined_paths(Path("static"), "../setup+forms.css")
    ()
    """
    stems, dot, kind = names.rpartition(".")
    paths = folder.rglob(f"*{dot}{kind}") if f"{dot}{kind}" in UNREAD else ()
    known = {path.relative_to(folder).with_suffix("").as_posix(): path for path in paths}
    asked = stems.split("+")
    if len(asked) > MOST or len({*asked}) < len(asked) or not known.keys() >= {*asked}:
        return ()
    return tuple(known[name] for name in asked)


def _joined(names: str) -> Response:
    paths = joined_paths(Path(current_app.static_folder or ""), names)
    if not paths:
        abort(404)
    return _sent(b"".join(map(_as_read, paths)), TYPES[paths[0].suffix])


def _scripts(lang: str) -> Response:
    if lang not in current_app.config["LANGUAGES"]:
        abort(404)
    return _sent(_scripts_in(Path(current_app.static_folder or ""), lang), TYPES[".js"])


def _sent(content: bytes, type: str) -> Response:
    return send_file(BytesIO(content), type, etag=sha256(content).hexdigest()[:16])


def _as_read(path: Path) -> bytes:
    """A sheet or a script without what no browser reads of it."""
    return UNREAD[path.suffix].sub(b"", path.read_bytes())


def _scripts_in(folder: Path, lang: str) -> bytes:
    """The scripts of all pages, with the words for when the server cannot be asked."""
    with force_locale(lang):
        words = json.dumps(_words(), ensure_ascii=False)
    scripts = (folder / name for name in current_app.extensions[SCRIPTS])
    return b"".join((f"const WORDS = {words};\n".encode(), *map(_as_read, scripts)))


def _words() -> dict[str, str]:
    """What a phone says by itself, in the language of now; `{time}` is filled in there."""
    return {
        "saving": _("Saving …"),
        "saved": _("Saved"),
        "unsaved": _("No connection – not saved yet. It is sent as soon as there is one."),
        "unsure": _("Not known yet whether it is saved. Asking again; nothing is written twice."),
        "waiting": _("Waiting for an answer. What you tapped is kept."),
        "draft": _("Unfinished entry"),
        "anew": _("Start again"),
        "redraft": _("Bring back what was unfinished"),
        "stale": _("as of %(time)s – no connection", time="{time}"),
        "lost": _("No connection. This page is as of %(time)s.", time="{time}"),
        "back": _("The connection is back."),
        "live": _("live"),
        "polled": _("every %(n)d s", n=5),
        "look": _("Look"),
        "undo": _("Undo"),
        "rests": _("Just saved. Another tap here counts in three seconds."),
        "preview": _("A save would give %(points)s.", points="{points}"),
    }


home_screen = Blueprint("home_screen", __name__, url_prefix="/app")

SCREENS = ("sheet", "deal", "verdict")
"""The pictures that a phone shows before the app is installed."""
SCREEN_SIZE = "720x1184"


class Manifest(TypedDict):
    """The static manifest, as far as it is added to: each icon has its `src`, beside the file."""

    icons: list[dict[str, str]]


@home_screen.get("/<lang>.webmanifest")
def manifest(lang: str) -> Response:
    """What the app is called in a language, and where it begins.

    It stands as deep as the static one that it adds to: relative addresses lead to the same places.
    """
    if lang not in current_app.config["LANGUAGES"]:
        abort(404)
    static = _static_manifest(current_app.static_folder or "")
    with force_locale(lang):
        whole = {**static, **_app_members(static["icons"]), "lang": lang}
    response = Response(json.dumps(whole, ensure_ascii=False), mimetype="application/manifest+json")
    response.cache_control.public, response.cache_control.max_age = True, 86_400
    return response


@cache
def _static_manifest(folder: str) -> Manifest:
    """The manifest of a site of plain files, whose icons lie beside it."""
    read: Manifest = json.loads((Path(folder) / "manifest.webmanifest").read_text("utf-8"))
    return read


def _app_members(icons: list[dict[str, str]]) -> dict[str, object]:
    """What only an app with pages has; the icons at their places below it."""
    return {
        "description": _("Scorer and referee for card games"),
        "icons": [{**icon, "src": url_for("static", filename=icon["src"])} for icon in icons],
        "screenshots": [
            {
                "src": url_for("static", filename=f"pictures/{name}.png"),
                "sizes": SCREEN_SIZE,
                "type": "image/png",
                "form_factor": "narrow",
            }
            for name in SCREENS
        ],
        "categories": ["games", "utilities"],
        "shortcuts": [
            {"name": _("The last match"), "url": url_for("home.last")},
            {"name": _("Dispute"), "url": url_for("offences.choose")},
            {"name": _("New game"), "url": url_for("home.index")},
        ],
        "launch_handler": {"client_mode": ["navigate-existing", "auto"]},
    }


addresses = Blueprint("addresses", __name__)


@addresses.get("/health")
def health() -> Response:
    """200 if an event could be written now and found again, else 503; with the version."""
    status, code = "ok", 200
    try:
        matches().ledger.try_write()
    except Unusable:
        current_app.logger.exception("the ledger cannot be used")
        status, code = "the ledger is damaged or out of reach: the log says what to do", 503
    except LedgerError:
        current_app.logger.exception("the ledger cannot be written")
        status, code = "the ledger cannot be written", 503
    return make_response({"status": status, "version": version()}, code)


@addresses.get("/robots.txt")
def robots() -> Response:
    """Links and verdicts hold names and are nobody's search results; no robot opens a match."""
    return Response("User-agent: *\nDisallow: /in/\nDisallow: /v/\n", mimetype="text/plain")


@addresses.get("/favicon.ico")
def favicon() -> AnyResponse:
    """What browsers ask for where no page names an icon."""
    return redirect(url_for("static", filename="icon.svg"), 301)
