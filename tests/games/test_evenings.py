"""Short evenings of each game: why their last entry is refused, or what it is worth and why.

A line of `refused.jsonl` is a match of which the last entry cannot be taken: for which reason, at
which field, with which facts, and what was perhaps meant. A line of `lines.jsonl` is one of which
the last entry is scored so.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scorekeeper.game import AnyGame
from scorekeeper.house import load_house
from scorekeeper.rulebook import open_rulebook
from scorekeeper.schema import dump
from scorekeeper.sheet import Line, Refusal
from tests.contract.books import EACH_GAME, refusals_of_games
from tests.contract.faults import Faults

HERE = Path(__file__).parent


def lines_of(game: AnyGame, name: str) -> list[Mapping[str, Any]]:
    text = (HERE / game.key / f"{name}.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def last_of(game: AnyGame, line: Mapping[str, Any]) -> tuple[Refusal | None, tuple[Line, ...]]:
    """Why the last entry of a line is refused, or its lines; those before it are taken."""
    house = load_house(game.house, line.get("house", {}))
    now: Any = game.start(line["players"], 0, house)
    refusal, lines = None, tuple[Line, ...]()
    for plain in line["entries"]:
        assert refusal is None, plain
        entry = game.read_entry(plain, line["players"], house)
        if not (refusal := game.check(entry, now, house)):
            lines = game.score(entry, now, house)
            now = game.after(now, entry, lines, house)
    return refusal, lines


@EACH_GAME
def test_an_entry_is_refused_as_the_line_says(game: AnyGame, faults: Faults) -> None:
    for line in lines_of(game, "refused"):
        with faults.at(line):
            refusal, _ = last_of(game, line)
            assert refusal
            assert (refusal.id, refusal.field) == (line["refused"], line["field"])
            assert dump(refusal.facts) == line.get("facts", {})
            meant = refusal.instead and game.write_entry(refusal.instead)
            assert meant == line.get("instead")


@EACH_GAME
def test_every_refusal_of_an_entry_has_a_line(game: AnyGame) -> None:
    told = {line["refused"] for line in lines_of(game, "refused")}
    known = refusals_of_games(open_rulebook(game.folder, "cs"))
    assert told <= known
    assert known - told <= OF_QUESTIONS


OF_QUESTIONS = {
    "dokladacka.order.gap",
    "dokladacka.turn.begins",
    "dokladacka.turn.out",
    "faraon.ace.top",
    "faraon.added.again",
    "faraon.goal.packs",
    "faraon.match.last",
    "faraon.round.two",
    "faraon.seven.top",
    "faraon.unanswered.ace",
    "faraon.unanswered.seven",
    "kocka.deal.misdeal.sum",
    "kocka.inscription.inscribed",
    "kocka.lead.durch",
    "kocka.lead.early.first",
    "kocka.round.durch-caught.cards",
}
"""What only a question is refused for, or who comes."""


@EACH_GAME
def test_an_entry_is_worth_what_the_line_says(game: AnyGame, faults: Faults) -> None:
    for line in lines_of(game, "lines"):
        with faults.at(line):
            refusal, lines = last_of(game, line)
            assert refusal is None
            told = [[each.rule, list(each.points), dump(each.facts)] for each in lines]
            assert told == line["lines"]
