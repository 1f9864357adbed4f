"""Prší, the Czech mau-mau: suit on suit, rank on rank, one card at a time, until one is left.

Two to six players with 32 German-suited cards, four each. Sevens make the next player draw two, an
ace stops him, an Ober lies on any card and names the suit. The last one left with cards loses the
game: a stroke on the sheet.
"""

from scorekeeper.game import Game

from .checks import check
from .entries import ENTRIES, penalty_entry
from .house import MOST, HouseRules, pack_of
from .referee import DISPUTES, RULES
from .scoring import after, reseat, score, start, state
from .statistics import RECORDS, statistics, story

GAME = Game(
    key="prsi",
    package=__name__,
    seats=tuple(range(2, MOST + 1)),
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
    line_sums={"prsi.end": 1},
    fewest=0,
    story=story,
    records=RECORDS,
)
