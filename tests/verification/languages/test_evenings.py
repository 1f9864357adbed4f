"""Belarusian, Polish, Slovak: the referee of one's own game, and what one looks for in its rules.

That pages hold no word of another language is a law of the crawl.
"""

from dataclasses import dataclass

import pytest

from scorekeeper.rulebook.search import search
from tests.languages.po import english_on
from tests.web.phone import Phone
from tests.web.table import start

NAMES = ("Алесь", "Ola", "Ľubica")


@dataclass(frozen=True)
class Evening:
    """A game, a question about it, what is said of it, and what is looked for."""

    game: str
    kind: str
    asked: dict[str, str]
    word: str
    sentence: str
    cost: str
    found: tuple[str, ...]


EVENINGS = {
    "be": Evening(
        "durak",
        "beat",
        {"attack": "6S", "card": "KD", "trump": "H"},
        "НЕЛЬГА",
        "Не б’е. Ляжыць: пікавая шасцёрка; зверху: званковы кароль; козыр: чырвы.",
        "",
        ("перакласці", "козыр", "б’юцца пікамі"),
    ),
    "pl": Evening(
        "makao",
        "play",
        {"top": "2H", "cards": "3S", "hand": "3S 3H KH 9C", "attack": "2"},
        "NIEDOZWOLONE",
        "Na wierzchu: dwójka kier; wyrzucone: trójka pik.",
        "Kara: wziąć 4 karty (2 za błąd + 2 za atak).",
        ("czwórki", "czworka", "żądanie", "kolejka", "dżokera", "królem"),
    ),
    "sk": Evening(
        "faraon",
        "play",
        {"top": "8L", "cards": "9H", "hand": "9H 8B UL"},
        "NEDOVOLENÉ",
        "Nesedí znak ani farba: červená deviatka. Navrchu: zelená osma, farba: zeleň.",
        "Trest: vziať 3 karty",
        ("kamufláž",),
    ),
}
EACH = pytest.mark.parametrize(("language", "evening"), EVENINGS.items(), ids=list(EVENINGS))


def look(screen, language):
    """A page in a language, without a message left in English."""
    assert screen.lang == language, screen.url
    assert not english_on(screen, language), screen.url
    return screen


@EACH
def test_the_referee_decides(app, language, evening):
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
def test_rules_are_found(app, language, evening):
    phone = Phone(app, language)
    for words in evening.found:
        found = look(phone.get(f"/rules/{evening.game}?q={words}"), language)
        assert found.by_id("results").all("ol", css="hits"), words
        assert evening.game in {hit.game for hit in search(words, language)}
