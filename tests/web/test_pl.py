"""Scorekeeper in Polish: every message, its plural forms, and an evening of Makao."""

import gettext
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any
from urllib.parse import quote

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.rulebook import Rulebook, open_rulebook
from scorekeeper.search import search
from scorekeeper.web import PACKAGE
from tests.web.phone import Phone
from tests.web.screen import Screen
from tests.web.table import Table, start

LANGUAGE = "pl"
TRANSLATIONS = PACKAGE / "translations"
SAME = {"Menu"}
"""Messages that are the same word in Polish."""
LONGEST_LABEL = 24
SPOKEN = ("title", "aria-label", "placeholder", "content", "alt", "data-say", "data-copied")
PLAYERS = ("Ola", "Jan", "Ewa")


@pytest.fixture
def phone(app: Flask) -> Phone:
    """A phone that speaks Polish."""
    return Phone(app, LANGUAGE)


@pytest.fixture
def table(phone: Phone) -> Table:
    """A match of Makao just opened: Ola, Jan and Ewa; Ola deals."""
    return start(phone, PLAYERS, "makao", dealer="0")


@cache
def catalog() -> Catalog:
    path = TRANSLATIONS / LANGUAGE / "LC_MESSAGES" / "messages.po"
    with path.open("rb") as file:
        return read_po(file, locale=LANGUAGE)


@cache
def messages() -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """Message, with its plural, → its translations, one for each plural form."""
    return {_texts(each.id): _texts(each.string) for each in catalog() if each.id}


def _texts(text: Any) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def compiled() -> gettext.NullTranslations:
    """What the app itself reads."""
    return gettext.translation("messages", TRANSLATIONS, [LANGUAGE])


def book() -> Rulebook:
    return open_rulebook(GAMES["makao"].folder, LANGUAGE)


def look(screen: Screen) -> Screen:
    """A page of the app in Polish, without a message left in English."""
    assert screen.lang == LANGUAGE, screen.url
    english = {text for id in messages() for text in id if text not in SAME}
    attributes = {v for node in screen.root for k, v in node.attrs.items() if k in SPOKEN}
    pieces = {" ".join(piece.split()) for piece in screen.root.pieces()}
    assert not english & (pieces | attributes), screen.url
    return screen


# --- messages ------------------------------------------------------------------------------------


def test_no_message_is_left_in_english() -> None:
    assert not [id for id, told in messages().items() if not all(told)]
    assert {id[0] for id, told in messages().items() if set(id) & set(told)} == SAME


def test_every_message_keeps_its_placeholders() -> None:
    assert not [
        (each.id, error) for each in catalog() if each.id for error in each.check(catalog())
    ]


def test_what_is_compiled_is_what_is_written() -> None:
    words = compiled()
    for id, told in messages().items():
        said = {words.ngettext(*id, n) for n in (1, 2, 5)} if id[1:] else {words.gettext(*id)}
        assert said == set(told)


COUNTED = {
    ("take %(num)d card", "take %(num)d cards"): (
        "wziąć 1 kartę",
        "wziąć 2 karty",
        "wziąć 5 kart",
        "wziąć 22 karty",
    ),
    ("%(num)d point", "%(num)d points"): ("1 punkt", "2 punkty", "5 punktów", "22 punkty"),
    ("%(num)d payment", "%(num)d payments"): (
        "1 płatność",
        "2 płatności",
        "5 płatności",
        "22 płatności",
    ),
    ("%(num)d older row", "%(num)d older rows"): (
        "1 starszy wiersz",
        "2 starsze wiersze",
        "5 starszych wierszy",
        "22 starsze wiersze",
    ),
    ("%(num)d rule found", "%(num)d rules found"): (
        "znaleziono 1 zasadę",
        "znaleziono 2 zasady",
        "znaleziono 5 zasad",
        "znaleziono 22 zasady",
    ),
    ("Example", "Examples"): ("Przykład", "Przykłady", "Przykłady", "Przykłady"),
}


def test_a_message_agrees_with_its_number() -> None:
    words = compiled()
    assert set(COUNTED) == {id for id in messages() if id[1:]}
    for id, said in COUNTED.items():
        assert tuple(words.ngettext(*id, n) % {"num": n} for n in (1, 2, 5, 22)) == said


