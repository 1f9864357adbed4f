"""Belarusian: an evening of Durak from the first page to a rule."""

import pytest
from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.rulebook import Rulebook, open_rulebook
from tests.web.phone import Phone
from tests.web.screen import Screen
from tests.web.table import Table, start

LANGUAGE = "be"
NAMES = ("Алесь", "Яна", "Міхась", "Вольга")
pytestmark = pytest.mark.table(NAMES, "durak", dealer="0")


@pytest.fixture
def phone(app: Flask) -> Phone:
    """A phone that speaks Belarusian."""
    return Phone(app, LANGUAGE)


@pytest.fixture
def book() -> Rulebook:
    """The words of Durak."""
    return open_rulebook(GAMES["durak"].folder, LANGUAGE)


def asks_to_beat(table: Table, book: Rulebook, with_card: str) -> Screen:
    """The verdict on a card that was to beat the six of spades, hearts being trump."""
    phone = table.phone
    table.open("/disputes")
    phone.get(phone.screen.links[book.label("kinds", "beat", "name")])
    phone.submit("form", attack="6S", card=with_card, trump="H")
    return phone.submit("form", "паказаць, чаму")


def test_the_first_page_offers_durak(phone: Phone) -> None:
    home = phone.get("/")
    assert (home.lang, home.heading) == (LANGUAGE, "У што сёння гуляеце?")
    assert home.links["Дурань"] == "/new/durak"
    assert {"Правілы", "Спрэчка", "Перайсці да зместу"} <= set(home.links)


def test_a_game_is_set_up(phone: Phone) -> None:
    names = phone.get("/new/durak")
    assert (names.lang, names.heading) == (LANGUAGE, "Імёны гульцоў · Дурань")
    house = phone.submit(press="Правілы: звычайныя")
    assert (house.lang, house.heading) == (LANGUAGE, "Хатнія правілы · Дурань")
    assert {"У што гуляем", "падкідны", "Пераклад пры козыры"} <= set(house.root.pieces())
    assert phone.submit(press="Гатова").heading == names.heading
    named = {f"player-{seat}": name for seat, name in enumerate(NAMES[:4])}
    sheet = phone.submit(press="Пачаць гульню", **named)
    assert sheet.lang == LANGUAGE
    assert {"Хто прайграў?", "Гульня 1: дэталі", "дурань"} <= set(sheet.root.pieces())


def test_a_name_that_is_missing_is_asked_for(phone: Phone) -> None:
    phone.get("/new/durak")
    screen = phone.submit(press="Пачаць гульню", **{"player-0": "Яна", "player-1": "Яна"})
    assert screen.lang == LANGUAGE
    assert "Такое імя тут двойчы. Дадайце літару." in screen.text


def test_a_game_is_recorded_and_taken_back(table: Table) -> None:
    phone, sheet = table.phone, table.open()
    assert "Першы ходзіць той, у каго найменшы козыр." in sheet.strips
    assert "Пакуль нічога. Пасля першага запісу тут будзе табліца." in sheet.text
    form = phone.get(sheet.links["Гульня 1: дэталі"])
    assert (form.lang, form.heading) == (LANGUAGE, "Гульня 1")
    sheet = phone.submit("form", "Запісаць гульню", fool="1")
    assert (sheet.lang, sheet.totals) == (LANGUAGE, ["0", "1", "0", "0"])
    assert (sheet.rows[0].name, sheet.dealer) == ("гульня 1", "Яна")
    assert "Першы ход: Алесь → Яна" in sheet.strips
    assert phone.submit(f"{table.url}/undo", "Адмяніць: гульня 1").totals == ["0", "0", "0", "0"]
    assert phone.submit(f"{table.url}/redo", "Вярнуць: гульня 1").totals == ["0", "1", "0", "0"]


def test_what_cannot_be_recorded_is_said(table: Table) -> None:
    phone = table.phone
    table.open("/new/game")
    screen = phone.submit("form", "Запісаць гульню")
    said = "Яшчэ не выбрана, чым скончылася гульня. Выберыце дурня, нічыю або каманду."
    assert (screen.lang, [text for _, text in screen.errors]) == (LANGUAGE, [said])


@pytest.mark.parametrize(
    ("card", "word", "sentence"),
    [
        ("7S", "МОЖНА", "Б’е. Ляжыць: пікавая шасцёрка; зверху: пікавая сямёрка."),
        (
            "KD",
            "НЕЛЬГА",
            "Не б’е. Ляжыць: пікавая шасцёрка; зверху: званковы кароль; козыр: чырвы.",
        ),
    ],
)
def test_the_referee_decides(
    table: Table, book: Rulebook, card: str, word: str, sentence: str
) -> None:
    screen = asks_to_beat(table, book, card)
    assert (screen.lang, screen.status) == (LANGUAGE, 200)
    assert screen.root.all("p", css="word")[0].text == word
    assert screen.root.all("div", css="told")[0].text == sentence


def test_an_offence_costs_what_the_table_agreed(phone: Phone, book: Rulebook) -> None:
    table = start(phone, NAMES, "durak", invalid_penalty="take-table")
    screen = asks_to_beat(table, book, "KD")
    assert "Штраф:" not in screen.text, "it is told once"
    assert "Далей: Хто парушыў, бярэ ўсё са стала; ходзіць наступны за ім." in screen.text
    assert "За няправільную карту" in phone.get(f"{table.url}/rules/durak.invalid").text


def test_a_rule_has_its_page(table: Table, book: Rulebook) -> None:
    rule = book.rule("durak.transfer.trump")
    screen = table.open(f"/rules/{rule.id}")
    assert (screen.lang, screen.heading) == (LANGUAGE, f"{rule.number} {rule.title}")
    assert screen.root.all("article", css="rule")[0].all("p")[0].text == rule.text
    assert "арыгінальныя правілы, раздзел: Перакладны" in screen.text
    assert {"Як гуляюць за гэтым сталом", "Прыклады", "Звязаныя правілы"} <= {
        title.text for title in screen.root.all("h2")
    }


@pytest.mark.parametrize("words", ["перакласці", "козыр", "б’юцца пікамі", "3.15"])
def test_rules_are_found(phone: Phone, words: str) -> None:
    screen = phone.get(f"/rules/durak?q={words}")
    assert screen.lang == LANGUAGE
    assert screen.by_id("results").all("ol", css="hits")


def test_every_other_page_speaks_belarusian(table: Table) -> None:
    table.record(GAMES["durak"].read_entry({"type": "game", "fool": 1}, 3, table.match.house))
    paths = ("/people", "/share", "/history", "/accounts", "/watch", "/entries/2", "/rules")
    kinds = [
        f"/disputes/{kind}" for kind in open_rulebook(GAMES["durak"].folder, LANGUAGE).data["kinds"]
    ]
    for path in (*paths, *kinds):
        screen = table.open(path)
        assert (screen.lang, screen.status) == (LANGUAGE, 200), path
