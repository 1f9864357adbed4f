"""The score of Makao: a point for each game lost, and the places of those who went out.

Rule: makao.end (source, the last paragraph of GRA).
"""

from collections.abc import Mapping

from scorekeeper.core import sheet
from scorekeeper.core.schema import Json, copy_with
from scorekeeper.games.makao.entries import FinishedGame, Paper, Standing, needed
from scorekeeper.games.makao.house_rules import HouseRules


def start(players: int, dealer: int, house: HouseRules) -> Standing:
    nowhere = ((0,) * needed(players),) * players
    return Standing(totals=(0,) * players, dealer=dealer, next=("game",), places=nowhere)


def score(entry: sheet.Entry, standing: Standing, house: HouseRules) -> tuple[sheet.Line, ...]:
    """The lines of a game: a point for everybody who lost (makao.end).

    >>> before = start(4, 0, HouseRules())
    >>> score(FinishedGame(out=(2, 0, 1)), before, HouseRules())[0].points
    (0, 0, 0, 1)
    """
    if isinstance(entry, Paper):
        return (sheet.paper_line(entry),)
    if not isinstance(entry, FinishedGame):
        return ()
    seats = len(standing.totals)
    return (sheet.typed_line("makao.end", seats, dict.fromkeys(entry.losers(seats), 1)),)


def after(
    standing: Standing, entry: sheet.Entry, lines: tuple[sheet.Line, ...], house: HouseRules
) -> Standing:
    """The standing that follows when `lines` are written for a game; the deal passes left."""
    if isinstance(entry, Paper):
        return copy_with(sheet.with_paper(standing, entry, lines), milestones=())
    if not isinstance(entry, FinishedGame):
        return standing
    seats = len(standing.totals)
    return copy_with(
        sheet.with_lines(standing, entry, lines),
        dealer=(standing.dealer + 1) % seats,
        places=tuple(
            tuple(n + (entry.out[at : at + 1] == (seat,)) for at, n in enumerate(counts))
            for seat, counts in enumerate(standing.places)
        ),
        milestones=(sheet.Notice("lost", entry.losers(seats)),),
    )


def reseat(fresh: Standing, places: sheet.Places, before: Standing, house: HouseRules) -> Standing:
    """The standing of another company: everybody keeps his places, of however many they were."""
    nowhere = fresh.places[0]
    counts = sheet.carry_over(places, "places", nowhere)
    return copy_with(fresh, places=tuple(had + nowhere[len(had) :] for had in counts))


def state(standing: Standing) -> Mapping[str, Json]:
    """The standing as case files print it (`expect.state`): losses and places per seat."""
    return {
        "losses": list(standing.totals),
        "places": [list(counts) for counts in standing.places],
    }
