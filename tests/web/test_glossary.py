"""The glossary of a game as a page of its rulebook, and in what the search finds."""

from tests.web.phone import Phone
from tests.web.table import start


def test_the_search_finds_a_word_by_what_others_call_it(phone: Phone) -> None:
    screen = phone.get("/rules/taroky?q=forhont")
    (found,) = screen.by_id("results").all("ul", css="hits")[0].all("a")
    assert found.attrs["href"] == "/rules/taroky/glossary#forehand"
    assert "forhont" in [mark.text for mark in found.all("mark")]
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
