"""The referee of Durak: the kinds of dispute, and the table of the rules that decide them.

Rules document, sections 1 to 5 and 7. Each topic has a module of its own with its disputes, the
predicates on them and their rows of the table; the most specific rule of a kind stands first.
"""

from scorekeeper.games.conduct import CardTakenBack
from scorekeeper.games.durak.house_rules import HouseRules
from scorekeeper.games.durak.referee.attacks import (
    ATTACK_RULES,
    THROW_IN_RULES,
    Attack,
    ThrowIn,
    WhoThrows,
)
from scorekeeper.games.durak.referee.consequences import (
    CONSEQUENCE_RULES,
    DrawnGame,
    Epaulettes,
    Refill,
)
from scorekeeper.games.durak.referee.defence import (
    DEFENCE_RULES,
    TRANSFER_RULES,
    Beat,
    Retract,
    Take,
    Transfer,
)
from scorekeeper.games.durak.referee.layout import penalty, rule
from scorekeeper.games.durak.referee.turns import (
    DEAL_RULES,
    TURN_RULES,
    CardOutOfTurn,
    Deal,
    FirstAttack,
    Next,
)
from scorekeeper.games.shedding import MistakeClaimed, shedding_rules
from scorekeeper.referee.dispute import Admitted, Dispute
from scorekeeper.referee.verdict import AnyRule, Rule

__all__ = ["DISPUTES", "RULES", "penalty"]

DISPUTES: tuple[type[Dispute[HouseRules]], ...] = (
    Beat,
    ThrowIn,
    Attack,
    Transfer,
    Take,
    Retract,
    WhoThrows,
    Next,
    FirstAttack,
    Refill,
    DrawnGame,
    Epaulettes,
    Deal,
    CardOutOfTurn,
    CardTakenBack,
    MistakeClaimed,
)

IDS = {
    "deal": "durak.deal.misdeal",
    "stands": "durak.card-stands",
    "until": "durak.invalid.until",
}
"""The rules that all games of getting rid of cards have."""

RULES: tuple[AnyRule, ...] = (
    *ATTACK_RULES,
    *THROW_IN_RULES,
    *DEFENCE_RULES,
    *TRANSFER_RULES,
    *TURN_RULES,
    *CONSEQUENCE_RULES,
    *shedding_rules(Deal, IDS),
    *DEAL_RULES,
    rule("durak.turn", Admitted),
    Rule("durak.look", Admitted, None, "invalid"),
)
