"""Taroky: four players, 54 tarock cards, a bidder and an unknown partner.

The highest bidder plays a contract, alone or with whoever holds the called tarok; this side
needs 36 of the 70 points. Announcements, fleks, the pagát in the last trick and a valát add to the
score, and each deal is settled between the players so that its row sums to 0.
"""

from scorekeeper.core.game import Game
from scorekeeper.games.taroky import scoring
from scorekeeper.games.taroky.beginners import first_deal, worth
from scorekeeper.games.taroky.checks import check
from scorekeeper.games.taroky.entries import ENTRIES, at_table, penalty_entry
from scorekeeper.games.taroky.house_rules import HouseRules, pack_of
from scorekeeper.games.taroky.referee import DISPUTES, RULES
from scorekeeper.games.taroky.statistics import RECORDS, statistics, story

GAME = Game(
    key="taroky",
    seats=(4, 5, 6),
    direction="counter-clockwise",
    higher_wins=True,
    house=HouseRules,
    pack=pack_of,
    entries=ENTRIES,
    start=scoring.start,
    check=check,
    score=scoring.score,
    explain=scoring.explain,
    after=scoring.after,
    state=scoring.state,
    preset=scoring.preset,
    stake=scoring.stake,
    pot=lambda standing: standing.pot,
    statistics=statistics,
    disputes=DISPUTES,
    rules=RULES,
    agreed_penalties=True,
    record_penalty=penalty_entry,
    playing=at_table,
    reseat=scoring.reseat,
    newer_refusals=frozenset(
        {
            "taroky.announce.combine",
            "taroky.announce.possible.pagat",
            "taroky.announce.possible.called",
            "taroky.points.pile-tricks",
            "taroky.points.pile-worth",
            "taroky.points.pile-share",
            "taroky.valat.pagat",
            "taroky.valat.points",
            "taroky.valat.points.opponents",
        }
    ),
    line_sums={"taroky": 0, "taroky.settle.paper": None, "taroky.pot": None},
    story=story,
    first_deal=first_deal,
    worth=worth,
    records=RECORDS,
)
