"""Pages that both Pythons draw: this file runs in the tests, and packed Python under Node, too."""

import json
import re
from collections.abc import Mapping

from scorekeeper.extras.pocket.ledger import key_of
from scorekeeper.extras.pocket.pages.engine import Engine
from scorekeeper.extras.pocket.pages.phone import SECRET, SESSION, dump_session
from scorekeeper.games import GAMES
from scorekeeper.match.files import load
from scorekeeper.stream.files import line_of
from scorekeeper.web.http.access import MATCHES

LANGUAGES = ("cs", "sk", "pl", "be", "en")
SITE = "https://pub.example"
OF_A_MATCH = ("", "/history", "/accounts", "/people", "/rules", "/disputes", "/export")
OF_ALL = ("/", "/rules", "/referee", "/settings", "/pocket/waiting", "/nowhere")
OF_A_GAME = ("/new/{}", "/rules/{}", "/referee/{}")
BY_CHANCE = re.compile(
    r'(?<="X-CSRFToken": ")[^"]*|(?<=name="csrf_token" value=")[^"]*|(?<=name="key" value=")[^"]*'
)
"""What is another one each time that a page is drawn."""


def pages(files: Mapping[str, str]) -> dict[str, list[object]]:
    """Language and address → status and page of a phone on which some exported matches lie."""
    streams = [load(text) for text in files.values()]
    codes = [stream[0].stream for stream in streams]
    records = {
        key_of(event.stream, event.seq): line_of(event) for each in streams for event in each
    }
    records[SECRET] = "0" * 64
    records[SESSION] = dump_session({MATCHES: [[code, "scorer"] for code in codes]})
    engine = Engine(json.dumps(records), "/", has_server=False)
    paths = [*OF_ALL, *(path.format(key) for key in GAMES for path in OF_A_GAME)]
    paths += [f"/m/{code}{page}" for code in codes for page in OF_A_MATCH]
    return {f"{lang} {path}": _page(engine, path, lang) for path in paths for lang in LANGUAGES}


def _page(engine: Engine, path: str, language: str) -> list[object]:
    """Status and body of a page, without what chance puts there."""
    headers = json.dumps([["accept-language", language]])
    status, _headers, body, _changes = engine.call("GET", f"{SITE}{path}", headers, b"", True)
    return [status, BY_CHANCE.sub("", body.decode())]
