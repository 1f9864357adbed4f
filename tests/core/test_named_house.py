"""House rules under a name: what a link holds comes back, and nothing else is taken."""

import json
import re
import zlib
from base64 import urlsafe_b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games import GAMES
from scorekeeper.house import load_house
from scorekeeper.named_house import LONGEST_TEXT, RAW, NamedHouse, load_named
from scorekeeper.rulebook import unreadable
from scorekeeper.schema import Invalid
from tests.games.books import EACH_GAME
from tests.games.switches import any_house

TAROKY = GAMES["taroky"]


def packed(data: object) -> str:
    packer = zlib.compressobj(9, wbits=RAW)
    raw = packer.compress(json.dumps(data).encode()) + packer.flush()
    return urlsafe_b64encode(raw).decode().rstrip("=")


@EACH_GAME
@given(data=st.data(), name=st.sampled_from(["", "U Raka", "Řezník & <b>", "Вёска 1998"]))
def test_what_was_sent_comes_back(game, data: st.DataObject, name: str) -> None:
    house = data.draw(any_house(game))
    text = NamedHouse(game, name, house).dump()
    assert re.fullmatch(r"[\w-]+", text, re.ASCII)
    assert load_named(game, text) == NamedHouse(game, name, house)


def test_a_tariff_of_ones_own_fits_into_a_code() -> None:
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
        ("A" * (LONGEST_TEXT + 1), "link", "too-long"),
        (packed(["kocka", "", {}]), "game", "not-a-choice"),
        (packed(["taroky", 7, {}]), "name", "not-a-text"),
        (packed(["taroky", "a\u202eb", {}]), "name", "not-a-text"),
        (packed(["taroky", "a" * 41, {}]), "name", "too-long"),
        (packed(["taroky", "", []]), "house", "not-an-object"),
        (packed(["taroky", "", {"ante": -1}]), "house.ante", "too-small"),
        (packed(["taroky", "", {"tariff": {"solo": 101}}]), "house.tariff.solo", "too-large"),
        (packed(["taroky", "", {"odd": 1}]), "house.odd", "unknown-field"),
    ],
)
def test_what_is_wrong_with_a_link_is_named(text: str, path: str, code: str) -> None:
    with pytest.raises(Invalid) as refused:
        load_named(TAROKY, text)
    assert (refused.value.path, refused.value.code) == (path, code)
    assert unreadable("cs", refused.value)


@given(st.text(max_size=60))
def test_whatever_stands_in_a_link_it_is_read_or_refused(text: str) -> None:
    with pytest.raises(Invalid):
        load_named(TAROKY, text)
