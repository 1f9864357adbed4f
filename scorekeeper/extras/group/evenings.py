"""The evenings of a group: the matches of one night, who was there, and what belongs to them.

A night lasts until six in the morning: what was begun at two belongs to the day before. A payment
or a round belongs to matches, those of its night when it was written, and goes where they go.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

from scorekeeper.extras.group import NOWHERE, Group, Pub
from scorekeeper.extras.group.events import Bought, Dated, Paid, Seated
from scorekeeper.extras.group.records.stats import MatchSummary
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


P = TypeVar("P", PlayedMatch, MatchSummary)


@dataclass(frozen=True)
class Evening(Generic[P]):
    """The matches of a night, in the order of their beginning."""

    night: date
    played: tuple[P, ...]

    @property
    def members(self) -> tuple[int, ...]:
        return tuple(sorted({m for each in self.played for m in each.members if m is not None}))

    @property
    def places(self) -> Mapping[Pub, tuple[P, ...]]:
        """Pub → what was played there, the first one first."""
        pubs = dict.fromkeys(each.pub for each in self.played)
        return {pub: tuple(each for each in self.played if each.pub == pub) for pub in pubs}


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


def evenings(book: Iterable[P]) -> tuple[Evening[P], ...]:
    """The evenings of the matches that were played, the newest first."""
    nights: dict[date, list[P]] = {}
    for each in book:
        nights.setdefault(each.night, []).append(each)
    return tuple(Evening(night, tuple(nights[night])) for night in sorted(nights, reverse=True))


Payments = tuple[tuple[int, Paid], ...]
"""What was paid, each with the number of its event."""


class PaidEvening(NamedTuple):
    """A payment of an evening: the number of its event, its night and its matches."""

    seq: int
    body: Paid
    night: date
    codes: frozenset[str]


@dataclass(frozen=True)
class Calendar:
    """Which matches a night has, and had at any time: a match is of the night on which it was
    `begun`, or of the one that somebody said.
    """

    group: Group
    begun: Mapping[str, str]
    """Code → when it was begun, of each match that is here and the group's."""
    zone: tzinfo

    @cached_property
    def nights(self) -> Mapping[str, date]:
        """Match → its night."""
        now = self.group.version + 1
        return {code: self._night_at(code, now) for code in self.begun}

    @cached_property
    def _said(self) -> Mapping[str, list[tuple[int, int, date]]]:
        """Match → the nights that were said of it: from which event on, to which one."""
        said: dict[str, list[tuple[int, int, date]]] = {}
        for event in self.group.events:
            if event.kind == Dated.kind:
                strike = self.group.struck_by.get(event.seq)
                until = strike.seq if strike else self.group.version + 1
                spell = event.seq, until, date.fromisoformat(event.body["night"])
                for code in event.body["matches"]:
                    said.setdefault(code, []).append(spell)
        return said

    @cached_property
    def _ever(self) -> Mapping[date, list[str]]:
        """Night → the matches that it ever had."""
        ever: dict[date, list[str]] = {}
        for code, at in self.begun.items():
            first = night_of(at, self.zone)
            for night in {first, *(night for *_spell, night in self._said.get(code, ()))}:
                ever.setdefault(night, []).append(code)
        return ever

    def _night_at(self, code: str, seq: int) -> date:
        """The night of a match before event `seq`."""
        spells = reversed(self._said.get(code, ()))
        said = (night for since, until, night in spells if since < seq <= until)
        return next(said, None) or night_of(self.begun[code], self.zone)

    def matches_of(self, seq: int, night: date) -> frozenset[str]:
        """The matches to which something belongs that event `seq` said of a night."""
        at = self.group.events[seq - 1].at
        ever = (code for code in self._ever.get(night, ()) if self.begun[code] <= at)
        return frozenset(code for code in ever if self._night_at(code, seq) == night)

    def evening_of(self, seq: int, night: date) -> date:
        """The night to which something belongs now that event `seq` said of a night."""
        return self._now(night, self.matches_of(seq, night))

    def _now(self, night: date, codes: Iterable[str]) -> date:
        nights = {self.nights[code] for code in codes}
        return night if night in nights else min(nights, default=night)

    @cached_property
    def bought(self) -> tuple[tuple[int, date, Bought], ...]:
        """What was bought, each with the number of its event and its night."""
        return tuple(
            (seq, self.evening_of(seq, date.fromisoformat(body.night)), body)
            for seq, body in self.group.bodies_of(Bought)
        )

    @cached_property
    def _paid(self) -> tuple[PaidEvening, ...]:
        """The payments of evenings."""
        paid = ((seq, body, body.night) for seq, body in self.group.bodies_of(Paid))
        days = ((seq, body, date.fromisoformat(night)) for seq, body, night in paid if night)
        return tuple(
            PaidEvening(seq, body, day, self.matches_of(seq, day)) for seq, body, day in days
        )

    def settled_with(self, night: date) -> tuple[frozenset[str], Payments]:
        """The matches of a night with all that its payments settled as well – those of an evening
        that was parted since –, and these payments.
        """
        codes, found = {code for code, at in self.nights.items() if at == night}, dict[int, Paid]()
        while True:
            more = [
                each
                for each in self._paid
                if each.seq not in found
                and (each.codes & codes if each.codes else each.night == night)
            ]
            if not more:
                return frozenset(codes), tuple(sorted(found.items()))
            for each in more:
                found[each.seq] = each.body
                codes |= each.codes

    def follow(self, night: date) -> date | None:
        """The evening that an address of a night means: that of its matches, wherever they are now;
        None for one that never was.
        """
        written = {day for _seq, day, _body in self.bought}
        unmoved = {each.night for each in self._paid if not each.codes}
        if night in {*self.nights.values(), *written, *unmoved}:
            return night
        ever = self._ever.get(night)
        return self._now(night, ever) if ever else None


Rounds = tuple[tuple[int, Seated], ...]
"""The rounds of an evening at several tables, each with the number of its event."""


def at_several_tables(group: Group) -> tuple[Rounds, ...]:
    """The evenings at several tables, the oldest first."""
    found: list[Rounds] = []
    for seq, body in group.bodies_of(Seated):
        before = found.pop() if found and body.round > 1 else ()
        found.append((*before, (seq, body)))
    return tuple(found)


def nights_of_tables(group: Group, rounds: Rounds) -> list[date]:
    """The nights of an evening at several tables: one, unless a table was said to be of another."""
    tables = ((said, table) for _seq, said in rounds for table in said.tables)
    nights = (group.nights.get(t.match) or date.fromisoformat(said.night) for said, t in tables)
    return [*dict.fromkeys(nights)]


def finish_of(group: Group, match: Match) -> Finish:
    """How a match ended, or stands: the members who have done best, and who lost it; where no game
    was lost to its end, who is the last.
    """
    ranking, over = match.game.places(match.standing), match.standing.over
    best = [seat for place, seat in ranking if place == 1]
    last = [seat for place, seat in ranking if place == ranking[-1].place]
    if over and not match.game.drawn_as_strokes:
        row = next(row for row in reversed(match.rows) if not row.struck)
        end = match.game.records.outcome(row)
        last = sorted(end.lost) if end and end.lost else last
    members = group.members_of(match)
    who = [members[person] for person in match.seating.seats]
    return Finish(*(tuple(m for s in seats if (m := who[s]) is not None) for seats in (best, last)))
