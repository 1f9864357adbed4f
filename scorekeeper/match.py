"""A match: one company, one game, one set of house rules: the fold of its events.

`Match` never changes; `after` gives the match one event later. What was recorded stays as it was
agreed: lines are read from the ledger, never worked out again.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from scorekeeper.games import GAMES, AnyGame
from scorekeeper.house import HouseRules, read_house
from scorekeeper.ledger import Event
from scorekeeper.plain import write
from scorekeeper.sheet import Entry, Line, Refusal, Refused, Standing

ACTIONS = ("recorded", "corrected", "struck", "ruled", "renamed", "closed")
"""Kinds of event that can be undone."""


class UnknownRow(LookupError):
    """The match has no row of this number."""


@dataclass(frozen=True)
class Row:
    """An entry as it stands on the sheet.

    `seq` is the event that recorded it, `before` and `after` the standing on either side,
    `versions` the events that gave it its content, newest last. A `struck` row scores nothing;
    `undone` says that it was taken back by undo. `refusal` is why it would not be taken now
    that something before it was changed: what was agreed still counts, but wants a look.
    """

    seq: int
    entry: Entry
    lines: tuple[Line, ...]
    before: Standing
    after: Standing
    versions: tuple[int, ...]
    struck: bool = False
    undone: bool = False
    refusal: Refusal | None = None

    @property
    def number(self) -> int | None:
        """Its number on the sheet, if entries of its type are counted."""
        return self.before.played + 1 if self.entry.counted else None


@dataclass(frozen=True)
class Match:
    """Everything known of a match: `names` by seat, `rows` in the order of recording.

    `gone` maps each event that no longer holds to the strike that took it back; `changed` says
    that some row was corrected or struck out; `ruled` are the rulings, those with a row too.
    """

    game: AnyGame
    house: HouseRules
    names: tuple[str, ...]
    opened: Standing
    standing: Standing
    events: tuple[Event, ...]
    gone: Mapping[int, Event]
    rows: tuple[Row, ...] = ()
    ruled: tuple[Event, ...] = ()
    changed: bool = False
    closed: bool = False

    @property
    def code(self) -> str:
        """The match's code."""
        return self.events[0].match

    @property
    def seen(self) -> int:
        """The number of the last event: what a phone that shows this match has seen."""
        return self.events[-1].seq

    @cached_property
    def undo(self) -> Event | None:
        """The event that Undo takes back."""
        return next((event for event in self._holding() if _is_action(event)), None)

    @cached_property
    def redo(self) -> Event | None:
        """The undo that Redo takes back."""
        for event in self._holding():
            if event.body.get("by") == "undo":
                return event
            if _is_action(event):
                break
        return None

    def row(self, seq: int) -> Row:
        """The row that event `seq` recorded. Raises UnknownRow."""
        for row in reversed(self.rows):
            if row.seq == seq:
                return row
        raise UnknownRow(seq)

    def saved(self, key: str, seen: int) -> Event | None:
        """The event that a save with this key already wrote since `seen`, if it did."""
        return next((event for event in self.events[seen:] if event.key == key), None)

    def after(self, event: Event) -> "Match":
        """The match one event later: the same as folding all events again."""
        events = (*self.events, event)
        if event.kind not in ("corrected", "struck"):
            return replace(_written(self, event, (event,)), events=events)
        at = self._row_at(_entry_of(events, event))
        return fold(events) if at is None else _told(self._back_at(at), events)

    def _row_at(self, seq: int) -> int | None:
        """The place of a row, sought from the newest: most changes are to those."""
        places = range(len(self.rows) - 1, -1, -1)
        return next((at for at in places if self.rows[at].seq == seq), None)

    def _back_at(self, at: int) -> "Match":
        """The match before a row was written; what follows will be told again."""
        rows = self.rows[:at]
        changed = any(row.struck or len(row.versions) > 1 for row in rows)
        last = rows[-1].seq if rows else 1
        ruled = tuple(event for event in self.ruled if event.seq <= last)
        back = replace(self, rows=rows, ruled=ruled, changed=changed)
        return replace(back, standing=self.rows[at].before)

    def _holding(self) -> Iterator[Event]:
        """Events that still hold, newest first."""
        return (event for event in reversed(self.events) if event.seq not in self.gone)


