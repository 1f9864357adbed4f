"""An evening in a changed copy of the app: played, read and looked through.

Run in a copy: `python -m tests.verification.apart.evening GAME INSTANCE SHARED`; it says what page
is dead. The game is Faraón, or one that is made of it.
In the shared folder lie the shapes of pages that other tests found right, and compiled templates.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin, urlsplit
from uuid import uuid4

from flask import Flask
from jinja2 import FileSystemBytecodeCache
from werkzeug.exceptions import HTTPException
from werkzeug.routing import MapAdapter

from scorekeeper.cli import main as command
from scorekeeper.games import GAMES
from scorekeeper.web import create_app
from tests.web.phone import Phone
from tests.web.screen import Screen
from tests.web.shapes import FOUND_RIGHT

NAMES = ("Petr", "Jana", "Karel", "Eva")
MOST = 2
"""Pages of each kind that are looked at beside those that one begins with."""


def play(phone: Phone, game: str) -> str:
    """A game: written, undone, done again and noted; gives the match's address."""
    players = {f"player-{seat}": name for seat, name in enumerate(NAMES)}
    opened = phone.post(
        f"/new/{game}", {"dealer": "3", "key": str(uuid4()), "seats": "4", **players}
    )
    sheet = opened.url
    expect(phone.fill(f"{sheet}/new/game", loser="1"), 200)
    for step in ("undo", "redo"):
        expect(phone.fill(sheet, f"{sheet}/{step}"), 200)
    expect(phone.get(f"/referee/{game}/play?top=9A&cards=TB"), 200)
    for path in ("/result", "/print", "/share", "/history", "/accounts", "/export", "/people"):
        expect(phone.get(sheet + path), 200)
    return sheet


def organise(phone: Phone) -> Iterator[str]:
    """Founds a group if its room is there; gives its address."""
    group = {"name": "U Raka", "members": "\n".join(NAMES), "key": str(uuid4())}
    if phone.get("/c/new").status == 200:
        expect(phone.submit("/c/new", **group), 200)
        yield phone.screen.url


def expect(screen: Screen, status: int) -> None:
    if screen.status != status:
        raise SystemExit(f"{screen.url} is answered {screen.status}")


def crawl(phone: Phone, *begin: str) -> set[str]:
    """Looks at what pages lead to, and at where their forms go; gives the pages that there were."""
    seen, to_come, counted = set[str](), [*begin], Counter[str]()
    rules = phone.app.url_map.bind("localhost")
    while to_come:
        path = to_come.pop(0)
        kind = kind_of(rules, path)
        if path in seen or (counted[kind] >= MOST and path not in begin):
            continue
        seen.add(path)
        counted[kind] += 1
        screen = phone.get(path)
        expect(screen, 200)
        for address in addresses(screen):
            rules.match(urlsplit(address).path, method="POST")
        to_come += links(screen)
    return seen


def kind_of(rules: MapAdapter, path: str) -> str:
    """What answers at an address; of one that is dead, itself."""
    try:
        endpoint, _ = rules.match(urlsplit(path).path)
    except HTTPException:
        return path
    return endpoint


def links(screen: Screen) -> Iterator[str]:
    for node in screen.root.all("a"):
        url = urlsplit(urljoin(screen.url, node.attrs.get("href", "")))
        if url.path and not url.netloc and not url.path.startswith("/static"):
            yield url._replace(fragment="", netloc="", scheme="").geturl()


def addresses(screen: Screen) -> Iterator[str]:
    for node in screen.root.all("form"):
        if node.attrs.get("method", "").lower() == "post":
            yield node.attrs.get("action") or screen.url


def main(game: str, instance: str, shared: str) -> int:
    """Plays it, looks through it, and lets maintenance look at what was written."""
    FOUND_RIGHT.share(Path(shared, "shapes"))
    templates = Path(shared, "templates")
    templates.mkdir(exist_ok=True)
    Flask.jinja_options["bytecode_cache"] = FileSystemBytecodeCache(str(templates))
    app = create_app(Path(instance), {"TESTING": True, "RATELIMIT_ENABLED": False})
    phone = Phone(app)
    sheet = play(phone, game)
    begin = (*organise(phone), "/", sheet, "/mine", "/referee")
    pages = crawl(phone, *begin, *(f"/rules/{game}" for game in GAMES))
    app.extensions["matches"].ledger.close()
    print(*sorted(pages), sep="\n")
    return command(["check", "--instance", instance])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
