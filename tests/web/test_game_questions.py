"""Questions of two games, asked on the sheet and without a match, key by key."""

import re

import pytest
from flask import Flask

from tests.web.asking import Asking
from tests.web.phone import Phone
from tests.web.table import start

LANGUAGES = {"kocka": "en", "faraon": "cs"}
"""The language in which each game is asked."""


LAST = "AC KH 7C 8C"


def asking_at(app: Flask, game: str, at_table: bool) -> Asking:
    phone = Phone(app, LANGUAGES[game])
    return Asking(phone, game, start(phone, game=game).url if at_table else "")


@pytest.fixture
def asking(app: Flask) -> Asking:
    """Somebody who asks about Černá kočka at no table."""
    return asking_at(app, "kocka", at_table=False)


def told(asking: Asking, *parts: str) -> None:
    for part in parts:
        assert part in asking.phone.screen.text, asking.phone.screen.text


def test_the_milestones_of_a_round_come_to_the_sheet(app: Flask) -> None:
    phone = Phone(app, "en")
    table = start(phone)
    asking = Asking(phone, "kocka", table.url)
    asking.open("audit")
    asking.tell(leader="0")
    asking.press("picked", HONEST_CLUBS)
    screen = asking.judge()
    told(asking, "It happened: čachnov and honest suit.")
    phone.get(screen.links[phone.say("Put it on the sheet")])
    phone.submit("form")
    (row,) = table.match.rows
    assert row.entry.milestones == {"cachnov", "poctiva-barva"}
    assert "čachnov" in table.open().text
    phone.get(f"{table.url}/entries/{row.seq}")
    phone.submit("form")
    assert table.match.rows[0].entry.milestones == row.entry.milestones, "a correction keeps them"


HONEST_CLUBS = (
    "7C 8C 9C AC KC TC JC QC 7D 8D 9D AD TD JD QD KD "
    "7S 8S QS KS 9S TS JS AS 7H 8H 9H TH JH QH KH AH"
)
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
    asking: Asking, told_so: dict[str, list[str]], cells: list[str]
) -> None:
    asking.open("round")
    asking.judge(**POINTS)
    told(asking, asking.book.say("missing", "no_trick", {}))
    asking.open("round")
    asking.judge(**POINTS, **told_so)
    said = asking.phone.screen.text.partition("Points of the round: ")[2].partition(".")[0]
    assert [each.split()[-1] for each in said.split(",")] == cells


def test_a_zero_is_not_taken_for_a_trick(asking: Asking) -> None:
    asking.open("round")
    asking.judge(**{**POINTS, "points-0": "14", "points-1": "14"})
    told(asking, asking.book.say("missing", "no_trick", {}))


@pytest.mark.parametrize("mine", [[], LAST.split()])
def test_nothing_is_stated_of_the_others_that_nobody_told(asking: Asking, mine: list[str]) -> None:
    asking.open("claim")
    asking.tell(seat="2")
    asking.press("role", "taken-2")
    asking.pick(*mine)
    asking.judge()
    told(asking, "Missing: who else has taken a trick")
    told(asking, asking.book.data["answers"]["claim"]["durch"], "Penalty points")


def test_the_sheet_knows_who_shuffled(app: Flask) -> None:
    ask = asking_at(app, "faraon", at_table=True)
    assert ask.open("begins").form("form").fields["shuffled"] == "3"


def test_where_the_turn_stays_only_the_pajchel_is_paid(app: Flask) -> None:
    ask = asking_at(app, "faraon", at_table=False)
    ask.ask("wrong-seven", "8L", sevens="1", **{"house-pajchel_turn": "stays"})
    told(ask, "Trest: vzít 3 karty.")


def test_the_rules_are_listed_by_their_numbers(phone: Phone) -> None:
    texts = [link.text for link in phone.get("/rules/faraon").root.all("a")]
    numbers = [found[1] for text in texts if (found := re.match(r"(\d+(?:\.\d+)?) ", text))]
    assert len(numbers) > 25
    assert numbers == sorted(numbers, key=lambda number: [int(n) for n in number.split(".")])
