"""Highest: each plays a card of the suit led, and the highest card of the trick wins a point.

Three or four players with 52 cards. A toy, but a whole game: the tests put its folder on a shelf
to show that nothing else has to be touched.
"""

from scorekeeper.game import Game
from scorekeeper.games.high.checks import check
from scorekeeper.games.high.entries import ENTRIES, penalty_entry
from scorekeeper.games.high.house import HouseRules, pack_of
from scorekeeper.games.high.referee import DISPUTES, RULES
from scorekeeper.games.high.scoring import after, score, start, state
from scorekeeper.games.high.statistics import RECORDS, statistics, story

GAME = Game(
    key="high",
    seats=(3, 4),
    direction="clockwise",
    higher_wins=False,
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
    story=story,
    records=RECORDS,
)
