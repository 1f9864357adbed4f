"""The pages of a site of plain files, which any host serves: its start page, the page for a pack
that is incomplete, and the worker's script.

All that a page needs stands in it, in every language: a slow line fetches one file. It lies under
whatever path, and no server sends a policy with it, so it brings its own.
"""

from base64 import b64encode
from hashlib import sha256
from pathlib import Path

from flask import Flask, render_template
from flask_babel import gettext as _
from markupsafe import Markup

from scorekeeper.extras.pocket.pages.pack import MODULES, SCRIPTS, Manifest, script
from scorekeeper.web.wording.reader import games_by_title, names_text

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


def site_pages(app: Flask, built: Manifest, packed: str) -> dict[str, str]:
    """File of a site → its text; the names of parts that are packed there end with `packed`."""
    megabytes = round(built["packed"] / 1_000_000)
    with app.test_request_context():
        worker = script(built, server=False, packed=packed)
    return {
        "index.html": _site_page(
            app, "extras/pocket/site/start.html", (LANGUAGES, TAKE), megabytes
        ),
        "lost.html": _site_page(app, "extras/pocket/site/lost.html", (LANGUAGES,), megabytes),
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
