"""The helps under test: pages on which what happens is tapped, with or without a match."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scorekeeper.games import GAMES
from scorekeeper.rulebook import Rulebook, open_rulebook
from tests.web.phone import PARTIAL, Phone, put_into
from tests.web.screen import Node, Screen
from tests.web.table import Table, start


@dataclass(frozen=True)
class Help:
    """A help of a game on a phone; `at` is the page of a match, or of a table without one."""

    phone: Phone
    at: str
    game: str

    @property
    def url(self) -> str:
        """What the match's pages lie below."""
        return self.at.rpartition("/ask/")[0]

    @property
    def table(self) -> Table:
        return Table(self.phone, self.url.removeprefix("/m/"))

    @property
    def book(self) -> Rulebook:
        return open_rulebook(GAMES[self.game].folder, self.phone.language)

    def open(self) -> Screen:
        return self.phone.get(self.at)

    def tap(self, *ids: str) -> Screen:
        """Taps the keys of these ids one after the other, as a phone without scripts."""
        for id in ids:
            self._press(id)
            assert self.phone.screen.status == 200, self.phone.screen.text
        return self.phone.screen

    def _press(self, id: str) -> None:
        form, button = next(self._keys(id))
        fields = {**form.fields.to_dict(flat=False), button["name"]: []}
        fields[button["name"]] = [*form.fields.getlist(button["name"]), button["value"]]
        self.phone.post(form.action, fields)

    def _keys(self, id: str) -> Iterator[tuple]:
        for form in self.phone.screen.forms:
            for button in form.buttons:
                if button.attrs.get("id") == id and "disabled" not in button.attrs:
                    yield form, button.attrs

    def can_tap(self, id: str) -> bool:
        return any(self._keys(id))

    def undo(self) -> Screen:
        return self.phone.submit("back")

    def why(self) -> Screen:
        return self.phone.submit("why")


def open_help(phone: Phone, game: str, kind: str, players: int = 4) -> Help:
    help = Help(phone, f"/referee/{game}/ask/{kind}?players={players}", game)
    assert help.open().status == 200
    return help


def help_of_match(phone: Phone, game: str, kind: str, **more: Any) -> Help:
    """A help of a match just opened by Petr, Jana, Karel and Eva."""
    help = Help(phone, f"{start(phone, game=game, **more).url}/ask/{kind}", game)
    assert help.open().status == 200
    return help


def part(screen: Screen, css: str) -> str:
    return " ".join(node.text for node in screen.root.all(css=css))


def seats(screen: Screen) -> list[str]:
    """The players as keys: name and what stands below."""
    return [seat.text for seat in screen.root.all("div", "button", css="tap")]


def htmx_swaps(help: Help, move: str) -> Node:
    """What htmx puts into the page after a tap: only the block, which fits into the page."""
    page = help.open()
    form = page.form("taps")
    fields = {**form.fields.to_dict(flat=False)}
    fields["move"] = [*form.fields.getlist("move"), move]
    block = help.phone.post(form.node.attrs["hx-post"], fields, **PARTIAL)
    assert "<html" not in block.html
    whole = Screen(page.url, 200, block.headers, put_into(page.html, block.html))
    return whole.by_id("tap")
