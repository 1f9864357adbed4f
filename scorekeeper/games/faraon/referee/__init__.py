"""The referee of Faraón: the kinds of dispute, and the table of the rules that decide them.

Rules document, sections 1 to 6. Each topic has a module of its own with its disputes, the
predicates on them and their rows of the table; the most specific rule of a kind stands first.
"""

from scorekeeper.games.faraon.referee.breaches import penalty, rule
from scorekeeper.games.faraon.referee.burnt import BURNT_RULES, Burnt
from scorekeeper.games.faraon.referee.chains import CHAIN_RULES, AceAnswer, Sevens
from scorekeeper.games.faraon.referee.olympic import OLYMPIC_RULES, Olympic
from scorekeeper.games.faraon.referee.plays import PLAY_RULES, Play
from scorekeeper.games.faraon.referee.returns import FINISH_RULES, RETURN_RULES, Finish, Return
from scorekeeper.games.faraon.referee.start import START_RULES, Start
from scorekeeper.games.faraon.referee.turns import TURN_RULES, Camouflage, Draw
from scorekeeper.referee import Admitted, AnyRule, Dispute

__all__ = ["DISPUTES", "RULES", "penalty"]

DISPUTES: tuple[type[Dispute], ...] = (
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
)

RULES: tuple[AnyRule, ...] = (
    *PLAY_RULES,
    *CHAIN_RULES,
    *RETURN_RULES,
    *START_RULES,
    *BURNT_RULES,
    *TURN_RULES,
    *FINISH_RULES,
    *OLYMPIC_RULES,
    rule("faraon.at-once", Admitted),
    rule("faraon.pajchel", Admitted),
)
