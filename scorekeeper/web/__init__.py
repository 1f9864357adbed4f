"""The web: the only place that knows Flask. `create_app` puts it together.

    frame ← wording ← forms ← stream ← house ← match, rulebook
        ← referee, results ← games

Each is a room, and an import only runs to the left; match and rulebook do not know each other, nor
do referee and results. The frame is what every request needs: `http/` and the modules beside this
one. An evening at one table is all here; what it can do without is a room of `extras`. Rules,
scores and sentences of a game do not belong here at all: the core and the books know them.
"""

from collections.abc import Callable, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

from flask import Flask, request
from flask_babel import Babel
from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from scorekeeper.core.rooms import rooms
from scorekeeper.ledger import Ledger
from scorekeeper.match.actions import Matches
from scorekeeper.web import render
from scorekeeper.web.home import home
from scorekeeper.web.house import agreeing, changed_texts
from scorekeeper.web.http.errors import answer_errors
from scorekeeper.web.http.identifiers import grouped
from scorekeeper.web.http.limits import BIGGEST_REQUEST, MOST_PARTS
from scorekeeper.web.http.machine_pages import addresses, home_screen, join_files, static_urls
from scorekeeper.web.http.security import SafeResponse, protect
from scorekeeper.web.http.settings import (
    LANGUAGES,
    SERVER,
    SETTINGS,
    Platform,
    in_phone,
    is_phone_only,
)
from scorekeeper.web.import_file import taking_in
from scorekeeper.web.match.board import board
from scorekeeper.web.match.entry import entries
from scorekeeper.web.match.players import players
from scorekeeper.web.match.setup import setup
from scorekeeper.web.match.sheet import match_pages, watching
from scorekeeper.web.referee.questions import questions
from scorekeeper.web.referee.rulings import rulings
from scorekeeper.web.referee.search import offences
from scorekeeper.web.referee.spoken import spoken
from scorekeeper.web.referee.verdicts import verdicts
from scorekeeper.web.results import accounts, closing, paper
from scorekeeper.web.rulebook.pages import decisions, glossary, one_page, rulebook
from scorekeeper.web.rulebook.sent_house import sent_house
from scorekeeper.web.stream.tournament import tournament
from scorekeeper.web.wording.reader import Spoken, buttons, language, theme, words

PACKAGE = Path(__file__).parents[1]
ROOT = PACKAGE if (PACKAGE / "templates").exists() else PACKAGE.parent
"""Where templates and static files lie: in the wheel within the package, else beside it."""

MACROS = {
    "ui": "ui.html",
    "fields": "fields.html",
    "verdicts": "verdict.html",
    "sheets": "sheet.html",
    "charts": "chart.html",
}
"""Global of the templates → the file of its macros; each may use those before it."""
DEFAULTS = {
    **{name: setting.default for name, setting in SETTINGS.items()},
    "LANGUAGES": LANGUAGES,
    "BABEL_TRANSLATION_DIRECTORIES": str(PACKAGE / "translations"),
    "MAX_CONTENT_LENGTH": BIGGEST_REQUEST,
    "MAX_FORM_PARTS": MOST_PARTS,
    # The cookie is set anew when it changes; its days outlast any evening.
    "SESSION_REFRESH_EACH_REQUEST": False,
    "SESSION_COOKIE_NAME": "scorekeeper",
    "SESSION_COOKIE_SAMESITE": "Lax",
    # A form that lay open all evening must still be taken.
    "WTF_CSRF_TIME_LIMIT": None,
    # Links carry tokens, so no Referer is ever sent; there is none to check.
    "WTF_CSRF_SSL_STRICT": False,
    # Among how many processes what is limited for a house is divided; `serve` says it.
    "WORKERS": 1,
    # What the app stands on; pages that are kept are those of one platform.
    "PLATFORM": SERVER,
    # How the app in a phone differs: its codes, keys as forms have them, marks that it was told.
    "CODE_LENGTH": 0,
    "RAW_KEYS": False,
    "PHONE_MARKS": dict,
    "REMEMBERS_ALL": False,
    "SEND_FILE_MAX_AGE_DEFAULT": timedelta(days=365),
}


