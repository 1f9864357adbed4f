"""Faraón, the Slovak way to play mau-mau: be rid of your cards first.

Two to five players with 32 German-suited cards, up to ten with two packs. The green dolník, the
faraón, lies on anything; sevens make others draw, aces stop them, a horník names the suit, and the
red seven brings back a player who was already out. The last one left loses the game: a stroke on
the sheet, or in an Olympic match one card less in the next deal, until only one player has any.
"""

from scorekeeper.core.game import Game
from scorekeeper.games.faraon import house_rules, scoring
from scorekeeper.games.faraon.beginners import first_deal
from scorekeeper.games.faraon.checks import check, check_table
from scorekeeper.games.faraon.entries import ENTRIES, penalty_entry
from scorekeeper.games.faraon.referee import DISPUTES, RULES
from scorekeeper.games.faraon.statistics import RECORDS, statistics, story

GAME = Game(
    key="faraon",
    seats=tuple(range(2, house_rules.SEATS_A_PACK * house_rules.MOST_PACKS + 1)),
    direction="clockwise",
    higher_wins=False,
    drawn_as_strokes=True,
    house=house_rules.HouseRules,
    pack=house_rules.pack_of,
    entries=ENTRIES,
    start=scoring.start,
    check=check,
    score=scoring.score,
    after=scoring.after,
    state=scoring.state,
    lives=scoring.lives,
    preset=scoring.preset,
    statistics=statistics,
    disputes=DISPUTES,
    rules=RULES,
    record_penalty=penalty_entry,
    reseat=scoring.reseat,
    check_table=check_table,
    newer_refusals=frozenset({"faraon.olympic.over.pajchel"}),
    tables=house_rules.tables,
    line_sums={"faraon.loser": 1, "faraon.loser.paper": None, "faraon.olympic": 1},
    story=story,
    first_deal=first_deal,
    records=RECORDS,
)
