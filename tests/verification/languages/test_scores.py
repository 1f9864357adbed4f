"""Each language has a unit for each number of a score."""

import pytest

from scorekeeper.games import GAMES
from scorekeeper.rulebook import open_rulebook
from scorekeeper.web import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_every_language_has_a_unit_for_every_number(key: str, language: str) -> None:
    book = open_rulebook(GAMES[key].folder, language)
    for n in (0, 1, 2, 5, 22, 114):
        text = book.say("texts", "score", {"n": n, "points": f"+{n}"})
        assert text.startswith(f"+{n} ")
        assert text.rpartition(" ")[2].isalpha()
