"""Questions of two games, asked on the sheet and without a match, key by key."""

from typing import NamedTuple

import pytest
from flask import Flask

from tests.web.asking import Asking
from tests.web.phone import Phone
from tests.web.table import NAMES, start

LANGUAGES = {"kocka": "en", "faraon": "cs"}
"""The language in which each game is asked."""


class Asked(NamedTuple):
    """What is told to a question, the cards in each role, and what the answer says."""

    game: str
    kind: str
    told: dict[str, str]
    picked: dict[str, str]
    says: tuple[str, ...]
    """Players stand in it as {0}, {1} …"""


NOBODY = {f"won_tricks-{seat}": "0" for seat in (0, 1, 3)}
LAST = "AC KH 7C 8C"
STOPPED = "Missing: whether somebody could still stop the durch"
THROWN_IN = {"won_tricks-0": "1", "won_tricks-1": "0", "won_tricks-3": "0", "won_points-0": "0"}
VOTES = {f"votes-{seat}": card for seat, card in enumerate(("AH", "7C", "AH", "7C"))}
FIRST_CARDS = {f"cards-{seat}": card for seat, card in enumerate(("KD", "8H", "8C", "TS"))}
SEVENS = {"plays-0-seat": "0", "plays-0-cards": "2", "plays-1-seat": "1", "plays-1-cards": "1"}
ANSWERS = {"answers-0-seat": "1", "answers-0-n": "2", "answers-1-seat": "2"}
PILE = "8L 8H KB"
ASKED = [
    Asked(
        *("kocka", "winner", {"leader": "2"}, {"cards": "TD AC KD QS"}),
        ("The trick goes to", "king of diamonds"),
    ),
    Asked("kocka", "first-dealer", {}, FIRST_CARDS, ("deals", "eight of clubs")),
    Asked(
        *("kocka", "unturned", {"seat": "2", "won_tricks-1": "0", "won_tricks-3": "0"}),
        *({"tricks-0": LAST}, ("Everything that is left goes to", "24")),
    ),
    Asked("kocka", "unturned", {"seat": "2", **NOBODY}, {"tricks-2": LAST}, (STOPPED,)),
    Asked(
        *("kocka", "inscribe", {"loser": "1", "owner": "3"}, VOTES),
        ("A tie", "ace of hearts", "seven of clubs"),
    ),
    Asked(
        *("kocka", "durch-shown", {"seat": "1"}, {"hand": "AS QS", "others-3": "KS 7S"}),
        ("The durch is caught",),
    ),
    Asked("kocka", "durch-shown", {"seat": "1"}, {"hand": "AS KS"}, ("The durch holds",)),
    Asked("kocka", "claim", {"seat": "2", **THROWN_IN}, {}, ("28",)),
    Asked("kocka", "unturned", {"seat": "2", **THROWN_IN}, {}, ("28",)),
    Asked("kocka", "claim", {"seat": "2", **NOBODY, "won_tricks-2": "0"}, {}, (STOPPED,)),
    Asked(
        *("faraon", "ace-answer", {"by": "0", "aces": "1", "late": "n", **ANSWERS}, {}),
        ("V POŘÁDKU", "Hraje: {1}.", "2×"),
    ),
    Asked(
        *("faraon", "sevens", {**SEVENS, "plays-1-how": "faraon"}, {}),
        ("V POŘÁDKU", "Nebere nikdo."),
    ),
    Asked("faraon", "begins", {"shuffled": "1", "last_loser": "-"}, {}, ("Začíná: {2}.",)),
    Asked("faraon", "begins", {"shuffled": "1", "last_loser": "0"}, {}, ("Začíná: {0}.",)),
    Asked("faraon", "restock", {"done": "shuffled"}, {"": PILE}, ("NEDOVOLENO", "otočit")),
    Asked("faraon", "restock", {"done": "turned"}, {"": PILE}, ("Nový balíček, odspodu: ",)),
    Asked("faraon", "restock", {"done": "turned"}, {"": "KB"}, ("Nový balíček je prázdný.",)),
    Asked(
        *("faraon", "wrong-seven", {"sevens": "1"}, {"": "8L"}),
        ("NEDOVOLENO", "Trest: vzít 6 karet (3 za pajchel + 3 za sedmy)."),
    ),
    Asked("faraon", "wrong-seven", {"sevens": "1"}, {"": "UL"}, ("Hráč nebere nic.",)),
    Asked(
        *("faraon", "return", {"same_round": "y", "several": "y"}, {"": "KB 7H"}),
        ("Koho z nich vrátí, si vybírá ten, kdo ji vykládá.",),
    ),
]


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


@pytest.mark.parametrize(
    ("asked", "at_table"),
    [(asked, number % 2 == 1) for number, asked in enumerate(ASKED)],
    ids=lambda given: f"{given.game}-{given.kind}" if isinstance(given, Asked) else str(given),
)
def test_a_question_is_answered(app: Flask, asked: Asked, at_table: bool) -> None:
    """Every other one at the sheet, the others alone."""
    asking = asking_at(app, asked.game, at_table)
    asking.open(asked.kind)
    asks_how_many = "players" in asking.phone.screen.form("form").fields
    asking.tell(**asked.told, **({"players": "4"} if asks_how_many else {}))
    for role, cards in asked.picked.items():
        if role:
            asking.press("role", role)
        asking.pick(*cards.split())
    asking.judge()
    alone = [asking.phone.say("player %(n)d", n=n) for n in range(1, 5)]
    told(asking, *(said.format(*(NAMES if at_table else alone)) for said in asked.says))
    caught = "The durch is caught" in asked.says
    assert not (caught and asking.phone.screen.root.all("p", css="word")), "it is an answer"
    untranslated = asked.game == "faraon" and "turned" in asking.phone.screen.text
    assert not untranslated
