"""How the loser of a game inscribes a card of the pack, where a game has that custom."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.cards import Card


@dataclass(frozen=True)
class Loss:
    """Who lost a game: the seat, and whether the name is underlined twice for it."""

    seat: int
    twice: bool


@dataclass(frozen=True)
class Inscription:
    """The custom of one game.

    `cards` are the whole pack in the order of honour, the finest first. `elect(left, votes)` gives
    the card with most votes, or those that the loser has to draw from, and none as long as missing
    votes can decide; it raises Invalid (`votes.1`) for a vote that cannot be. `lost` says of a
    standing who inscribes a card now: nobody before the end. `rule` says it in the rulebook.
    """

    rule: str
    cards: tuple[Card, ...]
    elect: Callable[[Sequence[Card], Sequence[Card]], tuple[Card, ...]] = field(hash=False)
    lost: Callable[[Any], Loss | None] = field(hash=False)
