"""The seats of the next round: those together who met least, pauses evenly spread; or leagues that
change two players after each game, one up and one down (kočka 9).

A draw is worked out from a seed, so what was shown is what is drawn. Exact optima are not sought:
the next player is seated where he met the fewest, and then pairs change places while that helps.
The leagues of a round are its tables, the highest first.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Literal

from scorekeeper.extras.tournament import Round, Tournament
from scorekeeper.extras.tournament.shapes import LEAGUE, How, ShownDraw
from scorekeeper.extras.tournament.standings import order_at, standings

Way = Literal["up", "down"]


@dataclass(frozen=True)
class Tie:
    """Players of a league (from 0) of whom the lot says who goes up or down."""

    league: int
    way: Way
    players: tuple[int, ...]


@dataclass(frozen=True)
class Mover:
    """Who goes up or down from a league (from 0)."""

    league: int
    way: Way
    player: int


def by_licence(tournament: Tournament) -> list[int]:
    """Those present by their licence numbers; who has none comes after, in the order of coming."""
    players = [tournament.players[number] for number in tournament.present]
    ordered = sorted(players, key=lambda p: (p.licence is None, p.licence or 0, p.number))
    return [player.number for player in ordered]


def ladder(tournament: Tournament) -> tuple[int, ...]:
    """Those present in the order of the next leagues; who is new begins in the lowest one."""
    last = tournament.round
    seated = by_licence(tournament)
    if last is None or not last.done:
        return tuple(seated)
    order = [player for league in leagues_after(tournament, last) for player in league]
    stay = [player for player in order if player in seated]
    return (*stay, *(player for player in seated if player not in stay))


def leagues_after(tournament: Tournament, round_: Round) -> list[list[int]]:
    """The leagues after the changes of a round, each from the best to the last."""
    leagues = [[player for _, player in order_at(tournament, t)] for t in round_.tables]
    moves = {(each.league, each.way): each.player for each in movers(tournament, round_)}
    for higher in range(len(leagues) - 1):
        down, up = moves.get((higher, "down")), moves.get((higher + 1, "up"))
        if down is not None and up is not None:
            leagues[higher][leagues[higher].index(down)] = up
            leagues[higher + 1][leagues[higher + 1].index(up)] = down
    return leagues


def movers(tournament: Tournament, round_: Round) -> list[Mover]:
    """Who changes leagues after a round, as far as no lot is to be drawn."""
    return [each for each in _decided(tournament, round_) if isinstance(each, Mover)]


def ties(tournament: Tournament, round_: Round) -> list[Tie]:
    """For whom a lot is still to be drawn."""
    return [each for each in _decided(tournament, round_) if isinstance(each, Tie)]


def _decided(tournament: Tournament, round_: Round) -> Iterator[Mover | Tie]:
    if not (tournament.leagues and round_.done):
        return
    lowest = len(round_.tables) - 1
    for league in range(lowest + 1):
        up = _up(tournament, round_, league) if league > 0 else None
        if up:
            yield up
        if league < lowest and not isinstance(up, Tie):
            yield _down(tournament, round_, league, up)


def _up(tournament: Tournament, round_: Round, league: int) -> Mover | Tie:
    order = order_at(tournament, round_.tables[league])
    return _one_of(round_, league, "up", [player for place, player in order if place == 1])


def _down(tournament: Tournament, round_: Round, league: int, up: Mover | None) -> Mover | Tie:
    """Who comes last; who goes up already is not asked."""
    order = order_at(tournament, round_.tables[league])
    last = order[-1][0]
    risen = up.player if up else None
    last_ones = [player for place, player in order if place == last and player != risen]
    return _one_of(round_, league, "down", last_ones)


def _one_of(round_: Round, league: int, way: Way, players: Sequence[int]) -> Mover | Tie:
    """The one who goes, or whom the last lot among just these players named."""
    if len(players) == 1:
        return Mover(league, way, players[0])
    for lot in reversed(round_.lots):
        if (lot.table, lot.way, sorted(lot.tied)) == (league, way, sorted(players)):
            return Mover(league, way, lot.goes)
    return Tie(league, way, tuple(sorted(players)))


Met = Mapping[frozenset[int], int]
"""Two players → how often they sat at one table."""
ROUNDS_OF_CHANGES = 6
STARTS = 12
"""From so many shuffles seats are sought: one search alone may end in a corner."""


@dataclass(frozen=True)
class Plan:
    """Who sits at which table, in the order of play, and who pauses."""

    tables: tuple[tuple[int, ...], ...]
    pauses: tuple[int, ...] = ()

    @property
    def players(self) -> tuple[int, ...]:
        """Everybody in it."""
        return (*(player for table in self.tables for player in table), *self.pauses)

    def swapped(self, one: int, other: int) -> "Plan":
        """The same with two players in each other's place."""
        there = {one: other, other: one}
        tables = tuple(tuple(there.get(p, p) for p in table) for table in self.tables)
        return Plan(tables, tuple(there.get(p, p) for p in self.pauses))

    def with_substitute(self, one: int, substitute: int) -> "Plan":
        """The same with somebody on the place of a player, who waits then."""
        tables = tuple(tuple(substitute if p == one else p for p in t) for t in self.tables)
        pauses = (substitute if p == one else p for p in self.pauses if p != substitute)
        return Plan(tables, tuple(pauses))

    def __str__(self) -> str:
        tables = ";".join(",".join(map(str, table)) for table in self.tables)
        return f"{tables}|{','.join(map(str, self.pauses))}"


