"""What cannot be written in Makao, and why.

Rule: makao.end (source, the last paragraph of GRA).
"""

from collections import Counter

from scorekeeper.core.sheet import Entry, Refusal, check_paper
from scorekeeper.games.makao.entries import FinishedGame, Paper, Standing, needed
from scorekeeper.games.makao.house_rules import HouseRules


def check(entry: Entry, standing: Standing, house: HouseRules) -> Refusal | None:
    """Why a game cannot have ended so, or None (makao.end).

    >>> from scorekeeper.games.makao.scoring import start
    >>> now = start(3, 0, HouseRules())
    >>> check(FinishedGame(out=(2, 0)), now, HouseRules()) is None
    True
    >>> check(FinishedGame(out=(2,)), now, HouseRules()).id
    'makao.end.few'
    """
    if isinstance(entry, Paper):
        return check_paper(entry, standing)
    return _check_game(entry, standing) if isinstance(entry, FinishedGame) else None


def _check_game(entry: FinishedGame, standing: Standing) -> Refusal | None:
    players = len(standing.totals)
    if entry.lost:
        return _check_lost(entry, players)
    if twice := [seat for seat, times in Counter(entry.out).items() if times > 1]:
        return Refusal("makao.end.twice", "out", {"seat": int(twice[0])})
    short = needed(players) - len(entry.out)
    facts = {"n": abs(short), "needed": needed(players), "players": players}
    if short > 0:
        return Refusal("makao.end.few", "out", facts)
    return Refusal("makao.end.many", "out", facts) if short < 0 else None


def _check_lost(entry: FinishedGame, players: int) -> Refusal | None:
    """Why these seats cannot have lost: said in two ways, or not as many as the rule says."""
    if entry.out:
        return Refusal("makao.end.two-ways", "out")
    lose = players - needed(players)
    facts = {"n": lose, "players": players}
    return None if len(entry.lost) == lose else Refusal("makao.end.losers", "lost", facts)
