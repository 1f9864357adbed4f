"""The page that settles a deal, at random and by each contract: nothing is lost on the way."""

from dataclasses import replace
from random import Random

import pytest

from scorekeeper.core.schema import Invalid, default_of, dump, fields_of
from scorekeeper.games.taroky import GAME
from scorekeeper.games.taroky.referee.settling import Settled
from scorekeeper.referee.judgements import judge_question
from scorekeeper.referee.question import fact_at, field_at, may_be_unknown, paths_in, with_facts
from scorekeeper.web.forms.kinds.kind import FormData
from scorekeeper.web.referee.question_form import QuestionForm, with_defaults
from scorekeeper.web.referee.table import RefereeTable, of_size
from tests.verification.games.test_taroky_settled import a_deal
from tests.web.asking import Asking
from tests.web.test_taroky_questions import BASICS, LISTS, NONE, again, deal_of, judged, label

LEFT_OUT = object()


@pytest.fixture
def settling(phone):
    asking = Asking(phone, "taroky")
    asking.open("settle")
    return asking


def parts(screen):
    """The members of the deal that the page asks for, in their order."""
    ids = (node.attrs.get("id", "") for node in screen.root.all("fieldset", "div"))
    return [id.removeprefix("part-deal-") for id in ids if id.startswith("part-deal-")]


@pytest.mark.parametrize("name", LISTS)
def test_what_nobody_told_is_null_and_so_it_is_asked_again(settling, name):
    settling.tell(**BASICS)
    settling.judge(**{**NONE, f"deal-{name}": None})
    deal, verdict = deal_of(settling), settling.verdict
    answered = {"announcements": {}, "fleks": {}, "pagat": "left out", "valat": "left out"}
    assert {each: deal.get(each, "left out") for each in LISTS} == {**answered, name: None}
    form = again(settling).form("form")
    assert not [*filter(None, form.fields.getlist(f"deal-{name}"))]
    assert settling.so_far == label(settling, name)
    settling.judge()
    assert settling.verdict == verdict, "the same question has one code"


@pytest.mark.parametrize(
    ("told", "gone"),
    [
        ({}, {"dealer", "called", "pausing", "piles"}),
        ({"contract": "zakladni", "partner": "2"}, {"variant", "piles"}),
        ({"contract": "solo"}, {"variant", "partner"}),
        ({"contract": "preferanc"}, {"partner"}),
        ({"contract": "zakladni", "variant": "varsava"}, {"partner", "counted_side", *LISTS}),
        ({"contract": "zakladni", "variant": "folded"}, {"partner", "points", *LISTS}),
    ],
)
def test_what_cannot_matter_is_not_asked(settling, told, gone):
    for name, value in told.items():
        settling.tell(**{f"deal-{name}": value})
    shown = {*parts(settling.phone.screen)}
    assert not gone & shown
    assert {"declarer", *told} <= shown


def test_only_the_ways_of_a_contract_are_offered(settling):
    form = settling.tell(**{"deal-contract": "preferanc"}).form("form")
    taps = [each.attrs["value"] for each in form.controls if each.attrs["name"] == "deal-variant"]
    assert taps == ["", "first", "second", "third"]


def random_question(random):
    """A deal in which some facts are not known."""
    deal = a_deal(random)
    paths = [path for path in paths_in(Settled, {"deal": deal}) if path.startswith("deal.")]
    less = random.sample(paths, random.randint(0, 4))
    return with_facts({"deal": deal}, dict.fromkeys(path for path in less if is_free(path)))


def is_free(path):
    """True for a fact that the page may leave untold."""
    return may_be_unknown(Settled, path) and path != "deal.declarer"


def test_a_question_comes_back_as_it_was_asked(app, faults):
    random = Random(29)
    with app.test_request_context():
        table = of_size(RefereeTable(GAME, GAME.house(), ()), None)
        for _ in range(60):
            given = random_question(random)
            form = QuestionForm(table, Settled, data=with_defaults(Settled, given))
            sent = replace(form, submitted=FormData(form.bound.carried_fields), data={})
            with faults.at(given):
                assert facts(sent.given) == facts(Settled.from_form(given))
                assert answer(table, sent.given) == answer(table, given)


