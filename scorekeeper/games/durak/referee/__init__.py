"""The referee of Durak: the kinds of dispute, and the table of the rules that decide them.

Rules document, sections 1 to 5 and 7. Each topic has a module of its own with its disputes, the
predicates on them and their rows of the table; the most specific rule of a kind stands first.
"""

from scorekeeper.games.durak.referee.attacks import ATTACK_RULES, Attack, ThrowIn
from scorekeeper.games.durak.referee.breaches import penalty, rule
from scorekeeper.games.durak.referee.consequences import (
    CONSEQUENCE_RULES,
    Deal,
    DrawnGame,
    Epaulettes,
    FirstAttack,
    Refill,
)
from scorekeeper.games.durak.referee.defence import DEFENCE_RULES, Beat
from scorekeeper.games.durak.referee.transfers import TRANSFER_RULES, Transfer
from scorekeeper.referee import Admitted, AnyRule, Dispute, Rule

__all__ = ["DISPUTES", "RULES", "penalty"]

DISPUTES: tuple[type[Dispute], ...] = (
    Beat,
    ThrowIn,
    Attack,
    Transfer,
    FirstAttack,
    Refill,
    DrawnGame,
    Epaulettes,
    Deal,
)

RULES: tuple[AnyRule, ...] = (
    *ATTACK_RULES,
    *DEFENCE_RULES,
    *TRANSFER_RULES,
    *CONSEQUENCE_RULES,
    rule("durak.turn", Admitted),
    Rule("durak.look", Admitted, None, "invalid"),
)