def scored(match: Match, entry: Entry, before: Standing) -> list[dict[str, Any]]:
    """The lines of an entry as the ledger keeps them. Raises Refused."""
    if refusal := match.game.check(entry, before, match.house):
        raise Refused(refusal)
    return [write(line) for line in match.game.score(entry, before, match.house)]


def fold(events: Sequence[Event]) -> Match:
    """The match that some events tell, the first of them `opened`."""
    return _told(_opened(events[0]), events)


def _told(match: Match, events: Sequence[Event]) -> Match:
    """The match with all events told that came after its last row, and with all corrections."""
    gone = _gone(events)
    versions = _versions(events, gone)
    match = replace(match, gone=gone, events=tuple(events))
    for event in events[match.rows[-1].seq if match.rows else 1 :]:
        match = _written(match, event, versions.get(event.seq, (event,)))
    return match


def _entry_of(events: Sequence[Event], event: Event) -> int:
    """The number of the event that recorded what a correction or a strike is about."""
    while event.kind in ("corrected", "struck"):
        if not 0 < event.body["event"] < event.seq:
            raise ValueError(f"event {event.seq} is about no earlier one")
        event = events[event.body["event"] - 1]
    return event.seq


def _is_action(event: Event) -> bool:
    return event.kind in ACTIONS and "by" not in event.body


def _gone(events: Sequence[Event]) -> Mapping[int, Event]:
    """Event number → the strike that took it back. Strikes can be taken back by later ones."""
    gone: dict[int, Event] = {}
    for event in reversed(events):
        if event.kind == "struck" and event.seq not in gone:
            gone[event.body["event"]] = event
    return gone


def _versions(events: Sequence[Event], gone: Mapping[int, Event]) -> dict[int, tuple[Event, ...]]:
    """Event number of a corrected entry → its own event and the corrections that hold."""
    by_number = {event.seq: event for event in events}
    found: dict[int, tuple[Event, ...]] = {}
    for event in events:
        if event.kind == "corrected" and event.seq not in gone:
            target = event.body["event"]
            found[target] = (*found.get(target, (by_number[target],)), event)
    return found


def _opened(event: Event) -> Match:
    body = event.body
    game = GAMES[body["game"]]
    house = read_house(game.house, body["house"])
    standing = game.start(len(body["names"]), body["dealer"], house)
    names = tuple(body["names"])
    return Match(game, house, names, standing, standing, events=(event,), gone={})


def _written(match: Match, event: Event, versions: tuple[Event, ...]) -> Match:
    """The match with one more event told; `versions` are the contents of its entry."""
    if event.kind == "ruled":
        match = replace(match, ruled=(*match.ruled, event))
    if "entry" in event.body and event.kind != "corrected":
        return _with_row(match, event, versions)
    if event.seq in match.gone:
        return match
    if event.kind == "renamed":
        dealer = event.body.get("dealer", match.standing.dealer)
        standing = replace(match.standing, dealer=dealer)
        return replace(match, names=tuple(event.body["names"]), standing=standing)
    return replace(match, closed=True) if event.kind == "closed" else match


def _with_row(match: Match, event: Event, versions: tuple[Event, ...]) -> Match:
    game, house, before = match.game, match.house, match.standing
    body = versions[-1].body
    entry = game.read_entry(body["entry"], len(match.names), house)
    lines = tuple(_read_line(line) for line in body["lines"])
    strike = match.gone.get(event.seq)
    row = Row(
        seq=event.seq,
        entry=entry,
        lines=lines,
        before=before,
        after=before if strike else game.after(before, entry, lines, house),
        versions=tuple(version.seq for version in versions),
        struck=strike is not None,
        undone=strike is not None and strike.body.get("by") == "undo",
        refusal=game.check(entry, before, house) if match.changed else None,
    )
    changed = match.changed or row.struck or len(versions) > 1
    return replace(match, rows=(*match.rows, row), standing=row.after, changed=changed)


def _read_line(data: Mapping[str, Any]) -> Line:
    return Line(data["rule"], tuple(data["points"]), data.get("facts", {}))
