"""A match: one company, one game, one set of house rules: the fold of its events.

`Match` never changes; `after` gives the match one event later. What was recorded stays as it was
agreed: lines are read from the ledger, never worked out again.

Here belong the fold, `actions` that write events, and `files`; how a score comes about does not.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter

from scorekeeper.game import AnyGame
from scorekeeper.games import GAMES
from scorekeeper.house import HouseRules, load_house
from scorekeeper.ledger import Event
from scorekeeper.match import bodies
from scorekeeper.match.bodies import LineBody, RelinkedBody
from scorekeeper.schema import Json, dump
from scorekeeper.sheet import Entry, Line, Refusal, Refused, Standing

ACTIONS = ("recorded", "corrected", "struck", "ruled", "renamed", "closed")
"""Kinds of event that can be undone."""
FIRST_LINKS = RelinkedBody(generation=0, phone="")


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

    `struck_by` maps each event that no longer holds to the strike that took it back; `changed` says
    that some row was corrected or struck out; `rulings` are events, those that wrote a row too.
    `links` says which links count; nothing takes that back, so an old link never lives again.
    """

    game: AnyGame
    house: HouseRules
    names: tuple[str, ...]
    opened: Standing
    standing: Standing
    events: tuple[Event, ...]
    struck_by: Mapping[int, Event]
    links: RelinkedBody
    rows: tuple[Row, ...] = ()
    rulings: tuple[Event, ...] = ()
    changed: bool = False
    closed: bool = False

    @property
    def code(self) -> str:
        """The match's code."""
        return self.events[0].match

    @property
    def version(self) -> int:
        """The number of the last event: a save says on which version it was made."""
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
        at = self._row_at(seq)
        if at is None:
            raise UnknownRow(seq)
        return self.rows[at]

    def saved(self, key: str, version: int) -> Event | None:
        """The event that a save with this key already wrote since `version`, if it did."""
        return next((event for event in self.events[version:] if event.key == key), None)

    def after(self, event: Event) -> "Match":
        """The match one event later: the same as folding all events again."""
        events = (*self.events, event)
        if event.kind not in ("corrected", "struck"):
            return _Fold(self, events, self.struck_by).after((event,), {})
        at = self._row_at(_recording_of(events, event))
        return fold(events) if at is None else _fold_onto(self._back_at(at), events, self.rows[at:])

    def _row_at(self, seq: int) -> int | None:
        """The place of a row; rows lie in the order of the events that recorded them."""
        at = bisect_left(self.rows, seq, key=attrgetter("seq"))
        return at if at < len(self.rows) and self.rows[at].seq == seq else None

    def _back_at(self, at: int) -> "Match":
        """The match before a row was recorded; later events have yet to be folded onto it."""
        rows = self.rows[:at]
        changed = any(row.struck or len(row.versions) > 1 for row in rows)
        last = rows[-1].seq if rows else 1
        rulings = tuple(event for event in self.rulings if event.seq <= last)
        back = replace(self, rows=rows, rulings=rulings, changed=changed)
        return replace(back, standing=self.rows[at].before)

    def _holding(self) -> Iterator[Event]:
        """Events that still hold, newest first."""
        return (event for event in reversed(self.events) if event.seq not in self.struck_by)


def score_lines(match: Match, entry: Entry, before: Standing) -> list[LineBody]:
    """The lines of an entry as the ledger keeps them. Raises Refused."""
    if refusal := match.game.check(entry, before, match.house):
        raise Refused(refusal)
    return [_line_body(line) for line in match.game.score(entry, before, match.house)]


def fold(events: Sequence[Event]) -> Match:
    """The match of these events, the first of them `opened`."""
    return _fold_onto(_open(events[0]), events)


def _fold_onto(match: Match, events: Sequence[Event], old: Sequence[Row] = ()) -> Match:
    """The match with all events after its last row, and with the corrections of each.

    `old` are the rows of those events before the newest of them: their entries and lines are taken
    over where no correction changed them.
    """
    struck_by = _struck_by(events)
    to_come = events[match.rows[-1].seq if match.rows else 1 :]
    return _Fold(match, events, struck_by, old).after(to_come, _versions(events, struck_by))


def _recording_of(events: Sequence[Event], event: Event) -> int:
    """The number of the event that recorded what a correction or a strike is about."""
    while event.kind in ("corrected", "struck"):
        if not 0 < bodies.struck(event)["event"] < event.seq:
            raise ValueError(f"event {event.seq} is about no earlier one")
        event = events[bodies.struck(event)["event"] - 1]
    return event.seq


def _is_action(event: Event) -> bool:
    return event.kind in ACTIONS and "by" not in event.body


