"""Questions of two games, asked on the sheet and without a match, key by key."""

import pytest

from tests.web.asking import Asking
from tests.web.phone import Phone
from tests.web.table import start

LANGUAGES = {"kocka": "en", "faraon": "cs"}
"""The language in which each game is asked."""


def asking_at(app, game, at_table):
    phone = Phone(app, LANGUAGES[game])
    return Asking(phone, game, start(phone, game=game).url if at_table else "")


@pytest.fixture
def asking(app):
    return asking_at(app, "kocka", at_table=False)


def told(asking, *parts):
    for part in parts:
        assert part in asking.phone.screen.text, asking.phone.screen.text


POINTS = {"points-0": "28", "points-1": "0", "points-2": "0", "points-3": "0"}


@pytest.mark.parametrize(
    ("told_so", "cells"),
    [
        ({"took": ["1"]}, ["28", "0", "−1", "−1"]),
        ({"no_trick": ["3"]}, ["28", "0", "0", "−1"]),
        ({"took": ["1", "2", "3"]}, ["28", "0", "0", "0"]),
    ],
)
def test_what_all_points_are_worth_is_not_said_before_it_is_told_who_took_a_trick(
    asking, told_so, cells
):
    asking.open("round")
    asking.judge(**POINTS)
    told(asking, asking.book.say("missing", "no_trick", {}))
    asking.open("round")
    asking.judge(**POINTS, **told_so)
    said = asking.phone.screen.text.partition("Points of the round: ")[2].partition(".")[0]
    assert [each.split()[-1] for each in said.split(",")] == cells


def test_a_zero_is_not_taken_for_a_trick(asking):
    asking.open("round")
    asking.judge(**{**POINTS, "points-0": "14", "points-1": "14"})
    told(asking, asking.book.say("missing", "no_trick", {}))


@pytest.mark.parametrize("mine", [[], ["AC", "KH", "7C", "8C"]])
def test_nothing_is_stated_of_the_others_that_nobody_told(asking, mine):
    asking.open("claim")
    asking.tell(seat="2")
    asking.press("role", "taken-2")
    asking.pick(*mine)
    asking.judge()
    told(asking, "Not known: who else has taken a trick")
    told(asking, asking.book.data["answers"]["claim"]["durch"], "Penalty points")


def test_the_sheet_knows_who_shuffled(app):
    ask = asking_at(app, "faraon", at_table=True)
    assert ask.open("begins").form("form").fields["shuffled"] == "3"


def test_where_the_turn_stays_only_the_pajchel_is_paid(app):
    ask = asking_at(app, "faraon", at_table=False)
    ask.ask("wrong-seven", "8L", sevens="1", **{"house-pajchel_turn": "stays"})
    told(ask, "Trest: vzít 3 karty.")
