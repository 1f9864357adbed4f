"""The helps: each tap stands in the address, is undone, and leads to the verdict; and what each of
them says after taps, as the lines of `helps.jsonl` of its game tell it.
"""

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.web import LANGUAGES
from tests.games.test_kept import lines_of
from tests.web.helps import Help, help_of_match, htmx_swaps, open_help, part, seats
from tests.web.phone import Phone
from tests.web.screen import Screen

HELPS = [
    ("durak", "refill", "seat-0 seat-2"),
    ("durak", "bout", "trump-H key-7S key-6S"),
    ("faraon", "sevens", "seat-0 seat-1"),
    ("faraon", "ace-answer", "seat-0 seat-1 seat-3"),
    ("makao", "attack", "key-2S next key-2D"),
    ("makao", "skip", "key-4S next key-4D"),
]
EACH_HELP = pytest.mark.parametrize(("game", "kind", "taps"), HELPS)
TOLD = [
    pytest.param(game, line, id=f"{game} {line['kind']}: {line['says']}")
    for game in ("durak", "faraon", "makao")
    for line in lines_of(GAMES[game], "helps.jsonl")
]


def places(screen: Screen) -> list[str]:
    """The cards on the table with the word on them, and the places that are open."""
    buttons = [b for pair in screen.root.all("div", css="pair") for b in pair.all("button")]
    return [button.attrs.get("aria-label", button.text) for button in buttons]


def keys(screen: Screen, css: str = "key") -> list[str]:
    found = [key.attrs for key in screen.root.all("button", css=css)]
    return [key["value"] for key in found if "disabled" not in key]


def on_turn(screen: Screen) -> list[str]:
    players = screen.root.all("button", css="tap")
    return [seat.all("b")[0].text for seat in players if "aria-current" in seat.attrs]


def laid(screen: Screen) -> list[str]:
    turns = screen.root.all("ol", css="turns")
    return [card.text for each in turns for card in each.all("span", css="card")]


def taps(screen: Screen) -> list[str]:
    buttons = [button.attrs for form in screen.forms for button in form.buttons]
    return [each["id"] for each in buttons if "id" in each and "disabled" not in each]


SHOWN: Mapping[str, Callable[[Screen], Any]] = {
    **{name: lambda s, css=name: part(s, css) for name in ("answers", "broken", "says", "word")},
    "turns": lambda screen: part(screen, "turns"),
    "text": lambda screen: screen.text,
    "heading": lambda screen: screen.heading,
    "heard": lambda screen: screen.by_id("tap").attrs["data-say"],
    "seats": seats,
    "places": places,
    "keys": keys,
    "keys framed": lambda screen: keys(screen, "may"),
    "framed": lambda screen: [seat.text for seat in screen.root.all("button", css="may")],
    "on turn": on_turn,
    "reasons": lambda screen: [p.text for p in screen.root.all("p", css="reason")],
    "hands": lambda screen: [int(output.text) for output in screen.root.all("output")],
    "plays": lambda screen: [play.text for play in screen.root.all("li")],
    "laid": laid,
    "taps": taps,
    "ids": lambda screen: [node.attrs["id"] for node in screen.root if "id" in node.attrs],
    "checked": lambda screen: [n.attrs.get("id") for n in screen.root if "checked" in n.attrs],
    "errors": lambda screen: [anchor for anchor, _ in screen.errors],
    "links": lambda screen: [*screen.links],
    "buttons": lambda screen: [button.text for button in screen.root.all("button")],
    "sizes": lambda screen: len(screen.root.all("nav", css="sizes")),
    "count of keys": lambda screen: len(screen.root.all("button", css="key")),
    "count of seats": lambda screen: len(seats(screen)),
}
"""What a line says of the screen: a text, or a list."""


def do(help: Help, deed: str | Mapping[str, Any], move: str) -> Screen:
    """Taps, goes back, follows a link, presses a button (`form: text`), or sends what is given,
    with a move in place of "each".
    """
    if not isinstance(deed, str):
        moves = [move if told == "each" else told for told in deed["move"]]
        return help.phone.post(help.at.partition("?")[0], {**deed, "move": moves})
    place, _, text = deed.partition(": ")
    if deed == "undo":
        return help.undo()
    if place == "link":
        return help.phone.get(help.phone.screen.links[text])
    return help.phone.submit(place, press=text) if text else help.tap(*deed.split())


def holds(told: Any, found: Any, sign: str) -> bool:
    """True if it is what was told; with a sign, if it has that (+), nothing of it (-), or each of
    it in its place (~).
    """
    if sign == "~":
        return len(told) == len(found) and all(map(str.__contains__, found, told))
    return told == found if not sign else all((each in found) == (sign == "+") for each in told)


@pytest.mark.parametrize(("game", "line"), TOLD)
def test_a_help_says_what_the_line_does(phone: Phone, game: str, line: Mapping[str, Any]) -> None:
    if "house" in line:
        help = help_of_match(phone, game, line["kind"], **line["house"])
    else:
        help = open_help(phone, game, line["kind"], line.get("players", 4))
    if "query" in line:
        phone.get(f"{help.at}?{line['query']}")
    for move, (deed, told) in product(line.get("each", [""]), line["steps"]):
        screen = do(help, deed, move) if deed else phone.screen
        assert screen.status == told.get("status", 200), deed
        for name in told.keys() - {"status"}:
            found = SHOWN[name.lstrip("+-~")](screen)
            assert holds(told[name], found, name[0] if name[0] in "+-~" else ""), (name, found)


@EACH_HELP
def test_each_tap_stands_in_the_address_and_is_undone(
    phone: Phone, game: str, kind: str, taps: str
) -> None:
    help, shown = open_help(phone, game, kind), [phone.screen.by_id("tap").text]
    assert not phone.screen.has_id("back")
    for tap in taps.split():
        shown.append(help.tap(tap).by_id("tap").text)
        assert phone.get(phone.screen.by_id("tap").attrs["data-url"]).by_id("tap").text == shown[-1]
    for before in reversed(shown[:-1]):
        assert help.undo().by_id("tap").text == before
    moves = help.tap(taps.split(maxsplit=1)[0]).form("taps").fields.getlist("move")
    assert htmx_swaps(help, moves[-1]).text == shown[1]


@EACH_HELP
def test_the_verdict_says_why_at_the_table_and_without_one(
    phone: Phone, game: str, kind: str, taps: str
) -> None:
    for opened, place in ((open_help, "/v/"), (help_of_match, "/verdicts/")):
        help = opened(phone, game, kind)
        help.tap(*taps.split())
        screen = help.why()
        assert (screen.status, place in screen.url) == (200, True)
    links = phone.get(f"/referee/{game}").links.values()
    assert f"/referee/{game}/ask/{kind}" in {link.partition("?")[0] for link in links}


@EACH_HELP
def test_as_many_as_can_play_and_every_language_have_a_right_page(
    phone: Phone, game: str, kind: str, taps: str
) -> None:
    sizes = [int(text) for text in open_help(phone, game, kind).open().links if text.isdigit()]
    for players in sizes:
        assert open_help(phone, game, kind, players).tap(taps.split(maxsplit=1)[0]).status == 200
    for language in LANGUAGES:
        other = Phone(phone.app, language)
        assert open_help(other, game, kind).tap(*taps.split()).lang == language
        assert part(other.screen, "seat") or other.screen.has_id("back")
