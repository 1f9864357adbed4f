"""The referee of Faraón: the kinds of dispute, and the table of the rules that decide them.

Rules document, sections 1 to 6. Each topic has a module of its own with its disputes, the
predicates on them and their rows of the table; the most specific rule of a kind stands first.
"""

from scorekeeper.games import conduct, shedding
from scorekeeper.games.faraon.house_rules import HouseRules
from scorekeeper.games.faraon.referee import chains, deals, finish, plays, turns
from scorekeeper.games.faraon.referee.layout import penalty, rule
from scorekeeper.referee.dispute import Admitted, Dispute
from scorekeeper.referee.rule_table import AnyRule

__all__ = ["DISPUTES", "RULES", "penalty"]

DISPUTES: tuple[type[Dispute[HouseRules]], ...] = (
    plays.Play,
    chains.AceAnswer,
    chains.Sevens,
    finish.Return,
    deals.Start,
    plays.Burnt,
    turns.Camouflage,
    turns.Draw,
    finish.Finish,
    finish.Olympic,
    deals.Begins,
    deals.Restock,
    chains.WrongSeven,
    turns.Unanswered,
    turns.Added,
    turns.Call,
    deals.Deal,
    turns.CardOutOfTurn,
    conduct.CardTakenBack,
    shedding.MistakeClaimed,
)

IDS = {
    "deal": "faraon.deal.misdeal",
    "stands": "faraon.card-stands",
    "until": "faraon.pajchel.until",
}
"""The rules that all games of getting rid of cards have."""

RULES: tuple[AnyRule, ...] = (
    *plays.PLAY_RULES,
    *chains.ACE_RULES,
    *chains.SEVEN_RULES,
    *finish.RETURN_RULES,
    *deals.START_RULES,
    *plays.BURNT_RULES,
    *turns.TURN_RULES,
    *finish.FINISH_RULES,
    *finish.OLYMPIC_RULES,
    *deals.DEALING_RULES,
    *turns.UNANSWERED_RULES,
    *shedding.shedding_rules(deals.Deal, IDS, deals.deals_unduly),
    rule("faraon.pajchel", Admitted),
)
