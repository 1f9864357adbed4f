"""Černá kočka, the Black Cat: four players avoid hearts and the queen of spades.

A round holds 28 penalty points; whoever takes no trick is one point better off, whoever takes all
of them has made a durch. At 100 points the game is over and the highest total lost. On the way,
when somebody first reaches 50, an interlude with other rules is played: the dokládačka, whose
loser buys a round of drinks.
"""

from scorekeeper.core.game import Game
from scorekeeper.games.kocka.beginners import first_deal
from scorekeeper.games.kocka.checks import check, check_table
from scorekeeper.games.kocka.entries import ENTRIES, penalty_entry
from scorekeeper.games.kocka.house_rules import HouseRules, pack_of
from scorekeeper.games.kocka.referee import DISPUTES, RULES
from scorekeeper.games.kocka.referee.inscription import INSCRIPTION
from scorekeeper.games.kocka.scoring import after, reseat, score, start, state
from scorekeeper.games.kocka.statistics import RECORDS, statistics, story

GAME = Game(
    key="kocka",
    seats=(4,),
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
    reseat=reseat,
    closed=True,
    check_table=check_table,
    newer_refusals=frozenset({"kocka.game.barrage.range", "kocka.game.barrage.durch"}),
    line_sums={
        "kocka.points": 28,
        "kocka.points.paper": None,
        "kocka.round.durch": -28,
        "kocka.round.durch-caught": 28,
    },
    story=story,
    first_deal=first_deal,
    records=RECORDS,
    inscription=INSCRIPTION,
)
