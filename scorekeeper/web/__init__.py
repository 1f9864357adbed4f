"""The web: the only place that knows Flask. `create_app` puts it together."""

from collections.abc import Mapping
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

from flask import Flask, request, session, url_for
from flask_babel import Babel
from jinja2 import StrictUndefined
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper.ledger import open_ledger
from scorekeeper.matches import Matches
from scorekeeper.web.accounts import accounts
from scorekeeper.web.disputes import disputes
from scorekeeper.web.errors import answer_errors
from scorekeeper.web.history import history
from scorekeeper.web.home import home
from scorekeeper.web.matches import match_pages
from scorekeeper.web.rulebook import rule_url, rulebook
from scorekeeper.web.rulings import rulings
from scorekeeper.web.security import BIGGEST_REQUEST, protect, secret_key
from scorekeeper.web.setup import setup
from scorekeeper.web.sharing import sharing
from scorekeeper.web.verdicts import verdicts
from scorekeeper.web.wording import language, words

PACKAGE = Path(__file__).parents[1]
ROOT = PACKAGE if (PACKAGE / "templates").exists() else PACKAGE.parent
"""Where templates and static files lie: in the wheel within the package, else beside it."""

LANGUAGES = {
    "cs": "Čeština",
    "sk": "Slovenčina",
    "pl": "Polski",
    "be": "Беларуская",
    "en": "English",
}
DEFAULTS = {
    "LANGUAGES": LANGUAGES,
    "BABEL_DEFAULT_LOCALE": "cs",
    "BABEL_DEFAULT_TIMEZONE": "Europe/Prague",
    "BABEL_TRANSLATION_DIRECTORIES": str(PACKAGE / "translations"),
    "MAX_CONTENT_LENGTH": BIGGEST_REQUEST,
    "MAX_FORM_PARTS": 500,
    "PERMANENT_SESSION_LIFETIME": timedelta(days=400),
    # The cookie is set anew when it changes; 400 days outlast any evening.
    "SESSION_REFRESH_EACH_REQUEST": False,
    "SESSION_COOKIE_NAME": "scorekeeper",
    "SESSION_COOKIE_SAMESITE": "Lax",
    # A form that lay open all evening must still be taken.
    "WTF_CSRF_TIME_LIMIT": None,
    # Links carry tokens, so no Referer is ever sent; there is none to check.
    "WTF_CSRF_SSL_STRICT": False,
    "RATELIMIT_DEFAULT": "600 per minute",
    "RATELIMIT_STORAGE_URI": "memory://",
    "SEND_FILE_MAX_AGE_DEFAULT": timedelta(days=365),
    # How many proxies stand in front and set X-Forwarded-For and -Proto.
    "PROXIES": 0,
}


def create_app(instance: Path, settings: Mapping[str, Any]) -> Flask:
    """The app on the data of a folder, which is made if it is missing."""
    instance = instance.resolve()
    instance.mkdir(parents=True, exist_ok=True)
    app = Flask(
        "scorekeeper",
        instance_path=str(instance),
        template_folder=str(ROOT / "templates"),
        static_folder=str(ROOT / "static"),
    )
    app.config.from_mapping(DEFAULTS, LEDGER=f"sqlite:///{instance / 'scorekeeper.db'}")
    app.config.from_pyfile(str(instance / "config.py"), silent=True)
    app.config.from_mapping(settings)
    app.config.setdefault("SECRET_KEY", None)
    app.secret_key = app.config["SECRET_KEY"] or secret_key(instance / "secret.key")
    return _assembled(app)


def _assembled(app: Flask) -> Flask:
    protect(app)
    Babel(app, locale_selector=language)
    if app.config["PROXIES"]:
        hops = app.config["PROXIES"]
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    app.extensions["matches"] = Matches(open_ledger(app.config["LEDGER"]))
    for blueprint in (
        home,
        setup,
        match_pages,
        sharing,
        history,
        accounts,
        disputes,
        verdicts,
        rulings,
        rulebook,
    ):
        app.register_blueprint(blueprint)
    answer_errors(app)
    _prepare_templates(app)
    return app


def _prepare_templates(app: Flask) -> None:
    env = app.jinja_env
    env.undefined = StrictUndefined
    env.trim_blocks = env.lstrip_blocks = True
    # Looked up once for a page, not once for each of its words.
    env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda text: words().ugettext(text),
        lambda one, many, n: words().ungettext(one, many, n),
        newstyle=True,
    )
    addresses: dict[str, str] = {}

    def static_url(name: str) -> str:
        """The address of a static file, which changes with its content."""
        if name not in addresses or app.debug:
            version = sha256((ROOT / "static" / name).read_bytes()).hexdigest()[:10]
            addresses[name] = url_for("static", filename=name, v=version)
        return addresses[name]

    env.globals["static_url"] = static_url
    env.globals["static_has"] = lambda name: (ROOT / "static" / name).exists()
    env.globals["rule_url"] = rule_url
    env.globals["languages"] = list(LANGUAGES.items())
    app.context_processor(_reader)
    # Bound once: a block rendered alone does not see a template's own imports.
    env.globals["ui"] = env.get_template("ui.html").module


def _reader() -> dict[str, Any]:
    """What every page knows of its reader."""
    return {
        "lang": language(),
        "theme": session.get("theme", "auto"),
        "here": quote(
            request.full_path.rstrip("?") if request.method == "GET" else request.path, "/?=&%+"
        ),
    }
