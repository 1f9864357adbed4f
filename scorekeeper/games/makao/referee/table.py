"""What every table of Makao asks and the source does not say: how it was dealt, whose turn it was,
whether a card stands, and until when a mistake may be claimed.
"""

from typing import ClassVar

from scorekeeper.games.makao.referee.breaches import rule
from scorekeeper.games.makao.referee.demands import MOST
from scorekeeper.games.shedding import Dealing, OutOfTurn, plays_out_of_turn, shedding_rules
from scorekeeper.referee import AnyRule


class Deal(Dealing):
    """How it was dealt: five cards to each (makao.deal, ROZDANIE)."""

    size: ClassVar[int] = 5


class CardOutOfTurn(OutOfTurn):
    """A card that was played out of turn."""

    at_table: ClassVar[int | None] = MOST


IDS = {
    "deal": "makao.deal.misdeal",
    "stands": "makao.card-stands",
    "until": "makao.invalid.until",
}
"""The rules that all games of getting rid of cards have."""

TABLE_RULES: tuple[AnyRule, ...] = (
    *shedding_rules(Deal, IDS),
    rule("makao.out-of-turn", CardOutOfTurn, plays_out_of_turn),
)
