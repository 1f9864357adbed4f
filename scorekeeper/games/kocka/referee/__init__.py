"""The referee of Černá kočka and Dokládačka: the kinds of dispute, and the rules that decide them.

Rules document, sections 1 to 6, 8 and 9. Each topic has a module of its own with its disputes, the
predicates on them and their rows of the table; the most specific rule of a kind stands first.
"""

from scorekeeper.games.conduct import (
    BreachClaimed,
    CardTakenBack,
    MisdealClaimed,
    misdeal_rules,
    taking_back_rules,
)
from scorekeeper.games.kocka.house_rules import HouseRules
from scorekeeper.games.kocka.referee import conduct
from scorekeeper.games.kocka.referee.claims import (
    CLAIM_RULES,
    ENDING_RULES,
    Claim,
    Stopped,
    Unturned,
)
from scorekeeper.games.kocka.referee.dokladacka import (
    DOKLADACKA_RULES,
    Cink,
    DokladackaPlay,
    DokladackaTurn,
)
from scorekeeper.games.kocka.referee.durch import DURCH_RULES, DurchShown
from scorekeeper.games.kocka.referee.inscription import INSCRIPTION_RULES, Inscribe
from scorekeeper.games.kocka.referee.plays import FREE_LEAD, PLAY_RULES, Play, penalty
from scorekeeper.games.kocka.referee.totals import (
    AUDIT_RULES,
    TOTAL_RULES,
    Audit,
    RoundScore,
    Trigger,
)
from scorekeeper.referee.dispute import Dispute
from scorekeeper.referee.verdict import AnyRule

__all__ = ["DISPUTES", "RULES", "penalty"]

DISPUTES: tuple[type[Dispute[HouseRules]], ...] = (
    Play,
    conduct.Winner,
    conduct.Lead,
    conduct.Pass,
    conduct.Turn,
    conduct.Look,
    conduct.Bluff,
    conduct.DealtOut,
    MisdealClaimed,
    Claim,
    Unturned,
    Stopped,
    DurchShown,
    DokladackaPlay,
    DokladackaTurn,
    Cink,
    Trigger,
    RoundScore,
    conduct.FirstDealer,
    Inscribe,
    CardTakenBack,
    BreachClaimed,
    Audit,
)

RULES: tuple[AnyRule, ...] = (
    *PLAY_RULES,
    FREE_LEAD,
    *conduct.DEAL_RULES,
    *conduct.CONDUCT_RULES,
    *CLAIM_RULES,
    *ENDING_RULES,
    *DURCH_RULES,
    *DOKLADACKA_RULES,
    *TOTAL_RULES,
    *INSCRIPTION_RULES,
    *misdeal_rules("kocka.deal.misdeal.until", "kocka.deal.misdeal.second"),
    *taking_back_rules("kocka.card-stands", "kocka.renonc.until"),
    *AUDIT_RULES,
)
