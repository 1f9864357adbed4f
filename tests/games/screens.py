"""What a line of data does at a page, and what it says of the screen then."""

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

from scorekeeper.core.sheet import dump_entry
from tests.web.helps import Help, part, seats
from tests.web.screen import Screen

TAPPED = {"seat", "tap"}


def buttons(screen: Screen) -> list[Mapping[str, str]]:
    """What can be pressed in any form."""
    found = [button.attrs for form in screen.forms for button in form.buttons]
    return [each for each in found if "disabled" not in each]


def places(screen: Screen) -> list[str]:
    """The cards on the table with the word on them, and the places that are open."""
    found = [b for pair in screen.root.all("div", css="pair") for b in pair.all("button")]
    return [button.attrs.get("aria-label", button.text) for button in found]


def keys(screen: Screen, css: str = "key") -> list[str]:
    found = [key.attrs for key in screen.root.all("button", css=css)]
    return [key["value"] for key in found if "disabled" not in key]


def on_turn(screen: Screen) -> list[str]:
    """Whose turn the strip of players marks."""
    players = [
        n for n in screen.root.all("div", "button") if TAPPED & {*n.attrs.get("class", "").split()}
    ]
    marks = ("aria-current", "aria-pressed")
    marked = [seat for seat in players if "true" in map(seat.attrs.get, marks)]
    return [seat.all("b")[0].text for seat in marked]


def laid(screen: Screen) -> list[str]:
    turns = screen.root.all("ol", css="turns")
    return [card.text for each in turns for card in each.all("span", css="card")]


def result(screen: Screen) -> list[str]:
    """What stands in the foot: how it was counted, and both sides."""
    summary = screen.by_id("tally").all("summary")[0]
    return [summary.all("span")[0].text, summary.all(css="fig")[0].text]


def texts(*tags: str, css: str = "") -> Callable[[Screen], list[str]]:
    return lambda screen: [node.text for node in screen.root.all(*tags, css=css)]


def bids(screen: Screen) -> list[str]:
    return [b["value"] for b in buttons(screen) if b.get("name", "").removeprefix("bid-").isdigit()]


def offered(type: str, name: str = "") -> Callable[[Screen], list[str]]:
    """What boxes or radio buttons send."""
    return lambda screen: [
        box.attrs["value"]
        for box in screen.root.all("input")
        if box.attrs["type"] == type and name in ("", box.attrs["name"])
    ]


SHOWN: Mapping[str, Callable[[Screen], Any]] = {
    **{name: lambda s, css=name: part(s, css) for name in ("answers", "broken", "says", "strip")},
    **{name: lambda s, css=name: part(s, css) for name in ("turns", "word")},
    "text": lambda screen: screen.text,
    "heading": lambda screen: screen.heading,
    "heard": lambda screen: screen.by_id("tap").attrs["data-say"],
    "seats": seats,
    "places": places,
    "keys": keys,
    "keys framed": lambda screen: keys(screen, "may"),
    "framed": texts("button", css="may"),
    "on turn": on_turn,
    "reasons": texts("p", css="reason"),
    "hands": lambda screen: [int(output.text) for output in screen.root.all("output")],
    "plays": texts("li"),
    "laid": laid,
    "taps": lambda screen: [each.get("id") for each in buttons(screen)],
    "ids": lambda screen: [node.attrs["id"] for node in screen.root if "id" in node.attrs],
    "checked": lambda screen: [n.attrs.get("id") for n in screen.root if "checked" in n.attrs],
    "errors": lambda screen: [anchor for anchor, _ in screen.errors],
    "why": lambda screen: [why for _, why in screen.errors],
    "links": lambda screen: [*screen.links],
    "buttons": texts("button"),
    "sizes": texts("nav", css="sizes"),
    "count of keys": lambda screen: len(screen.root.all("button", css="key")),
    "count of seats": lambda screen: len(seats(screen)),
    "count of cards": lambda screen: len(screen.root.all(css="cell")),
    "cells": lambda screen: [b.attrs["value"] for b in screen.root.all("button", css="cell")],
    "on table": texts("div", css="laid"),
    "beginners": texts("button", css="seat"),
    "alerts": lambda screen: [p.text for p in screen.root if p.attrs.get("role") == "alert"],
    "bids": bids,
    "bids with a note": lambda screen: [
        b.attrs["value"] for b in screen.form("auction").buttons if b.all("small")
    ],
    "bids kept": lambda screen: [
        n for n in screen.form("auction").fields if n.removeprefix("bid-").isdigit()
    ],
    "result": result,
    "counted": lambda screen: [li.text for li in screen.by_id("tally").all("li")],
    "pages": texts("html"),
    "row": lambda screen: screen.rows[0].cells,
    "totals": lambda screen: screen.totals,
    "dealer": lambda screen: screen.dealer,
    "tally": lambda screen: screen.tally,
    "save": lambda screen: screen.save,
    "drawn": lambda screen: bool(screen.root.all("svg")),
    "boxes": offered("checkbox"),
    "contracts": offered("radio", "contract"),
    "views": lambda screen: [
        view.attrs["value"]
        for view in screen.root.all("input", css="view")
        if "checked" in view.attrs
    ],
    "invalid": lambda screen: [
        node.attrs["id"] for node in screen.root if node.attrs.get("aria-invalid") == "true"
    ],
    "said contract": lambda screen: screen.by_id("said-contract").text,
    "actions": lambda screen: [form.action.rpartition("/")[2] for form in screen.forms],
}
"""What a line says of the screen: a text, or a list."""


