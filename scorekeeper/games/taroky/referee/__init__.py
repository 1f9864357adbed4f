"""The referee of Taroky: the kinds of dispute, and the table of the rules that decide them.

Rules document, sections 2 to 9 and 13. Each topic has a module of its own with its disputes, the
predicates on them and their rows of the table; the most specific rule of a kind stands first.
"""

from scorekeeper.games import conduct
from scorekeeper.games.taroky.house_rules import HouseRules
from scorekeeper.games.taroky.referee import (
    announcements,
    auction,
    audit,
    counting,
    deal,
    drawing,
    fleks,
    plays,
    settling,
    talon,
    turns,
    varsava,
)
from scorekeeper.games.taroky.referee.penalties import marked, misdeal, penalty
from scorekeeper.referee.dispute import Admitted, Dispute
from scorekeeper.referee.rule_table import AnyRule, Rule

__all__ = ["DISPUTES", "RULES", "penalty"]

DISPUTES: tuple[type[Dispute[HouseRules]], ...] = (
    plays.Play,
    turns.TrickTaken,
    turns.Turn,
    deal.Lead,
    turns.Look,
    turns.RestClaimed,
    announcements.Announce,
    announcements.AnnounceTogether,
    fleks.SaidWhen,
    fleks.FlekSaid,
    deal.PagatPlayed,
    fleks.ValatPlayed,
    counting.Counting,
    settling.Settled,
    auction.Auction,
    auction.Call,
    drawing.CalledFound,
    drawing.PartnerTold,
    drawing.Fold,
    talon.Discard,
    drawing.TalonDrawn,
    drawing.TalonRefused,
    talon.ThreesShown,
    varsava.VarsavaCall,
    varsava.VarsavaTalon,
    deal.DealtHow,
    deal.Dealt,
    conduct.MisdealClaimed,
    conduct.CardTakenBack,
    conduct.BreachClaimed,
    audit.Audit,
)

_RULES: tuple[AnyRule, ...] = (
    *varsava.VARSAVA_RULES,
    *plays.FREE_RULES,
    *plays.PLAY_RULES,
    *turns.TURN_RULES,
    *turns.CLAIM_RULES,
    *talon.TALON_RULES,
    *auction.BID_RULES,
    *counting.COUNT_RULES,
    *auction.AUCTION_RULES,
    *announcements.ANNOUNCE_RULES,
    *auction.CALL_RULES,
    *drawing.FOLD_RULES,
    *fleks.FLEK_RULES,
    *deal.DEAL_RULES,
    *deal.DEALING_RULES,
    *drawing.DRAWING_RULES,
    *fleks.PROMISE_RULES,
    *settling.SETTLING_RULES,
    *talon.THREES_RULES,
    misdeal("taroky.renonc.misdeal", Admitted),
    Rule("taroky.renonc.conduct", Admitted, penalty=penalty),
    *conduct.misdeal_rules("taroky.renonc.misdeal.until", "taroky.renonc.misdeal.second"),
    *conduct.taking_back_rules("taroky.play.card-stands", "taroky.renonc.until"),
    *audit.AUDIT_RULES,
)
RULES = tuple(map(marked, _RULES))
