"""What the book of a company tells of Faraón."""

from collections.abc import Sequence

from scorekeeper.games.faraon.entries import Played
from scorekeeper.games.faraon.house import HouseRules
from scorekeeper.records import Feat, Outcome, Records, Scored, best, outcome_of


def outcome(row: Scored) -> Outcome | None:
    """Who lost a game (faraon.loser); where the order is known, all have a place."""
    game = row.entry
    if not isinstance(game, Played):
        return None
    ended = outcome_of(row.before.playing, (game.loser,))
    if game.order is None:
        return ended
    return Outcome({seat: 1 + at for at, seat in enumerate(game.order)}, ended.won, ended.lost)


def feats(rows: Sequence[Scored], house: HouseRules) -> tuple[Feat, ...]:
    """The most spálenás that one made, and penalty cards that one drew, in a game."""
    games = [(at, row.entry) for at, row in enumerate(rows) if isinstance(row.entry, Played)]
    burnt = ((at, seat, n) for at, game in games for seat, n in game.burnt.items())
    drew = ((at, seat, n) for at, game in games for seat, n in game.drew.items())
    return (
        *best(Feat("burnt", n, at, (seat,)) for at, seat, n in burnt if n),
        *best(Feat("drew", n, at, (seat,)) for at, seat, n in drew if n),
    )


RECORDS = Records(outcome=outcome, feats=feats)
