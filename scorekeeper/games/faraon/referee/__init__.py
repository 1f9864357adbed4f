"""The referee of Faraón: the kinds of dispute, and the table of the rules that decide them.

Rules document, sections 1 to 6. Each topic has a module of its own with its disputes, the
predicates on them and their rows of the table; the most specific rule of a kind stands first.
"""

from scorekeeper.games import conduct, shedding
from scorekeeper.games.faraon.house_rules import HouseRules
from scorekeeper.games.faraon.referee import chains, course, finish, plays
from scorekeeper.games.faraon.referee.layout import penalty, rule
from scorekeeper.referee.dispute import Admitted, Dispute
from scorekeeper.referee.rule_table import AnyRule

__all__ = ["DISPUTES", "RULES", "penalty"]

DISPUTES: tuple[type[Dispute[HouseRules]], ...] = (
    plays.Play,
    chains.AceAnswer,
    chains.Sevens,
    finish.Return,
    course.Start,
    plays.Burnt,
    course.Camouflage,
    course.Draw,
    finish.Finish,
    finish.Olympic,
    course.Begins,
    course.Restock,
    chains.WrongSeven,
    chains.Unanswered,
    course.Added,
    course.Call,
    course.Deal,
    conduct.OutOfTurn,
    conduct.CardTakenBack,
    shedding.MistakeClaimed,
)

RULES: tuple[AnyRule, ...] = (
    *plays.PLAY_RULES,
    *chains.ACE_RULES,
    *chains.SEVEN_RULES,
    *finish.RETURN_RULES,
    *course.START_RULES,
    *plays.BURNT_RULES,
    *course.TURN_RULES,
    *finish.FINISH_RULES,
    *finish.OLYMPIC_RULES,
    *course.DEALING_RULES,
    *chains.UNANSWERED_RULES,
    *course.ADDED_RULES,
    *shedding.shedding_rules(
        course.Deal,
        {
            "deal": "faraon.deal.misdeal",
            "stands": "faraon.card-stands",
            "until": "faraon.pajchel.until",
        },
        course.deals_unduly,
    ),
    rule("faraon.pajchel", Admitted),
)