def _struck_by(events: Sequence[Event]) -> Mapping[int, Event]:
    """Event number → the strike that took it back. Strikes can be taken back by later ones."""
    strikes: dict[int, Event] = {}
    for event in reversed(events):
        if event.kind == "struck" and event.seq not in strikes:
            strikes[bodies.struck(event)["event"]] = event
    return strikes


def _versions(
    events: Sequence[Event], struck_by: Mapping[int, Event]
) -> dict[int, tuple[Event, ...]]:
    """Event number of a corrected entry → its own event and the corrections that hold."""
    by_number = {event.seq: event for event in events}
    versions: dict[int, tuple[Event, ...]] = {}
    for event in events:
        if event.kind == "corrected" and event.seq not in struck_by:
            target = bodies.struck(event)["event"]
            versions[target] = (*versions.get(target, (by_number[target],)), event)
    return versions


def _open(event: Event) -> Match:
    body = bodies.opened(event)
    game = GAMES[body["game"]]
    house = load_house(game.house, body["house"])
    standing = game.start(len(body["names"]), body["dealer"], house)
    names = tuple(body["names"])
    return Match(game, house, names, standing, standing, (event,), {}, FIRST_LINKS)


class _Fold:
    """A match to which events are added in place: none of them copies a long evening."""

    def __init__(
        self,
        match: Match,
        events: Sequence[Event],
        struck_by: Mapping[int, Event],
        old: Sequence[Row] = (),
    ) -> None:
        self._match, self._events, self._struck_by = match, events, struck_by
        self._old = {row.seq: row for row in old}
        self._rows, self._rulings = list(match.rows), list(match.rulings)
        self._names, self._standing = match.names, match.standing
        self._changed, self._closed, self._links = match.changed, match.closed, match.links

    def after(self, to_come: Iterable[Event], versions: Mapping[int, tuple[Event, ...]]) -> Match:
        """The match with more events; `versions` are the events that gave an entry its content."""
        for event in to_come:
            self._add(event, versions.get(event.seq, (event,)))
        return replace(
            self._match,
            names=self._names,
            standing=self._standing,
            events=tuple(self._events),
            struck_by=self._struck_by,
            rows=tuple(self._rows),
            rulings=tuple(self._rulings),
            changed=self._changed,
            closed=self._closed,
            links=self._links,
        )

    def _add(self, event: Event, versions: tuple[Event, ...]) -> None:
        if event.kind == "ruled":
            self._rulings.append(event)
        if "entry" in event.body and event.kind != "corrected":
            self._add_row(event, versions)
        elif event.kind == "relinked":
            self._links = bodies.relinked(event)
        elif event.seq in self._struck_by:
            return
        elif event.kind == "renamed":
            body = bodies.renamed(event)
            dealer = body.get("dealer", self._standing.dealer)
            self._standing = replace(self._standing, dealer=dealer)
            self._names = tuple(body["names"])
        elif event.kind == "closed":
            self._closed = True

    def _add_row(self, event: Event, versions: tuple[Event, ...]) -> None:
        game, house, before = self._match.game, self._match.house, self._standing
        numbers = tuple(version.seq for version in versions)
        entry, lines = self._content(event, versions[-1], numbers)
        strike = self._struck_by.get(event.seq)
        row = Row(
            seq=event.seq,
            entry=entry,
            lines=lines,
            before=before,
            after=before if strike else game.after(before, entry, lines, house),
            versions=numbers,
            struck=strike is not None,
            undone=strike is not None and strike.body.get("by") == "undo",
            refusal=game.check(entry, before, house) if self._changed else None,
        )
        self._rows.append(row)
        self._standing = row.after
        self._changed = self._changed or row.struck or len(versions) > 1

    def _content(
        self, event: Event, newest: Event, versions: tuple[int, ...]
    ) -> tuple[Entry, tuple[Line, ...]]:
        """An entry with its lines, as its newest version has them."""
        old = self._old.get(event.seq)
        if old and old.versions == versions:
            return old.entry, old.lines
        game, house, body = self._match.game, self._match.house, bodies.recorded(newest)
        entry = game.read_entry(body["entry"], len(self._names), house)
        return entry, tuple(_read_line(line) for line in body["lines"])


def _line_body(line: Line) -> LineBody:
    body = LineBody(rule=line.rule, points=list(line.points))
    facts: dict[str, Json] = {name: dump(value) for name, value in line.facts.items()}
    return LineBody(**body, facts=facts) if facts else body


def _read_line(body: LineBody) -> Line:
    return Line(body["rule"], tuple(body["points"]), body.get("facts", {}))
