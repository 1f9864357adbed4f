"""Sums of matches that stay in memory: a match is folded and summed up once for each version."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import tzinfo

from scorekeeper.core.turns import Locks
from scorekeeper.extras.group import NOWHERE, Group
from scorekeeper.extras.group.evenings import night_of
from scorekeeper.extras.group.records.stats import MatchSummary, members_of
from scorekeeper.extras.group.records.summary import Summary, summary
from scorekeeper.games import UnknownGame
from scorekeeper.ledger import Event, Ledger
from scorekeeper.match import fold
from scorekeeper.stream.streams import keep_latest

Version = tuple[int, str]
"""The number and the key of a match's last event; whoever forgets a name changes the keys."""


class StatsCache:
    """The sums of a ledger's matches, the last `most` of them.

    What is asked of the ledger is the last event of each match, all at once; only a match that is
    new or has changed is read.
    """

    def __init__(self, ledger: Ledger, most: int = 5_000) -> None:
        self._ledger, self._most = ledger, most
        self._sums: dict[str, tuple[Version, Summary | None]] = {}
        self._summing_up = Locks()

    def summarise(self, group: Group, zone: tzinfo) -> tuple[MatchSummary, ...]:
        """The matches of a group that are there, in figures, the oldest first."""
        newest = self._ledger.newest(list(group.matches))
        found = (self._sum_of(code, version) for code, version in newest.items())
        own = (each for each in found if each and group.owns(each.code, each.group))
        told = (_as_seen_by(group, each, zone) for each in own)
        order = sorted(told, key=lambda each: (each.summary.begun, each.summary.code))
        return tuple(order)

    def _sum_of(self, code: str, version: Version) -> Summary | None:
        """A match in figures, as it is in memory, else folded anew."""
        with self._summing_up(code):  # it gives way: who comes meanwhile finds what was found
            if (known := self._sums.get(code)) is None or known[0] != version:
                known = version, _folded(self._ledger.read(code))
            return keep_latest(self._sums, code, known, self._most)[1]


def _as_seen_by(group: Group, match: Summary, zone: tzinfo) -> MatchSummary:
    return MatchSummary(
        match,
        members_of(group, match),
        group.nights.get(match.code) or night_of(match.begun, zone),
        group.pubs.get(match.code, NOWHERE),
    )


def _folded(events: Sequence[Event]) -> Summary | None:
    """A match in figures; None for what is no match, though a file may say it is, and for one of a
    game that is not here: nothing of it can be counted until it is.
    """
    if "names" in events[0].body:
        with suppress(UnknownGame):
            return summary(fold(events))
    return None
