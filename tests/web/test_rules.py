"""The rulebook in the browser: every rule with its link, what a table agreed, and the search."""

import re

import pytest
from flask import Flask

from scorekeeper.core.house_rules import dump_house
from scorekeeper.games import GAMES
from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.rulebook.search import LONGEST_QUERY
from scorekeeper.web.rulebook.urls import rule_url
from tests.contract.faults import Faults
from tests.crawl.rules import agreed_on
from tests.web.phone import PARTIAL, Phone
from tests.web.screen import Screen
from tests.web.table import Table, start

SEARCH = "search"


def found(screen: Screen) -> list[str]:
    """The addresses that a search leads to."""
    return [a.attrs["href"] for a in screen.by_id("results").all("a")]


def test_away_from_a_table_the_usual_is_told(phone: Phone) -> None:
    screen = phone.get("/rules/kocka/kocka.game.dokladacka")
    assert agreed_on(screen) == {"Dokládačka": "povinná"}
    assert phone.say("What a table can agree on") in screen.text
    assert not agreed_on(phone.get("/rules/kocka/kocka.follow"))


def test_at_a_table_its_own_agreement_is_told(phone: Phone) -> None:
    table = start(phone, dokladacka="off", stake="rum", stake_price="50")
    assert dump_house(table.match.house) != dump_house(HouseRules())
    screen = table.open("/rules/kocka.game.dokladacka")
    assert agreed_on(screen) == {"Dokládačka": "nehrajeme"}
    assert phone.say("Usually: %(value)s", value="povinná") in screen.text
    assert phone.say("As agreed at this table") in screen.text
    pay = agreed_on(table.open("/rules/kocka.game.pay"))
    assert pay == {"O co se hraje": "rum", "Cena za kus": "50", "Měna": "Kč"}


def test_the_tariff_of_a_table_is_told_rate_by_rate(phone: Phone) -> None:
    table = start(phone, game="taroky", **{"tariff-zakladni": "3"})
    base = agreed_on(table.open("/rules/taroky.settle.base"))
    assert list(base.values()) == ["3", "1", "1", "2", "4", "8"]
    assert agreed_on(table.open("/rules/taroky.settle")) == {"Sazebník": phone.say("our own")}


def test_a_rule_says_the_figures_of_a_table_and_which_house_rule_they_are(phone: Phone) -> None:
    table = start(phone, game="taroky", **{"tariff-small": "4", "renonc_points": "1"})
    screen = table.open("/rules/taroky.announce.trul")
    assert "Malá hláška za 4." in screen.text
    assert agreed_on(screen) == {table.book.label("house", "tariff", "small", "label"): "4"}
    assert "každému z ostatních hráčů 1 bod." in table.open("/rules/taroky.renonc").text
    for path in ("/rules?q=trul", "/rules/one-page", "/rules/decisions/39"):
        text = table.open(path).text
        assert "hláška za 5" not in text
        assert "hlášky jsou za 5" not in text
    assert "Malá hláška za 5." in phone.get("/rules/taroky/taroky.announce.trul").text


def test_the_examples_of_a_rule_have_the_figures_of_a_table(phone: Phone) -> None:
    table = start(phone, game="taroky", **{"tariff-valat_declared": "50", "varsava": "n"})
    first, *_ = table.open("/rules/taroky.valat").root.all("section", css="example")
    assert "Body za valát pro tu stranu: 50." in first.text
    usual, *_ = phone.get("/rules/taroky/taroky.valat").root.all("section", css="example")
    assert usual.text == first.text.replace("50", "20")


def test_an_example_that_a_table_cannot_have_is_shown_as_usual(phone: Phone) -> None:
    table = start(phone, game="makao", packs="1")
    for rule in table.book.rules:
        there, usual = table.open(f"/rules/{rule}"), phone.get(f"/rules/makao/{rule}")
        assert len(there.root.all("section", css="example")) == len(
            usual.root.all("section", css="example")
        )


def test_a_table_links_to_its_own_rules(table: Table) -> None:
    rules = table.phone.say("Rules")
    for path in ("", "/new/round", "/watch", "/accounts"):
        assert table.open(path).links[rules] == f"{table.url}/rules"
    listed = table.open("/rules")
    assert listed.links[table.phone.say("Back")] == table.url
    assert f"{table.url}/rules/kocka.follow" in found(listed)
    assert table.open("/rules?q=renonc").links[table.phone.say("Back")] == table.url
    assert all(url.startswith(f"{table.url}/") for url in found(table.phone.screen))


def test_watchers_read_the_rules_and_strangers_do_not(table: Table, other: Phone) -> None:
    for path in ("/rules", "/rules/kocka.follow"):
        assert other.get(table.url + path).status == 403
    other.get(table.link("watcher"))
    assert other.get(f"{table.url}/rules").status == 200
    assert other.screen.links[other.say("Back")] == f"{table.url}/watch"
    assert other.get(f"{table.url}/rules/kocka.follow").status == 200


NOWHERE = {
    "/rules/marias": ("", "/kocka.follow", "/one-page", "/glossary", "/house/abc", "/decisions"),
    "/rules/kocka/": ("nic", "kocka.follow.nic", "taroky.flek", "<b>", "kocka", "rules"),
    "/rules/kocka/decisions/": ("0", "999"),
    "/referee/": ("marias", "marias/play", "kocka/nothing"),
    "/new/": ("marias",),
}