# --- the book of Makao ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("n", "played", "few", "many"),
    [
        (1, "1 gra", "Brakuje jeszcze 1 gracza bez kart.", "O 1 gracza bez kart za dużo."),
        (2, "2 gry", "Brakuje jeszcze 2 graczy bez kart.", "O 2 graczy bez kart za dużo."),
        (5, "5 gier", "Brakuje jeszcze 5 graczy bez kart.", "O 5 graczy bez kart za dużo."),
        (22, "22 gry", "Brakuje jeszcze 22 graczy bez kart.", "O 22 graczy bez kart za dużo."),
    ],
)
def test_a_sentence_of_the_book_agrees_with_its_number(
    n: int, played: str, few: str, many: str
) -> None:
    assert book().say("texts", "played", {"n": n}) == played
    for id, sentence in (("makao.end.few", few), ("makao.end.many", many)):
        said = book().say("refusals", id, {"n": n, "players": 6, "needed": 3})
        assert said == f"{sentence} Przy 6 graczach kończy 3."


def labels(words: Any) -> Iterator[str]:
    """Every label in a part of the book."""
    for key, value in words.items() if isinstance(words, Mapping) else ():
        if key == "label":
            yield value
        yield from labels(value)


def test_the_names_of_questions_and_their_fields_are_short() -> None:
    names = [kind["name"] for kind in book().data["kinds"].values()]
    told = [*names, *labels(book().data["asked"]), *labels(book().data["house"])]
    assert len(told) > len(names) > 1
    assert not [text for text in told if len(text) > LONGEST_LABEL]


def test_offences_are_listed_in_the_order_of_the_other_books() -> None:
    other = open_rulebook(GAMES["makao"].folder, "en").data["offences"]
    assert list(book().data["offences"]) == list(other)


# --- an evening ----------------------------------------------------------------------------------


def test_the_first_page(phone: Phone) -> None:
    screen = look(phone.get("/"))
    assert screen.heading == "Kto dziś gra?"
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
    screen = look(phone.submit(**typed))
    assert screen.status == 422
    assert "Brakuje tu imienia." in screen.text


def test_a_game_is_recorded(table: Table) -> None:
    sheet = look(table.open())
    assert sheet.main_action[0] == "Zapisz grę 1"
    look(table.phone.get(sheet.main_action[1]))
    refused = look(table.phone.submit("form", **{"out-0": "1"}))
    told = "Brakuje jeszcze 1 gracza bez kart. Przy 3 graczach kończy 2."
    assert refused.errors == [("part-out", told)]
    sheet = look(table.phone.submit("form", **{"out-0": "1", "out-1": "2"}))
    assert sheet.totals == ["1", "0", "0"]
    assert sheet.rows[0].marks == "Jan: pierwsze miejsce Ola: przegrana"
    assert "Cofnij: gra 1" in sheet.text
    for path in ("/entries/2", "/accounts", "/history", "/people", "/share", "/players/0"):
        assert look(table.open(path)).status == 200


def test_the_last_thing_is_taken_back(table: Table) -> None:
    look(table.phone.get(table.open().main_action[1]))
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
    assert "Na wierzchu: dwójka kier; kart do wzięcia: 2. Wyrzucone: trójka pik." in verdict.text
    allowed = [node.attrs["aria-label"] for node in verdict.root.all("span", css="face")]
    assert allowed == ["trójka kier", "król kier"]
    assert "Kara: wziąć 2 karty" in verdict.text
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
        assert f"źródło, rozdział {rule.source}" in screen.text
    found = look(phone.get(f"/rules/makao?q={quote('czwórka')}")).by_id("results")
    hrefs = [a.attrs["href"] for a in found.all("a")]
    assert {"/rules/makao/makao.skip", "/rules/makao/makao.skip.answer"} <= set(hrefs)
    told = compiled().ngettext("%(num)d rule found", "%(num)d rules found", len(hrefs))
    assert found.attrs["data-say"] == told % {"num": len(hrefs)}


@pytest.mark.parametrize("word", ["czwórki", "czworka", "żądanie", "kolejka", "dżokera", "królem"])
def test_a_polish_word_is_found_however_it_is_inflected(word: str) -> None:
    found = {hit.game for hit in search(word, LANGUAGE)}
    assert "makao" in found


def test_books_in_another_language_are_found_too() -> None:
    assert "kocka.follow" in {hit.rule.id for hit in search("following suit", LANGUAGE)}
