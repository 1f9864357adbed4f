"""What may be written now has a way by taps from the sheet (the breadth: tests/verification)."""

import pytest

from scorekeeper.games import GAMES
from tests.web.doors import shut
from tests.web.played import NAMES
from tests.web.table import start

SEEDS = {"taroky": 2, "kocka": 2, "makao": 1, "durak": 0}
"""Short evenings in which much is due: a žobrák, also at the end, a dokládačka, and a sheet that is
still empty after house rules were agreed on or a row struck out.
"""


@pytest.mark.parametrize("key", GAMES)
def test_what_may_be_written_now_has_a_way_from_the_sheet(app, key):
    assert shut(app, GAMES[key], SEEDS.get(key, 8), deeds=9) == []


def test_where_the_pack_is_too_small_the_words_lead_to_the_house_rules(phone):
    table = start(phone, NAMES[:5], "faraon", house="y", mode="olympic", olympic_start="8")
    sheet = table.open()
    assert sheet.strips == [table.told("notices", "pack", n=41, most=32)]
    sheet = phone.fill(sheet.links[phone.say("From now on we play …")], packs="2")
    assert sheet.strips == []
    assert phone.submit("tap", "Petr").totals == ["7", "8", "8", "8", "8"]
