"""Polish: an evening of Makao, without a message left in English on any of its pages."""

from urllib.parse import quote

import pytest
from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.rulebook import Rulebook, open_rulebook
from scorekeeper.rulebook.search import search
from tests.languages.po import compiled, english_on
from tests.web.phone import Phone
from tests.web.screen import Screen
from tests.web.table import Table

LANGUAGE = "pl"
PLAYERS = ("Ola", "Jan", "Ewa")
pytestmark = pytest.mark.table(PLAYERS, "makao", dealer="0")


@pytest.fixture
def phone(app: Flask) -> Phone:
    """A phone that speaks Polish."""
    return Phone(app, LANGUAGE)


def book() -> Rulebook:
    return open_rulebook(GAMES["makao"].folder, LANGUAGE)


def look(screen: Screen) -> Screen:
    """A page of the app in Polish, without a message left in English."""
    assert screen.lang == LANGUAGE, screen.url
    assert not english_on(screen, LANGUAGE), screen.url
    return screen


def test_the_first_page(phone: Phone) -> None:
    screen = look(phone.get("/"))
    assert screen.heading == "W co dziś gracie?"
    assert screen.links["Makao"] == "/new/makao"
    assert {"Zasady", "Spór"} <= set(screen.links)


def test_names_and_house_rules(phone: Phone) -> None:
    screen = look(phone.get("/new/makao"))
    assert screen.heading == "Imiona graczy · Makao"
    assert screen.form().button("Zasady:").text == "Zasady: standardowe"
    screen = look(phone.submit(press="Zasady:"))
    assert screen.heading == "Zasady domowe · Makao"
    fields = {"packs": "1", "invalid_penalty": "3"}
    screen = look(phone.submit("form", "Gotowe", **fields))
    assert screen.form().button("Zasady:").text == "Zasady: Talie: 1 · Karty za błędny ruch: 3"
    typed = {name: "" for name in screen.form().fields if name.startswith("player-")}
    typed |= {min(typed): "Ola"}
    screen = look(phone.submit(**typed))
    assert screen.status == 422
    assert "Brakuje tu imienia." in screen.text


def test_a_game_is_recorded(table: Table) -> None:
    sheet = look(table.open())
    assert {"Kto przegrał?", "przegrane"} <= set(sheet.root.pieces())
    look(table.phone.get(sheet.links["Gra 1 dokładnie"]))
    refused = look(table.phone.submit("form", **{"out-0": "1"}))
    told = "Jeszcze 1 gracz musi skończyć. Gdy graczy jest 3, kończy 2."
    assert refused.errors == [("part-out", told)]
    sheet = look(table.phone.submit("form", **{"out-0": "1", "out-1": "2"}))
    assert sheet.totals == ["1", "0", "0"]
    assert sheet.rows[0].marks == "kolejność: Jan i Ewa Ola: przegrana"
    assert "Cofnij: gra 1" in sheet.text
    for path in ("/entries/2", "/accounts", "/history", "/people", "/share", "/players/0"):
        assert look(table.open(path)).status == 200


def test_the_last_thing_is_taken_back(table: Table) -> None:
    look(table.open("/new/game"))
    table.phone.submit("form", **{"out-0": "1", "out-1": "2"})
    sheet = look(table.phone.submit(f"{table.url}/undo"))
    assert sheet.totals == ["0", "0", "0"]
    assert "Ponów: gra 1" in sheet.text
    assert "cofnięcie: gra 1" in look(table.open("/history")).text


def test_the_referee_decides(table: Table) -> None:
    look(table.open("/disputes"))
    look(table.open("/disputes/play"))
    look(table.phone.submit("form", top="2H", cards="3S", hand="3S 3H KH 9C", attack="2"))
    verdict = look(table.phone.submit("form", "Niedozwolone – pokaż dlaczego"))
    assert verdict.root.all("p", css="word")[0].text == "NIEDOZWOLONE"
    assert "Na wierzchu: dwójka kier; wyrzucone: trójka pik." in verdict.text
    allowed = [node.attrs["aria-label"] for node in verdict.root.all("span", css="face")]
    assert allowed == ["trójka kier", "król kier"]
    assert "Kara: wziąć 4 karty (2 za błąd + 2 za atak)." in verdict.text
    assert verdict.links["Makao 3.3 Odpowiedź na atak"] == f"{table.url}/rules/makao.attack.answer"
    sheet = look(table.phone.submit("ruling", "Ewa"))
    assert "Cofnij: decyzja" in sheet.text
    look(
        table.phone.get(
            look(table.open("/players/2"))
            .root.all("ul", css="rulings")[0]
            .all("a")[0]
            .attrs["href"]
        )
    )
    assert "kara zapisana: Ewa" in table.phone.screen.text


def test_what_fits_is_allowed(table: Table) -> None:
    table.open("/disputes/play")
    table.phone.submit("form", top="7H", cards="9H 9S")
    verdict = look(table.phone.submit("form", "Dozwolone – pokaż dlaczego"))
    assert verdict.root.all("p", css="word")[0].text == "DOZWOLONE"
    assert "Tak można zagrać: dziewiątka kier i dziewiątka pik." in verdict.text


def test_the_rules_are_read_and_searched(phone: Phone) -> None:
    for id, rule in book().rules.items():
        screen = look(phone.get(f"/rules/makao/{id}"))
        assert screen.heading == f"{rule.number} {rule.title}"
        assert f"oryginalne zasady, rozdział {rule.source}" in screen.text
    found = look(phone.get(f"/rules/makao?q={quote('czwórka')}")).by_id("results")
    hrefs = [a.attrs["href"] for a in found.all("a")]
    assert {"/rules/makao/makao.skip", "/rules/makao/makao.skip.answer"} <= set(hrefs)
    rules = found.all("ol", css="hits")[0].all("li")
    told = compiled(LANGUAGE).ngettext("%(num)d rule found", "%(num)d rules found", len(rules))
    assert found.attrs["data-say"].startswith(told % {"num": len(rules)})


@pytest.mark.parametrize("word", ["czwórki", "czworka", "żądanie", "kolejka", "dżokera", "królem"])
def test_a_polish_word_is_found_however_it_is_inflected(word: str) -> None:
    found = {hit.game for hit in search(word, LANGUAGE)}
    assert "makao" in found


def test_a_source_is_found_in_its_own_language_too() -> None:
    assert "kocka.follow" in {hit.rule.id for hit in search("ctít barvu", LANGUAGE)}
