"""What the sheet refuses: why, at which field, with which facts, and what was perhaps meant.

A line of a game's `refused.jsonl` is a match of which the last entry cannot be taken.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scorekeeper.game import AnyGame
from scorekeeper.house import load_house
from scorekeeper.rulebook import open_rulebook
from scorekeeper.schema import dump
from scorekeeper.sheet import Refusal
from tests.faults import Faults
from tests.games.books import EACH_GAME, refusals_of_games

HERE = Path(__file__).parent


def lines_of(game: AnyGame) -> list[Mapping[str, Any]]:
    text = (HERE / game.key / "refused.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def refusal_of(game: AnyGame, line: Mapping[str, Any]) -> Refusal | None:
    """Why the last entry of a line is refused; those before it are taken."""
    house = load_house(game.house, line.get("house", {}))
    now: Any = game.start(line["players"], 0, house)
    refusal = None
    for plain in line["entries"]:
        assert refusal is None, plain
        entry = game.read_entry(plain, line["players"], house)
        refusal = game.check(entry, now, house)
        if not refusal:
            now = game.after(now, entry, game.score(entry, now, house), house)
    return refusal


@EACH_GAME
def test_an_entry_is_refused_as_the_line_says(game: AnyGame, faults: Faults) -> None:
    for line in lines_of(game):
        with faults.at(line):
            refusal = refusal_of(game, line)
            assert refusal
            assert (refusal.id, refusal.field) == (line["refused"], line["field"])
            assert dump(refusal.facts) == line.get("facts", {})
            meant = refusal.instead and game.write_entry(refusal.instead)
            assert meant == line.get("instead")


@EACH_GAME
def test_every_refusal_of_an_entry_has_a_line(game: AnyGame) -> None:
    told = {line["refused"] for line in lines_of(game)}
    known = refusals_of_games(open_rulebook(game.folder, "cs"))
    assert told <= known
    assert known - told <= OF_QUESTIONS


OF_QUESTIONS = {
    "dokladacka.order.gap",
    "faraon.ace.top",
    "faraon.goal.packs",
    "faraon.match.last",
    "faraon.round.two",
    "faraon.seven.top",
    "kocka.inscription.inscribed",
    "kocka.lead.durch",
    "kocka.round.durch-caught.cards",
}
"""What only a question is refused for, or who comes."""
