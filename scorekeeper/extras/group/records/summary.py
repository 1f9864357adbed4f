"""A match summed up, by person: what does not change until the match does. Counts can be added; so
can what it comes to in money, and what its losers buy.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from typing import Literal, NamedTuple

from scorekeeper.core.game import AnyGame, Feat, Outcome
from scorekeeper.core.sheet import PenaltyEntry
from scorekeeper.core.turns import give_way
from scorekeeper.games import GAMES
from scorekeeper.match import Match
from scorekeeper.match.counting import statistics
from scorekeeper.match.rows import Row


@dataclass(frozen=True)
class Balance:
    """The points of everybody who ever played, and what a point is worth in a currency.

    `pot` is what lies in the pot, if there is one; it belongs to those who sit at the table in the
    end, the `seated`.
    """

    currency: str
    point: int
    points: Mapping[int, int] = field(hash=False)
    pot: int | None
    seated: tuple[int, ...]

    @property
    def excess(self) -> int:
        """What all of it sums to, in money: nought, or nobody can settle up."""
        return (sum(self.points.values()) + (self.pot or 0)) * self.point


def balance_of(match: Match) -> Balance | None:
    """What a match comes to; None if it is not played for money."""
    stake = match.game.stake(match.house)
    if stake is None:
        return None
    pot = match.game.pot(match.standing)
    return Balance(stake.currency, stake.point, match.totals, pot, match.seating.seats)


@dataclass(frozen=True)
class Bill:
    """What the sheet says that a loser buys: so many rounds of what, at what price together."""

    person: int
    rounds: int
    what: str
    amount: int
    currency: str


def bills_of(match: Match) -> Iterator[Bill]:
    """What losers buy for their table, as the sheet says (book.stake, kocka.game.pay)."""
    for notice in match.standing.notices:
        if notice.id == "pays":
            said = notice.facts
            yield Bill(
                match.seating.seats[notice.seats[0]],
                int(str(said["n"])),
                str(said["stake"]),
                int(str(said["money"])),
                str(said["currency"]),
            )


Kind = Literal["own", "stat", "milestone", "offence", "money"]
"""What an id is one of: of ours, of the game's statistics or milestones, a rule, a currency."""


class Key(NamedTuple):
    """What is counted."""

    kind: Kind
    id: str


@cache
def key_of(kind: Kind, id: str) -> Key:
    """A key, the same one for each match: there are many, and collecting garbage looks at all."""
    return Key(kind, id)


class Tally(NamedTuple):
    """How much something was: a count, or the sum of an average `of` so many.

    The `longest` of several is not added.
    """

    n: int
    of: int = 0
    longest: bool = False

    @property
    def value(self) -> Fraction:
        """The figure: what was counted, or the average."""
        return Fraction(self.n, self.of or 1)


Tallies = Mapping[Key, Tally]
MATCHES, ENTRIES = Key("own", "matches"), Key("own", "entries")
PLAYED, WON, LOST = Key("own", "endings"), Key("own", "victories"), Key("own", "defeats")
POINTS, BOUGHT = Key("own", "points"), Key("own", "bought")
NIL, ONCE = Tally(0), Tally(1)


def plus(one: Tally, other: Tally) -> Tally:
    """Two tallies together.

    >>> plus(Tally(1), Tally(2)).n
    3
    >>> plus(Tally(5, longest=True), Tally(4, longest=True)).n
    5
    """
    if one.longest:
        return other if other.n > one.n else one
    return Tally(one.n + other.n, one.of + other.of)


def add(sums: dict[Key, Tally], tallies: Iterable[tuple[Key, Tally]]) -> None:
    """Adds tallies to sums, in place: a season has thousands."""
    for key, tally in tallies:
        had = sums.get(key)
        sums[key] = plus(had, tally) if had else tally


PersonTallies = Iterator[tuple[int, Key, Tally]]
"""Person, what, how much."""


def stats(match: Match) -> PersonTallies:
    """The game's statistics by person, without those that are nought."""
    for stat in statistics(match):
        key = key_of("stat", stat.id)
        for person, n in enumerate(stat.sums):
            if n:
                of = stat.of[person] if stat.of else 0
                yield person, key, Tally(n, of, longest=stat.longest)


def offences(match: Match, rows: Sequence[Row]) -> PersonTallies:
    """What each broke, by rule: penalties on the sheet, and rulings that the table applied."""
    ruled = {event.seq for event in match.rulings}
    for row in rows:
        if isinstance(row.entry, PenaltyEntry) and row.seq not in ruled:
            person = row.seating.seats[row.entry.seat]
            yield person, key_of("offence", row.entry.rule), ONCE
    for event in match.rulings:
        verdict, seat = event.body["ruling"]["verdict"], event.body["ruling"]["seat"]
        rules = verdict.get("rules") if verdict.get("verdict") == "offence" else None
        broken = rules[0] if isinstance(rules, list) and rules else None
        if broken and seat is not None and event.seq not in match.struck_by:
            person = match.seats_of(event)[seat]
            yield person, key_of("offence", str(broken)), ONCE


Ending = tuple[bool, bool]
"""How something ended for a person: whether he won it, whether he lost it."""
Share = tuple[int, int]
"""Points of a match as a fraction: so many of so many."""
MOST = 10
"""The points of a match for whoever left all others behind."""


class MatchFeat(NamedTuple):
    """A feat of a match: whose it is (persons; none of the table), and its row."""

    feat: Feat
    people: tuple[int, ...]
    row: int


