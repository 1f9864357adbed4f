"""Where the pages of a rulebook are: a game's own, or those of a match, as agreed there."""

from flask import url_for

from scorekeeper.games import GAMES
from scorekeeper.web.wording.reader import book_of


def book_url(game: str, code: str = "") -> str:
    """The address of a game's rules; with a match's code, as agreed there."""
    if code:
        return url_for("rulebook.book_of_match", code=code)
    return url_for("rulebook.book", game=game)


def glossary_url(game: str, code: str = "", term: str | None = None) -> str:
    """The address of a game's glossary, or of a term of it by its id."""
    if code:
        return url_for("glossary.show_of_match", code=code, _anchor=term)
    return url_for("glossary.show", game=game, _anchor=term)


def rule_url(game: str, id: str, code: str = "", example: int | None = None) -> str:
    """The address of a rule, or of the rule that an id is a case of; its worked examples begin with
    the one of the number `example`, from 0. Raises KeyError.
    """
    known = book_of(GAMES[game]).rule(id).id
    if code:
        return url_for("rulebook.rule_of_match", code=code, id=known, example=example)
    return url_for("rulebook.rule", game=game, id=known, example=example)
