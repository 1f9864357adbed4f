"""The referee of Makao: the kinds of dispute, and the table of the rules that decide them.

Rules document, sections 1 to 4 and 6. Each topic has a module of its own with its disputes, the
predicates on them and their rows of the table; the most specific rule of a kind stands first.
"""

from scorekeeper.games import conduct, shedding
from scorekeeper.games.makao.house_rules import HouseRules
from scorekeeper.games.makao.referee import chains, course, plays, situation, unanswered
from scorekeeper.games.makao.referee.situation import penalty, rule
from scorekeeper.games.makao.referee.unanswered import CALL
from scorekeeper.referee.dispute import Admitted, Dispute
from scorekeeper.referee.rule_table import AnyRule

__all__ = ["CALL", "DISPUTES", "RULES", "penalty"]

DISPUTES: tuple[type[Dispute[HouseRules]], ...] = (
    plays.Play,
    plays.JokerPlay,
    chains.Attack,
    chains.Skip,
    situation.Holds,
    course.Drawn,
    course.Finish,
    unanswered.WrongAnswer,
    unanswered.Unanswered,
    course.Restock,
    unanswered.Call,
    course.Deal,
    course.CardOutOfTurn,
    conduct.CardTakenBack,
    shedding.MistakeClaimed,
)

RULES: tuple[AnyRule, ...] = (
    *plays.PLAY_RULES,
    *chains.CHAIN_RULES,
    *situation.HOLDS_RULES,
    *course.DRAW_RULES,
    *course.FINISH_RULES,
    *unanswered.UNANSWERED_RULES,
    *course.TABLE_RULES,
    rule("makao.invalid", Admitted),
)
