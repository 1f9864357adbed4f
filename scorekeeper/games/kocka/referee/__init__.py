"""The referee of Černá kočka and Dokládačka: the kinds of dispute, and the rules that decide them.

Rules document, sections 1 to 6, 8 and 9. Each topic has a module of its own with its disputes, the
predicates on them and their rows of the table; the most specific rule of a kind stands first.
"""

from scorekeeper.dispute import Dispute
from scorekeeper.games.kocka.referee.audit import AUDIT_RULES, Audit
from scorekeeper.games.kocka.referee.claims import CLAIM_RULES, Claim, Unturned
from scorekeeper.games.kocka.referee.conduct import CONDUCT_RULES, Lead, Look, Pass, Turn
from scorekeeper.games.kocka.referee.deals import DEAL_RULES, FirstDealer, Winner
from scorekeeper.games.kocka.referee.dokladacka import DOKLADACKA_RULES, Cink, DokladackaPlay
from scorekeeper.games.kocka.referee.durch import DURCH_RULES, DurchShown
from scorekeeper.games.kocka.referee.inscription import INSCRIPTION_RULES, Inscribe
from scorekeeper.games.kocka.referee.penalties import penalty
from scorekeeper.games.kocka.referee.plays import FREE_LEAD, PLAY_RULES, Play
from scorekeeper.games.kocka.referee.totals import TOTAL_RULES, RoundScore, Trigger
from scorekeeper.referee import AnyRule

__all__ = ["DISPUTES", "RULES", "penalty"]

DISPUTES: tuple[type[Dispute], ...] = (
    Play,
    Winner,
    Lead,
    Pass,
    Turn,
    Look,
    Claim,
    Unturned,
    DurchShown,
    DokladackaPlay,
    Cink,
    Trigger,
    RoundScore,
    FirstDealer,
    Inscribe,
    Audit,
)

RULES: tuple[AnyRule, ...] = (
    *PLAY_RULES,
    FREE_LEAD,
    *DEAL_RULES,
    *CONDUCT_RULES,
    *CLAIM_RULES,
    *DURCH_RULES,
    *DOKLADACKA_RULES,
    *TOTAL_RULES,
    *INSCRIPTION_RULES,
    *AUDIT_RULES,
)
