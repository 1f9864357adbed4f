"""Decided quarrels as links: how each is cited, its title, and where its page is."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from flask import url_for

from scorekeeper.core.game import AnyGame
from scorekeeper.rulebook.decisions import Decision, decision_words, decisions_of
from scorekeeper.web.wording.reader import book_of, language


@dataclass(frozen=True)
class DecisionLink:
    """A decision in a list."""

    name: str
    title: str
    url: str


def decisions_url(game: str, code: str = "") -> str:
    """The address of a game's decisions; with a match's code, within that table's rulebook."""
    if code:
        return url_for("decisions.list_of_match", code=code)
    return url_for("decisions.list_all", game=game)


def decision_url(game: str, number: int, code: str = "") -> str:
    """The address of a decision."""
    if code:
        return url_for("decisions.show_of_match", code=code, number=number)
    return url_for("decisions.show", game=game, number=number)


def links(game: AnyGame, decisions: Iterable[Decision], code: str) -> Iterator[DecisionLink]:
    words = decision_words(game, language())
    for each in decisions:
        yield DecisionLink(
            each.name, words.of(each).title, decision_url(game.key, each.number, code)
        )


def links_on(game: AnyGame, rule: str, code: str) -> list[DecisionLink]:
    """Links to the decisions that turn on a rule of the book, or on a case of it."""
    book = book_of(game)
    turning = (e for e in decisions_of(game) if book.rule(e.example.rule).id == rule)
    return list(links(game, turning, code))


def by_topic(game: AnyGame, code: str) -> list[tuple[str, list[DecisionLink]]]:
    """Links to all decisions of a game, by the names of their topics."""
    topics, known = decision_words(game, language()).topics, decisions_of(game)
    return [
        (name, list(links(game, (each for each in known if each.topic == topic), code)))
        for topic, name in topics.items()
    ]