class Unseatable(ValueError):
    """So many `players` cannot be seated at tables of `size`, or in leagues."""

    def __init__(self, players: int, size: int) -> None:
        super().__init__(f"{players} players cannot be seated at tables of {size}")
        self.players, self.size = players, size


def plan_of(round_: Round) -> Plan:
    """The seats of a round."""
    return Plan(tuple(table.seats for table in round_.tables), round_.pauses)


def plan_shown(tournament: Tournament) -> Plan | None:
    """The draw of the next round that was shown last, while just those in it are there."""
    draws = draws_of(tournament, len(tournament.rounds) + 1)
    if not draws:
        return None
    plan = Plan(tuple(table.seats for table in draws[-1].tables), draws[-1].pauses)
    return plan if fits(tournament, plan) else None


def draws_of(tournament: Tournament, number: int) -> tuple[ShownDraw, ...]:
    """The draws of a round that were shown, the first of them first."""
    return tuple(draw for draw in tournament.shown if draw.round == number)


def read_plan(text: str) -> Plan:
    """A plan from its text. Raises ValueError.

    >>> read_plan("0,3;1,2|4").tables
    ((0, 3), (1, 2))
    """
    seated, parted, resting = text.partition("|")
    if not parted:
        raise ValueError("a plan names its pauses after a line")
    tables = (tuple(_numbers(table)) for table in seated.split(";"))
    return Plan(tuple(tables), tuple(_numbers(resting)))


def _numbers(text: str) -> Iterator[int]:
    for part in filter(None, text.split(",")):
        if not (part.isascii() and part.isdigit() and len(part) < 7):
            raise ValueError(f"{part!r} is no player")
        yield int(part)


def fits(tournament: Tournament, plan: Plan) -> bool:
    """True if a plan seats everybody who is present once, at tables of the right size."""
    sizes = {len(table) for table in plan.tables}
    return sorted(plan.players) == sorted(tournament.present) and sizes == {tournament.opened.size}


def changes(tournament: Tournament, round_: Round, plan: Plan) -> bool:
    """True if a plan can take the place of the seats of a round: new in it is only who is there."""
    before = plan_of(round_)
    sizes = [len(table) for table in plan.tables] == [len(table) for table in before.tables]
    new = set(plan.players) - set(before.players)
    once = len(set(plan.players)) == len(plan.players)
    return sizes and once and new <= set(tournament.present)


