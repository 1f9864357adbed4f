"""The referee of Durak: the kinds of dispute, and the table of the rules that decide them.

Rules document, sections 1 to 5 and 7. Each topic has a module of its own with its disputes, the
predicates on them and their rows of the table; the most specific rule of a kind stands first.
"""

from scorekeeper.games import conduct, shedding
from scorekeeper.games.durak.house_rules import HouseRules
from scorekeeper.games.durak.referee import attacks, consequences, defence, turns
from scorekeeper.games.durak.referee.layout import penalty, rule
from scorekeeper.referee.dispute import Admitted, Dispute
from scorekeeper.referee.rule_table import AnyRule, Rule

__all__ = ["DISPUTES", "RULES", "penalty"]

DISPUTES: tuple[type[Dispute[HouseRules]], ...] = (
    defence.Beat,
    attacks.ThrowIn,
    attacks.Attack,
    defence.Transfer,
    defence.Take,
    defence.Retract,
    attacks.WhoThrows,
    turns.Next,
    turns.FirstAttack,
    consequences.Refill,
    consequences.DrawnGame,
    consequences.Epaulettes,
    turns.Deal,
    conduct.OutOfTurn,
    conduct.CardTakenBack,
    shedding.MistakeClaimed,
)

RULES: tuple[AnyRule, ...] = (
    *attacks.ATTACK_RULES,
    *attacks.THROW_IN_RULES,
    *defence.DEFENCE_RULES,
    *defence.TRANSFER_RULES,
    *turns.TURN_RULES,
    *consequences.CONSEQUENCE_RULES,
    *shedding.shedding_rules(
        turns.Deal,
        {
            "deal": "durak.deal.misdeal",
            "stands": "durak.card-stands",
            "until": "durak.invalid.until",
        },
    ),
    *turns.DEAL_RULES,
    rule("durak.turn", Admitted),
    Rule("durak.look", Admitted, None, "invalid"),
)
