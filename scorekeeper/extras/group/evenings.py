"""The evenings of a group: the matches of one night in one pub, and who was there.

A night lasts until six in the morning: what was begun at two belongs to the day before.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

from scorekeeper.extras.group import NOWHERE, Group, Pub
from scorekeeper.extras.group.events import Seated
from scorekeeper.extras.group.rounds import Finish
from scorekeeper.match import Match

DAWN = timedelta(hours=6)


@dataclass(frozen=True)
class PlayedMatch:
    """A match as the book sees it: when and where it was begun, and by whom.

    `members` has the member's number for each person of the match, numbered as in its seating; None
    is somebody who came later and whom the group does not know.
    """

    match: Match
    members: tuple[int | None, ...]
    night: date
    pub: Pub


@dataclass(frozen=True)
class Evening:
    """The matches of a night in a pub, in the order of their beginning."""

    night: date
    pub: Pub
    played: tuple[PlayedMatch, ...]

    @property
    def members(self) -> tuple[int, ...]:
        return tuple(sorted({m for each in self.played for m in each.members if m is not None}))


def night_of(at: str, zone: tzinfo) -> date:
    """The night to which a time of the ledger belongs, as the clocks of a place show it.

    >>> from datetime import timezone
    >>> night_of("2026-11-21T02:30:00Z", timezone(timedelta(hours=1)))
    datetime.date(2026, 11, 20)
    """
    return (datetime.fromisoformat(at).astimezone(zone) - DAWN).date()


def played(group: Group, matches: Iterable[Match], zone: tzinfo) -> tuple[PlayedMatch, ...]:
    """The matches of a group, the oldest first."""
    ordered = sorted(matches, key=lambda match: match.events[0].at)
    return tuple(
        PlayedMatch(
            match,
            group.members_of(match),
            group.nights.get(match.code) or night_of(match.events[0].at, zone),
            group.pubs.get(match.code, NOWHERE),
        )
        for match in ordered
    )


def evenings(book: Sequence[PlayedMatch]) -> tuple[Evening, ...]:
    """The evenings of the matches that were played, the newest first."""
    groups: dict[tuple[date, Pub], list[PlayedMatch]] = {}
    for each in book:
        groups.setdefault((each.night, each.pub), []).append(each)
    found = (Evening(night, pub, tuple(group)) for (night, pub), group in groups.items())
    return tuple(sorted(found, key=lambda evening: evening.night, reverse=True))


Rounds = tuple[tuple[int, Seated], ...]
"""The rounds of an evening at several tables, each with the number of its event."""


def at_several_tables(group: Group) -> tuple[Rounds, ...]:
    """The evenings at several tables, the oldest first."""
    found: list[Rounds] = []
    for seq, body in group.bodies_of(Seated):
        before = found.pop() if found and body.round > 1 else ()
        found.append((*before, (seq, body)))
    return tuple(found)


def finish_of(group: Group, match: Match) -> Finish:
    """How a match ended, or stands: the members who have done best, and who lost it; where no game
    was lost to its end, who is the last.
    """
    ranking, over = match.game.places(match.standing), match.standing.over
    best = [seat for place, seat in ranking if place == 1]
    last = [seat for place, seat in ranking if place == ranking[-1][0]]
    if over and not match.game.drawn_as_strokes:
        row = next(row for row in reversed(match.rows) if not row.struck)
        end = match.game.records.outcome(row)
        last = sorted(end.lost) if end and end.lost else last
    members = group.members_of(match)
    who = [members[person] for person in match.seating.seats]
    return Finish(*(tuple(m for s in seats if (m := who[s]) is not None) for seats in (best, last)))
