"""Each language has a unit for each number of a score."""

from scorekeeper.rulebook import open_rulebook
from tests.contract.books import EACH_BOOK


@EACH_BOOK
def test_every_language_has_a_unit_for_every_number(game, language):
    book = open_rulebook(game.folder, language)
    for n in (0, 1, 2, 5, 22, 114):
        signed = f"+{n}" if n else "0"
        text = book.say("texts", "score", {"n": n, "points": signed})
        assert text.startswith(f"{signed} ")
        assert text.rpartition(" ")[2].isalpha()