def send(help: Help, deed: Mapping[str, Any], move: str) -> Screen:
    """Sends what is given, with a move in place of "each": by a form, or to an address."""
    for way in (help.phone.submit, help.phone.htmx):
        if way.__name__ in deed:
            return way(deed[way.__name__], **{k: deed[k] for k in deed.keys() - {way.__name__}})
    at = help.url + deed["to"] if "to" in deed else help.at.partition("?")[0]
    moves = [move if told == "each" else told for told in deed.get("move", ())]
    return help.phone.post(at, {**deed, "move": moves})


def do(help: Help, deed: str) -> Screen:
    """Taps, goes back, follows a link, lays cards, or presses a button (`form: text`)."""
    phone, (place, _, text) = help.phone, deed.partition(": ")
    if place == "link":
        return phone.get(phone.screen.links[text])
    if place == "open":
        return phone.get(help.url + text)
    if place == "cards":
        for card in text.split():
            phone.submit("dokladacka", "Cink" if card == "cink" else help.book.card(card))
        return phone.screen
    if text:
        return phone.submit(place, press=text)
    return help.undo() if deed == "undo" else help.tap(*deed.split())


def holds(told: Any, found: Any, sign: str) -> bool:
    """True if it is what was told; with a sign, if it has that (+), nothing of it (-), or each of
    it in its place (~).
    """
    if sign == "~":
        return len(told) == len(found) and all(map(str.__contains__, found, told))
    return told == found if not sign else all((each in found) == (sign == "+") for each in told)


OF_MATCH: Mapping[str, Callable[[Help, Screen, Any], Any]] = {
    "path": lambda help, screen, told: screen.url.removeprefix(help.url),
    "entry": lambda help, screen, told: dump_entry(help.table.match.rows[-1].entry),
    "version": lambda help, screen, told: help.table.match.version,
    "points": lambda help, screen, told: [*help.table.totals],
    "members": lambda help, screen, told: dump_entry(help.table.match.rows[-1].entry),
    "promises": lambda help, screen, told: {
        name: dump_entry(help.table.match.rows[-1].entry).get(name)
        for name in ("pagat", "valat", "points")
    },
    "leads": lambda help, screen, told: {
        text: screen.links[text].removeprefix(help.url) for text in told
    },
    "fields": lambda help, screen, told: {
        way: sent(screen, help.url + way if way[0] == "/" else way, told[way]) for way in told
    },
}
"""What a line says of the match, and of addresses below it."""


def sent(screen: Screen, way: str, told: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a form sends: a list where a list is told."""
    fields = screen.form(way).fields
    return {n: fields.getlist(n) if isinstance(told[n], list) else fields[n] for n in told}


def follow(help: Help, line: Mapping[str, Any]) -> None:
    """Does what a line says, step by step, and looks whether all is shown as it says."""
    for move, (deed, told) in product(line.get("each", [""]), line["steps"]):
        screen = do(help, deed) if isinstance(deed, str) else send(help, deed, move)
        assert screen.status == told.get("status", 200), deed
        for name in told.keys() - {"status"}:
            what, sign = name.lstrip("+-~"), name[0] if name[0] in "+-~" else ""
            is_here = what in SHOWN
            found = SHOWN[what](screen) if is_here else OF_MATCH[what](help, screen, told[name])
            assert holds(told[name], found, sign), (name, found)
