"""The kinds of event of a match that the table writes: what each says, asks for, and does.

What was ever written stays readable: members are added with a default, none is renamed or removed.
Points are whole numbers per seat; seats are numbered from 0, people by coming; `seats` is the
person on each seat, where others sit at the table than in the beginning.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal

from scorekeeper.core.schema import Invalid, spec
from scorekeeper.core.sheet import Standing
from scorekeeper.ledger import Event
from scorekeeper.match import MATCH, Fold, Match, checks
from scorekeeper.match.rulings import Ruling
from scorekeeper.stream.kinds import Body, InvalidEvent, prefix_path
from scorekeeper.stream.roles import EventNo, Keyword, Label, Links, Mark, Name, StreamCode, Text
from scorekeeper.stream.streams import recording_of

MAX_POINTS = 10**9
WRITES_A_ROW = ("undoable", "applied_if_struck", "takes_pencil", "settles_question", "by_seats")
"""The traits of what may write a row."""


@MATCH.declare("opened")
@dataclass(frozen=True, kw_only=True)
class Opened(Body[Match, Fold]):
    """The game's key, names by seat, who deals, all house rules.

    Older versions wrote only house rules unlike the defaults; `Game.read_house` knows those.
    `rules` is the name of the house rules, if the table gave them one. The group with the code
    `group` may read the match; none may if that is empty, and older versions say nothing of it.
    Up to 0.10 a match was a table of a tournament, by its code in `table_of`: that has no effect
    any more.
    """

    game: Keyword
    names: tuple[Name, ...]
    dealer: int
    house: Mapping[str, object] = field(hash=False)
    table_of: StreamCode = ""
    table_confirm: Literal["off", "twice"] = "off"
    rules: Label = ""
    group: StreamCode | None = spec(None, max_length=checks.LONGEST_CODE)

    def validate_opening(self) -> None:
        """Any table may open a match of a game by its house rules."""
        checks.validate_seat("dealer", self.dealer, len(self.names))
        game = checks.require_game(self.game)
        house = checks.read_rules(game, self.house, self.rules)
        checks.validate_size("names", game, house, len(self.names))
        checks.validate_names(self.names)

    def validate(self, match: Match) -> None:
        """A match is opened once."""
        raise InvalidEvent("kind", "this match was opened before")


@dataclass(frozen=True)
class LineBody:
    """A line: the id of a rule with points per seat, and the values for its sentence."""

    rule: Keyword
    points: tuple[int, ...] = spec(ge=-MAX_POINTS, le=MAX_POINTS)
    facts: Mapping[str, object] = field(default_factory=dict, hash=False)

    def validate(self, match: Match) -> None:
        """Its rule is one of the game, and its points sum to what the game says."""
        if not checks.knows(checks.english(match), self.rule):
            raise InvalidEvent("rule", f"{match.game.key} has no rule {self.rule!r}")
        if len(self.points) != len(match.names):
            raise Invalid("points", "wrong-number", n=len(match.names))
        right, total = match.game.line_sum(self.rule), sum(self.points)
        if right not in (None, total):
            raise InvalidEvent("points", f"points of {self.rule} sum to {right}, these to {total}")


@dataclass(frozen=True, kw_only=True)
class BySeats(Body[Match, Fold]):
    """What counts by who sits there."""

    seats: tuple[int, ...] | None = spec(None, ge=0)

    def validate(self, match: Match) -> None:
        """It was written by those who sit there."""
        if (self.seats if self.seats is not None else match.first_seats) != match.seating.seats:
            raise InvalidEvent("seats", f"at the table sit {[*match.seating.seats]}")


@dataclass(frozen=True, kw_only=True)
class EntryBody(Body[Match, Fold]):
    """An entry with its type, and its lines as they were agreed.

    `phone` is the mark of the phone that wrote it.
    """

    entry: Mapping[str, object] = field(hash=False)
    lines: tuple[LineBody, ...]
    phone: Mark = ""

    def validate_entry(self, match: Match, before: Standing) -> None:
        """The game takes the entry, and its lines add up. Raises Invalid, InvalidEvent."""
        game, players = match.game, len(match.names)
        entry = prefix_path("entry", lambda: game.read_entry(self.entry, players, match.house))
        refusal = game.check(entry, before, match.house)
        if refusal and refusal.id not in game.newer_refusals:
            raise checks.refusal_error(match, refusal, f"entry.{refusal.field}")
        for at, line in enumerate(self.lines):
            prefix_path(f"lines.{at}", partial(line.validate, match))


@MATCH.declare("recorded", **dict.fromkeys(WRITES_A_ROW, True))
@dataclass(frozen=True, kw_only=True)
class Recorded(EntryBody, BySeats):
    """An entry goes on the sheet."""

    def validate(self, match: Match) -> None:
        """The game takes it here, from those who sit there."""
        super().validate(match)
        self.validate_entry(match, match.standing)


@MATCH.declare("corrected", undoable=True, takes_pencil=True)
@dataclass(frozen=True, kw_only=True)
class Corrected(EntryBody):
    """What event number `event` recorded says this instead."""

    event: EventNo
    seats: tuple[int, ...] | None = spec(None, ge=0)

    def validate(self, match: Match) -> None:
        """The game takes it where the row stands."""
        row = checks.require_row(match, self.event, "that could be corrected")
        self.validate_entry(match.as_of(row), row.before)


@MATCH.declare("struck", undoable=True)
@dataclass(frozen=True, kw_only=True)
class Struck(Body[Match, Fold]):
    """Event number `event` no longer holds; `by` tells undo and redo from a strike."""

    event: EventNo
    by: Literal["undo", "redo"] | None = None

    def validate(self, match: Match) -> None:
        """This can be taken back so: a row, what Undo strikes, or a strike."""
        if not 1 < self.event <= match.version:
            raise InvalidEvent("event", f"there is no event {self.event} to strike before this one")
        target = match.events[self.event - 1]
        first = match.events[recording_of(match.events, target) - 1]
        base = first.kind in MATCH.kinds_with("undone_in_turn")
        right = {
            None: (target.kind == "struck" and not base) or match.has_row(target.seq),
            "undo": target.kind in MATCH.kinds_with("undoable") and "by" not in target.body,
            "redo": target.body.get("by") == "undo",
        }[self.by]
        in_turn = {"undo": match.undo, "redo": match.redo}.get(self.by or "")
        if not right or (base and target is not in_turn):
            raise InvalidEvent("event", f"event {self.event} is nothing that can be taken back so")


@MATCH.declare("ruled", **dict.fromkeys(WRITES_A_ROW, True))
@dataclass(frozen=True, kw_only=True)
class Ruled(BySeats):
    """A ruling, with an entry and its lines where it was written on the sheet."""

    ruling: Ruling
    entry: Mapping[str, object] | None = field(default=None, hash=False)
    lines: tuple[LineBody, ...] | None = None
    phone: Mark = ""

    def validate(self, match: Match) -> None:
        """A page can show the ruling, and the game takes its entry."""
        super().validate(match)
        prefix_path("ruling", partial(self.ruling.validate, match))
        if self.entry is None and self.lines is None:
            return
        if self.entry is None or self.lines is None:
            raise Invalid("entry" if self.entry is None else "lines", "missing")
        EntryBody(entry=self.entry, lines=self.lines).validate_entry(match, match.standing)

    def apply(self, state: Fold, event: Event) -> Fold:
        """A ruling more, and perhaps a row."""
        state.rulings.append(event)
        if self.entry is not None:
            state.add_row(event)
        return state


@MATCH.declare("renamed", undoable=True, by_seats=True)
@dataclass(frozen=True, kw_only=True)
class Renamed(BySeats):
    """Names by seat, and who deals next."""

    names: tuple[Name, ...]
    dealer: int | None = None

    def validate(self, match: Match) -> None:
        """Each seat has a name."""
        super().validate(match)
        if self.dealer is not None:
            checks.validate_seat("dealer", self.dealer, len(match.names))
        if len(self.names) != len(match.names):
            raise Invalid("names", "wrong-number", n=len(match.names))
        checks.validate_names(self.names)

    def apply(self, state: Fold, event: Event) -> Fold:
        """Who sits there is called so from now on."""
        if self.dealer is not None:
            state.standing = replace(state.standing, dealer=self.dealer)
        state.seating = state.seating.renamed(state.seats_of(event), self.names)
        return state


@MATCH.declare("seated", undoable=True, applied_if_struck=True, by_seats=True, undone_in_turn=True)
@dataclass(frozen=True, kw_only=True)
class Reseated(Body[Match, Fold]):
    """Who sits at the table from now on, their names by seat, and who deals next.

    People are numbered by coming, from 0 on the first seat of the opening; a number not yet given
    is somebody new.
    """

    seats: tuple[int, ...] = spec(ge=0)
    names: tuple[Name, ...] = spec()
    dealer: int = spec()

    def validate(self, match: Match) -> None:
        """The game can go on with these people."""
        game, seats = match.game, self.seats
        checks.validate_seat("dealer", self.dealer, len(seats))
        if len(seats) not in game.seats or len(self.names) != len(seats):
            raise InvalidEvent("seats", f"{len(seats)} seats, {len(self.names)} names")
        known = len(match.seating.people)
        new = {person for person in seats if person >= known}
        if len({*seats}) != len(seats) or new != {*range(known, known + len(new))}:
            raise InvalidEvent("seats", f"people sit once, and new ones are numbered from {known}")
        checks.validate_names(self.names)
        if refusal := match.seating.refusal(game, match.house, match.standing, seats):
            raise checks.refusal_error(match, refusal, refusal.field)
        if game.reseat is None:
            raise InvalidEvent("seats", f"in {game.key} nobody comes or goes")

    def apply(self, state: Fold, event: Event) -> Fold:
        """They sit down; they have a number even if that was taken back."""
        state.seating = state.seating.joined(self.seats, self.names)
        if state.holds(event):
            state.seating = state.seating.renamed(self.seats, self.names)
            state.move(self.seats, self.dealer)
        return state


@MATCH.declare("agreed", undoable=True, undone_in_turn=True)
@dataclass(frozen=True, kw_only=True)
class Agreed(Body[Match, Fold]):
    """All house rules by which the table plays from here on, and their name, if it gave them one.

    What was written before keeps those of then. What a point or a lost game costs, and what the
    game begins with, holds for the whole match.
    """

    house: Mapping[str, object] = field(hash=False)
    rules: Label = ""

    def validate(self, match: Match) -> None:
        """So many can play on by them, once what is due is played."""
        game = match.game
        if not match.nothing_due:
            raise InvalidEvent("house", "what is due by the rules of now comes first")
        house = checks.read_rules(game, self.house, self.rules)
        checks.validate_size("house", game, house, len(match.names))
        if refusal := game.check_size(len(match.names), match.standing, house):
            raise checks.refusal_error(match, refusal, f"house.{refusal.field}")
        checks.validate_lasting(match, house)

    def apply(self, state: Fold, event: Event) -> Fold:
        """The next rows stand on these, and what the table is told before the first one."""
        state.house = state.game.read_house(self.house)
        state.begin_anew()
        return state


@MATCH.declare("noted", undoable=True)
@dataclass(frozen=True, kw_only=True)
class Noted(Body[Match, Fold]):
    """What the table wants to remember of the row that event `event` recorded.

    It takes the place of an older note; an empty one takes it away.
    """

    event: EventNo
    note: Text

    def validate(self, match: Match) -> None:
        """There is such a row."""
        checks.require_row(match, self.event, "that a note could be about")
        checks.validate_note(self.note)


@MATCH.declare("relinked")
@dataclass(frozen=True, kw_only=True)
class Relinked(Links, Body[Match, Fold]):
    """The links end, and with them the roles that they gave, but for that of the phone; and that a
    group may read the match, but for `group`, if one stays; older versions say nothing of it.
    """

    group: StreamCode | None = spec(None, max_length=checks.LONGEST_CODE)

    def apply(self, state: Fold, event: Event) -> Fold:
        """These links count; nothing takes that back."""
        state.links = self
        return state


@MATCH.declare("grouped", never_conflicts=True)
@dataclass(frozen=True, kw_only=True)
class Grouped(Body[Match, Fold]):
    """The group with the code `group` may read the match, and no other; empty: none may."""

    group: StreamCode = spec(max_length=checks.LONGEST_CODE)


@MATCH.declare("closed", undoable=True)
@dataclass(frozen=True)
class Closed(Body[Match, Fold]):
    """The evening is over; no version that was released writes this."""
