"""What a phone has to fetch: every page that a reader meets, and the first visit.

A page is weighed with its styles, packed by gzip -9, in the language in which it is heaviest. The
pages are found as a reader finds them: by following every link.
"""

import gzip
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from uuid import uuid4

from flask import Flask

from benchmarks.evening import Table, scorekeeper
from benchmarks.ratio import Ratio, get
from scorekeeper.games import GAMES
from scorekeeper.stream.files import event_from_members
from scorekeeper.web import LANGUAGES
from scorekeeper.web.http.access import token_of
from scorekeeper.web.http.identifiers import codes_for

ROWS = 30
PAGE, DEAL, FIRST_VISIT = 8_000, 9_000, 30_000
SCRIPTS, MOST_SCRIPTS = 30_000, 20_000
NAMES = ("Anežka", "Bohouš", "Cecílie", "Dušan", "Eliška", "František")
DEAL_FORM = "entries.new taroky deal"
VERDICTS = Path(__file__).parents[1] / "tests" / "data" / "0.4" / "verdicts.jsonl"
LINK = re.compile(r'<a [^>]*?href="(/[^"#]*)')
ASSET = re.compile(r'<(?:link rel="(?P<rel>\w+)"[^>]*? href|script src)="(?P<url>/static/[^"]+)"')
FILES = ("history.export", "paper.table")
NO_PAGES = (*FILES, "sharing.join", "sheet.again", "static")


def packed(data: bytes) -> int:
    """How many bytes travel."""
    return len(gzip.compress(data, 9, mtime=0))


@dataclass
class Reader:
    """Somebody who follows every link, in one language, and weighs what comes."""

    app: Flask
    cookie: str
    language: str
    styles: dict[str, int] = field(default_factory=dict)
    scripts: dict[str, int] = field(default_factory=dict)
    most_scripts: int = 0
    heaviest: dict[str, tuple[int, str]] = field(
        default_factory=lambda: defaultdict(lambda: (0, ""))
    )

    def read(self, urls: list[str]) -> None:
        """Opens some addresses and all that they lead to."""
        known, to_come = set(urls), list(urls)
        while to_come:
            for url in self._open(to_come.pop()):
                if url not in known:
                    known.add(url)
                    to_come.append(url)

    def _open(self, url: str) -> list[str]:
        kind = self._kind(url)
        if kind is None:
            return []
        request = {**get(url, self.cookie), "HTTP_ACCEPT_LANGUAGE": self.language}
        answer = self.app.test_client(use_cookies=False).open(request)
        if answer.status_code != 200:
            return []
        found = [*ASSET.finditer(answer.text)]
        sheets = [each["url"] for each in found if each["rel"] == "stylesheet"]
        scripts = [each["url"] for each in found if each["rel"] is None]
        weight = packed(answer.data) + self._weight(self.styles, sheets)
        self.most_scripts = max(self.most_scripts, self._weight(self.scripts, scripts))
        self.heaviest[kind] = max(self.heaviest[kind], (weight, f"{url} {self.language}"))
        return [unescape(link) for link in LINK.findall(answer.text)]

    def _kind(self, url: str) -> str | None:
        """What kind of page an address leads to, or None if it is none: a kind is weighed once."""
        adapter = self.app.url_map.bind("")
        endpoint, arguments = adapter.match(url.partition("?")[0])
        if endpoint in NO_PAGES:
            return None
        game = arguments.get("game") or self._game_of(arguments.get("code", ""))
        what = [str(arguments[name]) for name in ("type", "kind") if name in arguments]
        return " ".join(filter(None, (endpoint, game, *what)))

    def _game_of(self, code: str) -> str:
        return self.app.extensions["matches"].get(code).game.key if code else ""

    def _weight(self, known: dict[str, int], urls: list[str]) -> int:
        for url in urls:
            if url not in known:
                known[url] = _fetched(self.app, url)
        return sum(known[url] for url in urls)


def _fetched(app: Flask, url: str) -> int:
    """How many bytes of a file travel."""
    return packed(app.test_client().get(url, buffered=True).data)


def measure() -> Iterator[Ratio]:
    """The heaviest page of each kind, all scripts, and what a first visit takes from the wire."""
    with scorekeeper() as app:
        table = Table(app, ROWS, durch_every=3)
        urls = ["/", f"/m/{table.code}", *_matches(app), *_verdicts(app)]
        cookie = _cookie(app, [url.removeprefix("/m/") for url in urls if url.startswith("/m/")])
        found: dict[str, tuple[int, str]] = {}
        for language in LANGUAGES:
            reader = Reader(app, cookie, language)
            reader.read(urls)
            found = {k: max(found.get(k, (0, "")), reader.heaviest[k]) for k in reader.heaviest}
        for kind, (weight, _where) in sorted(found.items()):
            most = DEAL if kind == DEAL_FORM else PAGE
            yield Ratio(f"{kind} + style: of {most} B", weight, most, 1, unit="B")
        scripts = sum(reader.scripts.values())
        yield Ratio(f"all scripts: of {SCRIPTS} B", scripts, SCRIPTS, 1, unit="B")
        most = reader.most_scripts
        yield Ratio(f"scripts of a page: of {MOST_SCRIPTS} B", most, MOST_SCRIPTS, 1, unit="B")
        yield Ratio(f"first visit: of {FIRST_VISIT} B", _first_visit(app), FIRST_VISIT, 1, unit="B")


def _matches(app: Flask) -> Iterator[str]:
    """A match of each game just begun, with as many players as it takes here; and its forms."""
    for game in GAMES.values():
        with app.app_context():
            code, key = next(codes_for(str(uuid4()))), str(uuid4())
        names = NAMES[: max(n for n in game.seats if n <= len(NAMES))]
        app.extensions["matches"].open(code, game, names, 0, game.house(), key)
        yield f"/m/{code}"
        yield from (f"/m/{code}/new/{type}" for type in game.entry_types)


def _verdicts(app: Flask) -> Iterator[str]:
    for line in VERDICTS.read_text("utf-8").splitlines():
        event = event_from_members(json.loads(line))
        app.extensions["matches"].ledger.restore([event])
        yield f"/v/{event.stream}"


def _cookie(app: Flask, codes: list[str]) -> str:
    """The cookie of a phone that may write in some matches."""
    with app.test_client() as client:
        for code in dict.fromkeys(code[:4] for code in codes):
            with app.app_context():
                link = f"/m/{code}/in/{token_of(code, 'scorer')}"
            client.get(link)
        name = app.config["SESSION_COOKIE_NAME"]
        return f"{name}={client.get_cookie(name).value}"


def _first_visit(app: Flask) -> int:
    """Bytes of the first page with all that it asks for."""
    page = app.test_client().get("/", headers={"Accept-Language": "cs"})
    return packed(page.data) + sum(_fetched(app, each["url"]) for each in ASSET.finditer(page.text))