class App(Flask):
    """Flask without coroutines, of which it would ask ten functions a request, and without the
    addresses that it writes into its log: they may hold a token.
    """

    response_class = SafeResponse

    def ensure_sync(self, func: Callable[..., object]) -> Callable[..., object]:
        return func

    def log_exception(self, exc_info: Any) -> None:
        self.logger.error(
            "Exception on %s [%s]", request.url_rule, request.method, exc_info=exc_info
        )


def create_app(
    instance: Path, settings: Mapping[str, object], platform: Platform | None = None
) -> Flask:
    """The app on the data of a folder; in the phone that `platform` stands for, without one."""
    if platform is None:  # what a server stands on is not in the phone
        from scorekeeper.web.http.server import ServerPlatform  # noqa: PLC0415

        platform = ServerPlatform()
    app = App(
        "scorekeeper",
        instance_path=str(instance.resolve()),
        template_folder=str(ROOT / "templates"),
        static_folder=str(ROOT / "static"),
    )
    app.config.from_mapping(DEFAULTS)
    platform.configure(app)
    app.config.from_mapping(settings)
    ledger = platform.begin(app)
    _assemble(app, ledger)
    platform.finish(app)
    return app


def _assemble(app: Flask, ledger: Ledger) -> None:
    join_files(app, (name for room in rooms() for name in room.scripts))
    protect(app)
    app.after_request(render.shorten_redirect)
    Babel(app, locale_selector=language)
    app.extensions["matches"] = Matches(ledger)
    for blueprint in (
        home,
        setup,
        agreeing,
        match_pages,
        entries,
        players,
        watching,
        board,
        accounts,
        closing,
        paper,
        offences,
        questions,
        spoken,
        verdicts,
        rulings,
        rulebook,
        sent_house,
        one_page,
        glossary,
        decisions,
        addresses,
        home_screen,
        taking_in,
        tournament,
    ):
        app.register_blueprint(blueprint)
    app.extensions["house_changes"] = changed_texts
    for room in rooms():
        room.prepare(app)
        for blueprint in room.blueprints():
            app.register_blueprint(blueprint)
    answer_errors(app)
    _prepare_templates(app)


def _prepare_templates(app: Flask) -> None:
    env = app.jinja_env
    env.add_extension(render.Dense)
    env.add_extension(Spoken)
    env.undefined = StrictUndefined
    env.trim_blocks = env.lstrip_blocks = True
    # Looked up once for a page, not once for each of its words.
    env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda text: words().ugettext(text),
        lambda one, many, n: words().ungettext(one, many, n),
        newstyle=True,
    )
    env.globals.update(static_urls(ROOT / "static"))
    env.globals.update(in_phone=in_phone, is_phone_only=is_phone_only)
    for room in rooms():
        env.globals.update(room.template_globals())
    env.globals["languages"] = list(app.config["LANGUAGES"].items())
    env.globals["csrf_token"] = _token_gap
    env.filters["grouped"] = grouped
    env.globals["here"] = render.HERE_PLACEHOLDER
    app.context_processor(
        lambda: {
            "lang": language(),
            "theme": theme(),
            "buttons": buttons(),
            "csrf_token": _token_gap,
        }
    )
    # Bound once: a block rendered alone does not see a template's own imports.
    macros = MACROS | {name: file for room in rooms() for name, file in room.macros().items()}
    for name, file in macros.items():
        env.globals[name] = env.get_template(file).module
    env.globals["room_parts"] = _parts_of_rooms(env)


def _parts_of_rooms(env: Environment) -> Callable[..., Markup]:
    """What templates call for what rooms add to a place of a page: the macros of that name."""
    files = {room: f"extras/{room.name}/parts.html" for room in rooms() if room.parts}
    modules = {room: env.get_template(file).module for room, file in files.items()}

    def parts(place: str, *values: object) -> Markup:
        macros = (getattr(modules[room], place) for room in modules if place in room.parts)
        return Markup("").join(macro(*values) for macro in macros)

    return parts


def _token_gap() -> str:
    return render.TOKEN_PLACEHOLDER
