"""The referee of Taroky: the kinds of dispute, and the table of the rules that decide them.

Rules document, sections 2 to 9 and 13. Each topic has a module of its own with its disputes, the
predicates on them and their rows of the table; the most specific rule of a kind stands first.
"""

from scorekeeper.games.conduct import (
    BreachClaimed,
    CardTakenBack,
    MisdealClaimed,
    misdeal_rules,
    taking_back_rules,
)
from scorekeeper.games.taroky.house_rules import HouseRules
from scorekeeper.games.taroky.referee import drawing
from scorekeeper.games.taroky.referee.announcements import (
    ANNOUNCE_RULES,
    Announce,
    AnnounceTogether,
)
from scorekeeper.games.taroky.referee.auction import (
    AUCTION_RULES,
    BID_RULES,
    CALL_RULES,
    Auction,
    Call,
)
from scorekeeper.games.taroky.referee.audit import AUDIT_RULES, Audit
from scorekeeper.games.taroky.referee.counting import COUNT_RULES, Counting
from scorekeeper.games.taroky.referee.deal import (
    DEAL_RULES,
    DEALING_RULES,
    Dealt,
    DealtHow,
    Lead,
    PagatPlayed,
)
from scorekeeper.games.taroky.referee.fleks import (
    FLEK_RULES,
    PROMISE_RULES,
    FlekSaid,
    SaidWhen,
    ValatPlayed,
)
from scorekeeper.games.taroky.referee.penalties import marked, misdeal, penalty
from scorekeeper.games.taroky.referee.plays import FREE_RULES, PLAY_RULES, Play
from scorekeeper.games.taroky.referee.settling import SETTLING_RULES, Settled
from scorekeeper.games.taroky.referee.talon import TALON_RULES, THREES_RULES, Discard, ThreesShown
from scorekeeper.games.taroky.referee.turns import (
    CLAIM_RULES,
    TURN_RULES,
    Look,
    RestClaimed,
    TrickTaken,
    Turn,
)
from scorekeeper.games.taroky.referee.varsava import VARSAVA_RULES, VarsavaCall, VarsavaTalon
from scorekeeper.referee.dispute import Admitted, Dispute
from scorekeeper.referee.verdict import AnyRule, Rule

__all__ = ["DISPUTES", "RULES", "penalty"]

DISPUTES: tuple[type[Dispute[HouseRules]], ...] = (
    Play,
    TrickTaken,
    Turn,
    Lead,
    Look,
    RestClaimed,
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
    drawing.CalledFound,
    drawing.PartnerTold,
    drawing.Fold,
    Discard,
    drawing.TalonDrawn,
    drawing.TalonRefused,
    ThreesShown,
    VarsavaCall,
    VarsavaTalon,
    DealtHow,
    Dealt,
    MisdealClaimed,
    CardTakenBack,
    BreachClaimed,
    Audit,
)

_RULES: tuple[AnyRule, ...] = (
    *VARSAVA_RULES,
    *FREE_RULES,
    *PLAY_RULES,
    *TURN_RULES,
    *CLAIM_RULES,
    *TALON_RULES,
    *BID_RULES,
    *COUNT_RULES,
    *AUCTION_RULES,
    *ANNOUNCE_RULES,
    *CALL_RULES,
    *drawing.FOLD_RULES,
    *FLEK_RULES,
    *DEAL_RULES,
    *DEALING_RULES,
    *drawing.DRAWING_RULES,
    *PROMISE_RULES,
    *SETTLING_RULES,
    *THREES_RULES,
    misdeal("taroky.renonc.misdeal", Admitted),
    Rule("taroky.renonc.conduct", Admitted, penalty=penalty),
    *misdeal_rules("taroky.renonc.misdeal.until", "taroky.renonc.misdeal.second"),
    *taking_back_rules("taroky.play.card-stands", "taroky.renonc.until"),
    *AUDIT_RULES,
)
RULES = tuple(map(marked, _RULES))
