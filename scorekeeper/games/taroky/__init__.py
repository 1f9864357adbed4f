"""Taroky: four players, 54 tarock cards, a bidder and his unknown partner.

The highest bidder plays a contract, alone or with whoever holds the tarok that he calls; his side
needs 36 of the 70 points. Announcements, fleks, the pagát in the last trick and a valát add to the
score, and each deal is settled between the players so that its row sums to nought.
"""

from scorekeeper.cards import TAROCK_54
from scorekeeper.games import Game
from scorekeeper.games.taroky.auction import AUCTION_RULES
from scorekeeper.games.taroky.audit import AUDIT_RULES, DISPUTES
from scorekeeper.games.taroky.checks import check
from scorekeeper.games.taroky.entries import ENTRIES, at_table, fine
from scorekeeper.games.taroky.house import HouseRules
from scorekeeper.games.taroky.promise_rules import PROMISE_RULES
from scorekeeper.games.taroky.rules import RULES
from scorekeeper.games.taroky.scoring import after, preset, score, stake, start, state
from scorekeeper.games.taroky.statistics import statistics

GAME = Game(
    key="taroky",
    seats=(4, 5, 6),
    direction="counter-clockwise",
    signed=True,
    house=HouseRules,
    pack=lambda house: TAROCK_54,
    entries=ENTRIES,
    start=start,
    check=check,
    score=score,
    after=after,
    state=state,
    preset=preset,
    stake=stake,
    statistics=statistics,
    disputes=DISPUTES,
    rules=(*RULES, *AUCTION_RULES, *PROMISE_RULES, *AUDIT_RULES),
    fine=fine,
    playing=at_table,
)
