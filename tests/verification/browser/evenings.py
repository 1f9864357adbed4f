"""Matches in every state, sent to the server without a browser, for those who look at pages."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from playwright.sync_api import APIRequestContext, Page

from tests.browser.forms import Fields, send, sit_down
from tests.browser.referee import Referee

VAGON: Fields = {"points-0": "28", "points-1": "0", "points-2": "0", "took": ["1", "2", "3"]}
EVEN: Fields = {"points-0": "14", "points-1": "14", "points-2": "0", "took": ["2", "3"]}
CARDS: Fields = {"cards-QS": "1", "cards-AH": "2", "rest": "3", "took": "nobody"}
DURCH: Fields = {"durch": "3"}
ROWS = [("round", fields) for fields in (CARDS, DURCH, EVEN, *[DURCH] * 8)]
LOST = ("dokladacka", {"loser": "0", "how": "last-card"})
RENONC = ("renonc", {"seat": "0", "rule": "kocka.follow", "points": "100"})
EVENINGS: dict[str, list[tuple[str, Fields]]] = {
    "empty": [],
    "rows": ROWS,
    "due": [*ROWS, ("round", VAGON), ("round", VAGON)],
    "barrage": [*[("round", EVEN)] * 4, LOST, *[("round", EVEN)] * 4],
    "end": [*ROWS, ("round", VAGON), ("round", VAGON), LOST, RENONC],
    "ruled": [],
    "taroky": [],
}
"""Name → what is written."""


def game_of(evening: str) -> str:
    """All are of Černá kočka but the one of Taroky."""
    return "taroky" if evening == "taroky" else "kocka"


@dataclass(frozen=True)
class Evenings:
    """Matches in every state by name, the group that played one of them, and the cookies of the
    phone that may write in them.
    """

    names: Sequence[str]
    codes: dict[str, str]
    group: str
    cookies: dict


def send_evening(phone: APIRequestContext, names: Sequence[str], evening: str) -> str:
    """A match with its entries, without the browser; gives its code."""
    code = sit_down(phone, game_of(evening), names).partition("/m/")[2]
    for type, fields in EVENINGS[evening]:
        sent = send(phone, f"/m/{code}/new/{type}", f"/m/{code}/entries", fields)
        assert sent.endswith(f"/m/{code}"), f"{type} {fields} was refused"
    return code


def found_group(phone: APIRequestContext, names: Sequence[str], code: str) -> str:
    """The address of a group that was founded by the people of a match."""
    us: Fields = {"name": "Tovéř", "members": "\n".join(names), "match": code}
    return send(phone, "/c/new", "/c/new", us)


@dataclass(frozen=True)
class Look:
    """How a page is reached: its address in an evening, and what is done there, if anything."""

    path: str
    evening: str = "rows"
    then: Callable[[Referee], object] | None = None

    def at(self, phone: Page, evenings: Evenings) -> Referee:
        table = Referee(phone, game_of(self.evening), names=evenings.names)
        code, group = evenings.codes[self.evening], evenings.group
        phone.goto(self.path.format(code=code, group=group))
        if self.then:
            self.then(table)
        return table
