"""Questions are found by their words, and helps lead to what they do not ask."""

import pytest

from tests.web.asking import Asking
from tests.web.phone import Phone


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
def test_a_question_is_found_by_its_words(phone: Phone, key: str, words: str, kind: str) -> None:
    found = phone.get(f"/referee/{key}?q={words}").by_id("found")
    assert any(f"/{kind}?" in f"{link.attrs['href']}?" for link in found.all("a"))


def test_decided_quarrels_are_found_where_one_asks(phone: Phone) -> None:
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
def test_a_help_leads_to_what_it_does_not_ask(
    phone: Phone, key: str, help: str, kinds: tuple[str, ...]
) -> None:
    links = phone.get(f"/referee/{key}/ask/{help}").links
    for kind in kinds:
        assert f"/referee/{key}/{kind}?" in links[Asking(phone, key).book.question(kind)]
