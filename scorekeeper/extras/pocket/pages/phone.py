"""What an app stands on in a phone: what the phone keeps, one session, and no limits."""

from collections.abc import MutableMapping
from pathlib import Path

from flask import Flask, redirect, request
from flask_babel import gettext as _
from jinja2 import BaseLoader, Environment, Template, TemplateNotFound
from werkzeug import Response as BaseResponse

from scorekeeper.extras.pocket.pages.phone_storage import EXTENSION, PhoneSessions, PhoneStorage
from scorekeeper.ledger import Ledger
from scorekeeper.web.http.limits import BIGGEST_FILE
from scorekeeper.web.http.settings import PHONE, PHONE_ALONE, NeedsServer

CODE_LENGTH = 8
"""Letters of the code of a match that is begun here: it must not collide with a server's."""
SERVER_ONLY_BLUEPRINTS = frozenset({"watching", "match_board", "phones"})
"""Rooms of pages by which others look on or take part: only a server has those."""
SHARED = ("join", "share", "renew", "follow")
"""The same among those that all nouns share."""
SERVER_ONLY_ENDPOINTS = frozenset(
    {
        *(f"{noun}.{page}" for noun in ("sheet", "group") for page in SHARED),
        *("verdicts.link", "home.watch"),
    }
)
"""Pages that are for others, too, in rooms of which the rest is not."""
OFFLINE_ENDPOINTS = frozenset({"phones.take_pencil"})
"""What a phone can do by itself nevertheless."""
SERVER_ONLY_PATHS = ("/c/", "/t/", "/m/<code>/company", "/mine", "/forget")
"""Prefixes of URL rules that need the server: groups, old tournaments, this phone's roles, and
forgetting it. A phone that works alone answers them itself.
"""


CODE = ".code"
"""What the names of templates end with that are Python already, as they are in the pack."""


class TemplateCode(BaseLoader):
    """Loads templates that are Python already from the files of a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load(
        self,
        environment: Environment,
        name: str,
        globals: MutableMapping[str, object] | None = None,
    ) -> Template:
        """The template of a name. Raises TemplateNotFound."""
        try:
            source = (self._folder / f"{name}{CODE}").read_bytes()
        except OSError:
            raise TemplateNotFound(name) from None
        code = compile(source, name, "exec")
        return environment.template_class.from_code(environment, code, globals or {})

    def list_templates(self) -> list[str]:
        paths = sorted(self._folder.rglob(f"*{CODE}"))
        return [path.relative_to(self._folder).as_posix().removesuffix(CODE) for path in paths]


class PhonePlatform:
    """A `Platform`."""

    def __init__(self, phone_storage: PhoneStorage) -> None:
        self._keeping = phone_storage

    def configure(self, app: Flask) -> None:
        """Longer codes; keys stay as the forms have them, so that a server knows them again."""
        app.config.from_mapping(
            PLATFORM=PHONE if self._keeping.has_server else PHONE_ALONE,
            CODE_LENGTH=CODE_LENGTH,
            RAW_KEYS=True,
            PHONE_MARKS=lambda: self._keeping.marks,
            REMEMBERS_ALL=True,
            MAX_CONTENT_LENGTH=BIGGEST_FILE,
        )

    def begin(self, app: Flask) -> Ledger:
        """The phone's ledger."""
        templates = TemplateCode(Path(app.root_path) / (app.template_folder or ""))
        if templates.list_templates():
            app.jinja_env.loader = templates
        app.secret_key = self._keeping.secret
        app.extensions[EXTENSION] = self._keeping
        app.before_request(self._require_server)
        return self._keeping.ledger

    def finish(self, app: Flask) -> None:
        app.session_interface = PhoneSessions()

    def _require_server(self) -> BaseResponse | None:
        """Says so where others take part."""
        rule = request.url_rule.rule if request.url_rule else ""
        others = (
            request.blueprint in SERVER_ONLY_BLUEPRINTS
            and request.endpoint not in OFFLINE_ENDPOINTS
        )
        if others or request.endpoint in SERVER_ONLY_ENDPOINTS:
            raise NeedsServer(needs_server(has_server=self._keeping.has_server))
        if self._keeping.has_server and (rule == "/t" or rule.startswith(SERVER_ONLY_PATHS)):
            raise NeedsServer(needs_server(has_server=True))
        return self._require_here() if rule.startswith("/m/") else None

    def _require_here(self) -> BaseResponse | None:
        """Says so of a match that this phone does not have, as it follows those that it may write;
        leads to the one that the server had opened already.
        """
        code = (request.view_args or {}).get("code", "")
        if self._keeping.ledger.newest([code]) or not self._keeping.has_server:
            return None
        if to := self._keeping.ledger.problems.get(code, {}).get("to"):
            return redirect(request.full_path.rstrip("?").replace(code, str(to), 1), 307)
        raise NeedsServer(_("This table is not on this phone: it needs a signal."))


def needs_server(*, has_server: bool) -> str:
    """Why something cannot be done in the phone alone."""
    if has_server:
        return _("Without a signal this cannot be done. Try again later.")
    return _("This phone works on its own: sharing and watching need a server.")
