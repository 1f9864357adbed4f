"""Belarusian, Polish, Slovak: an evening of one's own game, from the first page to a ruling."""

from dataclasses import dataclass
from typing import Any

import pytest
from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.rulebook import open_rulebook
from scorekeeper.rulebook.search import search
from tests.languages.po import english_on
from tests.web.phone import Phone
from tests.web.screen import Screen
from tests.web.table import start

NAMES = ("Алесь", "Ola", "Ľubica")


@dataclass(frozen=True)
class Evening:
    """A game, a question about it, and what is said on the way."""

    game: str
    heading: str
    names: str
    twice: str
    missing: str
    entry: dict[str, Any]
    undone: str
    kind: str
    asked: dict[str, str]
    word: str
    sentence: str
    cost: str
    found: tuple[str, ...]


EVENINGS = {
    "be": Evening(
        "durak",
        "У што сёння гуляеце?",
        "Імёны гульцоў · Дурань",
        "Такое імя тут двойчы. Дадайце літару.",
        "Яшчэ не выбрана, чым скончылася гульня. Выберыце дурня, нічыю або каманду.",
        {"type": "game", "fool": 1},
        "Вярнуць: гульня 1",
        "beat",
        {"attack": "6S", "card": "KD", "trump": "H"},
        "НЕЛЬГА",
        "Не б’е. Ляжыць: пікавая шасцёрка; зверху: званковы кароль; козыр: чырвы.",
        "",
        ("перакласці", "козыр", "б’юцца пікамі"),
    ),
    "pl": Evening(
        "makao",
        "W co dziś gracie?",
        "Imiona graczy · Makao",
        "To imię jest tu dwa razy. Dopisz literę.",
        "Jeszcze 2 graczy musi skończyć. Gdy graczy jest 3, kończy 2.",
        {"type": "game", "lost": [1]},
        "Ponów: gra 1",
        "play",
        {"top": "2H", "cards": "3S", "hand": "3S 3H KH 9C", "attack": "2"},
        "NIEDOZWOLONE",
        "Na wierzchu: dwójka kier; wyrzucone: trójka pik.",
        "Kara: wziąć 4 karty (2 za błąd + 2 za atak).",
        ("czwórki", "czworka", "żądanie", "kolejka", "dżokera", "królem"),
    ),
    "sk": Evening(
        "faraon",
        "Čo dnes hráte?",
        "Mená hráčov · Faraón",
        "Toto meno je tu dvakrát. Pridajte písmeno.",
        "Tento údaj chýba.",
        {"type": "game", "loser": 1},
        "Znova: hra 1",
        "play",
        {"top": "8L", "cards": "9H", "hand": "9H 8B UL"},
        "NEDOVOLENÉ",
        "Nesedí znak ani farba: červená deviatka. Navrchu: zeleňová osma, farba: zeleň.",
        "Trest: vziať 3 karty",
        ("kamufláž",),
    ),
}
EACH = pytest.mark.parametrize(("language", "evening"), EVENINGS.items(), ids=list(EVENINGS))


def look(screen: Screen, language: str) -> Screen:
    """A page in a language, without a message left in English."""
    assert screen.lang == language, screen.url
    assert not english_on(screen, language), screen.url
    return screen


@EACH
def test_a_game_is_set_up(app: Flask, language: str, evening: Evening) -> None:
    phone = Phone(app, language)
    assert look(phone.get("/"), language).heading == evening.heading
    assert look(phone.get(f"/new/{evening.game}"), language).heading == evening.names
    again = look(phone.submit(**{"player-0": NAMES[0], "player-1": NAMES[0]}), language)
    assert again.status == 422
    assert evening.twice in again.text


@EACH
def test_a_game_is_recorded_and_taken_back(app: Flask, language: str, evening: Evening) -> None:
    phone = Phone(app, language)
    table = start(phone, NAMES, evening.game, dealer="0", seats="3")
    look(table.open(), language)
    form = look(table.open("/new/game"), language)
    assert look(phone.submit("form"), language).status == 422
    assert evening.missing in phone.screen.text
    table.record(table.match.game.read_entry(evening.entry, 3, table.match.house))
    look(table.open(), language)
    assert evening.undone in look(phone.submit(f"{table.url}/undo"), language).text
    phone.submit(f"{table.url}/redo")
    paths = ("/people", "/share", "/history", "/accounts", "/watch", "/entries/2", "/rules")
    for path in (*paths, *(f"/disputes/{kind}" for kind in table.match.game.kinds)):
        assert look(table.open(path), language).status == 200, path
    assert form.lang == language


@EACH
def test_the_referee_decides(app: Flask, language: str, evening: Evening) -> None:
    phone = Phone(app, language)
    table = start(phone, NAMES, evening.game, dealer="0", seats="3")
    look(table.open("/disputes"), language)
    look(table.open(f"/disputes/{evening.kind}"), language)
    phone.submit("form", **evening.asked)
    verdict = look(phone.submit("form", evening.word.capitalize()), language)
    assert verdict.root.all("p", css="word")[0].text == evening.word
    assert evening.sentence in verdict.text
    assert evening.cost in verdict.text
    look(phone.submit("ruling", NAMES[1]), language)


@EACH
def test_rules_are_read_and_found(app: Flask, language: str, evening: Evening) -> None:
    phone, game = Phone(app, language), GAMES[evening.game]
    for id, rule in open_rulebook(game.folder, language).rules.items():
        screen = look(phone.get(f"/rules/{game.key}/{id}"), language)
        assert screen.heading == f"{rule.number} {rule.title}"
    for words in evening.found:
        found = look(phone.get(f"/rules/{game.key}?q={words}"), language)
        assert found.by_id("results").all("ol", css="hits"), words
        assert game.key in {hit.game for hit in search(words, language)}
