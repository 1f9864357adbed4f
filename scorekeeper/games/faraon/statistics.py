"""What is counted per player over a match of Faraón, what a row of the sheet tells besides its
points, and what the book of a company takes from it.
"""

from collections.abc import Callable, Mapping, Sequence

from scorekeeper.core.game import Outcome, Records, Scored, outcome_of
from scorekeeper.core.schema import Seat
from scorekeeper.core.sheet import Entry, Notice, Stat, count_per_seat
from scorekeeper.games.faraon.entries import Beggar, FinishedGame, Pajchel, Standing
from scorekeeper.games.faraon.house_rules import HouseRules

GAMES: Mapping[str, Callable[[FinishedGame, int], int]] = {
    # Where the order is known, only the seats in it played.
    "won": lambda game, seat: seat != game.loser and (game.order is None or seat in game.order),
    "lost": lambda game, seat: seat == game.loser,
    "back": lambda game, seat: seat in game.back,
    "burnt": lambda game, seat: game.burnt.get(Seat(seat), 0),
    "drew": lambda game, seat: game.drew.get(Seat(seat), 0),
}
OTHERS: Mapping[str, Callable[[Entry, int], int]] = {
    "pajchel": lambda entry, seat: isinstance(entry, Pajchel) and entry.seat == seat,
    "beggar": lambda entry, seat: isinstance(entry, Beggar) and entry.seat == seat,
}


def statistics(entries: Sequence[Entry], seats: int) -> tuple[Stat, ...]:
    """Games won and lost per seat, and what happened in them."""
    games = [each for each in entries if isinstance(each, FinishedGame)]
    return (*count_per_seat(GAMES, games, seats), *count_per_seat(OTHERS, entries, seats))


def story(entry: Entry, before: Standing, house: HouseRules) -> tuple[Notice, ...]:
    """What an entry was, in short."""
    if isinstance(entry, Pajchel):
        return (Notice("pajchel", (entry.seat,), {"rule": entry.rule}),)
    if not isinstance(entry, FinishedGame):
        return ()
    order = (Notice("order", entry.order),) if entry.order else ()
    # Of an Olympic match the row goes on with what became of him.
    lost = (Notice("lost", (entry.loser,)),) if before.cards or not order else ()
    return (*order, *lost)


def outcome(row: Scored[Standing]) -> Outcome | None:
    """Who lost a game (faraon.loser); where the order is known, all have a place."""
    game = row.entry
    if not isinstance(game, FinishedGame):
        return None
    ended = outcome_of(row.before.playing, (game.loser,))
    if game.order is None:
        return ended
    return Outcome({seat: 1 + at for at, seat in enumerate(game.order)}, ended.won, ended.lost)


RECORDS: Records[Standing, HouseRules] = Records(outcome=outcome, won="won", lost="lost")
