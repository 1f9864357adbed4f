"""House rules under a name: what a link holds comes back, and nothing else is taken."""

import json
import re
import zlib
from base64 import urlsafe_b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.house_rules import load_house
from scorekeeper.core.named_house import MAX_LINK_LENGTH, RAW, NamedHouse, load_named
from scorekeeper.core.schema import Invalid
from scorekeeper.games import GAMES
from scorekeeper.ledger import Event
from scorekeeper.match import MATCH, Match
from scorekeeper.match.files import NameEraser
from scorekeeper.rulebook import unreadable
from scorekeeper.stream.kinds import InvalidEvent
from tests.contract.books import EACH_GAME
from tests.contract.switches import any_house

TAROKY = GAMES["taroky"]


def packed(data):
    packer = zlib.compressobj(9, wbits=RAW)
    raw = packer.compress(json.dumps(data).encode()) + packer.flush()
    return urlsafe_b64encode(raw).decode().rstrip("=")


@EACH_GAME
@given(data=st.data(), name=st.sampled_from(["", "U Raka", "Řezník & <b>", "Вёска 1998"]))
def test_what_was_sent_comes_back(game, data, name):
    house = data.draw(any_house(game))
    text = NamedHouse(game, name, house).dump()
    assert re.fullmatch(r"[\w-]+", text, re.ASCII)
    assert load_named(game, text) == NamedHouse(game, name, house)


def test_a_tariff_of_ones_own_fits_into_a_code():
    house = load_house(TAROKY.house, {"tariff": "vysocina", "varsava": False, "ante": 5})
    assert len(NamedHouse(TAROKY, "Vysočina podle dědy", house).dump()) < 300


@pytest.mark.parametrize(
    ("text", "path", "code"),
    [
        ("", "link", "cut-link"),
        ("x", "link", "cut-link"),
        ("ž", "link", "cut-link"),
        ("!!!!", "link", "cut-link"),
        (packed(["taroky", "", {}])[:-3], "link", "cut-link"),
        (packed({"a": 1}), "link", "cut-link"),
        (packed(["taroky", ""]), "link", "cut-link"),
        (packed(["taroky", "", "0" * 100_000]), "link", "cut-link"),
        (packed("[" * 5000), "link", "cut-link"),
        ("A" * (MAX_LINK_LENGTH + 1), "link", "too-long"),
        (packed(["kocka", "", {}]), "game", "not-a-choice"),
        (packed(["taroky", 7, {}]), "name", "not-a-text"),
        (packed(["taroky", "a\u202eb", {}]), "name", "invisible"),
        (packed(["taroky", "a" * 41, {}]), "name", "too-long"),
        (packed(["taroky", "", []]), "house", "not-an-object"),
        (packed(["taroky", "", {"ante": -1}]), "house.ante", "too-small"),
        (packed(["taroky", "", {"tariff": {"solo": 101}}]), "house.tariff.solo", "too-large"),
        (packed(["taroky", "", {"odd": 1}]), "house.odd", "unknown-field"),
    ],
)
def test_what_is_wrong_with_a_link_is_named(text, path, code):
    with pytest.raises(Invalid) as refused:
        load_named(TAROKY, text)
    assert (refused.value.path, refused.value.code) == (path, code)
    assert unreadable("cs", refused.value)


def opened(**more):
    body = {"game": "taroky", "names": ["A", "B", "C", "D"], "dealer": 0, "house": {}, **more}
    return Event("7KQ4", 1, "opened", body, "1", "2026-11-22T20:00:00Z")


def test_a_match_says_what_its_house_rules_are_called():
    assert Match.fold((opened(rules="U Raka"),)).named_house.name == "U Raka"
    assert Match.fold((opened(),)).named_house.name == ""


@pytest.mark.parametrize("name", [7, "a" * 41, " U Raka", "U\u202eRaka"])
def test_a_name_that_makes_no_sense_is_not_taken_from_a_file(name):
    with pytest.raises(InvalidEvent, match=r"body\.rules"):
        MATCH.validate_event(None, opened(rules=name))
    MATCH.validate_event(None, opened(rules="U Raka"))


def test_a_name_goes_with_whom_it_names():
    for player, left in (("Jana", "U Raka"), ("raka", ""), (None, "")):
        assert NameEraser(player).event(opened(rules="U Raka")).body["rules"] == left


@given(st.text(max_size=60))
def test_whatever_stands_in_a_link_it_is_read_or_refused(text):
    with pytest.raises(Invalid):
        load_named(TAROKY, text)