def validate_number(tournament: Tournament) -> None:
    """Raises Unseatable if those present are too few, or fill no leagues."""
    players, size = len(tournament.present), tournament.opened.size
    if players < size or (tournament.leagues and (players % LEAGUE or players < 2 * LEAGUE)):
        raise Unseatable(players, size)


def draw(tournament: Tournament, seed: str, how: How = "met") -> Plan:
    """The seats of the next round. Raises Unseatable."""
    validate_number(tournament)
    size = tournament.opened.size
    if tournament.leagues:
        return Plan(_in_blocks(ladder(tournament), size))
    chance = Random(seed)
    pauses = _pauses(tournament, chance)
    playing = [player for player in tournament.present if player not in pauses]
    if how == "strength" and tournament.rounds:
        return Plan(_by_strength(tournament, playing), pauses)
    before = met(tournament)
    plans = (Plan(_who_met_least(playing, size, before, chance), pauses) for _ in range(STARTS))
    return min(plans, key=lambda plan: weight(plan, before))


def met(tournament: Tournament) -> Met:
    """How often any two sat at one table."""
    tables = (table.seats for round_ in tournament.rounds for table in round_.tables)
    return Counter(frozenset(pair) for seats in tables for pair in combinations(seats, 2))


def meetings(plan: Plan, before: Met) -> int:
    """How often those who sit together in a plan have met before."""
    return sum(_times_met(plan, before))


def weight(plan: Plan, before: Met) -> int:
    """What its meetings weigh: a second one more than two first ones."""
    return sum(times * times for times in _times_met(plan, before))


def _times_met(plan: Plan, before: Met) -> Iterator[int]:
    """How often each pair that sits together has met before."""
    pairs = (frozenset(pair) for table in plan.tables for pair in combinations(table, 2))
    return (before.get(pair, 0) for pair in pairs)


def _pauses(tournament: Tournament, chance: Random) -> tuple[int, ...]:
    """Who pauses: those who did so least often; the lot decides among equals."""
    paused = Counter(player for round_ in tournament.rounds for player in round_.pauses)
    players = list(tournament.present)
    chance.shuffle(players)
    players.sort(key=lambda player: paused[player])
    return tuple(sorted(players[: len(players) % tournament.opened.size]))


def _in_blocks(players: Sequence[int], size: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(players[at : at + size]) for at in range(0, len(players), size))


def _by_strength(tournament: Tournament, playing: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Equals play equals, as the standings say."""
    order = [score.player for score in standings(tournament) if score.player in playing]
    return _in_blocks(order, tournament.opened.size)


def _who_met_least(
    playing: Sequence[int], size: int, before: Met, chance: Random
) -> tuple[tuple[int, ...], ...]:
    """Tables at which few meet again, sought from a shuffle."""

    def cost(player: int, table: Sequence[int]) -> int:
        """What a player's meetings at a table weigh: a second one more than two first ones."""
        pairs = (before.get(frozenset((player, other)), 0) for other in table if other != player)
        return sum(times * times for times in pairs)

    tables: list[list[int]] = [[] for _ in range(len(playing) // size)]
    for player in chance.sample(playing, len(playing)):
        free = (table for table in tables if len(table) < size)
        min(free, key=lambda table: (cost(player, table), len(table))).append(player)
    for _ in range(ROUNDS_OF_CHANGES):
        if not _changed_for_the_better(tables, cost):
            break
    return tuple(map(tuple, tables))


def _changed_for_the_better(
    tables: Sequence[list[int]], cost: Callable[[int, Sequence[int]], int]
) -> bool:
    """Lets pairs change tables where that makes fewer meet again; True if any did."""
    changed = False
    for here, there in combinations(tables, 2):
        for a in range(len(here)):
            for b in range(len(there)):
                one, other = here[a], there[b]
                was = cost(one, here) + cost(other, there)
                if not was:
                    continue
                others, them = [*here[:a], *here[a + 1 :]], [*there[:b], *there[b + 1 :]]
                if cost(other, others) + cost(one, them) < was:
                    here[a], there[b], changed = other, one, True
    return changed
