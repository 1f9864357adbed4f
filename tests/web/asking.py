"""Somebody who asks the referee on a phone: opens a question, picks cards, reads the answer."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import dump_house
from scorekeeper.games import GAMES
from scorekeeper.referee import judgements
from scorekeeper.referee.judgements import as_case
from scorekeeper.rulebook import Rulebook, open_rulebook
from tests.web.phone import Phone
from tests.web.screen import Node, Screen


def case_of(phone: Phone, verdict: str) -> dict[str, Any]:
    """A verdict that was kept, as a line of a case file."""
    asked = judgements.load(phone.app.extensions["matches"].ledger, verdict)
    house = dump_house(asked.house)
    case = {"game": asked.game.key, "kind": asked.kind, "given": dict(asked.given)}
    return {**case, **({"house": house} if house else {}), "expect": as_case(asked.verdict)}


@dataclass(frozen=True)
class Asking:
    """A phone at the referee; `url` is the match's address, or empty at a table without one."""

    phone: Phone
    key: str = "kocka"
    url: str = ""

    @property
    def game(self) -> AnyGame:
        return GAMES[self.key]

    @cached_property
    def book(self) -> Rulebook:
        return open_rulebook(self.game.folder, self.phone.language)

    @property
    def at(self) -> str:
        return f"{self.url}/disputes" if self.url else f"/referee/{self.key}"

    def open(self, kind: str) -> Screen:
        return self.phone.get(f"{self.at}/{kind}")

    def press(self, name: str, value: str, **changes: Any) -> Screen:
        """Changes something on the question's form, and presses one of its buttons."""
        form = self.phone.screen.form("form")
        data = form.filled(changes)
        data.setlist(name, [value])
        return self.phone._open("POST", form.action, data)

    def pick(self, *codes: str, **changes: Any) -> Screen:
        """Presses keys of the picker, one after the other."""
        for code in codes:
            self.press("pick", code, **changes)
            changes = {}
        return self.phone.screen

    def tell(self, **changes: Any) -> Screen:
        """Tells something; without a script that is looked at when the form is sent."""
        return self.press("add", "", **changes)

    def judge(self, **changes: Any) -> Screen:
        return self.press("judge", "y", **changes)

    def ask(self, kind: str, *codes: str, **changes: Any) -> Screen:
        self.open(kind)
        if changes:
            self.tell(**changes)
        self.pick(*codes)
        return self.judge()

    def held(self, role: str) -> str:
        return self.phone.screen.form("form").fields[role]

    @property
    def in_play(self) -> list[str]:
        """What lies in the trick, what was played to it, and what the hand holds."""
        return [self.held(role) for role in ("trick", "card", "hand")]

    @property
    def role(self) -> str:
        return self.phone.screen.form("form").fields["role"]

    @property
    def suit(self) -> str:
        return self.phone.screen.form("form").fields["tab"]

    @property
    def so_far(self) -> str:
        """What stands on the button that asks for the verdict."""
        return self.phone.screen.root.all("button", css="main")[0].text

    def key_of(self, code: str) -> Node:
        keys = self.phone.screen.root.all("button", css="key")
        return next(key for key in keys if key.attrs["value"] == code)

    @property
    def word(self) -> str:
        return self.phone.screen.root.all("p", css="word")[0].text

    @property
    def sentence(self) -> str:
        return self.phone.screen.root.all("div", css="told")[0].all("p")[0].text

    @property
    def verdict(self) -> str:
        """The code under which the verdict on the page is kept."""
        return self.phone.screen.url.rpartition("/")[2]


def ruled(screen: Screen, phone: Phone, how: str, **changes: str) -> Screen:
    """Presses the button of a ruling: the offender's name, or what was decided."""
    (form,) = (f for f in screen.forms if any(how in b.text for b in f.buttons) and rules(f.action))
    button = form.button(how).attrs
    data = form.filled(changes)
    data.setlist("how", [button.get("value", data.get("how", ""))])
    return phone._open("POST", form.action, data)


def rules(action: str) -> bool:
    return action.endswith("/rulings")
