"""Whose decision a penalty is, the source's, the group's or ours; a verdict says so beside it."""

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.taroky.house_rules import HouseRules
from scorekeeper.referee.dispute import Admitted
from scorekeeper.referee.explanation import OPEN, is_agreed, no_penalty, onward, ours
from scorekeeper.referee.judgements import judge_question
from scorekeeper.rulebook import open_rulebook
from tests.web.asking import Asking

NAMES = ("Ada", "Bob", "Cyd", "Dan")
OF_THE_SOURCE = {"kocka.follow", "kocka.pass.first-send", "dokladacka.cink"}
"""The three renoncs that the source of Černá kočka names, with what they cost (6)."""
OF_THE_GROUP = {
    *("taroky.renonc.misdeal", "taroky.deal.count", "taroky.deal.packets"),
    *("taroky.varsava.talon-card", "taroky.varsava.talon-order", "taroky.varsava.overtake"),
    *("taroky.varsava.call", "taroky.announce.combine", "taroky.announce.false"),
    *("taroky.play.follow", "taroky.play.tarok", "taroky.talon.count", "taroky.renonc.conduct"),
}
"""The rows of the list of renoncs in Taroky: the source leaves what they cost to each group."""


def agreed_on(key, rule):
    game = GAMES[key]
    return judge_question(game, game.house(), NAMES, Admitted.kind, {"rule": rule})


def costing(key):
    rules = (rule for rule in GAMES[key].rules if rule.breakable or rule.asks is Admitted)
    return {rule.id for rule in rules if rule.costs}


@pytest.mark.parametrize("key", ["taroky", "kocka"])
def test_each_offence_declares_whose_its_penalty_or_the_way_onward_is(key):
    marked = {id for id in costing(key) if "penalty" in ours(agreed_on(key, id))}
    agreed = {id for id in costing(key) if is_agreed(agreed_on(key, id))}
    assert costing(key) - marked == (OF_THE_GROUP if key == "taroky" else OF_THE_SOURCE)
    assert agreed == (OF_THE_GROUP if key == "taroky" else set())
    free = [rule.id for rule in GAMES[key].rules if rule.breakable and not rule.costs]
    assert [id for id in free if "onward" not in ours(agreed_on(key, id))] == []


@pytest.mark.parametrize(
    ("kind", "given", "parts"),
    [
        ("varsava-call", {"seat": 1, "contract": "zakladni"}, {"penalty", "onward"}),
        ("varsava-call", {"seat": 0, "contract": "solo"}, {"penalty", "onward"}),
        ("varsava-call", {"seat": 0, "contract": "zakladni"}, {"onward"}),
        ("varsava-talon", {"trick": 1, "added": True, "looked": True}, {"penalty", "onward"}),
        ("varsava-talon", {"trick": 1, "added": True, "in_order": False}, {"onward"}),
    ],
)
def test_a_breach_that_the_list_of_renoncs_does_not_name_costs_what_we_decided(kind, given, parts):
    game = GAMES["taroky"]
    call = {"dealer": 3, "hand": ["I", "II", "III", "IV"]} if kind == "varsava-call" else {}
    judged = judge_question(game, game.house(), NAMES, kind, {**call, **given})
    assert judged.verdict.verdict == "offence"
    assert ours(judged) == parts
    assert is_agreed(judged) == ("penalty" not in parts)


def test_it_is_the_source_that_names_no_penalty_and_no_table():
    game = GAMES["taroky"]
    bid = agreed_on("taroky", "taroky.bid.higher")
    english = open_rulebook(game.folder, "en")
    assert english.penalty(no_penalty(bid), "") == "none"
    lax = HouseRules(renonc_penalty="none")
    given = {"rule": "taroky.play.follow"}
    forgiven = judge_question(game, lax, NAMES, Admitted.kind, given)
    assert english.penalty(no_penalty(forgiven), "") == "none agreed"
    for language in ("cs", "sk", "pl", "be", "en"):
        book = open_rulebook(game.folder, language)
        assert book.penalty(no_penalty(bid), "") != book.penalty(no_penalty(forgiven), "")


def test_a_penalty_that_hangs_on_what_nobody_said_is_open():
    """An illegal "cink" costs the dokládačka, or nothing any more once that is over."""
    game = GAMES["kocka"]
    given = {"table": ["JS"], "hand": ["TS", "7H"]}
    asked, over, not_over = (
        judge_question(game, game.house(), NAMES, "dokladacka-cink", {**given, "over": value})
        for value in (None, True, False)
    )
    assert asked.verdict.verdict == over.verdict.verdict == not_over.verdict.verdict == "offence"
    assert over.verdict.penalty != not_over.verdict.penalty
    assert no_penalty(asked) == OPEN
    for language in ("cs", "sk", "pl", "be", "en"):
        book = open_rulebook(game.folder, language)
        assert book.penalty(OPEN, "") not in {"", book.penalty(no_penalty(over), "")}
        assert onward(asked, book) == ""


def test_the_page_says_beside_the_penalty_whose_it_is(phone):
    asking = Asking(phone, "kocka", "")
    asking.ask("pass", sent="2", to="left")
    assert phone.say("not in the original rules: our decision") in phone.screen.text
    asking = Asking(phone, "taroky", "")
    asking.open("deal")
    asking.tell(**{"hands-0": "13", "hands-1": "12", "hands-2": "12", "hands-3": "11"}, talon="6")
    asking.judge()
    assert phone.say("the original rules leave it to each table") in phone.screen.text
