"""At a table that plays other figures, the pages of its rulebook say those, in each language."""

import pytest

from scorekeeper.core.house_rules import value_at
from scorekeeper.rulebook import open_rulebook
from scorekeeper.rulebook.decisions import decisions_of
from scorekeeper.web import LANGUAGES
from tests.contract.books import EACH_GAME
from tests.contract.test_figures import changed, figures
from tests.crawl.rules import agreed_on
from tests.verification.breadth import sample
from tests.web.phone import Phone
from tests.web.table import start


@EACH_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_of_a_table_says_its_own_figures(app, game, language, faults):
    phone, house = Phone(app, language), changed(game)
    agreed = {"-".join(path): str(value_at(house, path)) for path in figures(game)}
    table = start(phone, game=game.key, **agreed)
    assert table.match.house == house
    book = open_rulebook(game.folder, language, house)
    for id, rule in sample([*book.rules.items()], len(book.rules) // 3):
        with faults.at(id):
            screen = table.open(f"/rules/{id}")
            assert screen.root.all("p", css="law")[0].text == " ".join(rule.text.split())
            told = {book.label("house", *path, "label"): path for path in book.figures(id)}
            shown = agreed_on(screen)
            assert {label: shown[label] for label in told} == {
                label: str(value_at(house, path)) for label, path in told.items()
            }
    decided = decisions_of(game)
    some = [f"/decisions/{each.number}" for each in sample(decided, len(decided) // 3)]
    for page in ("", "/one-page", "/glossary", "/decisions", *some):
        with faults.at(page):
            assert "{" not in table.open(f"/rules{page}").text
