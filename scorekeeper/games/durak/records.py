"""What the book of a company tells of Durak."""

from collections.abc import Sequence

from scorekeeper.games.durak.entries import Played
from scorekeeper.games.durak.house import HouseRules
from scorekeeper.records import Feat, Outcome, Records, Scored, best, outcome_of


def outcome(row: Scored) -> Outcome | None:
    """Who was the fool, or which team lost; in a draw nobody won or lost (durak.draw)."""
    game, seats = row.entry, len(row.before.totals)
    if not isinstance(game, Played):
        return None
    if game.draw:
        return Outcome({seat: 1 + (seat in game.draw) for seat in range(seats)})
    teams = (frozenset(range(0, seats, 2)), frozenset(range(1, seats, 2)))
    return outcome_of(range(seats), game.losers(seats), () if game.lost_team is None else teams)


def feats(rows: Sequence[Scored], house: HouseRules) -> tuple[Feat, ...]:
    """The most epaulettes that were hung on one at once (durak.epaulettes)."""
    games = ((at, row.entry) for at, row in enumerate(rows))
    return best(
        Feat("epaulettes", game.epaulettes, at, (game.fool,))
        for at, game in games
        if isinstance(game, Played) and game.epaulettes and game.fool is not None
    )


RECORDS = Records(outcome=outcome, feats=feats)
