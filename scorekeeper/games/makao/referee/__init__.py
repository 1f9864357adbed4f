"""The referee of Makao: the kinds of dispute, and the table of the rules that decide them.

Rules document, sections 1 to 4 and 6. Each topic has a module of its own with its disputes, the
predicates on them and their rows of the table; the most specific rule of a kind stands first.
"""

from scorekeeper.dispute import Admitted, Dispute
from scorekeeper.games.makao.house import HouseRules
from scorekeeper.games.makao.referee.breaches import penalty, rule
from scorekeeper.games.makao.referee.chains import CHAIN_RULES, Attack, Skip
from scorekeeper.games.makao.referee.demands import HOLDS_RULES, Holds
from scorekeeper.games.makao.referee.draws import DRAW_RULES, Drawn
from scorekeeper.games.makao.referee.finish import FINISH_RULES, Finish
from scorekeeper.games.makao.referee.laying import PLAY_RULES
from scorekeeper.games.makao.referee.plays import JokerPlay, Play
from scorekeeper.referee import AnyRule, Penalty, Rule

__all__ = ["CALL", "DISPUTES", "RULES", "penalty"]

CALL = 5
"""Cards for a forgotten "makao" (makao.call)."""


def forgotten_call(house: HouseRules) -> Penalty:
    """The penalty of a forgotten "makao" in this house (makao.call)."""
    return Penalty("cards", amount=CALL)


def calls(house: HouseRules) -> bool:
    """True if "makao" has to be said here (makao.call)."""
    return house.makao_call


DISPUTES: tuple[type[Dispute], ...] = (
    Play,
    JokerPlay,
    Attack,
    Skip,
    Holds,
    Drawn,
    Finish,
)

RULES: tuple[AnyRule, ...] = (
    *PLAY_RULES,
    *CHAIN_RULES,
    *HOLDS_RULES,
    *DRAW_RULES,
    *FINISH_RULES,
    Rule("makao.call", Admitted, None, "makao", forgotten_call, calls),
    rule("makao.invalid", Admitted),
)
