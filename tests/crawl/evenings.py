"""Evenings of every game as version 0.4 wrote them, and every page that they lead to."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from flask import Flask
from werkzeug.exceptions import HTTPException

from scorekeeper.core.game import AnyGame
from scorekeeper.games import GAMES
from scorekeeper.match.files import load
from scorekeeper.rulebook.decisions import decisions_of, examples_of
from scorekeeper.stream.files import event_from_members
from tests.crawl.laws import Crawler, Page
from tests.web.screen import Form, Screen
from tests.web.table import NAMES

WRITTEN = Path(__file__).parents[1] / "data" / "0.4"
"""Evenings of every game, with corrections, strikes and rulings, and verdicts."""
TYPED = {"name", "names", "note"}
"""Members of events that people typed."""
FIRST = "cs"
"""The language in which the pages are found."""
MORE = ("/print", "/result", "/board", "/watch", "/seats", "/accounts", "/people")
ONE_OF_EACH = ("kind", "type")
"""Arguments of addresses of which each value is another page."""
OURS = {"type", "key", "seen", "csrf_token", "role", "tab", "players", "next"}
"""Fields of a form that nobody fills in."""
NO_PAGES = {"sheet.join", "phones.join", "sheet.follow", "sheet.since", "sheet.export"}
NO_PAGES |= {"home.settings", "match_board.way_in"}


def restore(app: Flask) -> None:
    """Puts the evenings and the verdicts into the ledger of an app."""
    ledger = app.extensions["matches"].ledger
    for path in sorted(WRITTEN.glob("*-*.jsonl")):
        ledger.restore(load(path.read_text("utf-8")))
    for line in (WRITTEN / "verdicts.jsonl").read_text("utf-8").splitlines():
        ledger.restore([event_from_members(json.loads(line))])


def codes_of(key: str) -> list[str]:
    files = sorted(WRITTEN.glob(f"{key}-*.jsonl"))
    return [load(path.read_text("utf-8"))[0].stream for path in files]


@cache
def typed_in(key: str) -> str:
    """What people typed in the evenings of a game, and the players of its tables and cases."""
    paths = (*WRITTEN.glob(f"{key}-*.jsonl"), WRITTEN / "verdicts.jsonl")
    lines = (line for path in paths for line in path.read_text("utf-8").splitlines())
    told = [text for line in lines for text in typed(json.loads(line))]
    cases = (*examples_of(GAMES[key]), *(each.example for each in decisions_of(GAMES[key])))
    seated = [name for each in cases for name in each.case.get("players", ())]
    return " ".join(["x", *NAMES, *told, *seated])


def typed(part: Any, by_hand: bool = False) -> Iterator[str]:
    if isinstance(part, str) and by_hand:
        yield part
    for name, inner in part.items() if isinstance(part, Mapping) else ():
        yield from typed(inner, name in TYPED)
    for inner in part if isinstance(part, list) else ():
        yield from typed(inner, by_hand)


class Evenings:
    """The pages that the evenings of a game lead to: of each kind so many, of what differs each."""

    def __init__(self, app: Flask, game: AnyGame, most: int) -> None:
        self.app, self.game, self.most = app, game, most
        self.codes = codes_of(game.key)
        self.first = self.reader(FIRST)
        self.found: list[Page] = []
        """The pages in the first language."""

    def reader(self, language: str) -> Crawler:
        """A phone that may write in every evening of the game."""
        phone = Crawler(self.app, language)
        with phone.client.session_transaction() as session:
            session["roles"] = [(code, "scorer") for code in self.codes]
        return phone

    def pages(self, language: str) -> Iterator[Page]:
        """Every page in a language, with what is answered to whom fills in each form wrongly."""
        if not self.found:
            self.found = list(self._walk())
        phone = self.first if language == FIRST else self.reader(language)
        for czech in self.found:
            url = czech.screen.url
            page = czech if phone is self.first else phone.page("evening", self.game, url)
            yield page
            for form in page.screen.forms if re.search(r"/new/|/disputes/", url) else ():
                if form.node.attrs.get("id") == "form":
                    yield self._wrong(phone, page.screen, form)

    def _wrong(self, phone: Crawler, screen: Screen, form: Form) -> Page:
        """What a form answers if every field of it holds what nobody may fill in."""
        phone.screen = screen
        told = {name: value if name in OURS else "x" for name, value in form.fields.items()}
        return phone.seen("wrong", self.game, phone.post(form.action, {**told, "judge": "y"}))

    def _walk(self) -> Iterator[Page]:
        key = self.game.key
        at = [f"/m/{code}" for code in self.codes[: 1 if self.most < 9 else None]]
        waiting = [*at, *(f"{url}{path}" for url in at for path in MORE), f"/rules/{key}"]
        waiting += [f"/referee/{key}", f"/new/{key}", f"/rules?q={key}"]
        seen, counted = set(waiting), Counter[tuple[object, ...]]()
        for url in waiting:
            kind = self._kind_of(url)
            if kind is None or counted[kind] >= (1 if len(kind) > 1 else self.most):
                continue
            counted[kind] += 1
            page = self.first.page("evening", self.game, url)
            if page.screen.html:
                yield page
            links = [a.attrs.get("href", "") for a in page.screen.root.all("a")]
            new = dict.fromkeys(link for link in links if link.startswith("/"))
            waiting += [link for link in new if link not in seen]
            seen |= set(new)

    def _kind_of(self, url: str) -> tuple[object, ...] | None:
        """What page an address leads to; None if it is none of this game."""
        try:
            endpoint, args = self.app.url_map.bind("localhost").match(urlsplit(url).path)
        except HTTPException:
            return None
        codes = self.codes[: 1 if self.most < 9 else None]
        if args.get("game", self.game.key) != self.game.key:
            return None
        if args.get("code", codes[0]) not in codes:
            return None
        if endpoint in NO_PAGES or endpoint.startswith(("static", "group", "opening", "board")):
            return None
        each = [str(args[name]) for name in ONE_OF_EACH if name in args]
        return (endpoint, *each) if each else (f"{endpoint} {'code' in args}",)
