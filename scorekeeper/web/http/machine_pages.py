"""Addresses that browsers and machines ask for: whether the server is well, the icon, and what a
phone is told of the app before it puts it on its home screen.
"""

import json
from functools import cache
from pathlib import Path
from typing import TypedDict

from flask import Blueprint, Response, abort, current_app, make_response, redirect, url_for
from flask_babel import force_locale
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.core.version import version
from scorekeeper.ledger import LedgerError, Unusable
from scorekeeper.web.http.access import matches

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
    static = _static(current_app.static_folder or "")
    with force_locale(lang):
        whole = {**static, **_app_members(static["icons"]), "lang": lang}
    response = Response(json.dumps(whole, ensure_ascii=False), mimetype="application/manifest+json")
    response.cache_control.public, response.cache_control.max_age = True, 86_400
    return response


@cache
def _static(folder: str) -> Manifest:
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
