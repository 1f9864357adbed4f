"""Makao: two to six players shed their cards, and functional cards trouble the neighbours.

A card goes on one of the same suit or rank. Twos, threes and two of the kings make others take
cards, fours make them miss turns, jacks and aces demand a rank or a suit; answers add up and move
on. In company of up to four the last one with cards lost, in larger company all who are left when
the third player is out.
"""

from scorekeeper.core.game import Game
from scorekeeper.games.makao.beginners import first_deal
from scorekeeper.games.makao.checks import check
from scorekeeper.games.makao.entries import ENTRIES, penalty_entry
from scorekeeper.games.makao.house_rules import HouseRules, pack_of
from scorekeeper.games.makao.referee import DISPUTES, RULES
from scorekeeper.games.makao.scoring import after, reseat, score, start, state
from scorekeeper.games.makao.statistics import RECORDS, statistics, story

GAME = Game(
    key="makao",
    seats=(2, 3, 4, 5, 6),
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
    story=story,
    first_deal=first_deal,
    records=RECORDS,
)
