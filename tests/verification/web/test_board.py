"""The board at the largest table of each game."""

import pytest

from scorekeeper.games import GAMES
from scorekeeper.web.wording.figures import SHAPES
from tests.web.phone import Phone
from tests.web.played import NAMES
from tests.web.table import start
from tests.web.test_reading import board, totals

TWO_PACKS = {"durak": {"pack": "52"}, "faraon": {"packs": "2"}}
"""House rules by which the largest group has cards enough."""


@pytest.mark.parametrize("key", GAMES)
def test_every_game_at_its_largest_table(phone: Phone, key: str) -> None:
    most = min(max(GAMES[key].seats), len(NAMES))
    table = start(phone, NAMES[:most], key, dealer="0", **TWO_PACKS.get(key, {}))
    abreast = most if most <= 5 else (most + 1) // 2
    assert len(totals(board(table))) == most
    assert board(table).root.all("ul", css=f"c{abreast}")
    for path in ("", "/watch", "/accounts", "/result"):
        assert table.open(path).status == 200, path


def test_everybody_of_the_largest_table_has_a_sign() -> None:
    assert len(SHAPES) == max(max(game.seats) for game in GAMES.values())
