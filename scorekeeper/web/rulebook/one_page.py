"""The rules of a game on one page, to be printed: how it is won, deal, values, order of play, words
that no title explains, penalties.

Which rules stand there says the game's own template; what they say and what an offence costs is
read off the book and the referee's table, as the table plays them.
"""

from collections.abc import Iterable, Iterator

from flask import Blueprint, Response

from scorekeeper.rulebook import RuleText
from scorekeeper.rulebook.index import WORD
from scorekeeper.rulebook.sources import Source
from scorekeeper.rulebook.stems import normalized, stems
from scorekeeper.web.http.access import absolute_url
from scorekeeper.web.render import page, qr
from scorekeeper.web.rulebook.pages import Edition, edition_of
from scorekeeper.web.rulebook.urls import book_url
from scorekeeper.web.wording.beginners import Word
from scorekeeper.web.wording.verdicts import cost_text

one_page = Blueprint("one_page", __name__)


@one_page.get("/rules/<game>/one-page")
@one_page.get("/m/<code>/rules/one-page", endpoint="show_of_match")
def show(game: str = "", code: str = "") -> Response:
    """What matters at the table, short enough for one sheet of paper."""
    edition = edition_of(game, code)
    printed: list[RuleText] = []

    def rules(*ids: str) -> list[tuple[RuleText, Source]]:
        printed.extend(edition.rules[id] for id in ids)
        return [(edition.rules[id], edition.source) for id in ids]

    return page(
        [f"games/{edition.game.key}/one-page.html", "rulebook/one-page.html"],
        edition=edition,
        rules=rules,
        words=lambda: list(_words(edition, printed)),
        costs=_costs(edition),
        # That of a match is not for everybody who finds the paper.
        book_qr=qr(absolute_url(book_url(edition.game.key))),
        agreed=[each for each in edition.house_rules if each.value != each.usual],
    )


def _words(edition: Edition, rules: Iterable[RuleText]) -> Iterator[Word]:
    """The words of the glossary that some rules use, and none of them has as its title."""
    language, titles = edition.book.language, [normalized(rule.title) for rule in rules]
    texts = (word for rule in rules for word in WORD.findall(f"{rule.title} {rule.text}"))
    used = {stem for word in texts for stem in stems(word, language)}
    for each in edition.glossary:
        name = each.term.term
        titled = any(title.startswith(normalized(name)) for title in titles)
        if not titled and all(stems(word, language) & used for word in WORD.findall(name)):
            yield each


def _costs(edition: Edition) -> dict[str, list[str]]:
    """What an offence costs → the rules whose breach costs that, in the order of the table."""
    costs: dict[str, dict[str, None]] = {}
    for cost, title in _each_cost(edition):
        costs.setdefault(cost, {})[title] = None
    return {cost: list(titles) for cost, titles in costs.items()}


def _each_cost(edition: Edition) -> Iterator[tuple[str, str]]:
    game, house = edition.game, edition.house
    for rule in game.rules:
        if rule.costs and rule.when(house):
            title = edition.book.rule(rule.id).title
            yield cost_text(game, house, rule.penalty(house)), title
