"""Broken requests, in process: whatever arrives, the answer is no 500, and it has its headers."""

import logging
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from io import BytesIO, StringIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from urllib.parse import quote_plus

from flask import Flask
from werkzeug.datastructures import Headers
from werkzeug.test import run_wsgi_app
from werkzeug.wsgi import ClosingIterator

from scorekeeper.games import GAMES
from scorekeeper.match import Match
from scorekeeper.web import create_app
from tests.web.phone import Phone
from tests.web.table import Table, start

METHODS = ("GET", "POST", "HEAD", "PUT", "OPTIONS", "NIC")
TEXTS = (
    *("", "0", "-1", "1", "99999999999999999999", "1e9", "١", "٣", "nan", "x" * 70, "\x00", "é"),
    *("KD", "QS 7D AH", "JOKER=KH", "XIX", "KD" * 500, "kocka.follow", "on", "y", "none", "null"),
    *("{}", "[]", '{"a":', "<b>", "' or 1=1", "../../etc/passwd", "%", "%00", "\r\nX: y", "\ud800"),
    *(
        "3f9c2a61-5b7e-4d08-9a14-c2e6f0b8d713",
        "applied-1",
        "agreed",
        "round",
        "deal",
        "=",
        "&",
        ";",
    ),
)
TYPES = (
    *("application/x-www-form-urlencoded",) * 6,
    *("multipart/form-data; boundary=x", "multipart/form-data", "application/json"),
    *("text/plain", ""),
    "application/x-www-form-urlencoded; charset=utf-16",
)
HEADERS = {
    "HTTP_HOST": ("localhost", "x" * 64, "a b", "[::1", "..", "", "é", "a" * 300, "h:99999"),
    "HTTP_ACCEPT_LANGUAGE": ("cs", "en;q=x", "*", "xx-" * 50, ";;", "\xff"),
    "HTTP_ACCEPT_ENCODING": ("br", "gzip;q=9", "*;q=", "identity;q=0"),
    "HTTP_HX_REQUEST": ("true", "\xff"),
    "HTTP_HX_REQUEST_TYPE": ("partial", "full", "x"),
    "HTTP_RANGE": ("bytes=0-", "bytes=9-1", "x"),
    "HTTP_IF_NONE_MATCH": ("*", '"x"', 'W/"'),
    "HTTP_IF_MODIFIED_SINCE": ("x", "Sun, 31 Feb 2026 00:00:00 GMT"),
    "HTTP_TRANSFER_ENCODING": ("chunked", "x"),
    "HTTP_X_FORWARDED_FOR": ("::1", "x"),
    "HTTP_COOKIE": ("scorekeeper=x", "scorekeeper=", "=;=", "\xff", "a" * 5000),
    "HTTP_X_CSRFTOKEN": ("x", "\xff", "a" * 500),
}
EVENTS = "text/event-stream"
LONGEST_LINE = 1000
"""Letters of a value that is printed; the seed makes the whole again."""
Environ = dict[str, object]


@dataclass(frozen=True)
class Visitor:
    """Who sends: the scorer of a match, with the cookie and a token of the phone."""

    table: Table
    cookie: str
    token: str

    @property
    def code(self) -> str:
        return self.table.code

    @property
    def match(self) -> Match:
        return self.table.match


def run(requests: int, seed: int) -> bool:
    """True if no answer was a 500 and each had its headers; else prints the first fault."""
    with TemporaryDirectory() as folder, _app(Path(folder)) as app:
        visitors = [_visitor(app, game) for game in GAMES]
        # Of what is refused only the answer counts. Not `disabled`: the usual log is every app's.
        app.logger = logging.Logger("fuzz")
        app.logger.addHandler(logging.NullHandler())
        rules = _rules(app)
        statuses: Counter[int] = Counter()
        for n in range(requests):
            random = Random(f"{seed}-{n}")
            request = _request(random, random.choice(visitors), rules)
            status, headers = _answer(app, request)
            code = int(status.split()[0])
            statuses[code] += 1
            if code >= 500 or "Content-Security-Policy" not in headers:
                print(f"fuzz: seed {seed}, request {n}: {status}", _shown(request), sep="\n")
                return False
    said = ", ".join(f"{count} × {status}" for status, count in sorted(statuses.items()))
    print(f"fuzz: seed {seed}, {requests} requests: {said}; 0 × 500")
    return True


def _answer(app: Flask, request: Environ) -> tuple[str, Headers]:
    """Status and headers of an answer that is read to its end; a stream of events has none."""
    body, status, headers = run_wsgi_app(app, request)
    with closing(ClosingIterator(body)) as parts:
        if not headers.get("Content-Type", "").startswith(EVENTS):
            deque(parts, maxlen=0)
    return status, headers


@contextmanager
def _app(folder: Path) -> Iterator[Flask]:
    app = create_app(folder, {"RATELIMIT_ENABLED": False, "LEDGER": "sqlite://"})
    with closing(app.extensions["matches"].ledger):
        yield app


