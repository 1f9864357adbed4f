"""Where the cards of a question lie: in fields that it has, so that an error can be shown there."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from scorekeeper.dispute import Dispute
from scorekeeper.fields import fields_of
from scorekeeper.game import AnyGame
from scorekeeper.house import load_house
from tests.faults import Faults
from tests.games.books import EACH_GAME

HERE = Path(__file__).parent


def kept(game: AnyGame) -> Iterator[tuple[Mapping[str, Any], Dispute]]:
    """The kept cases of a game that can be read, with the question that each is."""
    for line in (HERE / game.key / "cases.jsonl").read_text("utf-8").splitlines():
        case = json.loads(line) if line and not line.startswith("#") else {}
        if case and "error" not in case["expect"]:
            house = load_house(game.house, case.get("house", {}))
            yield case, game.read_dispute(case["kind"], case["given"], house)


@EACH_GAME
def test_cards_lie_in_fields_of_their_question(game: AnyGame, faults: Faults) -> None:
    placed = 0
    for case, dispute in kept(game):
        with faults.at(case):
            fields = {place.partition(".")[0] for place in dispute.places()}
            assert fields <= set(fields_of(type(dispute)))
            placed += len(fields)
    assert placed