@dataclass(frozen=True)
class Summary:
    """A match in figures, by person as its seating numbers them.

    `endings` are in the order of the rows. It has a `balance` if it was played for money.
    """

    code: str
    game: str
    begun: str
    people: tuple[str, ...]
    tallies: Mapping[int, Tallies]
    endings: Mapping[int, tuple[Ending, ...]]
    marks: tuple[MatchFeat, ...]
    balance: Balance | None
    group: str | None
    """What the match says of its group."""

    @cached_property
    def left_behind(self) -> Mapping[int, Share]:
        """Person → the share of the others whom he left behind, of `MOST`; a tie is half. Nobody
        left anybody behind in a match of which no game was played to its end.
        """
        game = GAMES[self.game]
        worth = {
            person: _worth(game, tallies)
            for person, tallies in self.tallies.items()
            if MATCHES in tallies and self.endings
        }
        others = len(worth) - 1
        beaten = {
            person: sum(2 * (other < mine) + (other == mine) for other in worth.values()) - 1
            for person, mine in worth.items()
        }
        return {person: (MOST * n, 2 * others) for person, n in beaten.items() if others}


def _worth(game: AnyGame, tallies: Tallies) -> tuple[float, int]:
    """What two are compared by in a match, the better one higher: points; where these are losses,
    those of each game, since people come and go; and whoever lost a game to its end is the last.
    """
    # Quotients of numbers as small as these are equal as floats if they are, and quick.
    points = tallies.get(POINTS, NIL).n
    if game.higher_wins:
        return points, 0
    if game.drawn_as_strokes:
        return -points / (tallies.get(ENTRIES, NIL).n or 1), 0
    return -tallies.get(LOST, NIL).n, -points


def summary(match: Match) -> Summary:
    """A match in figures."""
    rows = [row for row in match.rows if not row.struck]
    endings = [(row, end) for row in rows if (end := match.game.records.outcome(row))]
    return Summary(
        code=match.code,
        game=match.game.key,
        begun=match.events[0].at,
        people=match.seating.people,
        tallies=_tallies(match, rows, endings),
        endings=_endings(endings),
        marks=_marks(match, rows),
        balance=balance_of(match),
        group=match.group,
    )


def _tallies(
    match: Match, rows: Sequence[Row], endings: Sequence[tuple[Row, Outcome]]
) -> dict[int, Tallies]:
    sums: dict[int, dict[Key, Tally]] = {}
    parts = (
        _presence(match, rows),
        _results(match, endings),
        _bought(match, rows),
        _milestones(match, rows),
        _points(match),
        stats(match),
        offences(match, rows),
    )
    for part in parts:
        give_way()
        for person, key, tally in part:
            add(sums.setdefault(person, {}), ((key, tally),))
    return {**sums}


def _presence(match: Match, rows: Sequence[Row]) -> PersonTallies:
    """The match and its numbered entries, for each who had a part in it."""
    counts: dict[int, int] = {}
    for row in rows:
        absent = row.entry.absent(row.before)
        for seat, person in enumerate(row.seating.seats):
            if seat not in absent:
                counts[person] = counts.get(person, 0) + row.entry.numbered
    for person, entries in counts.items():
        yield person, MATCHES, ONCE
        yield person, ENTRIES, Tally(entries)


def _results(match: Match, endings: Sequence[tuple[Row, Outcome]]) -> PersonTallies:
    for row, end in endings:
        for key, seats in ((PLAYED, end.places), (WON, end.won), (LOST, end.lost)):
            for seat in seats:
                yield row.seating.seats[seat], key, ONCE


def _bought(match: Match, rows: Sequence[Row]) -> PersonTallies:
    bought = match.game.records.bought
    for row in rows:
        had, has = bought(row.before), bought(row.after)
        for seat, person in enumerate(row.seating.seats):
            if n := has[seat] - had[seat]:
                yield person, BOUGHT, Tally(n)


def _milestones(match: Match, rows: Sequence[Row]) -> PersonTallies:
    """Milestones that no statistic counts, of the players named."""
    counted = match.game.records.milestones
    for row in rows:
        for notice in row.after.milestones if counted else ():
            for seat in notice.seats if notice.id in counted else ():
                yield row.seating.seats[seat], key_of("milestone", notice.id), ONCE


def _points(match: Match) -> PersonTallies:
    """What everybody has in the end, and in money where the match is played for it."""
    stake = match.game.stake(match.house)
    for person, points in match.totals.items():
        yield person, POINTS, Tally(points)
        if stake and points:
            yield person, key_of("money", stake.currency), Tally(points * stake.point)


def _endings(endings: Sequence[tuple[Row, Outcome]]) -> dict[int, tuple[Ending, ...]]:
    found: dict[int, list[Ending]] = {}
    for row, end in endings:
        for seat in end.places:
            one = seat in end.won, seat in end.lost
            found.setdefault(row.seating.seats[seat], []).append(one)
    return {person: tuple(each) for person, each in found.items()}


def _marks(match: Match, rows: Sequence[Row]) -> tuple[MatchFeat, ...]:
    """The feats of a match: of each who did one, the first time."""
    found: dict[tuple[str, str, tuple[int, ...]], MatchFeat] = {}
    for feat in match.game.records.feats(rows, match.house):
        people = tuple(rows[feat.at].seating.seats[seat] for seat in feat.seats)
        found.setdefault((feat.id, feat.unit, people), MatchFeat(feat, people, rows[feat.at].seq))
    return tuple(found.values())
