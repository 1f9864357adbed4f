"""Newgame: each plays a card of the suit led, and the highest card of the trick wins a point.

Say here in a paragraph what is played, by how many, with which cards.
"""

from scorekeeper.game import Game

from .checks import check
from .entries import ENTRIES, penalty_entry
from .house import HouseRules, pack_of
from .referee import DISPUTES, RULES
from .scoring import after, score, start, state
from .statistics import RECORDS, statistics, story

GAME = Game(
    key="newgame",
    package=__name__,
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
