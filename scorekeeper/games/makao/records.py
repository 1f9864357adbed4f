"""What the book of a company tells of Makao."""

from scorekeeper.games.makao.entries import Played
from scorekeeper.records import Outcome, Records, Scored, outcome_of


def outcome(row: Scored) -> Outcome | None:
    """The places of a game as far as they were written down (makao.end).

    Who was the first to go out has won; where only who lost was written, nobody is known to have.
    """
    game, players = row.entry, len(row.before.totals)
    if not isinstance(game, Played):
        return None
    lost = game.losers(players)
    if not game.out:
        return Outcome(outcome_of(range(players), lost).places, frozenset(), frozenset(lost))
    places = {int(seat): 1 + at for at, seat in enumerate(game.out)}
    left = dict.fromkeys(lost, 1 + len(game.out))
    return Outcome({**places, **left}, frozenset(game.out[:1]), frozenset(lost))


RECORDS = Records(outcome=outcome)
