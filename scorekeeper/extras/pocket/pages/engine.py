"""The way into the app in a phone: requests come in as texts and bytes, and so do answers go out.

A worker of the browser (static/extras/pocket/worker.js) calls this. It puts away what an answer
changed before that goes out; where it cannot, it says so to `undo`.
"""

import json
import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, suppress
from io import BytesIO
from pathlib import Path
from random import seed
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

from flask import Flask

from scorekeeper.extras.pocket.answers import drop_gone, follow, take_answer
from scorekeeper.extras.pocket.batch_import import next_batch
from scorekeeper.extras.pocket.ledger import sendable
from scorekeeper.extras.pocket.pages import phone
from scorekeeper.extras.pocket.pages.waiting import waits_record
from scorekeeper.games import GAMES
from scorekeeper.match.actions import Matches
from scorekeeper.web import create_app
from scorekeeper.web.http.limits import BIGGEST_BATCH
from scorekeeper.web.http.security import TOKEN_HEADER, masked_token
from scorekeeper.web.http.settings import settle_memory

RawAnswer = tuple[int, str, bytes, str]
"""The status; the headers and what has to be put away, as JSON; the body."""
HERE = "http://localhost/"
"""The address of a request that nobody made."""
SEND = "pocket/send"
BESIDE_LINES = 1024
"""Bytes of a batch besides its lines."""
NO_ROOM = "/pocket/no-room"
"""The page that says that nothing more can be put away."""


