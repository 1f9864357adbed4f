"""The opening of a match or a tournament, written once: also where another version wrote it first.

Older versions left out house rules that were as by default, so the same opening can be two bodies.
"""

from collections.abc import Mapping

from scorekeeper.games import GAMES
from scorekeeper.ledger import KeyReused, Ledger
from scorekeeper.schema import Invalid

Body = Mapping[str, object]


def append_opening(ledger: Ledger, code: str, key: str, body: Body) -> None:
    """Writes an opening under a code that is free. Raises Stale if it is taken, KeyReused."""
    try:
        ledger.append(code, 0, key, "opened", body)
    except KeyReused:
        there = ledger.read(code)[0]
        if there.key != key or not is_same_opening(there.body, body):
            raise
        ledger.append(code, 0, key, "opened", there.body)


def is_same_opening(there: Body, body: Body) -> bool:
    """True if an opening from anywhere says the same as one that is in a ledger."""
    before, now = there.get("tournament"), body.get("tournament")
    if isinstance(before, Mapping) and isinstance(now, Mapping):
        return is_same_opening(before, now)
    if "house" not in there or _without_house(there) != _without_house(body):
        return False
    game = GAMES[str(there["game"])]
    try:
        return bool(game.read_house(there["house"]) == game.read_house(body.get("house")))
    except Invalid:
        return False


def _without_house(body: Body) -> dict[str, object]:
    return {name: part for name, part in body.items() if name != "house"}
