"""The books of the games, as the contract of all games goes through them, and what ours refuse."""

from scorekeeper.rulebook import Rulebook
from scorekeeper.testing.books import BOOKS, EACH_BOOK, EACH_GAME, called, is_whole, languages_of

__all__ = [
    "BOOKS",
    "EACH_BOOK",
    "EACH_GAME",
    "called",
    "is_whole",
    "languages_of",
    "refusals_of_games",
]


def refusals_of_games(book: Rulebook) -> set[str]:
    """What is refused of a game's own entries: not of paper, of questions, or of who sits there."""
    others = (".paper.", ".given.", "olympic.table", "deal.four")
    return {id for id in book.data["refusals"] if not any(other in id for other in others)}
