"""What the books of our games refuse."""

from scorekeeper.rulebook import Rulebook


def refusals_of_games(book: Rulebook) -> set[str]:
    """What is refused of a game's own entries: not of paper, of questions, or of who sits there."""
    others = (".paper.", ".given.", "olympic.table", "deal.four")
    return {id for id in book.data["refusals"] if not any(other in id for other in others)}
