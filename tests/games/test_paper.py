"""A half-played sheet of paper is taken over: totals, who deals, what is due; and play goes on."""

from contextlib import closing

import pytest

from scorekeeper.games import GAMES
from tests.core.evening import Evening
from tests.web.table import start

TAKEN = {
    "taroky": (5, {"points": [10, -4, -6, 0, 0], "dealer": 2, "played": 7}, {}),
    "kocka": (4, {"points": [60, 12, -28, 3], "dealer": 1, "due": True}, {"due": True}),
    "kocka, played": (4, {"points": [60, 12, -28, 3], "dealer": 1}, {"due": False}),
    "faraon": (3, {"points": [2, 0, 1], "dealer": 0, "played": 3}, {}),
    "makao": (4, {"points": [2, 0, 1, 3], "dealer": 3, "played": 5}, {}),
    "durak": (4, {"points": [2, 0, 1, 3], "dealer": 1, "played": 6}, {"attack": (0, 1)}),
}


@pytest.mark.parametrize(("name", "taken"), TAKEN.items(), ids=TAKEN.keys())
def test_a_sheet_goes_on_where_the_paper_ended(name, taken):
    players, paper, then = taken
    evening = Evening(name.partition(",")[0], players)
    with closing(evening):
        before = evening.match.standing
        now = evening.record({"type": "paper", **paper}).standing
        assert (now.totals, now.dealer) == (tuple(paper["points"]), paper["dealer"])
        assert now.played == paper.get("played", 0)
        assert {field: getattr(now, field) for field in then} == then
        assert evening.do("undo").standing == before


def test_an_olympic_match_goes_on_with_fewer_cards():
    evening = Evening("faraon", 3, mode="olympic", olympic_start=3)
    with closing(evening):
        now = evening.record({"type": "paper", "points": [3, 1, 0], "dealer": 1}).standing
        assert (now.cards, now.out, now.over) == ((0, 2, 3), (0,), False)


@pytest.mark.parametrize("key", GAMES)
def test_an_empty_sheet_offers_it_and_it_is_a_row_like_others(phone, key):
    table = start(phone, game=key)
    phone.get(table.open().links[table.book.label("entries", "paper", "record")])
    points = {f"points-{seat}": figure for seat, figure in enumerate(("3", "0", "-3", "0"))}
    if not table.match.game.higher_wins:
        points["points-2"] = "1"
    sheet = phone.submit(dealer="1", **points)
    assert sheet.dealer == "Jana"
    assert [total[-1] for total in sheet.totals] == ["3", "0", points["points-2"][-1], "0"]
    assert table.book.label("entries", "paper", "record") not in sheet.links
    rule = table.match.rows[0].lines[0].rule
    assert table.book.step(rule) in phone.get(sheet.rows[0].why).text
    for page in ("/accounts", "/watch", "/history", "/people", "/players/0"):
        assert table.open(page).status == 200
    assert table.phone.get(f"{table.url}/export").status == 200
