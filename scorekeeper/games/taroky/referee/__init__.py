"""The referee of Taroky: the kinds of dispute, and the table of the rules that decide them.

Rules document, sections 2 to 9 and 13. Each topic has a module of its own with its disputes, the
predicates on them and their rows of the table; the most specific rule of a kind stands first.
"""

from scorekeeper.dispute import Admitted, Dispute
from scorekeeper.games.taroky.referee.announcements import (
    ANNOUNCE_RULES,
    Announce,
    AnnounceTogether,
)
from scorekeeper.games.taroky.referee.auction import AUCTION_RULES, BID_RULES, Auction
from scorekeeper.games.taroky.referee.audit import AUDIT_RULES, Audit
from scorekeeper.games.taroky.referee.calls import CALL_RULES, Call
from scorekeeper.games.taroky.referee.counting import COUNT_RULES, Counting
from scorekeeper.games.taroky.referee.deal import DEAL_RULES, Dealt, Lead, PagatPlayed
from scorekeeper.games.taroky.referee.dealing import DEALING_RULES, DealtHow
from scorekeeper.games.taroky.referee.drawing import DRAWING_RULES, CalledFound, TalonRefused
from scorekeeper.games.taroky.referee.fleks import FLEK_RULES, FlekSaid
from scorekeeper.games.taroky.referee.folding import FOLD_RULES, Fold
from scorekeeper.games.taroky.referee.penalties import penalty
from scorekeeper.games.taroky.referee.plays import FREE_RULES, PLAY_RULES, Play
from scorekeeper.games.taroky.referee.promises import PROMISE_RULES, SaidWhen, ValatPlayed
from scorekeeper.games.taroky.referee.settling import SETTLING_RULES, Settled
from scorekeeper.games.taroky.referee.talon import TALON_RULES, Discard
from scorekeeper.games.taroky.referee.threes import THREES_RULES, ThreesShown
from scorekeeper.games.taroky.referee.turns import TURN_RULES, Look, TrickTaken, Turn
from scorekeeper.games.taroky.referee.varsava import VARSAVA_RULES, VarsavaCall, VarsavaTalon
from scorekeeper.referee import AnyRule, Rule

__all__ = ["DISPUTES", "RULES", "penalty"]

DISPUTES: tuple[type[Dispute], ...] = (
    Play,
    TrickTaken,
    Turn,
    Lead,
    Look,
    Announce,
    AnnounceTogether,
    SaidWhen,
    FlekSaid,
    PagatPlayed,
    ValatPlayed,
    Counting,
    Settled,
    Auction,
    Call,
    CalledFound,
    Fold,
    Discard,
    TalonRefused,
    ThreesShown,
    VarsavaCall,
    VarsavaTalon,
    DealtHow,
    Dealt,
    Audit,
)

RULES: tuple[AnyRule, ...] = (
    *VARSAVA_RULES,
    *PLAY_RULES,
    *TURN_RULES,
    *FREE_RULES,
    *TALON_RULES,
    *BID_RULES,
    *COUNT_RULES,
    *AUCTION_RULES,
    *ANNOUNCE_RULES,
    *CALL_RULES,
    *FOLD_RULES,
    *FLEK_RULES,
    *DEAL_RULES,
    *DEALING_RULES,
    *DRAWING_RULES,
    *PROMISE_RULES,
    *SETTLING_RULES,
    *THREES_RULES,
    Rule("taroky.renonc.misdeal", Admitted, penalty=penalty),
    Rule("taroky.renonc.conduct", Admitted, penalty=penalty),
    *AUDIT_RULES,
)
