"""Quarrels told on a phone: what stood in the way of those who tried them one by one."""

import pytest

from tests.web.asking import Asking
from tests.web.phone import Phone
from tests.web.screen import Screen


@pytest.fixture
def durak(phone: Phone) -> Asking:
    return Asking(phone, "durak")


@pytest.fixture
def taroky(phone: Phone) -> Asking:
    return Asking(phone, "taroky")


def folds(screen: Screen) -> list[str]:
    """What the folded parts of a page say."""
    return [summary.text for summary in screen.root.all("summary")]


def test_another_number_of_players_holds_though_the_address_has_one(phone: Phone) -> None:
    phone.get("/referee/makao/demand?players=4")
    screen = Asking(phone, "makao").tell(players="3")
    assert screen.form("form").fields["players"] == "3"
    assert "hráč 4" not in screen.text


def test_folded_answers_are_told_in_words(durak: Asking, taroky: Asking) -> None:
    durak.open("epaulettes")
    told = " ".join(folds(durak.pick("6H", players_left="2", beaten="n", trump="S")))
    assert "Piky pikami: ne" in told
    assert "Přebito: ne · Trumf: piky" in told
    taroky.open("announce")
    assert "Hlášky: pagát" in folds(taroky.pick("XX", announced="pagat"))


def test_a_group_is_folded_under_its_name(taroky: Asking) -> None:
    taroky.open("settle")
    assert "False" not in taroky.phone.screen.text


BOUT = {"attacker": "0", "defender": "1", "took": "n", "out": "-"}


def test_what_only_asks_gets_an_answer_and_no_permission(durak: Asking) -> None:
    durak.open("next")
    button = durak.tell(players="4", **BOUT).by_id("question")
    assert button.all("button", css="main")[0].text == durak.phone.say("Show the answer")
    screen = durak.judge()
    assert not screen.root.all("p", css="word")
    assert "Útočí: hráč 2." in screen.text


def test_who_attacks_is_open_as_long_as_it_hangs_on_what_nobody_told(durak: Asking) -> None:
    durak.open("next")
    screen = durak.judge(attacker="0", defender="1", took="n")
    assert durak.word == durak.phone.say("CANNOT TELL YET")
    assert "Útočí: hráč 2." in screen.root.all("dl", css="ways")[0].text
