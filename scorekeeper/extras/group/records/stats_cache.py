"""Sums of matches that stay in memory, and beside the events of a ledger as JSON: a match is folded
and summed up once for each version.
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import tzinfo
from functools import cache, lru_cache
from typing import Any, cast

from scorekeeper.core.game import Feat
from scorekeeper.core.schema import dump_fields
from scorekeeper.core.turns import Locks
from scorekeeper.core.version import code_digest
from scorekeeper.extras.group import NOWHERE, Group
from scorekeeper.extras.group.evenings import night_of
from scorekeeper.extras.group.records import summary
from scorekeeper.extras.group.records.stats import MatchSummary
from scorekeeper.extras.group.records.summary import Balance, Key, Summary, Tally
from scorekeeper.games import UnknownGame
from scorekeeper.ledger import Event, Ledger, LedgerError, figures_of
from scorekeeper.match import Match
from scorekeeper.stream.streams import keep_latest


def dump_summary(match: Summary | None) -> str:
    """A match in figures as JSON; null for what is no match."""
    if match is None:
        return "null"
    tallies, balance = match.tallies, match.balance
    body = {
        "code": match.code,
        "game": match.game,
        "begun": match.begun,
        "people": match.people,
        "group": match.group,
        "tallies": {
            person: {f"{key.kind} {key.id}": _said(tally) for key, tally in each.items()}
            for person, each in tallies.items()
        },
        "endings": {
            person: "".join(map(_LETTERS.__getitem__, each))
            for person, each in match.endings.items()
        },
        "marks": [[dump_fields(m.feat), m.people, m.row] for m in match.marks],
        "balance": vars(balance) if balance else None,
    }
    return json.dumps(body, separators=(",", ":"))


def load_summary(text: str) -> Summary | None:
    """What `dump_summary` gave."""
    body = json.loads(text)
    if body is None:
        return None
    balance = body["balance"]
    if balance:
        points = {int(person): n for person, n in balance["points"].items()}
        balance = Balance(**{**balance, "points": points, "seated": (*balance["seated"],)})
    return Summary(
        code=body["code"],
        game=body["game"],
        begun=body["begun"],
        people=(*body["people"],),
        tallies={int(person): _tallies(each) for person, each in body["tallies"].items()},
        endings={
            int(person): tuple(map(_ENDINGS.__getitem__, each))
            for person, each in body["endings"].items()
        },
        marks=tuple(
            summary.MatchFeat(Feat(**{**feat, "seats": (*feat.get("seats", ()),)}), (*who,), row)
            for feat, who, row in body["marks"]
        ),
        balance=balance,
        group=body["group"],
    )


_ENDINGS: Mapping[str, summary.Ending] = {
    "w": (True, False),
    "l": (False, True),
    "-": (False, False),
    "b": (True, True),
}
"""What ended for a person, as a letter: won, lost, neither or both."""
_LETTERS = {ending: letter for letter, ending in _ENDINGS.items()}


@cache
def _key(word: str) -> Key:
    kind, _blank, id = word.partition(" ")
    return summary.key_of(cast(summary.Kind, kind), id)


def _said(tally: Tally) -> int | list[int]:
    """A tally as JSON: most are nothing but a count."""
    return tally.n if tally == (tally.n, 0, False) else [*tally]


def _tallies(said: Mapping[str, Any]) -> summary.Tallies:
    return {
        _key(word): _count(tally) if type(tally) is int else Tally._make(tally)
        for word, tally in said.items()
    }


@lru_cache(maxsize=1024)
def _count(n: int) -> Tally:
    return Tally(n)


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
        own = [each for each in found if each and group.owns(each.code, each.group)]
        return tuple(
            MatchSummary(
                each,
                group.members_in(each.code, each.people),
                group.nights.get(each.code) or night_of(each.begun, zone),
                group.pubs.get(each.code, NOWHERE),
            )
            for each in sorted(own, key=lambda each: (each.begun, each.code))
        )

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


def _folded(events: Sequence[Event]) -> Summary | None:
    """A match in figures; None for what is no match, though a file may say it is, and for one of a
    game that is not here: nothing of it can be counted until it is.
    """
    if "names" in events[0].body:
        with suppress(UnknownGame):
            return summary.summary(Match.fold(events))
    return None
