"""Questions are found by their words, and helps lead to what they do not ask."""

import pytest

from tests.web.asking import Asking
from tests.web.test_telling import folds


@pytest.fixture
def taroky(phone):
    return Asking(phone, "taroky")


@pytest.mark.parametrize(
    ("key", "words", "kind"),
    [
        ("taroky", "odmítnout kartu", "refuse"),
        ("taroky", "kdo bere štych", "winner"),
        ("taroky", "abeles", "dealing"),
        ("taroky", "složit hru", "fold"),
        ("kocka", "ukázal durch", "durch-shown"),
        ("durak", "kdo útočí", "next"),
        ("durak", "nadavkem", "throw-in"),
    ],
)
def test_a_question_is_found_by_its_words(phone, key, words, kind):
    found = phone.get(f"/referee/{key}?q={words}").by_id("found")
    assert any(f"/{kind}?" in f"{link.attrs['href']}?" for link in found.all("a"))


def test_decided_quarrels_are_found_where_one_asks(phone):
    found = phone.get("/referee/taroky?q=odmítli oba").by_id("found")
    assert any("/decisions/31" in link.attrs["href"] for link in found.all("a"))
    assert phone.get("/referee/taroky").links[phone.say("Decided disputes")].endswith("/decisions")


@pytest.mark.parametrize(
    ("key", "help", "kinds"),
    [
        ("durak", "bout?move=trump.H", ("who-throws", "transfer")),
        ("makao", "attack", ("demand", "play")),
        ("faraon", "sevens", ("wrong-seven", "return")),
    ],
)
def test_a_help_leads_to_what_it_does_not_ask(phone, key, help, kinds):
    links = phone.get(f"/referee/{key}/ask/{help}").links
    for kind in kinds:
        assert f"/referee/{key}/{kind}?" in links[Asking(phone, key).book.question(kind)]


def test_a_tariff_is_folded_and_its_ready_made_set_marked(taroky):
    screen = taroky.open("valat")
    chosen = [button.text for button in screen.root.all("button", css="chosen")]
    assert chosen == ["podle původních pravidel"]
    assert taroky.phone.say("One by one") in folds(screen)
    screen = taroky.press("preset", "house-tariff:vysocina")
    assert screen.root.all("button", css="chosen")[0].text == "Vysočina"


@pytest.mark.parametrize(
    ("key", "kind", "told", "answers"),
    [
        (
            "kocka",
            "durch-shown",
            {"seat": "1", "others_tricks": "0"},
            ("Durch je chycený.", "Durch platí."),
        ),
        ("taroky", "partner", {"called": "XIX", "declarer": "0"}, ("hraje proti třem", "Partner:")),
        (
            "taroky",
            "valat",
            {"side": "declarer", "declared": "y", "flek": "-"},
            ("je uhraný", "uhraný není"),
        ),
    ],
)
def test_what_nobody_can_break_has_two_answers(phone, key, kind, told, answers):
    asking = Asking(phone, key)
    asking.open(kind)
    ways = asking.judge(**told).root.all("dl", css="ways")[0].text
    assert all(answer in ways for answer in answers)
