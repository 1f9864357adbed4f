"""What cannot be written in Durak, and why.

Rules: durak.pack, durak.fool, durak.draw, durak.epaulettes, durak.teams (sections 4 and 6 of the
rules document).
"""

from dataclasses import replace

from scorekeeper.core.sheet import Entry, Refusal, check_paper
from scorekeeper.games.durak import house_rules
from scorekeeper.games.durak.entries import FinishedGame, Paper, Standing


def check(entry: Entry, standing: Standing, house: house_rules.HouseRules) -> Refusal | None:
    """Why a game cannot be taken, or None.

    >>> from scorekeeper.games.durak.scoring import start
    >>> now = start(4, 0, house_rules.HouseRules())
    >>> check(FinishedGame(fool=1), now, house_rules.HouseRules()) is None
    True
    >>> check(FinishedGame(fool=1, lost_team=0), now, house_rules.HouseRules()).id
    'durak.fool.two-ways'
    """
    if isinstance(entry, Paper):
        return check_paper(entry, standing)
    return _check_game(entry, standing, house) if isinstance(entry, FinishedGame) else None


def _check_game(
    entry: FinishedGame, standing: Standing, house: house_rules.HouseRules
) -> Refusal | None:
    seats = len(standing.totals)
    return (
        _check_pack(seats, house)
        or _check_way(entry)
        or _check_draw(entry, seats, house)
        or _check_team(entry, seats, house)
        or _check_epaulettes(entry, house)
    )


def check_table(players: int, standing: Standing, house: house_rules.HouseRules) -> Refusal | None:
    """Why so many cannot go on: the pack is too small for them (durak.pack)."""
    refusal = _check_pack(players, house)
    return refusal and replace(refusal, field="pack")


def _check_pack(seats: int, house: house_rules.HouseRules) -> Refusal | None:
    most = house_rules.most_players(house)
    if seats > most:
        return Refusal("durak.pack", "type", {"players": seats, "n": most})
    return None


def _check_way(entry: FinishedGame) -> Refusal | None:
    ways = (entry.fool is not None, bool(entry.draw), entry.lost_team is not None)
    if not any(ways):
        return Refusal("durak.fool.nothing", "fool")
    return Refusal("durak.fool.two-ways", "fool") if sum(ways) > 1 else None


def _check_draw(entry: FinishedGame, seats: int, house: house_rules.HouseRules) -> Refusal | None:
    if not entry.draw:
        return None
    if house.no_draw:
        return Refusal("durak.draw.none", "draw")
    if len(entry.draw) != 2:
        return Refusal("durak.draw.two", "draw")
    one, other = sorted(entry.draw)
    partners = house_rules.plays_in_teams(seats, house) and (one - other) % 2 == 0
    return Refusal("durak.draw.partners", "draw") if partners else None


def _check_team(entry: FinishedGame, seats: int, house: house_rules.HouseRules) -> Refusal | None:
    if entry.lost_team is None:
        alone = entry.fool is not None and house_rules.plays_in_teams(seats, house)
        return Refusal("durak.teams.fool", "lost_team") if alone else None
    if house.teams == "none":
        return Refusal("durak.teams.none", "lost_team")
    needed = house_rules.TEAM_TABLE[house.teams]
    return Refusal("durak.teams.seats", "lost_team", {"n": needed}) if seats != needed else None


def _check_epaulettes(entry: FinishedGame, house: house_rules.HouseRules) -> Refusal | None:
    if not entry.epaulettes:
        return None
    fewest = house_rules.fewest_sixes(house)
    if fewest is None:
        return Refusal("durak.epaulettes.off", "epaulettes")
    if entry.fool is None:
        return Refusal("durak.epaulettes.fool", "epaulettes")
    if entry.epaulettes < fewest:
        return Refusal("durak.epaulettes.few", "epaulettes", {"n": fewest})
    return None
