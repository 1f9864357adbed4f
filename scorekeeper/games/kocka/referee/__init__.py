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
from scorekeeper.games.kocka.referee import (
    claims,
    conduct,
    dokladacka,
    durch,
    inscription,
    plays,
    totals,
)
from scorekeeper.games.kocka.referee.plays import penalty
from scorekeeper.referee.dispute import Dispute
from scorekeeper.referee.rule_table import AnyRule

__all__ = ["DISPUTES", "RULES", "penalty"]

DISPUTES: tuple[type[Dispute[HouseRules]], ...] = (
    plays.Play,
    conduct.Winner,
    conduct.Lead,
    conduct.Pass,
    conduct.Turn,
    conduct.Look,
    conduct.Bluff,
    conduct.DealtOut,
    MisdealClaimed,
    claims.Claim,
    claims.Unturned,
    claims.Stopped,
    durch.DurchShown,
    dokladacka.DokladackaPlay,
    dokladacka.DokladackaTurn,
    dokladacka.Cink,
    totals.Trigger,
    totals.RoundScore,
    conduct.FirstDealer,
    inscription.Inscribe,
    CardTakenBack,
    BreachClaimed,
    totals.Audit,
)

RULES: tuple[AnyRule, ...] = (
    *plays.PLAY_RULES,
    plays.FREE_LEAD,
    *conduct.DEAL_RULES,
    *conduct.CONDUCT_RULES,
    *claims.CLAIM_RULES,
    *claims.ENDING_RULES,
    *durch.DURCH_RULES,
    *dokladacka.DOKLADACKA_RULES,
    *totals.TOTAL_RULES,
    *inscription.INSCRIPTION_RULES,
    *misdeal_rules("kocka.deal.misdeal.until", "kocka.deal.misdeal.second"),
    *taking_back_rules("kocka.card-stands", "kocka.renonc.until"),
    *totals.AUDIT_RULES,
)