def test_what_there_is_not_is_not_found(table: Table, faults: Faults) -> None:
    phone = table.phone
    for above, below in NOWHERE.items():
        for each in below:
            with faults.at(above, each):
                assert phone.get(above + each).status == 404
    assert table.open("/rules/taroky.flek").status == 404
    assert phone.post("/new/marias").status == 404


def test_a_case_of_a_rule_leads_to_the_rule(app: Flask) -> None:
    with app.test_request_context():
        assert rule_url("kocka", "kocka.follow") == "/rules/kocka/kocka.follow"
        assert rule_url("kocka", "kocka.round.sum.short") == "/rules/kocka/kocka.round.sum"
        assert rule_url("kocka", "kocka.turn", "7KQ4") == "/m/7KQ4/rules/kocka.turn"
        with pytest.raises(KeyError):
            rule_url("kocka", "nonsense")


def test_a_form_searches_all_games_without_a_script(phone: Phone) -> None:
    shelf = phone.get(phone.get("/").links[phone.say("Rules")])
    assert {shelf.links[phone.book.title], *found(shelf)} == {f"/rules/{key}" for key in GAMES}
    (form,) = (f for f in shelf.forms if f.node.attrs.get("role") == SEARCH)
    assert (form.node.attrs["method"], form.action) == ("get", "/rules")
    assert [control.attrs["name"] for control in form.controls] == ["q"]
    screen = phone.get("/rules?q=renonců")
    assert {"/rules/kocka/kocka.renonc", "/rules/taroky/taroky.renonc"} <= set(found(screen))
    assert screen.by_id("q").attrs["value"] == "renonců"
    assert "Renonc" in [mark.text for mark in screen.root.all("mark")]
    said = screen.by_id("results").attrs["data-say"]
    rules = screen.by_id("results").all("ol", css="hits")[0].all("li")
    assert said.startswith(str(len(rules)))


def test_a_search_within_a_game_leads_to_its_rules(phone: Phone) -> None:
    screen = phone.get("/rules/kocka?q=cerna+kocka")
    assert found(screen)
    assert all(url.startswith(("/rules/kocka/", "/referee/kocka/")) for url in found(screen))
    assert found(phone.get("/rules/kocka?q=1b.2"))[0] == "/rules/kocka/kocka.follow"


@pytest.mark.parametrize("path", ["/rules", "/rules/kocka"])
def test_htmx_is_given_only_the_results(phone: Phone, path: str) -> None:
    page = phone.get(path)
    (form,) = (f for f in page.forms if f.node.attrs.get("role") == SEARCH)
    assert form.node.attrs["hx-get"] == path
    assert form.node.attrs["hx-target"] == "#results"
    part = phone.get(f"{path}?q=flek", **PARTIAL)
    (results,) = [node for node in part.root.inside if not isinstance(node, str)]
    assert results.attrs["id"] == "results"
    whole = phone.get(f"{path}?q=flek")
    assert found(part) == found(whole)
    phone.screen = page
    assert found(phone.get(path, **PARTIAL)) == found(page)


@pytest.mark.parametrize(("path", "typed"), [("/rules", "xyzzyx"), ("/rules/kocka", "   ")])
def test_without_a_hit_all_is_shown(phone: Phone, path: str, typed: str) -> None:
    screen, everything = phone.get(f"{path}?q={typed}"), found(phone.get(path))
    assert (screen.status, found(screen)) == (200, everything)
    nothing = phone.say("Nothing matches these words. Here is everything:")
    assert (nothing in screen.text) == (typed == "xyzzyx")
    assert len(everything) == len(phone.book.rules if path.endswith("kocka") else GAMES)


def test_whatever_is_typed_is_answered(phone: Phone, faults: Faults) -> None:
    for typed in ("%22", "*", "NEAR(", "AND", "%00", "%ff%fe", "<script>", "x" * 5_000):
        with faults.at(typed[:20]):
            screen = phone.get(f"/rules?q={typed}")
            assert screen.status == 200
            assert not screen.root.all("main")[0].all("script")
            assert len(screen.by_id("q").attrs["value"]) <= LONGEST_QUERY


def test_rules_with_cases_are_folded(phone: Phone) -> None:
    """A book is a page of fourteen chapters and what stands alone, not four of rules."""
    results = phone.get("/rules/taroky").by_id("results").all("ul", css="book")[0]
    folds = results.all("details")
    assert all("open" not in fold.attrs for fold in folds)
    folded = sum(len(fold.all("a")) for fold in folds)
    assert len(results.all("a")) - folded + len(folds) <= 22
    assert folded > 60


def test_the_rules_are_listed_by_their_numbers(phone: Phone) -> None:
    texts = [link.text for link in phone.get("/rules/faraon").root.all("a")]
    numbers = [found[1] for text in texts if (found := re.match(r"(\d+(?:\.\d+)?) ", text))]
    assert len(numbers) > 25
    assert numbers == sorted(numbers, key=lambda number: [int(n) for n in number.split(".")])
