"""Sums of matches that stay in memory: a match is folded and summed up once for each version."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import tzinfo

from scorekeeper.core.turns import Locks
from scorekeeper.core.version import code_digest
from scorekeeper.extras.group import NOWHERE, Group
from scorekeeper.extras.group.evenings import night_of
from scorekeeper.extras.group.records.stats import MatchSummary
from scorekeeper.extras.group.records.summary import Summary, summary
from scorekeeper.extras.group.records.summary_json import dump_summary, load_summary
from scorekeeper.games import UnknownGame
from scorekeeper.ledger import Event, Ledger, LedgerError
from scorekeeper.ledger.figures import figures_of
from scorekeeper.match import fold
from scorekeeper.stream.streams import keep_latest

Version = tuple[int, str]
"""The number and the key of a match's last event; whoever forgets a name changes the keys."""


class StatsCache:
    """The sums of a ledger's matches, the last `most` of them.

    What is asked of the ledger is the last event of each match, all at once; only a match that is
    new or has changed is read, unless another process kept what this code makes of it.
    """

    def __init__(self, ledger: Ledger, most: int = 5_000) -> None:
        self._ledger, self._most = ledger, most
        self._sums: dict[str, tuple[Version, Summary | None]] = {}
        self._summing_up = Locks()

    def summarise(self, group: Group, zone: tzinfo) -> tuple[MatchSummary, ...]:
        """The matches of a group that are there, in figures, the oldest first."""
        newest = self._ledger.newest(list(group.matches))
        self._recall(newest)
        worked_out: list[tuple[Event, str]] = []
        found = [self._sum_of(code, version, worked_out) for code, version in newest.items()]
        self._keep(worked_out)
        own = (each for each in found if each and group.owns(each.code, each.group))
        told = (_as_seen_by(group, each, zone) for each in own)
        order = sorted(told, key=lambda each: (each.summary.begun, each.summary.code))
        return tuple(order)

    def _sum_of(
        self, code: str, version: Version, worked_out: list[tuple[Event, str]]
    ) -> Summary | None:
        """A match in figures, as it is in memory, else folded anew and `worked_out`."""
        with self._summing_up(code):  # it gives way: who comes meanwhile finds what was found
            if (known := self._sums.get(code)) is None or known[0] != version:
                events = self._ledger.read(code)
                known = version, _folded(events)
                worked_out.append((events[-1], dump_summary(known[1])))
            return keep_latest(self._sums, code, known, self._most)[1]

    def _recall(self, newest: Mapping[str, Version]) -> None:
        """Takes into memory what was kept of matches of which it has nothing."""
        new = [code for code in newest if code not in self._sums]
        if not new or not (figures := figures_of(self._ledger)):
            return
        with suppress(LedgerError):
            for code, kept in figures.read(new, code_digest()).items():
                if kept.seq == newest[code][0]:
                    recalled = newest[code], load_summary(kept.body)
                    keep_latest(self._sums, code, recalled, self._most)

    def _keep(self, worked_out: Sequence[tuple[Event, str]]) -> None:
        """Keeps what was worked out, where the ledger can: it may be lost."""
        if worked_out and (figures := figures_of(self._ledger)):
            with suppress(LedgerError):
                figures.keep(worked_out, code_digest())


def _as_seen_by(group: Group, match: Summary, zone: tzinfo) -> MatchSummary:
    return MatchSummary(
        match,
        group.members_in(match.code, match.people),
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
