"""Who takes how many, who misses how many turns in Makao: plays tapped in order."""

import pytest

from scorekeeper.games import GAMES
from tests.games.test_kept import kept
from tests.web.helps import open_help, part, seats

KEYS = {
    "attack": {
        *(f"{rank}{suit}" for rank in "23" for suit in "SHDC"),
        *(f"K{suit}" for suit in "SHDC"),
    },
    "skip": {f"4{suit}" for suit in "SHDC"},
}


def tappable():
    """The cases of chains that can be tapped: default house rules, and cards that are keys."""
    return [
        case
        for case in kept(GAMES["makao"])
        if case["kind"] in KEYS and "house" not in case and "error" not in case["expect"]
        if "skipped" not in case["given"]
        if {c for play in case["given"]["plays"] for c in play["cards"]} <= KEYS[case["kind"]]
    ]


@pytest.mark.parametrize("case", tappable(), ids=str)
def test_the_page_says_what_the_case_says(phone, case):
    kind, given, expect = case["kind"], case["given"], case["expect"]
    help = open_help(phone, "makao", kind, given["players"])
    moves = [m for play in given["plays"] for m in (str(play["seat"]), *play["cards"])]
    sent = {"players": str(given["players"]), "move": moves}
    screen = phone.post(help.at.partition("?")[0], sent)
    assert screen.status == 200
    assert bool(part(screen, "word")) == (expect["verdict"] == "offence")
    if expect["verdict"] == "legal":
        (seat, n), *_ = [*expect["result"].get("takes", expect["result"].get("misses")).items()]
        does = f"bere {n}" if kind == "attack" else f"stojí {n}×"
        assert does in seats(screen)[int(seat)]
        assert f"Hraje: hráč {expect['result']['next'] + 1}." in part(screen, "answers")


def test_what_begins_no_attack_shows_its_rule(phone):
    help = open_help(phone, "makao", "attack")
    ((_, why),) = phone.post("/referee/makao/ask/attack", {"move": ["0", "5S"]}).errors
    assert why.startswith(help.book.rule("makao.attack").number)
