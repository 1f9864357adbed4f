"""Černá kočka, the Black Cat: four players avoid hearts and the queen of spades.

A round holds 28 penalty points; whoever takes no trick is one point better off, whoever takes all
of them has made a durch. At 100 points the game is over and the highest total lost. On the way,
when somebody first reaches 50, an interlude with other rules is played: the dokládačka, whose
loser buys a round of drinks.
"""

from scorekeeper.cards import FRENCH_32
from scorekeeper.games import Game
from scorekeeper.games.kocka.audit import AUDIT_RULES, DISPUTES
from scorekeeper.games.kocka.entries import ENTRIES, check, fine
from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.games.kocka.rules import RULES
from scorekeeper.games.kocka.scoring import after, score, start, state
from scorekeeper.games.kocka.statistics import statistics

GAME = Game(
    key="kocka",
    seats=(4,),
    direction="clockwise",
    signed=False,
    house=HouseRules,
    pack=lambda house: FRENCH_32,
    entries=ENTRIES,
    start=start,
    check=check,
    score=score,
    after=after,
    state=state,
    statistics=statistics,
    disputes=DISPUTES,
    rules=(*RULES, *AUDIT_RULES),
    fine=fine,
)
