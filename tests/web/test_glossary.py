"""The glossary of a game as a page of its rulebook, and in what the search finds."""

from flask import Flask

from scorekeeper.game import AnyGame
from scorekeeper.rulebook import open_rulebook
from scorekeeper.rulebook.glossary import glossary_of
from tests.games.books import EACH_BOOK
from tests.web.phone import Phone
from tests.web.table import start


@EACH_BOOK
def test_the_rules_lead_to_the_words_that_they_use(
    app: Flask, game: AnyGame, language: str
) -> None:
    phone, terms = Phone(app, language), glossary_of(open_rulebook(game.folder, language))
    rules = phone.get(f"/rules/{game.key}")
    if not terms:
        assert phone.say("Glossary") not in rules.links
        assert phone.get(f"/rules/{game.key}/glossary").status == 404
        return
    screen = phone.get(rules.links[phone.say("Glossary")])
    assert screen.links[phone.say("Back")] == f"/rules/{game.key}"
    for id, each in terms.items():
        told = screen.by_id(id).text
        assert told.startswith(f"{each.term} {each.text}")
        assert told.endswith(phone.say("also: %(words)s", words=each.also) if each.also else ".")


@EACH_BOOK
def test_the_one_page_edition_explains_them_too(app: Flask, game: AnyGame, language: str) -> None:
    screen = Phone(app, language).get(f"/rules/{game.key}/one-page")
    for each in glossary_of(open_rulebook(game.folder, language)).values():
        assert each.text in screen.text


def test_the_search_finds_a_word_by_what_others_call_it(phone: Phone) -> None:
    screen = phone.get("/rules/taroky?q=forhont")
    (found,) = screen.by_id("results").all("ul", css="hits")[0].all("a")
    assert found.attrs["href"] == "/rules/taroky/glossary#forehand"
    assert [mark.text for mark in found.all("mark")] == ["forhont"]
    assert "po pravici toho, kdo rozdává" in found.text
    assert phone.say("Glossary") in screen.by_id("results").attrs["data-say"]


def test_what_has_no_other_name_is_told_without_one(phone: Phone) -> None:
    screen = phone.get("/rules/taroky?q=valát")
    (found,) = screen.by_id("results").all("ul", css="hits")[0].all("a")
    assert found.all("b")[0].text == "valát"


def test_a_table_stays_in_its_own_rules(phone: Phone) -> None:
    table = start(phone)
    rules = table.open("/rules")
    assert rules.links[phone.say("Glossary")] == f"{table.url}/rules/glossary"
    assert phone.get(f"{table.url}/rules/glossary").links[phone.say("Rules")]
    found = table.open("/rules?q=namazat").by_id("results").all("ul", css="hits")[0].all("a")
    assert found[0].attrs["href"] == f"{table.url}/rules/glossary#smear"


def test_an_unknown_game_has_none(phone: Phone) -> None:
    assert phone.get("/rules/whist/glossary").status == 404
