"""A half-played sheet of paper is taken over: totals, who deals, what is due; and play goes on."""

from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.rulebook import open_rulebook
from tests.contract.books import languages_of
from tests.core.test_seating import Evening
from tests.web.phone import Phone
from tests.web.table import start

Plain = dict[str, Any]
TAKEN: dict[str, tuple[int, Plain, Plain]] = {
    "taroky": (5, {"points": [10, -4, -6, 0, 0], "dealer": 2, "played": 7}, {}),
    "kocka": (4, {"points": [60, 12, -28, 3], "dealer": 1, "due": True}, {"due": True}),
    "kocka, played": (4, {"points": [60, 12, -28, 3], "dealer": 1}, {"due": False}),
    "faraon": (3, {"points": [2, 0, 1], "dealer": 0, "played": 3}, {"losses": (2, 0, 1)}),
    "makao": (4, {"points": [2, 0, 1, 3], "dealer": 3, "played": 5}, {}),
    "durak": (4, {"points": [2, 0, 1, 3], "dealer": 1, "played": 6}, {"attack": (0, 1)}),
}
REFUSED: dict[str, tuple[int, Plain, str, str, Plain]] = {
    "taroky": (4, {"points": [10, 0, 0, 0]}, "taroky.settle.paper.sum", "points", {"sum": 10}),
    "taroky, three": (4, {"points": [10, -10, 0]}, "taroky.settle.paper.seats", "points", {"n": 3}),
    "kocka": (4, {"points": [49, 0, 0, 0], "due": True}, "kocka.points.paper.due", "due", {}),
    "kocka, three": (4, {"points": [9, 0, 0]}, "kocka.points.paper.seats", "points", {"n": 3}),
    "makao": (4, {"points": [1, 0, 0]}, "makao.end.paper.seats", "points", {"n": 3}),
    "durak": (3, {"points": [1, 0, 0, 2]}, "durak.fool.paper.seats", "points", {"n": 4}),
    "faraon": (4, {"points": [1, 0, 0]}, "faraon.loser.paper.seats", "points", {"n": 3}),
}


@pytest.mark.parametrize(("name", "taken"), TAKEN.items(), ids=TAKEN.keys())
def test_a_sheet_goes_on_where_the_paper_ended(name: str, taken: tuple[int, Plain, Plain]) -> None:
    players, paper, then = taken
    evening = Evening(name.partition(",")[0], players)
    with closing(evening.matches.ledger):
        before = evening.match.standing
        now = evening.record({"type": "paper", **paper}).standing
        assert (now.totals, now.dealer) == (tuple(paper["points"]), paper["dealer"])
        assert now.played == paper.get("played", 0)
        assert {field: getattr(now, field) for field in then} == then
        assert evening.do("undo").standing == before


def test_an_olympic_match_goes_on_with_fewer_cards() -> None:
    evening = Evening("faraon", 3, mode="olympic", olympic_start=3)
    with closing(evening.matches.ledger):
        now = evening.record({"type": "paper", "points": [3, 1, 0], "dealer": 1}).standing
        assert (now.cards, now.out, now.over) == ((0, 2, 3), (0,), False)


@pytest.mark.parametrize(("name", "refused"), REFUSED.items(), ids=REFUSED.keys())
def test_what_cannot_have_stood_there_is_refused(
    name: str, refused: tuple[int, Plain, str, str, Plain]
) -> None:
    players, paper, why, field, facts = refused
    game = GAMES[name.partition(",")[0]]
    house = game.house()
    entry = game.read_entry({"type": "paper", "dealer": 0, **paper}, players, house)
    now = game.start(players, 0, house)
    refusal = game.check(entry, now, house)
    assert refusal
    assert (refusal.id, refusal.field, refusal.facts) == (why, field, facts)
    late = game.check(entry, replace(now, played=1), house)
    assert late
    assert late.id.endswith(".paper.late")
    assert late.field == "type"
    for language in languages_of(game):
        book = open_rulebook(game.folder, language)
        for each in (refusal, late):
            for section in ("refusals", "short"):
                assert "{" not in book.say(section, each.id, each.facts)


def test_an_olympic_match_needs_two_with_cards() -> None:
    game = GAMES["faraon"]
    house = replace(game.house(), mode="olympic", olympic_start=3)
    entry = game.read_entry({"type": "paper", "dealer": 0, "points": [3, 3, 1]}, 3, house)
    refusal = game.check(entry, game.start(3, 0, house), house)
    assert refusal
    assert (refusal.id, refusal.field) == ("faraon.loser.paper.cards", "points")
    assert refusal.facts == {"n": 3}


@pytest.mark.parametrize("key", GAMES)
def test_an_empty_sheet_offers_it_and_it_is_a_row_like_others(phone: Phone, key: str) -> None:
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
