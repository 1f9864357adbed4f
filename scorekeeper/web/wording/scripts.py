"""The scripts of all pages as one file, with the words for when the server cannot be asked."""

from collections.abc import Callable, Iterable
from hashlib import sha256
from io import BytesIO
from json import dumps
from pathlib import Path

from flask import Flask, Response, abort, current_app, request, send_file, url_for
from flask_babel import force_locale
from flask_babel import gettext as _

from scorekeeper.web.render import as_read, below_root

SCRIPTS = "scripts"
"""The view's endpoint, and the key of the list of files among the extensions of an app."""
FILES = ("line.js", "app.js", "taps.js")
"""What every page runs, in this order, and then what rooms add."""


def join_scripts(app: Flask, added: Iterable[str]) -> None:
    """Serves the scripts in the language that the file is named by, as in `phone-cs.js`; `added`
    are files of rooms.
    """
    app.extensions[SCRIPTS] = (*FILES, *added)
    app.add_url_rule("/static/phone-<lang>.js", SCRIPTS, _scripts)


def script_urls(folder: Path) -> Callable[[str], str]:
    """Gives the scripts' address by language; it changes with words and scripts."""
    addresses: dict[str, str] = {}

    def script_url(lang: str) -> str:
        if lang not in addresses or current_app.debug:
            version = sha256(_content(folder, lang)).hexdigest()[:8]
            addresses[lang] = below_root(url_for(SCRIPTS, lang=lang, v=version))
        return request.script_root + addresses[lang]

    return script_url


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


def _content(folder: Path, lang: str) -> bytes:
    with force_locale(lang):
        words = dumps(_words(), ensure_ascii=False)
    scripts = (folder / name for name in current_app.extensions[SCRIPTS])
    texts = map(as_read, scripts)
    return b"".join((f"const WORDS = {words};\n".encode(), *texts))


def _scripts(lang: str) -> Response:
    if lang not in current_app.config["LANGUAGES"]:
        abort(404)
    content = _content(Path(current_app.static_folder or ""), lang)
    return send_file(BytesIO(content), "text/javascript", etag=sha256(content).hexdigest()[:16])
