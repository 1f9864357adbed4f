"""What who never saw a game finds: on the page of rules, and beside the form of an entry."""

from scorekeeper.core.game import AnyGame
from tests.contract.books import EACH_GAME
from tests.web.phone import Phone
from tests.web.table import start


def test_the_page_of_rules_begins_with_a_first_deal_as_this_table_plays(phone: Phone) -> None:
    table = start(phone, dokladacka="off")
    for url, fifty in ((f"{table.url}/rules", "fifty-off"), ("/rules/kocka", "fifty")):
        first = phone.get(url).root.all("section", css="first")[0]
        assert first.all("p")[0].text == table.told("first", "won")
        lines = [line.text for line in first.all("li")]
        assert len(lines) == 10
        assert lines[8] == table.told("first", fifty)


def test_who_has_played_finds_the_rules_first(phone: Phone) -> None:
    table = start(phone)
    assert "open" in table.open("/rules").root.all("details", css="why")[0].attrs
    table.rounds((28, 0, 0, 0))
    assert "open" not in table.open("/rules").root.all("details", css="why")[0].attrs


@EACH_GAME
def test_a_search_shows_what_it_found_alone(phone: Phone, game: AnyGame) -> None:
    assert phone.get(f"/rules/{game.key}").root.all("section", css="first")
    assert not phone.get(f"/rules/{game.key}?q=a").root.all("section", css="first")


def test_a_form_says_what_its_words_are_worth_at_this_table(phone: Phone) -> None:
    tariff = {"tariff-small": "7", "tariff-large": "13", "honours_always": "all-honours"}
    table = start(phone, game="taroky", **tariff)
    page = table.open("/new/deal")
    said = {
        row.attrs["data-word"]: row.all("dd")[0].all("b") for row in page.by_id("words").all("div")
    }
    assert [each for each in said if each in ("trul", "solo", "zakladni")] == [
        "zakladni",
        "solo",
        "trul",
    ]
    assert said["tarocky"][0].text == table.told("worth", "won", n=7)
    assert said["kralovske-honery"][0].text == table.told("worth", "unless-draw", n=13)
    assert not said["flek"]
    (way,) = page.root.all("a", css="what")
    assert way.attrs["href"] == f"{table.url}/rules/glossary"
    glossary = phone.get(way.attrs["href"])
    assert table.told("worth", "won", n=7) in glossary.by_id("tarocky").text
    assert "7" not in phone.get("/rules/taroky/glossary").by_id("tarocky").text


def test_a_form_without_such_words_has_no_way_to_them(phone: Phone) -> None:
    page = start(phone, game="makao").open("/new/paper")
    assert not page.root.all("a", css="what")
