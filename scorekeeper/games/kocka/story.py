"""What a row of the sheet tells of a round or a renonc, besides its points."""

from collections.abc import Iterator

from scorekeeper.cards import FRENCH_32
from scorekeeper.games.kocka.entries import Renonc, Round, Standing
from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.sheet import Entry, Notice

QUEEN = FRENCH_32.parse("QS")
"""The black cat: ten points at once (kocka.points)."""


def story(entry: Entry, before: Standing, house: HouseRules) -> tuple[Notice, ...]:
    """What an entry was, in short."""
    if isinstance(entry, Round):
        return tuple(_round(entry))
    if isinstance(entry, Renonc):
        id = "renonc-round" if entry.points is None else "renonc-points"
        return (Notice(id, (entry.seat,), {"rule": entry.rule}),)
    return ()


def _round(entry: Round) -> Iterator[Notice]:
    """Who has the queen of spades, if the round was written by its cards; who took no trick."""
    if entry.by_cards and (owner := entry.owners.get(QUEEN)) is not None:
        yield Notice("queen", (owner,), {"card": QUEEN})
    if entry.without:
        yield Notice("no-trick", tuple(sorted(entry.without)))
