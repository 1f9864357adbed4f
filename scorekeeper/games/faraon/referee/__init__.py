"""The referee of Faraón: the kinds of dispute, and the table of the rules that decide them.

Rules document, sections 1 to 6. Each topic has a module of its own with its disputes, the
predicates on them and their rows of the table; the most specific rule of a kind stands first.
"""

from scorekeeper.games.conduct import CardTakenBack
from scorekeeper.games.faraon.house_rules import HouseRules
from scorekeeper.games.faraon.referee.cards import penalty, rule
from scorekeeper.games.faraon.referee.chains import (
    ACE_RULES,
    SEVEN_RULES,
    AceAnswer,
    Sevens,
    WrongSeven,
)
from scorekeeper.games.faraon.referee.deals import (
    DEALING_RULES,
    START_RULES,
    Begins,
    Deal,
    Restock,
    Start,
    deals_unduly,
)
from scorekeeper.games.faraon.referee.finish import (
    FINISH_RULES,
    OLYMPIC_RULES,
    RETURN_RULES,
    Finish,
    Olympic,
    Return,
)
from scorekeeper.games.faraon.referee.plays import BURNT_RULES, PLAY_RULES, Burnt, Play
from scorekeeper.games.faraon.referee.turns import (
    TURN_RULES,
    UNANSWERED_RULES,
    Added,
    Call,
    Camouflage,
    CardOutOfTurn,
    Draw,
    Unanswered,
)
from scorekeeper.games.shedding import MistakeClaimed, shedding_rules
from scorekeeper.referee.dispute import Admitted, Dispute
from scorekeeper.referee.verdict import AnyRule

__all__ = ["DISPUTES", "RULES", "penalty"]

DISPUTES: tuple[type[Dispute[HouseRules]], ...] = (
    Play,
    AceAnswer,
    Sevens,
    Return,
    Start,
    Burnt,
    Camouflage,
    Draw,
    Finish,
    Olympic,
    Begins,
    Restock,
    WrongSeven,
    Unanswered,
    Added,
    Call,
    Deal,
    CardOutOfTurn,
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
    *START_RULES,
    *BURNT_RULES,
    *TURN_RULES,
    *FINISH_RULES,
    *OLYMPIC_RULES,
    *DEALING_RULES,
    *UNANSWERED_RULES,
    *shedding_rules(Deal, IDS, deals_unduly),
    rule("faraon.pajchel", Admitted),
)