def facts(given):
    """Each fact of a question with its value, or with what leaving it out means; without what
    cannot matter beside the others, whether it is told or not.
    """
    hidden = {*Settled.hidden_fields(given), *Settled.idle_facts, "deal.type", "tariff"}
    paths = [path for path in paths_in(Settled, given) if path not in hidden]
    return {path: _fact(given, path) for path in paths}


def _fact(given, path):
    cls, name = field_at(Settled, path)
    value = fact_at(given, path, LEFT_OUT)
    return dump(default_of(fields_of(cls)[name])) if value is LEFT_OUT else value


def answer(table, given):
    try:
        verdict = judge_question(GAME, table.house, table.names, "settle", given).verdict
    except Invalid as error:
        return (error.path, error.code)
    return (verdict.verdict, verdict.result)


@pytest.mark.parametrize(("tap", "said"), [("", None), ("y", True), ("n", False)])
def test_what_became_of_a_pagat_is_three_taps_wide(settling, tap, said):
    assert "pagat-made" not in parts(settling.phone.screen)
    settling.tell(**BASICS, **NONE)
    form = settling.tell(**{"deal-pagat-seat": "1"}).form("form")
    for name in ("deal-pagat-declared", "deal-pagat-made"):
        taps = [each for each in form.controls if each.attrs["name"] == name]
        assert [each.attrs["value"] for each in taps] == ["", "y", "n"]
        assert ["checked" in each.attrs for each in taps] == [True, False, False]
    deal = judged(settling, **{"deal-pagat-declared": "y", "deal-pagat-made": tap})
    assert deal["pagat"] == {"seat": 1, "declared": True, "made": said}
    assert again(settling).form("form").fields["deal-pagat-made"] == tap
    deal = judged(settling, **{"deal-pagat-seat": ""})
    assert deal["pagat"] == {"seat": None, "declared": True, "made": said}
    assert said is None or settling.sentence == label(settling, "pagat", "seat")


def test_what_decides_stands_open(settling):
    """It comes before the details, and stays when it is told."""
    names = ("announcements", "fleks", "valat")
    screen = settling.tell(**BASICS, **{f"deal-{name}": "-" for name in names})
    assert parts(screen)[len(BASICS)] == "pagat"
    settling.tell(**{"deal-pagat-seat": "1"})
    screen = settling.tell(**{"deal-pagat-made": "y"})
    assert settling.so_far == label(settling, "pagat", "declared")
    assert parts(screen)[len(BASICS)] == "pagat"


def test_a_varsava_is_told_by_player_and_a_deal_by_side(settling):
    numbers = {f"deal-points-{seat}" for seat in range(4)}
    assert not numbers & {*settling.phone.screen.form("form").fields}
    settling.tell(**{"deal-declarer": "0", "deal-contract": "zakladni", "deal-partner": "-"})
    assert numbers <= {*settling.tell(**{"deal-variant": "varsava"}).form("form").fields}
    points = (10, 22, 12, 26)
    deal = judged(settling, **{f"deal-points-{seat}": str(n) for seat, n in enumerate(points)})
    assert deal["points"] == [*points]
    assert "announcements" not in deal


def test_of_a_druha_only_whether_the_pagat_was_made_is_asked(settling):
    settling.tell(**BASICS, **{name: "-" for name in NONE if name != "deal-pagat"})
    settling.tell(**{"deal-contract": "druha"})
    assert [name for name in parts(settling.phone.screen) if "pagat" in name] == [
        "pagat",
        "pagat-made",
    ]
    screen = settling.phone.screen
    assert "deal-pagat" not in screen.form("form").fields, "there is always one"
    deal = judged(settling, **{"deal-pagat-made": "y"})
    assert deal["pagat"] == {"seat": 0, "declared": True, "made": True}
    settling.open("settle")
    settling.tell(**{**BASICS, "deal-contract": "druha"})
    settling.press("none", "y")
    assert settling.so_far == label(settling, "pagat")
    deal = judged(settling, **{"deal-pagat-made": "n"})
    assert (deal["fleks"], deal["pagat"]["made"]) == ({}, False)


def test_who_has_no_partner_in_a_druha_plays_a_quiet_solo(settling):
    settling.tell(**{**BASICS, "deal-contract": "druha", "deal-partner": "-"})
    assert settling.so_far == label(settling, "announcements")
    settling.judge()
    assert deal_of(settling)["variant"] == "quiet-solo"
    settling.open("settle")
    settling.tell(**{**BASICS, "deal-partner": "-"})
    assert settling.so_far == label(settling, "variant")
