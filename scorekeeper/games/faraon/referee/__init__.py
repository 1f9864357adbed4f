"""The referee of Faraón: the kinds of dispute, and the table of the rules that decide them.

Rules document, sections 1 to 6. Each topic has a module of its own with its disputes, the
predicates on them and their rows of the table; the most specific rule of a kind stands first.
"""

from scorekeeper.games.conduct import CardTakenBack
from scorekeeper.games.faraon.house_rules import HouseRules
from scorekeeper.games.faraon.referee import deals, turns
from scorekeeper.games.faraon.referee.chains import (
    ACE_RULES,
    SEVEN_RULES,
    AceAnswer,
    Sevens,
    WrongSeven,
)
from scorekeeper.games.faraon.referee.finish import (
    FINISH_RULES,
    OLYMPIC_RULES,
    RETURN_RULES,
    Finish,
    Olympic,
    Return,
)
from scorekeeper.games.faraon.referee.layout import penalty, rule
from scorekeeper.games.faraon.referee.plays import BURNT_RULES, PLAY_RULES, Burnt, Play
from scorekeeper.games.shedding import MistakeClaimed, shedding_rules
from scorekeeper.referee.dispute import Admitted, Dispute
from scorekeeper.referee.verdict import AnyRule

__all__ = ["DISPUTES", "RULES", "penalty"]

DISPUTES: tuple[type[Dispute[HouseRules]], ...] = (
    Play,
    AceAnswer,
    Sevens,
    Return,
    deals.Start,
    Burnt,
    turns.Camouflage,
    turns.Draw,
    Finish,
    Olympic,
    deals.Begins,
    deals.Restock,
    WrongSeven,
    turns.Unanswered,
    turns.Added,
    turns.Call,
    deals.Deal,
    turns.CardOutOfTurn,
    CardTakenBack,
    MistakeClaimed,
)

IDS = {
    "deal": "faraon.deal.misdeal",
    "stands": "faraon.card-stands",
    "until": "faraon.pajchel.until",
}
"""The rules that all games of getting rid of cards have."""

RULES: tuple[AnyRule, ...] = (
    *PLAY_RULES,
    *ACE_RULES,
    *SEVEN_RULES,
    *RETURN_RULES,
    *deals.START_RULES,
    *BURNT_RULES,
    *turns.TURN_RULES,
    *FINISH_RULES,
    *OLYMPIC_RULES,
    *deals.DEALING_RULES,
    *turns.UNANSWERED_RULES,
    *shedding_rules(deals.Deal, IDS, deals.deals_unduly),
    rule("faraon.pajchel", Admitted),
)
