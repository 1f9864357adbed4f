"""Slovak: an evening of Faraón from the first page to a ruling, and the words of the catalogue."""

import gettext
import re
from collections.abc import Iterator

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.rulebook import Rulebook, open_rulebook
from scorekeeper.web import PACKAGE
from tests.web.phone import Phone
from tests.web.screen import Screen
from tests.web.table import Table, start

SK = "sk"
TRANSLATIONS = PACKAGE / "translations"
NAMES = ("Juraj", "Zuzana", "Ľubica")
FOUR = (*NAMES, "Peter")
SAME_WORD: set[str] = set()
"""Messages that are the same in Slovak; there is none."""
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]")


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


def written() -> list[Message]:
    """The messages of the catalogue."""
    with (TRANSLATIONS / SK / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return [message for message in read_po(file, locale=SK) if message.id]


def texts(message: Message) -> tuple[str, ...]:
    """The translations of a message, one for each plural form."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def sources(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def leads_to(screen: Screen, text: str) -> str:
    """Where the link that says this leads."""
    return next(url for said, url in screen.links.items() if text in said)


def in_slovak(screen: Screen, heading: str, status: int = 200) -> None:
    assert (screen.status, screen.lang) == (status, SK), screen.url
    assert heading in screen.heading


# --- the catalogue -------------------------------------------------------------------------------


@pytest.mark.parametrize("message", written(), ids=lambda message: sources(message)[0])
def test_every_message_has_a_slovak_text(message: Message) -> None:
    said = texts(message)
    assert all(said)
    assert not message.fuzzy
    assert set(said).isdisjoint(set(sources(message)) - SAME_WORD)
    facts = {fact for source in sources(message) for fact in PLACEHOLDER.findall(source)}
    assert all(set(PLACEHOLDER.findall(text)) == facts for text in said)
    assert not [text for text in said if "!" in text or '"' in text]


@pytest.mark.parametrize("message", written(), ids=lambda message: sources(message)[0])
def test_phones_get_what_the_catalogue_says(message: Message) -> None:
    words, numbers = gettext.translation("messages", str(TRANSLATIONS), [SK]), (1, 2, 5)
    if message.pluralizable:
        given = tuple(words.ngettext(*sources(message), n) for n in numbers)
    else:
        given = (words.gettext(sources(message)[0]),)
    assert given == texts(message)


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        ("%(num)d point", "%(num)d points", ("1 bod", "2 body", "5 bodov", "22 bodov")),
        (
            "take %(num)d card",
            "take %(num)d cards",
            ("vziať 1 kartu", "vziať 2 karty", "vziať 5 kariet", "vziať 22 kariet"),
        ),
        (
            "%(num)d payment",
            "%(num)d payments",
            ("1 platba", "2 platby", "5 platieb", "22 platieb"),
        ),
        (
            "%(num)d older row",
            "%(num)d older rows",
            ("1 starší riadok", "2 staršie riadky", "5 starších riadkov", "22 starších riadkov"),
        ),
        (
            "%(num)d rule found",
            "%(num)d rules found",
            (
                "1 nájdené pravidlo",
                "2 nájdené pravidlá",
                "5 nájdených pravidiel",
                "22 nájdených pravidiel",
            ),
        ),
        ("Example", "Examples", ("Príklad", "Príklady", "Príklady", "Príklady")),
    ],
)
def test_a_message_agrees_with_its_number(one: str, other: str, said: tuple[str, ...]) -> None:
    words = gettext.translation("messages", str(TRANSLATIONS), [SK])
    given = [(words.ngettext(one, other, n), n) for n in (1, 2, 5, 22)]
    assert tuple(text % {"num": n} if "%" in text else text for text, n in given) == said


def test_every_message_with_a_number_is_proved_above() -> None:
    (marks,) = (m for m in test_a_message_agrees_with_its_number.pytestmark if m.args)
    assert {row[:2] for row in marks.args[1]} == {m.id for m in written() if m.pluralizable}


@pytest.mark.parametrize(
    ("id", "said"),
    [
        ("played", ("1 hra", "2 hry", "5 hier", "22 hier")),
        ("strokes", ("1 čiarka", "2 čiarky", "5 čiarok", "22 čiarok")),
        ("cards", ("1 karta", "2 karty", "5 kariet", "22 kariet")),
    ],
)
def test_the_book_agrees_with_its_number(id: str, said: tuple[str, ...]) -> None:
    assert tuple(book().say("texts", id, {"n": n}) for n in (1, 2, 5, 22)) == said


# --- an evening ----------------------------------------------------------------------------------


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
    headings = ("Kto dnes hrá?", "Mená hráčov", "Domáce pravidlá", "Mená hráčov", "Faraón")
    shown = tuple(opened(slovak))
    for screen, heading in zip(shown, headings, strict=True):
        in_slovak(screen, heading)
    assert "Pravidlá: Otázka na eso: pri každom ese" in shown[3].text
    assert shown[-1].names == list(FOUR)
    assert shown[-1].main_action[0] == "Zapísať hru 1"


def test_a_game_is_recorded_and_taken_back(slovak: Phone, faraon: Table) -> None:
    in_slovak(slovak.get(leads_to(faraon.open(), "Zapísať hru 1")), "Hra 1")
    sheet = slovak.submit("form", loser="2")
    in_slovak(sheet, "Faraón")
    assert sheet.rows[0].name.endswith("1")
    assert sheet.main_action[0] == "Zapísať hru 2"
    assert "Späť: hra 1" in sheet.text
    assert "1 hra" in slovak.get("/").text
    faraon.open()
    assert "Znova: hra 1" in slovak.submit(f"{faraon.url}/undo").text
    in_slovak(faraon.open("/history"), "Čo sa menilo")
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
        "Navrchu: zeleňová osma, farba: zeleň; prvá vyložená karta: červená deviatka.",
        "Dalo sa hrať: guľová osma faraón",
        "Trest: vziať 3 karty",
        "Komu zapísať trest: Juraj Zuzana Ľubica",
    )
    assert [text for text in said if text not in verdict.text] == []
    sheet = slovak.submit("ruling", "Zuzana")
    in_slovak(sheet, "Faraón")
    assert "Zuzana: pajchel" in sheet.text
    in_slovak(faraon.open("/players/1"), "Zuzana")
    ruling = slovak.get(leads_to(slovak.screen, "Nesedí znak ani farba."))
    in_slovak(ruling, "Rozhodnutie")
    assert "trest zapísaný: Zuzana" in ruling.strips[0]


def test_a_rule_is_found_and_read(slovak: Phone) -> None:
    found = slovak.get("/rules/faraon?q=kamufláž")
    in_slovak(found, "Pravidlá")
    rule = slovak.get(leads_to(found, "Kamufláž"))
    in_slovak(rule, "17 Kamufláž")
    article = rule.root.all("article", css="rule")[0].text
    assert "Faraón · prameň, oddiel 17" in article
    assert "Príklady" in rule.text
    assert "Povedané: deviatky; medzi vyloženými:" in rule.text
    in_slovak(slovak.get("/rules/faraon?q=xyzzyx"), "Pravidlá")
    assert "Nič nesedí." in slovak.screen.text


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
    in_slovak(slovak.get("/referee"), "Spor v ktorej hre?")
