"""The referee of Makao: the kinds of dispute, and the table of the rules that decide them.

Rules document, sections 1 to 4 and 6. Each topic has a module of its own with its disputes, the
predicates on them and their rows of the table; the most specific rule of a kind stands first.
"""

from scorekeeper.games import conduct, shedding
from scorekeeper.games.makao.house_rules import HouseRules
from scorekeeper.games.makao.referee import chains, course, plays
from scorekeeper.games.makao.referee.situation import penalty, rule
from scorekeeper.referee.dispute import Admitted, Dispute
from scorekeeper.referee.rule_table import AnyRule

__all__ = ["DISPUTES", "RULES", "penalty"]

DISPUTES: tuple[type[Dispute[HouseRules]], ...] = (
    plays.Play,
    plays.JokerPlay,
    chains.Attack,
    chains.Skip,
    course.Holds,
    course.Drawn,
    course.Finish,
    chains.WrongAnswer,
    chains.Unanswered,
    course.Restock,
    course.Call,
    course.Deal,
    conduct.OutOfTurn,
    conduct.CardTakenBack,
    shedding.MistakeClaimed,
)

RULES: tuple[AnyRule, ...] = (
    *plays.PLAY_RULES,
    *chains.CHAIN_RULES,
    *course.HOLDS_RULES,
    *course.DRAW_RULES,
    *course.FINISH_RULES,
    *chains.UNANSWERED_RULES,
    *course.CALL_RULES,
    *course.TABLE_RULES,
    rule("makao.invalid", Admitted),
)
