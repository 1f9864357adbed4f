"""What the app in a phone keeps between two requests, as texts under keys.

Whoever runs the app puts away what `drain` gives before an answer goes out.
"""

import json
from collections.abc import Iterable, Mapping
from secrets import token_hex

from flask import Flask, Request, Response, current_app
from flask.json.tag import TaggedJSONSerializer
from flask.sessions import SecureCookieSession, SessionInterface, SessionMixin

from scorekeeper.extras.pocket.ledger import PocketLedger
from scorekeeper.web.http.security import current_request, is_refused
from scorekeeper.web.http.shelves import MATCHES
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
