"""Durak: everybody tries to get rid of all cards, and the last one with cards is the fool.

One player attacks the left-hand neighbour, who beats each card with a higher one or a trump, or
takes them all. The others may throw in cards of the ranks on the table, or in the transfer game
the attack is passed on with a card of the same rank. FinishedGame by two to eight, also in teams.
"""

from scorekeeper.core.game import Game
from scorekeeper.games.durak.beginners import first_deal
from scorekeeper.games.durak.checks import check, check_table
from scorekeeper.games.durak.entries import ENTRIES, penalty_entry
from scorekeeper.games.durak.house_rules import HouseRules, pack_of
from scorekeeper.games.durak.referee import DISPUTES, RULES
from scorekeeper.games.durak.scoring import after, reseat, score, start, state
from scorekeeper.games.durak.statistics import RECORDS, statistics, story

GAME = Game(
    key="durak",
    seats=(2, 3, 4, 5, 6, 7, 8),
    direction="clockwise",
    higher_wins=False,
    drawn_as_strokes=True,
    house=HouseRules,
    pack=pack_of,
    entries=ENTRIES,
    start=start,
    check=check,
    score=score,
    after=after,
    state=state,
    statistics=statistics,
    disputes=DISPUTES,
    rules=RULES,
    record_penalty=penalty_entry,
    reseat=reseat,
    check_table=check_table,
    newer_refusals=frozenset({"durak.draw.partners"}),
    line_sums={"durak.fool": 1, "durak.fool.paper": None},
    story=story,
    first_deal=first_deal,
    records=RECORDS,
)
