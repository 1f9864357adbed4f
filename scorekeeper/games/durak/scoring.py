"""The score of Durak: what a game is worth, and where the match stands after it.

Rules: durak.fool, durak.draw, durak.epaulettes, durak.teams (section 4), durak.first (1).
"""

from collections.abc import Mapping

from scorekeeper.core import sheet
from scorekeeper.core.schema import Json, copy_with
from scorekeeper.games.durak.entries import FinishedGame, Opponents, Paper, Standing
from scorekeeper.games.durak.house_rules import HouseRules, most_players

NEXT = ("game",)


def start(players: int, dealer: int, house: HouseRules) -> Standing:
    """The standing before the first game."""
    none = (0,) * players
    standing = Standing(none, dealer, NEXT, draws=none, epaulettes=none, streak=none)
    return copy_with(standing, notices=_notices(standing, house))


def score(entry: sheet.Entry, standing: Standing, house: HouseRules) -> tuple[sheet.Line, ...]:
    """The line of a game: a point for the fool, or for each of a losing team; a draw has none.

    >>> before = start(4, 0, HouseRules())
    >>> [line.points for line in score(FinishedGame(fool=2), before, HouseRules())]
    [(0, 0, 1, 0)]
    >>> score(FinishedGame(draw=frozenset({0, 2})), before, HouseRules())
    ()
    """
    if isinstance(entry, Paper):
        return (sheet.paper_line(entry),)
    if not isinstance(entry, FinishedGame):
        return ()
    seats = len(standing.totals)
    lost = dict.fromkeys(entry.losers(seats), 1)
    if entry.lost_team is not None:
        return (sheet.typed_line("durak.teams", seats, lost),)
    return (sheet.typed_line("durak.fool", seats, lost),) if entry.fool is not None else ()


def after(
    standing: Standing, entry: sheet.Entry, lines: tuple[sheet.Line, ...], house: HouseRules
) -> Standing:
    """The standing that follows when `lines` are written for a game."""
    if isinstance(entry, Paper):
        return _after_paper(standing, entry, lines, house)
    if not isinstance(entry, FinishedGame):
        return standing
    seats = len(standing.totals)
    losers = entry.losers(seats)
    moved = copy_with(
        sheet.with_lines(standing, entry, lines),
        dealer=(standing.dealer + 1) % seats if entry.fool is None else entry.fool,
        draws=sheet.add(standing.draws, sheet.points_by_seat(seats, dict.fromkeys(entry.draw, 1))),
        epaulettes=sheet.add(
            standing.epaulettes, sheet.points_by_seat(seats, {entry.fool: entry.epaulettes})
        ),
        streak=tuple(n + 1 if s in losers else 0 for s, n in enumerate(standing.streak)),
        attack=None if entry.fool is None else first_attack(entry.fool, seats, house),
    )
    return copy_with(moved, milestones=_milestones(entry, moved), notices=_notices(moved, house))


def _after_paper(
    standing: Standing, entry: Paper, lines: tuple[sheet.Line, ...], house: HouseRules
) -> Standing:
    """The losses of the paper; whoever deals next was the last fool, and is attacked first."""
    moved = sheet.with_paper(standing, entry, lines)
    attack = first_attack(entry.dealer, len(moved.totals), house) if any(moved.totals) else None
    moved = copy_with(moved, attack=attack)
    return copy_with(moved, notices=_notices(moved, house))


def reseat(fresh: Standing, places: sheet.Places, before: Standing, house: HouseRules) -> Standing:
    """The standing of another company; the fool is attacked next if he still sits there."""
    seats, fool = len(places), fresh.dealer
    stays = before.attack is not None and places[fool] == (before, before.dealer)
    now = copy_with(
        fresh,
        draws=sheet.carry_over(places, "draws", 0),
        epaulettes=sheet.carry_over(places, "epaulettes", 0),
        attack=first_attack(fool, seats, house) if stays else None,
    )
    return copy_with(now, notices=_notices(now, house))


def state(standing: Standing) -> Mapping[str, Json]:
    """The standing as case files print it (`expect.state`): figures per seat."""
    return {
        "fools": list(standing.totals),
        "draws": list(standing.draws),
        "epaulettes": list(standing.epaulettes),
        "streak": list(standing.streak),
    }


def first_attack(fool: int, players: int, house: HouseRules) -> Opponents:
    """Who attacks whom first after a game with this fool (durak.first).

    Usually the right-hand neighbour attacks the fool; "from under the fool" the left-hand one
    attacks, and the next on the left defends.

    >>> first_attack(0, 4, HouseRules())
    Opponents(attacker=3, defender=0)
    >>> first_attack(0, 4, HouseRules(next_attack="from-under-the-fool"))
    Opponents(attacker=1, defender=2)
    """
    attacker = fool + (1 if house.next_attack == "from-under-the-fool" else -1)
    return Opponents(attacker % players, (attacker + 1) % players)


def _milestones(entry: FinishedGame, now: Standing) -> tuple[sheet.Notice, ...]:
    marks = [sheet.Notice("draw", tuple(sorted(entry.draw)))] if entry.draw else []
    if entry.fool is not None and entry.epaulettes:
        marks.append(sheet.Notice("epaulettes", (entry.fool,), {"n": entry.epaulettes}))
    streaks = (
        sheet.Notice("streak", (seat,), {"n": n}) for seat, n in enumerate(now.streak) if n > 1
    )
    return (*marks, *streaks)


def _notices(now: Standing, house: HouseRules) -> tuple[sheet.Notice, ...]:
    if len(now.totals) > (most := most_players(house)):
        return (sheet.Notice("pack", (), {"n": most}, offers=sheet.HOUSE),)
    if now.attack is None:
        return (sheet.Notice("lowest-trump"),)
    attacker, defender = now.attack
    return (sheet.Notice("attack", now.attack, {"attacker": attacker, "defender": defender}),)