class Engine:
    """The app on what a phone has put away: key → text, as JSON.

    Below the path `root` of the site; `has_server` tells a phone that follows one.
    """

    def __init__(self, records: str, root: str, *, has_server: bool) -> None:
        self.root, self._speaks = root.rstrip("/"), ""
        self._parcel: Mapping[str, Any] = {}
        self._most = BIGGEST_BATCH
        self.phone_storage = phone.PhoneStorage(json.loads(records), has_server=has_server)
        self.app: Flask = create_app(Path("/instance"), {}, phone.PhonePlatform(self.phone_storage))

    def wake(self, records: str) -> None:
        """Begins on what a phone has put away; chance must not begin as in every phone."""
        seed()
        self.phone_storage.wake(json.loads(records))
        self.app.secret_key = self.phone_storage.secret

    def call(self, method: str, url: str, headers: str, body: bytes, offline: bool) -> RawAnswer:
        """The answer to a request; `headers` are pairs as JSON."""
        self.phone_storage.offline = offline
        environ = self._environ(method, url, headers, bytes(body))
        self._speaks = str(environ.get("HTTP_ACCEPT_LANGUAGE", ""))
        status, sent = 0, list[tuple[str, str]]()

        def start(line: str, pairs: list[tuple[str, str]], *_error: object) -> Callable[..., None]:
            nonlocal status
            status, sent[:] = int(line[:3]), pairs
            return lambda content: None

        parts = self.app.wsgi_app(environ, start)
        content = b"".join(parts)
        sent = [pair for pair in sent if pair[0] not in ("Set-Cookie", "Vary")]
        return status, json.dumps(sent), content, self._drained()

    def undo(self, records: str, url: str, headers: str) -> RawAnswer:
        """The page that says that an answer could not be put away; what it changed is gone."""
        self.phone_storage.reload(json.loads(records))
        parts = urlsplit(url)
        page = f"{parts.scheme}://{parts.netloc}{self.root}{NO_ROOM}"
        return self.call("GET", page, headers, b"", True)

    def merge(self, records: str) -> None:
        """Takes over what the worker has put away by itself: all that is there now."""
        self.phone_storage.reload(json.loads(records))

    def follow(self, told: str) -> str:
        """Takes over what a server says of its matches, as JSON; gives what has to be put away."""
        answer, ledger = json.loads(told), self.phone_storage.ledger
        self.phone_storage.offline = False
        for stream in answer["streams"]:
            follow(ledger, stream)
        for code in answer["gone"]:
            drop_gone(ledger, code)
        own = [code for code in ledger.waits() if not ledger.sent(code)]
        self.phone_storage.put(phone.SESSION, phone.merged_session(answer["session"], own))
        self.phone_storage.put(phone.MARKS, answer["marks"])
        return self._drained()

    def batch(self) -> str:
        """What is to be sent next, as JSON: path, headers and body; null if nothing is."""
        ledger, most = self.phone_storage.ledger, self._most - BESIDE_LINES
        if not (codes := sendable(ledger)):
            return "null"
        self._parcel = next_batch(ledger, codes[0], self._matches, most)
        with self._aside():
            headers = {TOKEN_HEADER: masked_token()}
        body = json.dumps(self._parcel, ensure_ascii=False)
        return json.dumps({"path": SEND, "headers": headers, "body": body})

    def take_less(self, *, refused: bool) -> str:
        """The last batch did not get through to the server, which is there: the next one is half of
        it. Where it was one event alone, gives what has to be put away, as JSON; else nothing.
        """
        lines = self._parcel["lines"]
        if len(lines) > 1:
            self._most = BESIDE_LINES + len(json.dumps(lines, ensure_ascii=False).encode()) // 2
            return ""
        if refused:
            self.phone_storage.put(phone.TURNED_AWAY, "yes")
        return self._drained()

    def take_answer(self, status: int, text: str) -> str:
        """Takes the server's answer to the last batch; gives what has to be put away, as JSON."""
        self._most = min(self._most * 5 // 4, BIGGEST_BATCH)
        self.phone_storage.put(phone.TURNED_AWAY, "")
        answer, ledger = None, self.phone_storage.ledger
        with suppress(ValueError):
            answer = json.loads(text)
        self.phone_storage.offline = False
        outcome = take_answer(ledger, self._parcel, status, answer, self._matches)
        if outcome.code != self._parcel["code"]:
            session = phone.merged_session(self.phone_storage.text(phone.SESSION), [outcome.code])
            self.phone_storage.put(phone.SESSION, session)
        return self._drained()

    @property
    def _matches(self) -> Matches:
        matches: Matches = self.app.extensions["matches"]
        return matches

    def _aside(self) -> AbstractContextManager[object]:
        headers = json.dumps([("Accept-Language", self._speaks)])
        return self.app.request_context(self._environ("GET", HERE, headers, b""))

    def _drained(self) -> str:
        """What has to be put away, with what the worker has to know of what waits."""
        with self._aside():
            self.phone_storage.put(phone.WAITS, waits_record())
        return json.dumps(self.phone_storage.drain(), ensure_ascii=False)

    def _environ(self, method: str, url: str, headers: str, body: bytes) -> dict[str, object]:
        parts = urlsplit(url)
        path = unquote_to_bytes(parts.path).decode("latin-1").removeprefix(self.root)
        named = {name.upper().replace("-", "_"): value for name, value in json.loads(headers)}
        return {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": self.root,
            "PATH_INFO": path or "/",
            "QUERY_STRING": parts.query,
            "SERVER_NAME": parts.hostname or "localhost",
            "SERVER_PORT": str(parts.port or (443 if parts.scheme == "https" else 80)),
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": parts.scheme,
            "wsgi.input": BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
            **{n if n == "CONTENT_TYPE" else f"HTTP_{n}": value for n, value in named.items()},
            "HTTP_HOST": parts.netloc,
        }


PREPARED: list[Engine] = []
"""The engine of which a picture of the memory was taken, until somebody begins on it."""


def prepare(root: str, speaks: str, *, has_server: bool) -> None:
    """Makes an engine for nobody and lets it draw pages, so that a picture of the memory which the
    worker takes then is one of an app that has all at hand. `speaks` is an Accept-Language.
    """
    engine = Engine("{}", root, has_server=has_server)
    for name in engine.app.jinja_env.list_templates():
        engine.app.jinja_env.get_template(name)
    headers = json.dumps([("Accept-Language", speaks)])
    pages = (f"{what}/{game}" for game in GAMES for what in ("new", "rules", "referee"))
    for page in ("", *pages):
        engine.call("GET", f"{HERE[:-1]}{engine.root}/{page}", headers, b"", True)
    engine.wake("{}")
    settle_memory()
    PREPARED.append(engine)


def begin(records: str, root: str, *, has_server: bool) -> Engine:
    """An engine on what a phone has put away: the one that was prepared, if one was."""
    engine = PREPARED.pop() if PREPARED else Engine("{}", root, has_server=has_server)
    engine.wake(records)
    return engine
