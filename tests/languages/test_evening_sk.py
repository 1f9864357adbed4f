"""Slovak: an evening of Faraón from the first page to a ruling."""

from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.rulebook import Rulebook, open_rulebook
from tests.web.phone import Phone
from tests.web.screen import Screen
from tests.web.table import Table, start

SK = "sk"
NAMES = ("Juraj", "Zuzana", "Ľubica")
FOUR = (*NAMES, "Peter")


@pytest.fixture
def slovak(app: Flask) -> Phone:
    """A phone that speaks Slovak."""
    return Phone(app, SK)


@pytest.fixture
def faraon(slovak: Phone) -> Table:
    """A match of Faraón just opened by three."""
    return start(slovak, NAMES, "faraon", dealer="0")


def book() -> Rulebook:
    return open_rulebook(GAMES["faraon"].folder, SK)


def leads_to(screen: Screen, text: str) -> str:
    """Where the link that says this leads."""
    return next(url for said, url in screen.links.items() if text in said)


def in_slovak(screen: Screen, heading: str, status: int = 200) -> None:
    assert (screen.status, screen.lang) == (status, SK), screen.url
    assert heading in screen.heading


def opened(phone: Phone) -> Iterator[Screen]:
    """From the first page to the sheet, by the form."""
    home = phone.get("/")
    yield home
    yield phone.get(leads_to(home, "Faraón"))
    names = {**{f"player-{seat}": name for seat, name in enumerate(FOUR)}, "dealer": "0"}
    yield phone.submit(press="Pravidlá: obvyklé", **names)
    yield phone.submit(press="Hotovo", aces="each")
    yield phone.submit(press="Začať hru")


def test_a_match_is_opened(slovak: Phone) -> None:
    headings = ("Čo dnes hráte?", "Mená hráčov", "Domáce pravidlá", "Mená hráčov", "Faraón")
    shown = tuple(opened(slovak))
    for screen, heading in zip(shown, headings, strict=True):
        in_slovak(screen, heading)
    assert "Pravidlá: Otázka na eso: pri každom ese" in shown[3].text
    assert shown[-1].names == list(FOUR)
    assert {"Kto prehral?", "Hra 1 podrobne"} <= set(shown[-1].root.pieces())


def test_a_game_is_recorded_and_taken_back(slovak: Phone, faraon: Table) -> None:
    in_slovak(slovak.get(leads_to(faraon.open(), "Hra 1 podrobne")), "Hra 1")
    sheet = slovak.submit("form", loser="2")
    in_slovak(sheet, "Faraón")
    assert sheet.rows[0].name.endswith("1")
    assert {"prehry", "Hra 2 podrobne"} <= set(sheet.root.pieces())
    assert "Vziať späť: hra 1" in sheet.text
    assert "1 hra" in slovak.get("/").text
    faraon.open()
    assert "Znova: hra 1" in slovak.submit(f"{faraon.url}/undo").text
    in_slovak(faraon.open("/history"), "História")
    assert "späť: hra 1" in slovak.screen.text
    assert f"začiatok: {', '.join(NAMES)}" in slovak.screen.text


def test_what_cannot_be_recorded_is_said(slovak: Phone, faraon: Table) -> None:
    faraon.open("/new/game")
    screen = slovak.submit("form")
    in_slovak(screen, "Hra 1", 422)
    assert screen.errors == [("part-loser", "Tento údaj chýba.")]
    order = {"order-0": "2", "order-1": "1", "order-2": "0"}
    refused = slovak.submit("form", loser="2", **order)
    in_slovak(refused, "Hra 1", 422)
    assert "Na konci poradia: Juraj, prehra: Ľubica." in refused.text


def question(phone: Phone, table: Table) -> Screen:
    """Asks, card by card as they are typed, whether a red nine goes on a leaf eight."""
    phone.get(leads_to(table.open(), "Spor"))
    in_slovak(phone.screen, "Čo sa stalo?")
    form = phone.get(leads_to(phone.screen, "Overiť ťah"))
    in_slovak(form, "Overiť ťah")
    assert "Chýba: Vrchná karta" in form.text
    for role, card in (("top", "zeleňová osma"), ("cards", "červená deviatka")):
        phone.submit("form", "Pridať", role=role, say=card)
    for card in ("červená deviatka", "guľová osma", "faraón"):
        phone.submit("form", "Pridať", role="hand", say=card)
    return phone.screen


def test_the_referee_answers(slovak: Phone, faraon: Table) -> None:
    assert "Nedovolené – ukázať prečo" in question(slovak, faraon).text
    verdict = slovak.submit("form", "Nedovolené")
    in_slovak(verdict, "Faraón")
    assert verdict.root.all("p", css="word")[0].text == "NEDOVOLENÉ"
    said = (
        "Nesedí znak ani farba: červená deviatka. Navrchu: zeleňová osma, farba: zeleň.",
        "Trest: vziať 3 karty",
        "Komu zapísať trest? vziať 3 karty Juraj Zuzana Ľubica",
    )
    assert [text for text in said if text not in verdict.text] == []
    allowed = [node.attrs["aria-label"] for node in verdict.root.all("span", css="face")]
    assert allowed == ["guľová osma", "faraón"]
    sheet = slovak.submit("ruling", "Zuzana")
    in_slovak(sheet, "Faraón")
    assert "Zuzana: pajchel" in sheet.text
    in_slovak(faraon.open("/players/1"), "Zuzana")
    ruling = slovak.get(leads_to(slovak.screen, "Nesedí znak ani farba"))
    in_slovak(ruling, "Rozhodnutie")
    assert "trest zapísaný: Zuzana" in ruling.text


def test_a_rule_is_found_and_read(slovak: Phone) -> None:
    found = slovak.get("/rules/faraon?q=kamufláž")
    in_slovak(found, "Pravidlá")
    rule = slovak.get(leads_to(found, "Kamufláž"))
    in_slovak(rule, "17 Kamufláž")
    article = rule.root.all("article", css="rule")[0].text
    assert "Faraón · pôvodné pravidlá, oddiel 17" in article
    assert "Príklady" in rule.text
    assert "Povedané: deviatky; medzi vyloženými:" in rule.text
    in_slovak(slovak.get("/rules/faraon?q=xyzzyx"), "Pravidlá")
    assert "Na tieto slová nič nesedí." in slovak.screen.text


PAGES = {
    "/people": "Hráči a kto rozdáva",
    "/share": "Zdieľať",
    "/accounts": "Graf a štatistika",
    "/watch": "Faraón",
    "/new/pajchel": "Pajchel",
    "/offences/faraon.at-once": "Faraón",
    **{f"/disputes/{kind}": words["name"] for kind, words in book().data["kinds"].items()},
}


@pytest.mark.parametrize("path", PAGES)
def test_every_other_page_is_slovak(faraon: Table, path: str) -> None:
    in_slovak(faraon.open(path), PAGES[path])


def test_where_there_is_nothing_it_is_said(slovak: Phone) -> None:
    in_slovak(slovak.get("/nic"), "Toto nevyšlo", 404)
    assert "Tu nič nie je." in slovak.screen.text
    in_slovak(slovak.get("/referee"), "V ktorej hre je spor?")
