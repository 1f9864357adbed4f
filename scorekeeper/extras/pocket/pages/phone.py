"""What an app stands on in a phone: what the phone keeps between two requests, as texts under keys,
one session, and no limits.

The worker that runs the app puts away what `drain` gives before an answer goes out.
"""

import json
from collections.abc import Iterable, Mapping, MutableMapping
from pathlib import Path
from secrets import token_hex

from flask import Flask, Request, Response, current_app, redirect, request
from flask.json.tag import TaggedJSONSerializer
from flask.sessions import SecureCookieSession, SessionInterface, SessionMixin
from flask_babel import gettext as _
from jinja2 import BaseLoader, Environment, Template, TemplateNotFound
from werkzeug import Response as BaseResponse

from scorekeeper.extras.pocket.ledger import PocketLedger
from scorekeeper.ledger import Ledger
from scorekeeper.web.http.grants import MATCHES
from scorekeeper.web.http.limits import BIGGEST_FILE
from scorekeeper.web.http.security import current_request, is_refused
from scorekeeper.web.http.settings import PHONE, PHONE_ALONE, NeedsServer
from scorekeeper.web.wording.reader import CHOICES

SESSION, SECRET, MARKS, WAITS, CHOSEN = "session", "secret", "marks", "waits", "chosen"
TURNED_AWAY = "turned-away"
"""Keys of what is kept besides the ledger: the phone's one session, its secret, its marks in the
matches of a server, what its worker has to know of what waits, what its owner chose without the
server, and whether something on the way to the server let not even one event pass.
"""
EXTENSION = "pocket"
_TAGGED = TaggedJSONSerializer()
Records = Mapping[str, str]


class PhoneStorage:
    """A phone's ledger and all else that it keeps; `has_server` tells a phone that follows one.

    `offline` says of the request in hand that no server could be asked.
    """

    def __init__(self, records: Records, *, has_server: bool) -> None:
        self._records: dict[str, str] = {}
        self._changes: dict[str, str | None] = {}
        self.has_server, self.offline = has_server, True
        self.ledger, self._new_secret = PocketLedger({}), token_hex(32)
        self.reload(records)

    def reload(self, records: Records) -> None:
        """Begins anew with what was put away."""
        self._records = {key: text for key, text in records.items() if "/" not in key}
        self._changes.clear()
        self.ledger.reload({key: text for key, text in records.items() if "/" in key})
        if SECRET not in self._records:
            self.put(SECRET, self._new_secret)

    def wake(self, records: Records) -> None:
        self._new_secret = token_hex(32)
        self.reload(records)

    def text(self, key: str) -> str:
        """What stands under a key; empty if nothing does."""
        return self._records.get(key, "")

    def put(self, key: str, text: str) -> None:
        if self.text(key) != text:
            self._records[key] = self._changes[key] = text

    def drain(self) -> dict[str, str | None]:
        """What changed since this was asked last: key → text, or None for what goes."""
        changes = {**self.ledger.drain(), **self._changes}
        self._changes.clear()
        return changes

    @property
    def secret(self) -> str:
        return self.text(SECRET)

    @property
    def marks(self) -> Mapping[str, str]:
        """Code → the mark of this phone there, as the server makes it."""
        known: dict[str, str] = json.loads(self.text(MARKS) or "{}")
        return known


class PhoneSessions(SessionInterface):
    """The one session of a phone, which has no cookies: kept with everything else."""

    def open_session(self, app: Flask, request: Request | None) -> SecureCookieSession:
        text = phone_storage().text(SESSION)
        return SecureCookieSession(_TAGGED.loads(text) if text else None)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Keeps a session that was changed, and aside what the server has yet to be told of it;
        not what came with a refusal.
        """
        if not session.modified or is_refused(current_request(), response):
            return
        before = self.open_session(app, None)
        changed = {n: session[n] for n in CHOICES if n in session and session[n] != before.get(n)}
        if changed and phone_storage().has_server:
            known = json.loads(phone_storage().text(CHOSEN) or "{}")
            phone_storage().put(CHOSEN, json.dumps(known | changed))
        phone_storage().put(SESSION, dump_session(session))


def merged_session(theirs: str, own: Iterable[str]) -> str:
    """The server's session of this phone, which may still write its `own` matches there: those
    that the server does not know yet.
    """
    session = _TAGGED.loads(theirs)
    known = {grant[0] for grant in session.get(MATCHES, ())}
    mine = [(code, "scorer") for code in own if code not in known]
    return dump_session({**session, MATCHES: [*session.get(MATCHES, ()), *mine]})


def dump_session(session: Mapping[str, object]) -> str:
    """A session as a phone keeps it."""
    return _TAGGED.dumps(dict(session))


def phone_storage() -> PhoneStorage:
    """What this app keeps. Raises KeyError on a server."""
    kept: PhoneStorage = current_app.extensions[EXTENSION]
    return kept


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
