"""The helps: each tap stands in the address, is undone, and leads to the verdict; and what each of
them says after taps, as the lines of `helps.jsonl` of its game tell it.
"""

import pytest

from scorekeeper.games import GAMES
from scorekeeper.web import LANGUAGES
from tests.games.screens import follow
from tests.games.test_kept import lines_of
from tests.web.helps import help_of_match, htmx_swaps, open_help, part
from tests.web.phone import Phone

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
    for game in GAMES
    for line in lines_of(GAMES[game], "helps.jsonl")
]


@pytest.mark.parametrize(("game", "line"), TOLD)
def test_a_help_says_what_the_line_does(phone, game, line):
    if "house" in line:
        more = {"names": tuple(line["names"])} if "names" in line else {}
        help = help_of_match(phone, game, line["kind"], **line["house"], **more)
    else:
        help = open_help(phone, game, line["kind"], line.get("players", 4))
    if "rounds" in line:
        help.table.rounds(*line["rounds"])
        help.open()
    if "query" in line:
        phone.get(f"{help.at}?{line['query']}")
    follow(help, line)


@EACH_HELP
def test_each_tap_stands_in_the_address_and_is_undone(phone, game, kind, taps):
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
def test_the_verdict_says_why_at_the_table_and_without_one(phone, game, kind, taps):
    for opened, place in ((open_help, "/v/"), (help_of_match, "/verdicts/")):
        help = opened(phone, game, kind)
        help.tap(*taps.split())
        screen = help.why()
        assert (screen.status, place in screen.url) == (200, True)
    links = phone.get(f"/referee/{game}").links.values()
    assert f"/referee/{game}/ask/{kind}" in {link.partition("?")[0] for link in links}


@EACH_HELP
def test_as_many_as_can_play_and_every_language_have_a_right_page(phone, game, kind, taps):
    sizes = [int(text) for text in open_help(phone, game, kind).open().links if text.isdigit()]
    for players in sizes:
        assert open_help(phone, game, kind, players).tap(taps.split(maxsplit=1)[0]).status == 200
    for language in LANGUAGES:
        other = Phone(phone.app, language)
        assert open_help(other, game, kind).tap(*taps.split()).lang == language
        assert part(other.screen, "seat") or other.screen.has_id("back")
