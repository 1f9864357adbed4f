"""Each house rule of each game can be agreed on in the middle of a match, and taken back."""

from typing import Literal, get_args, get_origin

import pytest

from scorekeeper.core.house_rules import dump_whole_house
from scorekeeper.core.named_house import NamedHouse
from scorekeeper.core.schema import Invalid, fields_of, type_of
from scorekeeper.games import GAMES
from scorekeeper.ledger import open_ledger
from scorekeeper.match import Match
from scorekeeper.match.actions import Matches
from scorekeeper.stream.kinds import InvalidEvent
from tests.games.matches import deal, game, round_of
from tests.web.played import check_house_form

NAMES = ("Petr", "Jana", "Karel", "Eva")
ENTRIES = {
    "taroky": deal(variant="folded"),
    "kocka": round_of(7, 7, 7, 7),
    "faraon": game(loser=1),
    "makao": game(lost=[1]),
    "durak": game(fool=1),
}


def others(key):
    """House rules of a game, each with every other value than by default."""
    cls = GAMES[key].house
    usual = dump_whole_house(GAMES[key].house())
    for name in fields_of(cls):
        kind = type_of(cls, name)
        choices = (True, False) if kind is bool else get_args(kind)
        if kind is bool or get_origin(kind) is Literal:
            yield from ((name, each) for each in choices if each != usual[name])


@pytest.mark.parametrize("key", ENTRIES)
def test_every_rule_can_be_agreed_on_and_taken_back(key):
    matches, known = Matches(open_ledger("sqlite://")), GAMES[key]
    match = matches.open("M", known, NAMES, 0, known.house(), "k")
    entry = known.read_entry(ENTRIES[key], 4, match.house)
    match = matches.record(match, entry, match.version, "r")
    usual, agreed = match.house, 0
    for number, (name, value) in enumerate(others(key)):
        house = known.read_house({**dump_whole_house(usual), name: value})
        rules, version = NamedHouse(known, "", house), match.version
        try:
            match = matches.agree(match, rules, version, f"a{number}")
        except (Invalid, InvalidEvent):
            assert matches.get("M").version == version
            continue
        agreed += 1
        assert (match.house, match.rows[0].house) == (house, usual)
        assert match == Match.fold(match.events)
        corrected = matches.correct(match, 2, entry, match.version, f"c{number}")
        assert corrected.rows[0].house == usual
        match = matches.undo(corrected, corrected.version, f"u{number}")
        assert match.house == usual
    assert agreed > 5


@pytest.mark.parametrize(("key", "name", "value"), [("faraon", "mode", "olympic")])
def test_what_a_match_begins_with_is_not_agreed_on_later(key, name, value):
    matches, known = Matches(open_ledger("sqlite://")), GAMES[key]
    match = matches.open("M", known, NAMES, 0, known.house(), "k")
    house = known.read_house({**dump_whole_house(match.house), name: value})
    with pytest.raises(Invalid) as wrong:
        matches.agree(match, NamedHouse(known, "", house), match.version, "a")
    assert wrong.value.path == f"house.{name}"


@pytest.mark.parametrize(("key", "players"), [("durak", 6), ("faraon", 3), ("makao", 4)])
def test_every_house_rule_can_be_agreed_on_the_page(phone, key, players):
    check_house_form(phone, key, players)
