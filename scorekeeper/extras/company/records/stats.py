"""What a company played, added up: per game and member, with who met whom, records, and runs of
games won and lost over all evenings.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property

from scorekeeper.extras.company import NOWHERE, Company, Pub
from scorekeeper.extras.company.evenings import PlayedMatch
from scorekeeper.extras.company.events import Recalled
from scorekeeper.extras.company.records.summary import (
    MATCHES,
    POINTS,
    TABLE,
    Ending,
    Key,
    Meetings,
    RowRef,
    Summary,
    Tallies,
    Tally,
    add,
    met_again,
    summary,
)
from scorekeeper.records import Feat


@dataclass(frozen=True)
class Streak:
    """So many on end, and the row with which it became so long."""

    length: int = 0
    place: RowRef | None = None


NONE = Streak()


@dataclass(frozen=True)
class Streaks:
    """The longest runs of a player, and the one that he is in: `won` on end, or `lost`."""

    won: Streak = NONE
    lost: Streak = NONE
    now_won: int = 0
    now_lost: int = 0


def streaks(endings: Iterable[tuple[str, Sequence[Ending]]]) -> Streaks:
    """The runs of a player's games by the code of their match, the oldest first."""
    steps = [(code, *ending) for code, ended in endings for ending in ended]
    won, now_won = _longest((code, row, won) for code, row, won, _ in steps)
    lost, now_lost = _longest((code, row, lost) for code, row, _, lost in steps)
    return Streaks(won, lost, now_won, now_lost)


def _longest(steps: Iterable[tuple[str, int, bool]]) -> tuple[Streak, int]:
    """The first of the longest runs, and how long the last one is."""
    longest, now = NONE, 0
    for code, row, goes_on in steps:
        now = now + 1 if goes_on else 0
        if now > longest.length:
            longest = Streak(now, RowRef(code, row))
    return longest, now


@dataclass(frozen=True)
class MatchSummary:
    """A match in figures, as the book sees it: as `PlayedMatch`, but without the match itself.

    `members` has the member's number for each person; None is somebody whom nobody knows.
    """

    summary: Summary
    members: tuple[int | None, ...]
    night: date
    pub: Pub = NOWHERE


@dataclass(frozen=True)
class Record:
    """The best of its kind so far: whose it is, and the row that made it.

    `members` is empty for a feat of the table; of players whom nobody knows none is told. Others
    who did the same later hold `shared` records: each of them one.
    """

    feat: Feat
    members: tuple[int, ...]
    night: date
    place: RowRef
    shared: tuple["Record", ...] = ()

    @property
    def all(self) -> tuple["Record", ...]:
        """The record of each who holds it, the first one first."""
        return (self, *self.shared)


@dataclass
class MemberStats:
    """What is counted of a member in a game, and how he did against each other one.

    `meetings` are by the other's number: how often this one stood before him, and how often they
    played together and won.
    """

    tallies: dict[Key, Tally] = field(default_factory=dict)
    meetings: dict[int, Meetings] = field(default_factory=dict)
    endings: list[tuple[str, Sequence[Ending]]] = field(default_factory=list)

    def get(self, key: Key) -> Tally:
        """How much something was."""
        return self.tallies.get(key, Tally(0))

    @cached_property
    def streaks(self) -> Streaks:
        """The longest runs of games won and lost, once all games are added."""
        return streaks(self.endings)


@dataclass
class GameStats:
    """All that is counted of one game: by member, for the table, and its records by id."""

    accounts: dict[int, MemberStats] = field(default_factory=dict)
    table: dict[Key, Tally] = field(default_factory=dict)
    records: dict[tuple[str, str], Record] = field(default_factory=dict)
    matches: int = 0

    def copy(self) -> "GameStats":
        """The same, to which more can be added."""
        accounts = {
            member: MemberStats({**each.tallies}, {**each.meetings}, [*each.endings])
            for member, each in self.accounts.items()
        }
        return GameStats(accounts, {**self.table}, {**self.records}, self.matches)

    @property
    def ids(self) -> Mapping[Key, None]:
        """All that was counted of anybody, in the order of the game."""
        return dict.fromkeys(key for each in self.accounts.values() for key in each.tallies)


CompanyStats = Mapping[str, GameStats]
"""Game's key → what is counted of it."""


