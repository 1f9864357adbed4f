"""Who takes how many, who misses how many turns in Makao: plays tapped in order."""

from collections.abc import Mapping
from typing import Any

import pytest

from scorekeeper.games import GAMES
from tests.games.test_kept import kept
from tests.web.helps import Help, help_of_match, open_help, part, seats
from tests.web.phone import Phone
from tests.web.screen import Screen

URL = "/referee/makao/ask/attack"
KEYS = {
    "attack": {
        *(f"{rank}{suit}" for rank in "23" for suit in "SHDC"),
        *(f"K{suit}" for suit in "SHDC"),
    },
    "skip": {f"4{suit}" for suit in "SHDC"},
}


def tappable() -> list[Mapping[str, Any]]:
    """The cases of chains that can be tapped: default house rules, and cards that are keys."""
    return [
        case
        for case in kept(GAMES["makao"])
        if case["kind"] in KEYS and "house" not in case and "error" not in case["expect"]
        if "skipped" not in case["given"]
        if {c for play in case["given"]["plays"] for c in play["cards"]} <= KEYS[case["kind"]]
    ]


@pytest.fixture
def attack(phone: Phone) -> Help:
    return open_help(phone, "makao", "attack")


def answers(help: Help) -> str:
    return part(help.phone.screen, "answers")


def turn(screen: Screen) -> str:
    """Whose play the next card belongs to."""
    (seat,) = [s for s in screen.root.all("button", css="tap") if "aria-current" in s.attrs]
    return seat.all("b")[0].text


def keys(screen: Screen, css: str = "key") -> set[str]:
    found = screen.root.all("button", css=css)
    return {key.attrs["value"] for key in found if "disabled" not in key.attrs}


def test_two_kings_after_a_two(attack: Help) -> None:
    """The public case: the king on top sends twelve cards forward."""
    screen = attack.tap("key-2S", "next", "key-KS", "key-KH")
    assert answers(attack) == "Bere karet – hráč 3: 12. Hraje: hráč 4."
    assert seats(screen) == ["hráč 1", "hráč 2 na řadě", "hráč 3 bere 12", "hráč 4 hraje"]
    assert [lay.text for lay in screen.root.all("li")] == ["hráč 1 2", "hráč 2 K K"]


@pytest.mark.parametrize("case", tappable(), ids=str)
def test_the_page_says_what_the_case_says(phone: Phone, case: Mapping[str, Any]) -> None:
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
        assert f"Hraje: hráč {expect['result']['next'] + 1}." in answers(help)


def test_who_is_on_turn_is_chosen_beforehand(phone: Phone) -> None:
    help = help_of_match(phone, "makao", "attack", dealer="1")
    assert turn(phone.screen) == "Karel"
    screen = help.tap("key-2S")
    assert answers(help) == "Bere karet – Eva 2. Hraje: Petr."
    assert screen.by_id("next").text == "Další hráč: Eva"
    assert turn(help.tap("next")) == "Eva"
    assert not help.can_tap("next")


def test_cards_that_go_on_it_are_framed(attack: Help) -> None:
    screen = attack.tap("key-2S", "next")
    assert keys(screen, "may") >= {"2H", "2D", "2C", "2S", "3S", "KS"}
    assert {"3H", "KH"} <= keys(screen) - keys(screen, "may")


def test_a_card_out_of_turn_is_an_offence_that_can_be_undone(attack: Help) -> None:
    screen = attack.tap("key-2S", "seat-2", "key-2H")
    assert part(screen, "word") == "NEDOVOLENO"
    assert "Odpověď mimo pořadí: hráč 3." in part(screen, "broken")
    assert "vzít 2 karty" in part(screen, "broken")
    assert "Karty jdou zpátky do ruky" in part(screen, "broken")
    assert (keys(screen), attack.can_tap("seat-1")) == (set(), False)
    assert turn(attack.undo()) == "hráč 3"
    attack.undo()
    assert answers(attack) == "Bere karet – hráč 2: 2. Hraje: hráč 3."


def test_of_two_packs_a_card_is_laid_twice(attack: Help) -> None:
    screen = attack.tap("key-2S", "key-2S")
    assert "2S" not in keys(screen)
    assert "2H" in keys(screen)


def test_a_joker_is_the_third_copy(attack: Help) -> None:
    attack.tap("key-2S", "key-2S", "mark-joker", "key-2S")
    assert answers(attack) == "Bere karet – hráč 2: 6. Hraje: hráč 3."
    attack.undo()
    assert answers(attack) == "Bere karet – hráč 2: 4. Hraje: hráč 3."
    assert attack.tap("next").has_id("mark-joker")


def test_without_jokers_there_is_no_key_for_one(phone: Phone) -> None:
    help = help_of_match(phone, "makao", "attack", jokers="out")
    assert not help.tap("key-2S").has_id("mark-joker")


@pytest.mark.parametrize(
    ("moves", "kept"), [(["0", "5S"], 0), (["0", "2S", "7"], 1), (["0", "2S", "2S", "2S"], 2)]
)
def test_what_is_no_tap_is_left_out(attack: Help, moves: list[str], kept: int) -> None:
    screen = attack.phone.post(URL, {"move": moves})
    assert (screen.status, len(screen.errors)) == (422, 1)
    laid = screen.root.all("ol", css="turns")
    assert sum(len(lay.all("span", css="card")) for lay in laid) == kept


def test_what_begins_no_attack_shows_its_rule(attack: Help) -> None:
    ((_, why),) = attack.phone.post(URL, {"move": ["0", "5S"]}).errors
    assert why.startswith(attack.book.rule("makao.attack").number)


def test_after_the_king_of_spades_it_is_the_one_before(attack: Help) -> None:
    attack.tap("seat-1", "key-KS")
    assert turn(attack.tap("next")) == "hráč 1"


def test_a_quiet_king_goes_behind_another(attack: Help) -> None:
    attack.tap("key-KC", "key-KH")
    assert "hráč 2: 5. Hraje: hráč 3." in answers(attack)
    attack.tap("next", "key-KC")
    assert part(attack.phone.screen, "word") == "NEDOVOLENO"


def test_of_one_pack_once(phone: Phone) -> None:
    help = help_of_match(phone, "makao", "attack", packs="1")
    assert "2S" not in keys(help.tap("key-2S"))
