"""The referee of Makao: the kinds of dispute, and the table of the rules that decide them.

Rules document, sections 1 to 4 and 6. Each topic has a module of its own with its disputes, the
predicates on them and their rows of the table; the most specific rule of a kind stands first.
"""

from scorekeeper.games.conduct import CardTakenBack
from scorekeeper.games.makao.house_rules import HouseRules
from scorekeeper.games.makao.referee import course
from scorekeeper.games.makao.referee.chains import CHAIN_RULES, Attack, Skip
from scorekeeper.games.makao.referee.plays import PLAY_RULES, JokerPlay, Play
from scorekeeper.games.makao.referee.situation import HOLDS_RULES, Holds, penalty, rule
from scorekeeper.games.makao.referee.unanswered import (
    CALL,
    UNANSWERED_RULES,
    Call,
    Unanswered,
    WrongAnswer,
)
from scorekeeper.games.shedding import MistakeClaimed
from scorekeeper.referee.dispute import Admitted, Dispute
from scorekeeper.referee.verdict import AnyRule

__all__ = ["CALL", "DISPUTES", "RULES", "penalty"]

DISPUTES: tuple[type[Dispute[HouseRules]], ...] = (
    Play,
    JokerPlay,
    Attack,
    Skip,
    Holds,
    course.Drawn,
    course.Finish,
    WrongAnswer,
    Unanswered,
    course.Restock,
    Call,
    course.Deal,
    course.CardOutOfTurn,
    CardTakenBack,
    MistakeClaimed,
)

RULES: tuple[AnyRule, ...] = (
    *PLAY_RULES,
    *CHAIN_RULES,
    *HOLDS_RULES,
    *course.DRAW_RULES,
    *course.FINISH_RULES,
    *UNANSWERED_RULES,
    *course.TABLE_RULES,
    rule("makao.invalid", Admitted),
)