def company_stats(told: Iterable[MatchSummary]) -> CompanyStats:
    """The book of some matches, the oldest first."""
    return {game: game_stats(matches) for game, matches in by_game(told).items()}


def by_game(told: Iterable[MatchSummary]) -> Mapping[str, Sequence[MatchSummary]]:
    """The matches of each game."""
    found: dict[str, list[MatchSummary]] = {}
    for each in told:
        found.setdefault(each.summary.game, []).append(each)
    return found


def game_stats(told: Iterable[MatchSummary], earlier: GameStats | None = None) -> GameStats:
    """The book of some matches of one game, the oldest first, behind that of `earlier` ones."""
    book = earlier.copy() if earlier else GameStats()
    for each in told:
        _add(book, each)
    return book


def summarise(book: Iterable[PlayedMatch]) -> tuple[MatchSummary, ...]:
    """Matches in figures."""
    return tuple(
        MatchSummary(summary(each.match), each.members, each.night, each.pub) for each in book
    )


def members_of(company: Company, match: Summary) -> tuple[int | None, ...]:
    """The member for each person of a match: as `Company.members_of`, without the match."""
    said = company.matches[match.code]
    known = (company.called(name) for name in match.people[len(said) :])
    return (*said, *(member.number if member else None for member in known))


def recalled(company: Company) -> Iterator[MatchSummary]:
    """The old matches of a company of which there is no sheet: who came, and what he had."""
    for _seq, body in company.bodies_of(Recalled):
        for result in body.results:
            who = dict(zip(result.people, result.points, strict=True))  # two may have become one
            tallies = {
                at: {MATCHES: Tally(1), POINTS: Tally(points)}
                for at, points in enumerate(who.values())
            }
            names = tuple(company.members[member].name for member in who)
            at = f"{result.night}T18:00:00Z"
            summary = Summary("", result.game, at, names, tallies, {}, {}, (), None)
            pub = Pub(result.pub, result.town)
            yield MatchSummary(summary, tuple(who), date.fromisoformat(result.night), pub)


def _add(book: GameStats, told: MatchSummary) -> None:
    """Adds a match to the book of its game, in place."""
    book.matches += 1
    for person, tallies in told.summary.tallies.items():
        if person == TABLE:
            add(book.table, tallies.items())
        elif (member := told.members[person]) is not None:
            _add_tallies(book, member, tallies)
    for person, endings in told.summary.endings.items():
        if (member := told.members[person]) is not None:
            account = book.accounts.setdefault(member, MemberStats())
            account.endings.append((told.summary.code, endings))
    _add_meetings(book, told)
    _add_records(book, told)


def _add_tallies(book: GameStats, member: int, tallies: Tallies) -> None:
    if MATCHES in tallies:
        add(book.accounts.setdefault(member, MemberStats()).tallies, tallies.items())


def _add_meetings(book: GameStats, told: MatchSummary) -> None:
    for (one, other), met in told.summary.meetings.items():
        mine, his = told.members[one], told.members[other]
        if mine is not None and his is not None and mine != his:
            meetings = book.accounts.setdefault(mine, MemberStats()).meetings
            meetings[his] = met_again(meetings[his], met) if his in meetings else met


def _add_records(book: GameStats, told: MatchSummary) -> None:
    for feat, people, row in told.summary.marks:
        known = tuple(m for person in people if (m := told.members[person]) is not None)
        record = Record(feat, known, told.night, RowRef(told.summary.code, row))
        had = book.records.get((feat.id, feat.unit))
        if had is None or _beats(feat, had.feat):
            book.records[feat.id, feat.unit] = record
        elif feat.value == had.feat.value and known not in [each.members for each in had.all]:
            book.records[feat.id, feat.unit] = replace(had, shared=(*had.shared, record))


def _beats(feat: Feat, other: Feat) -> bool:
    """True if a record is broken."""
    return feat.value < other.value if feat.least else feat.value > other.value


def running(told: Sequence[MatchSummary], game: str) -> list[tuple[date, Mapping[int, int]]]:
    """The points of every member of a game as they ran, night by night."""
    sums: dict[int, int] = {}
    nights: dict[date, Mapping[int, int]] = {}
    for each in told:
        if each.summary.game == game:
            for person, points in each.summary.points.items():
                if (member := each.members[person]) is not None:
                    sums[member] = sums.get(member, 0) + points
            nights[each.night] = dict(sums)
    return list(nights.items())