def _visitor(app: Flask, game: str) -> Visitor:
    table = start(Phone(app), ("Petr", "Jana", "Karel", "Eva"), game=game)
    cookie = table.phone.client.get_cookie("scorekeeper")
    assert cookie
    return Visitor(table, f"scorekeeper={cookie.value}", table.phone.csrf)


FIELDS = (
    *("type", "seen", "key", "role", "tab", "picked", "pick", "say", "judge", "how", "verdict"),
    *("rule", "note", "seats", "dealer", "preset", "add", "erase", "move", "undo", "code", "case"),
    *("lang", "theme", "next", "q", "contract", "declarer", "trick", "card", "hand", "attack"),
    *("out", "first", "kept-trick", "by", "view", "all", "from", "again", "durch", "player-0"),
    *("player-3", "points-0", "points-2", "cards-1", "pile-3"),
)
"""Names of fields in all kinds of forms."""
Rule = tuple[str, Sequence[str]]


def _rules(app: Flask) -> list[Rule]:
    """Addresses with gaps for their arguments, and their methods; those that write, more often."""
    rules = [(rule.rule, sorted(rule.methods or ())) for rule in app.url_map.iter_rules()]
    writing = [(rule, ["POST"]) for rule, methods in rules if "POST" in methods]
    return [*rules, *writing, *writing, *writing]


def _request(random: Random, visitor: Visitor, rules: Sequence[Rule]) -> Environ:
    """A request that is nearly right, or not at all."""
    rule, methods = random.choice(rules)
    body = _body(random, visitor)
    length: object = len(body)
    if random.random() < 0.1:
        length = random.choice(("", "x", "-1", len(body) + 9, len(body) // 2, 10**12))
    environ: Environ = {
        "REQUEST_METHOD": random.choice(METHODS if random.random() < 0.1 else methods),
        "SCRIPT_NAME": "",
        "PATH_INFO": _path(random, visitor, rule),
        "QUERY_STRING": _form(random, visitor) if random.random() < 0.3 else "",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "8000",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "CONTENT_TYPE": random.choice(TYPES),
        "CONTENT_LENGTH": str(length),
        "HTTP_COOKIE": visitor.cookie,
        "wsgi.url_scheme": random.choice(("http", "http", "https")),
        "wsgi.input": BytesIO(body),
        "wsgi.input_terminated": True,
        "wsgi.errors": StringIO(),
        "wsgi.version": (1, 0),
        "wsgi.multithread": False,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for header in random.sample(sorted(HEADERS), random.choice((0, 0, 0, 0, 1, 2))):
        environ[header] = random.choice(HEADERS[header])
    return environ


def _path(random: Random, visitor: Visitor, rule: str) -> str:
    """An address of the app with its gaps filled, rightly or not; as WSGI gives it, in latin-1."""
    path = rule.replace("<code>", random.choice((visitor.code, visitor.code, "ZZZZ", "é")))
    game = visitor.match.game
    right = {
        "<game>": game.key,
        "<kind>": random.choice(sorted(game.kinds)),
        "<type>": random.choice(sorted(game.entry_types)),
        "<rule>": random.choice(game.rules).id,
        "<int:seq>": str(random.choice((1, 2, 10**9))),
    }
    for gap, value in right.items():
        path = path.replace(gap, value if random.random() < 0.9 else random.choice(TEXTS))
    while "<" in path and ">" in path[path.index("<") :]:
        gap = path[path.index("<") : path.index(">", path.index("<")) + 1]
        path = path.replace(gap, random.choice(TEXTS).replace("<", "").replace(">", ""), 1)
    if random.random() < 0.05:
        path += random.choice(("/", "//", "/%2e%2e", "\x00", "?", "/x" * 100))
    return path.encode("utf-8", "replace").decode("latin-1")


def _body(random: Random, visitor: Visitor) -> bytes:
    if random.random() < 0.05:
        return random.randbytes(random.randrange(200))
    fields = _form(random, visitor)
    if random.random() < 0.9:
        fields += f"&csrf_token={visitor.token}"
    data = fields.encode()
    return data[: random.randrange(len(data) + 1)] if random.random() < 0.1 else data


def _form(random: Random, visitor: Visitor) -> str:
    usual = {
        "seen": str(visitor.match.version),
        "type": random.choice(sorted(visitor.match.game.entry_types)),
    }
    chosen = {name: random.choice(TEXTS) for name in random.choices(FIELDS, k=random.randrange(12))}
    pairs = {**(usual if random.random() < 0.7 else {}), **chosen}
    return "&".join(
        f"{name}={quote_plus(value, errors='replace')}" for name, value in pairs.items()
    )


def _shown(request: Environ) -> str:
    """A request as somebody can read it."""
    body = request["wsgi.input"]
    assert isinstance(body, BytesIO)
    shown = {name: value for name, value in request.items() if not name.startswith("wsgi.")}
    shown["body"] = body.getvalue()
    return "\n".join(f"  {name}: {value!r}"[:LONGEST_LINE] for name, value in shown.items())
