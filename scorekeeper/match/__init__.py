"""A match: one table, one game, one set of house rules: the fold of its events.

`Match` never changes; `after` gives the match one event later. What was recorded stays as it was
agreed: lines are read from the ledger, never worked out again.

Here belong the fold, `actions` that write events, and `files`; how a score comes about does not.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from operator import attrgetter
from typing import Any, cast

from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import HouseRules
from scorekeeper.core.named_house import NamedHouse
from scorekeeper.core.schema import Json, copy_with, dump, made
from scorekeeper.core.sheet import Entry, Line, Refused, Standing, counted
from scorekeeper.core.turns import give_way
from scorekeeper.games import game_of
from scorekeeper.ledger import Event
from scorekeeper.match.rows import Row, UnknownRow
from scorekeeper.match.seating import Seating, Seats, reseat
from scorekeeper.stream.kinds import InvalidEvent, Kinds
from scorekeeper.stream.roles import FIRST_LINKS, Links
from scorekeeper.stream.streams import ENDS, Stream, recording_of, strikes_of, versions_of

MATCH: "Kinds[Match, Fold]" = Kinds("match", "scorekeeper.match.events")
"""The kinds of event of a match, and where they are declared."""
TURNING_BACK = ("corrected", "struck")
"""The kinds that change what was recorded before them."""


@dataclass(frozen=True)
class Match(Stream):
    """Everything known of a match: who sits at the table, `rows` in the order of recording.

    `changed` says that some row was corrected or struck out; `rulings` are events, those that wrote
    a row too; `link_events` ended links: all of them, a seat's, or that of those who write.
    """

    kinds = MATCH
    mark = "names"
    game: AnyGame
    house: HouseRules
    seating: Seating
    opened: Standing
    standing: Standing
    events: tuple[Event, ...]
    struck_by: Mapping[int, Event]
    links: Links
    rows: tuple[Row, ...] = ()
    rulings: tuple[Event, ...] = ()
    link_events: tuple[Event, ...] = ()
    changed: bool = False

    @classmethod
    def fold(cls, events: Sequence[Event]) -> "Match":
        return _fold_onto(_open(events[0]), events)

    @property
    def names(self) -> tuple[str, ...]:
        return self.seating.names

    @property
    def named_house(self) -> NamedHouse:
        said = self.agreements[-1] if self.agreements else self.events[0]
        return NamedHouse(self.game, said.body.get("rules", ""), self.house)

    @property
    def nothing_due(self) -> bool:
        return not self.standing.over and self.standing.next[:1] == self.opened.next[:1]

    @cached_property
    def agreements(self) -> tuple[Event, ...]:
        agreed = (event for event in self.events if event.kind == "agreed")
        return tuple(event for event in agreed if self.holds(event))

    def house_before(self, event: Event) -> HouseRules:
        agreed = (e for e in reversed(self.events[: event.seq - 1]) if e.kind == "agreed")
        held = (e for e in agreed if self.holds(e) or self.struck_by[e.seq].seq >= event.seq)
        house: HouseRules = self.game.read_house(next(held, self.events[0]).body["house"])
        return house

    @cached_property
    def group(self) -> str | None:
        """The code of the group that may read it, empty for none; None where nobody ever said, as
        in older versions: then a group's own word is enough.
        """
        return group_of(self.events)

    def _writer_of(self, event: Event) -> str:
        return super()._writer_of(event) if event.kind in MATCH.kinds_with("takes_pencil") else ""

    @property
    def opener_writes(self) -> bool:
        """True if who opened it writes by that: no link of those who write has ended since."""
        return not any(ends_all_writers(event) for event in self.link_events)

    @cached_property
    def pencil(self) -> str:
        """The mark of the phone that writes: which took it over, or wrote last; empty if not
        known.
        """
        writes = MATCH.kinds_with("takes_pencil")
        wrote = (event for event in reversed(self.events) if event.kind in writes)
        return next(filter(None, (event.body.get("phone", "") for event in wrote)), "")

    @cached_property
    def totals(self) -> Mapping[int, int]:
        """Person → points, of all who ever played."""
        places = self.seating.places(self.standing).items()
        return {person: was.totals[seat] for person, (was, seat) in sorted(places)}

    @property
    def first_seats(self) -> Seats:
        """The first lineup: one person after the other."""
        return tuple(range(len(self.events[0].body["names"])))

    def seats_of(self, event: Event) -> Seats:
        first = self.events[recording_of(self.events, event) - 1]
        return tuple(first.body.get("seats", self.first_seats))

    def at(self, seats: Seats) -> "Match":
        """The match as if these people sat at the table: for what was written when they did."""
        if seats == self.seating.seats:
            return self
        seating, standing = reseat(self.game, self.house, self.seating, self.standing, seats)
        return replace(self, seating=seating, standing=standing)

    def as_of(self, row: Row) -> "Match":
        """The match as it was agreed, and with who sat there, when a row was written."""
        return replace(self.at(row.seating.seats), house=row.house)

    @cached_property
    def notes(self) -> Mapping[int, str]:
        """Row number → the note that stands there."""
        noted = (e.body for e in self.events if e.kind == "noted" and self.holds(e))
        notes = {body["event"]: body["note"] for body in noted}
        return {seq: note for seq, note in notes.items() if note}

    def rulings_about(self, seq: int) -> list[Event]:
        holding = (event for event in self.rulings if self.holds(event))
        return [event for event in holding if event.body["ruling"].get("about") == seq]

    def row(self, seq: int) -> Row:
        """The row that event `seq` recorded. Raises UnknownRow."""
        at = self._row_at(seq)
        if at is None:
            raise UnknownRow(seq)
        return self.rows[at]

    def explained(self, row: Row) -> tuple[Line, ...]:
        """The lines of a row with how they come about; as they were agreed, if the game would score
        it otherwise now.
        """
        now: tuple[Line, ...] = self.game.explained(row.entry, row.before, row.house)
        agreed = [(line.rule, line.points) for line in row.lines]
        same = [(line.rule, line.points) for line in counted(now)] == agreed
        return now if same else row.lines

    def has_row(self, seq: int) -> bool:
        """True if event `seq` recorded a row."""
        return self._row_at(seq) is not None

    def after(self, event: Event) -> "Match":
        events = tuple(self.events) + (event,)  # noqa: RUF005 – to unpack takes twice as long
        if event.kind not in TURNING_BACK:
            return Fold(self, events, self.struck_by).after((event,), {})
        at = self._again_from(event)
        if at is None:
            return self.fold(events)
        if at and at == len(self.rows):
            return replace(self, events=events, struck_by=strikes_of(events))
        return _fold_onto(self._back_at(at), events, self.rows[at:])

    def rows_again(self, event: Event) -> int:
        """How many rows are counted again after an event that turns back."""
        return len(self.rows) - (self._again_from(event) or 0)

    def _again_from(self, event: Event) -> int | None:
        """The place of the first row that is counted again after a correction or a strike, behind
        the last one if none is; None if all is to be folded anew.
        """
        recording = recording_of((*self.events, event), event)
        at = self._row_at(recording)
        if at is None:
            return None if MATCH.applies(self.events[recording - 1].kind) else len(self.rows)
        return None if any(row.seating_undone for row in self.rows[max(at - 1, 0) : at]) else at

    def _row_at(self, seq: int) -> int | None:
        """The place of a row; rows lie in the order of the events that recorded them."""
        at = bisect_left(self.rows, seq, key=attrgetter("seq"))
        return at if at < len(self.rows) and self.rows[at].seq == seq else None

    def _back_at(self, at: int) -> "Match":
        """The match right after the row before this one; later events have yet to be folded."""
        if at == 0:
            return _open(self.events[0])
        rows = self.rows[:at]
        changed = any(row.struck or len(row.versions) > 1 for row in rows)
        rulings = tuple(event for event in self.rulings if event.seq <= rows[-1].seq)
        ended = tuple(event for event in self.link_events if event.seq <= rows[-1].seq)
        back = replace(self, rows=rows, rulings=rulings, link_events=ended, changed=changed)
        last = rows[-1]
        return replace(back, seating=last.seating, standing=last.after, house=last.house)


def score_lines(match: Match, entry: Entry, before: Standing) -> list[Json]:
    """The lines of an entry as the ledger keeps them. Raises Refused."""
    if refusal := match.game.check(entry, before, match.house):
        raise Refused(refusal)
    return [dump(line) for line in match.game.score(entry, before, match.house)]


def lines_in(body: Mapping[str, Any]) -> tuple[Line, ...]:
    """The lines of an entry from the body of its event."""
    lines = body["lines"]
    return tuple([_line(each) for each in lines])


def _line(said: Mapping[str, Any]) -> Line:
    points, facts = (*said["points"],), said.get("facts", {})
    return made(Line, {"rule": said["rule"], "points": points, "facts": facts, "account": None})


def _fold_onto(match: Match, events: Sequence[Event], old: Sequence[Row] = ()) -> Match:
    """The match with all events after its last row, and with the corrections of each.

    `old` are the rows of those events before the newest of them: their entries and lines are taken
    over where no correction changed them.
    """
    struck_by = strikes_of(events)
    last = events[match.rows[-1].seq if match.rows else 1 :]
    to_come = (event for event in last if event.kind not in TURNING_BACK)
    return Fold(match, events, struck_by, old).after(to_come, versions_of(events, struck_by))


def _open(event: Event) -> Match:
    body = event.body
    game = game_of(body["game"])
    house = game.read_house(body["house"])
    standing = game.start(len(body["names"]), body["dealer"], house)
    seating = Seating.of(body["names"])
    return Match(game, house, seating, standing, standing, (event,), {}, FIRST_LINKS)


class Fold:
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
        self._versions: Mapping[int, tuple[Event, ...]] = {}
        self._rows: list[Row] = []
        self._changed = match.changed
        self.rulings = list(match.rulings)
        self._link_events = list(match.link_events)
        self.seating, self.standing = match.seating, match.standing
        self.links, self.house = match.links, match.house
        self._first_seats = match.first_seats

    def after(self, to_come: Iterable[Event], versions: Mapping[int, tuple[Event, ...]]) -> Match:
        """The match with more events; `versions` are the events that gave an entry its content."""
        self._versions = versions
        for event in to_come:
            self._add(event)
        return self._now(tuple, tuple(self._match.rows) + tuple(self._rows))

    def grown(self, event: Event) -> Match:
        """The match with an event more that is about no earlier one. What it gave before cannot be
        used any more: the lists of all are one.
        """
        cast("list[Event]", self._events).append(event)
        self._add(event)
        cast("list[Row]", self._match.rows).extend(self._rows)
        self._rows.clear()
        return self._now(lambda same: same, self._match.rows)

    def _add(self, event: Event) -> None:
        give_way()
        if event.kind == "recorded":  # most of an evening, and nothing but a row
            if "entry" in event.body:
                self.add_row(event)
            return
        if event.kind in ENDS:
            self._link_events.append(event)
        if event.kind in MATCH.kinds_with("applied_if_struck") or self.holds(event):
            MATCH.apply(self, event)

    def _now(self, kept: Callable[[Sequence[Any]], Any], rows: tuple[Row, ...]) -> Match:
        """The match as it is now, with these rows; other lists are `kept` as they are or copied."""
        return replace(
            self._match,
            events=kept(self._events),
            rows=rows,
            rulings=kept(self.rulings),
            link_events=kept(self._link_events),
            seating=self.seating,
            standing=self.standing,
            struck_by=self._struck_by,
            changed=self._changed,
            links=self.links,
            house=self.house,
        )

    def holds(self, event: Event) -> bool:
        return event.seq not in self._struck_by

    @property
    def game(self) -> AnyGame:
        return self._match.game

    def seats_of(self, event: Event) -> Seats:
        """The person on each seat when an event was written that counts by who sits there."""
        seats = event.body.get("seats")
        return self._first_seats if seats is None else tuple(seats)

    def move(self, seats: Seats, dealer: int | None = None) -> None:
        """Lets people sit on the seats; without a `dealer` the same person deals as before."""
        if seats == self.seating.seats and dealer is None:
            return
        self.seating, self.standing = reseat(
            self.game, self.house, self.seating, self.standing, seats, dealer
        )

    def begin_anew(self) -> None:
        """Before the first row that counts the table is told what house rules of now ask for."""
        if all(row.struck for row in chain(self._match.rows, self._rows)):
            seats, dealer = len(self.seating.seats), self.standing.dealer
            begun: Standing = self.game.start(seats, dealer, self.house)
            self.standing = copy_with(self.standing, next=begun.next, notices=begun.notices)

    def add_row(self, event: Event) -> None:
        """The entry of an event goes on the sheet, with its newest content."""
        seating, standing = self.seating, self.standing
        versions = self._versions.get(event.seq, (event,))
        self.move(self.seats_of(event))
        row = self._row(event, versions, seating_undone=self.seating is not seating)
        self._rows.append(row)
        self._changed = self._changed or row.struck or len(versions) > 1
        if row.struck:  # it leaves no trace, whoever wrote it
            self.seating, self.standing = seating, standing
        else:
            self.standing = row.after
            self.move(seating.seats)

    def _row(self, event: Event, versions: tuple[Event, ...], *, seating_undone: bool) -> Row:
        game, house, before = self.game, self.house, self.standing
        numbers = tuple([version.seq for version in versions])
        entry, lines = self._content(event, versions[-1], numbers)
        strike = self._struck_by.get(event.seq)
        members = {
            "seq": event.seq,
            "entry": entry,
            "lines": lines,
            "before": before,
            "after": before if strike else game.after(before, entry, lines, house),
            "versions": numbers,
            "seating": self.seating,
            "house": house,
            "seating_undone": seating_undone,
            "struck": strike is not None,
            "undone": strike is not None and strike.body.get("by") == "undo",
            "doubted_by": game if self._changed else None,
        }
        return made(Row, members)

    def _content(
        self, event: Event, newest: Event, versions: tuple[int, ...]
    ) -> tuple[Entry, tuple[Line, ...]]:
        old = self._old.get(event.seq)
        if old and old.versions == versions:
            return old.entry, old.lines
        game, house = self.game, self.house
        entry = game.read_entry(newest.body["entry"], len(self.seating.seats), house)
        return entry, lines_in(newest.body)


def ends_all_writers(event: Event) -> bool:
    """True for what ends the links and roles of all who write but one."""
    body = event.body
    return event.kind in ENDS and body.get("person") is None and not body.get("of")


def group_of(events: Iterable[Event]) -> str | None:
    """What a match of these events says of the group that may read it, as in `Match.group`.

    Where all links end, or those of who writes, it is in none but the one of which that says that
    it stays; that brings it into no other. Older versions said nothing there.
    """
    group: str | None = None
    for event in events:
        said = event.body.get("group")
        if event.kind in ("opened", "grouped"):
            group = said
        elif ends_all_writers(event):
            group = said if group in (None, said) else ""
    return group


EVENTS_OF_A_ROW = 50
"""To look through so many events takes as long as to count a row again."""


class Growth:
    """Gives a match that is read event by event, one after the other: what it gave before cannot be
    used any more, so none of them copies a long evening.

    Corrections and strikes have later rows counted again, and all events looked through: as much
    as `most` rows at most.
    """

    def __init__(self, most: int | None = None) -> None:
        self._fold: Fold | None = None
        self._most, self._again = most, 0

    def after(self, match: Match, event: Event) -> Match:
        """The match one event later. Raises InvalidEvent."""
        if event.kind in TURNING_BACK:
            self._fold = None
            self._again += match.rows_again(event) + match.version // EVENTS_OF_A_ROW
            if self._most is not None and self._again > self._most:
                raise InvalidEvent("body.event", f"more than {self._most} rows are counted again")
            return match.after(event)
        if self._fold is None:
            own = replace(match, rows=cast("tuple[Row, ...]", [*match.rows]))
            self._fold = Fold(own, [*match.events], match.struck_by)
        return self._fold.grown(event)


def owners_of(match: Match) -> Mapping[str, int]:
    """Phone → the person in whose hand it said last to be."""
    hand = MATCH.kinds_with("claims_phone")
    said = (event.body for event in match.events if event.kind in hand)
    return {body["phone"]: body["person"] for body in said if body["person"] is not None}
