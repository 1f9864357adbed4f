"""The referee of Taroky: the kinds of dispute, and the table of the rules that decide them.

Rules document, sections 2 to 9 and 13. Each topic has a module of its own with its disputes, the
predicates on them and their rows of the table; the most specific rule of a kind stands first.
"""

from scorekeeper.games.taroky.referee.announcements import (
    ANNOUNCE_RULES,
    Announce,
    AnnounceTogether,
)
from scorekeeper.games.taroky.referee.auction import AUCTION_RULES, BID_RULES, Auction
from scorekeeper.games.taroky.referee.audit import AUDIT_RULES, Audit
from scorekeeper.games.taroky.referee.calls import (
    CALL_RULES,
    Call,
    Fold,
    VarsavaCall,
    VarsavaTalon,
)
from scorekeeper.games.taroky.referee.counting import COUNT_RULES, Counting
from scorekeeper.games.taroky.referee.deal import DEAL_RULES, Dealt, Lead, PagatPlayed
from scorekeeper.games.taroky.referee.fleks import FLEK_RULES, FlekSaid
from scorekeeper.games.taroky.referee.penalties import penalty
from scorekeeper.games.taroky.referee.plays import PLAY_RULES, Play
from scorekeeper.games.taroky.referee.talon import TALON_RULES, Discard
from scorekeeper.referee import Admitted, AnyRule, Dispute, Rule

__all__ = ["DISPUTES", "RULES", "penalty"]

DISPUTES: tuple[type[Dispute], ...] = (
    Play,
    Lead,
    Discard,
    Announce,
    AnnounceTogether,
    Auction,
    Call,
    Fold,
    VarsavaCall,
    VarsavaTalon,
    FlekSaid,
    PagatPlayed,
    Counting,
    Dealt,
    Audit,
)

RULES: tuple[AnyRule, ...] = (
    *PLAY_RULES,
    *TALON_RULES,
    *BID_RULES,
    *COUNT_RULES,
    *AUCTION_RULES,
    *ANNOUNCE_RULES,
    *CALL_RULES,
    *FLEK_RULES,
    *DEAL_RULES,
    Rule("taroky.play.look", Admitted, penalty=penalty),
    Rule("taroky.renonc.misdeal", Admitted, penalty=penalty),
    Rule("taroky.renonc.conduct", Admitted, penalty=penalty),
    *AUDIT_RULES,
)
