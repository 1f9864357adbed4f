"""A verdict that can be put on the sheet says what is booked: its figures are those of the entry,
and the entry scores so.
"""

import re
from functools import cache

import pytest

from scorekeeper.core.house_rules import load_house
from scorekeeper.core.schema import Invalid
from scorekeeper.core.sheet import sum_of
from scorekeeper.games import GAMES
from scorekeeper.referee.judgements import judge_question
from scorekeeper.referee.rule_table import admissible
from scorekeeper.rulebook import open_rulebook
from scorekeeper.web import LANGUAGES
from tests.contract.books import EACH_GAME
from tests.contract.examples import NAMES
from tests.verification.unknown import kept_questions

BONUS_APART = ("claim", "unturned")
"""Kinds that say the points taken, and apart from them who has one off for no trick."""
FIGURE = re.compile(r"[−-]?\d+")


@cache
def booked(game):
    """The verdicts on kept questions that come to a whole entry, and what it scores per seat."""
    return tuple(_booked(game))


def _booked(game):
    for cases in kept_questions(game.key).values():
        for case in cases:
            house = load_house(game.house, case.get("house", {}))
            judged = judge_question(game, house, NAMES, case["kind"], case["given"])
            data = judged.entry() if judged.verdict.verdict != "undecidable" else None
            players = game.players_in(game.kinds[judged.kind], case["given"])
            try:
                entry = data and game.read_entry(data, players, house)
            except Invalid:  # the form asks for the rest
                continue
            standing = game.start(players, 0, house)
            if entry and game.check(entry, standing, house) is None:
                yield judged, sum_of(game.score(entry, standing, house), players)


def said(kind, result):
    """The points for the sheet that a result says, seat by seat."""
    if "losers" in result:
        return [int(seat in result["losers"]) for seat in range(len(NAMES))]
    points, apart = result.get("points"), kind in BONUS_APART and not result.get("durch")
    off = result.get("no_trick", ()) if apart else ()
    return [each - (seat in off) for seat, each in enumerate(points)] if is_row(points) else None


def is_row(points):
    """True for what the sheet writes; the card points of a deal are told by seat."""
    return isinstance(points, list)


@pytest.mark.parametrize("key", ["taroky", "kocka", "makao"])
def test_what_is_said_is_what_is_booked(key, faults):
    for judged, scored in booked(GAMES[key]):
        with faults.at(judged.kind, judged.given):
            points = said(judged.kind, judged.verdict.result)
            assert points is None or tuple(points[: len(scored)]) == scored


@pytest.mark.parametrize("key", ["taroky", "kocka"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_figure_stands_in_its_sentence(key, language, faults):
    book = open_rulebook(GAMES[key].folder, language)
    for judged, _scored in booked(GAMES[key]):
        result = judged.verdict.result
        for name in {"points", "no_trick"} & result.keys() if is_row(result.get("points")) else ():
            text = book.answer(judged.kind, name, result[name], NAMES, result)
            with faults.at(language, judged.kind, judged.given):
                if name == "points":
                    assert [int(each.replace("−", "-")) for each in FIGURE.findall(text)] == [
                        *result[name]
                    ]
                else:
                    assert [text.count(each) for each in NAMES] == [
                        int(seat in result[name]) for seat in range(len(NAMES))
                    ]


def test_a_deal_is_booked_as_its_cards_were_counted(faults):
    for judged, _scored in booked(GAMES["taroky"]):
        result, entry = judged.verdict.result, judged.entry() or {}
        if judged.kind == "audit":
            sides = result["sides"] or {"declarer": [*result["points"].values()]}
            with faults.at(judged.given):
                assert entry["points"] == sides["declarer"]


def test_a_deal_settled_by_another_tariff_is_not_booked():
    """The sheet would settle it by its own."""
    deal = {"declarer": 0, "contract": "solo", "points": 40}
    game = GAMES["taroky"]
    for tariff, may in ((None, True), ({"solo": 2}, False)):
        given = {"deal": deal, **({"tariff": tariff} if tariff else {})}
        judged = judge_question(game, game.house(), NAMES, "settle", given)
        assert (judged.entry() is not None) == may


@EACH_GAME
def test_a_penalty_scores_as_it_is_said(game, faults):
    house, players, offender = game.house(), 4, 1
    for rule in admissible(game.rules, house):
        cost = rule.penalty(house)
        data = game.penalty_entry(rule.id, offender, cost)
        if cost and cost.each and data:
            entry = game.read_entry(data, players, house)
            scored = sum_of(game.score(entry, game.start(players, 0, house), house), players)
            with faults.at(rule.id):
                assert scored[offender] == -(players - 1) * cost.each
                assert {*scored[:offender], *scored[offender + 1 :]} == {cost.each}
    faults.looked_at += 1
