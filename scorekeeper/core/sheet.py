"""What a score sheet is made of, for every game: entries, the lines they score, and the standing.

An entry is what the table writes down. Scoring it gives lines: a reason (a rule id) with points
per seat, so that every number on the sheet can be explained. The standing is where the match is
after an entry: totals, who deals, what may be written next.
"""

import dataclasses
import operator
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import repeat
from typing import Any, ClassVar, Literal, TypeAlias, TypeVar

from scorekeeper.core.arithmetic import Account, Term
from scorekeeper.core.cards import Card
from scorekeeper.core.schema import Json, RuleId, Seat, Spec, copy_with, dump_fields, spec
from scorekeeper.core.turns import give_way

FactValue: TypeAlias = "str | int | float | Card | Collection[FactValue] | None"
"""A card, a seat or another number, an id or a text; or several of them."""
Facts = Mapping[str, FactValue]
"""Values for a sentence by the names it has for them."""
NO_FACTS: Facts = {}
Data = dict[str, Any]
"""JSON data of an entry, as a form or a file says it; not yet checked."""


@dataclass(frozen=True)
class Apart:
    """What excludes each other in a form, which puts what was given last in the place of the other:
    pairs of `fields`, pairs of fields that may not say the same of one player (`seats`), and of a
    field pairs of `values` that one player may not have.
    """

    fields: tuple[tuple[str, str], ...] = ()
    seats: tuple[tuple[str, str], ...] = ()
    values: Mapping[str, tuple[tuple[str, str], ...]] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True)
class Entry:
    """The root of everything that can be recorded; `type` is its name in the ledger."""

    type: ClassVar[str]
    numbered: ClassVar[bool] = False
    """Entries of this type are numbered on the sheet (deals, rounds, games)."""
    apart: ClassVar[Apart] = Apart()

    @classmethod
    def from_shorthand(cls, submitted: Data) -> Data:
        """JSON data of what a form sent, where forms are shorter than files."""
        return submitted

    @classmethod
    def to_shorthand(cls, data: Data) -> Data:
        """What a form shows of JSON data: `from_shorthand` the other way round."""
        return data

    @classmethod
    def asks(cls, name: str, house: Any) -> bool:
        """True if forms ask for a field at a table with these house rules."""
        return True

    @classmethod
    def by_tap(cls, seat: Seat, house: Any) -> Mapping[str, Json]:
        """JSON data of the entry that a tap on one player writes; empty if that says too little."""
        return {}

    @classmethod
    def pausing_next(cls, standing: "Standing") -> Collection[int]:
        """The seats that will have no part in the next one, as a rule."""
        return ()

    def players(self, before: "Standing") -> Sequence[int]:
        """The seats that played, in the order in which a question counts them."""
        return range(len(before.totals))

    def absent(self, before: "Standing") -> Collection[int]:
        """The seats that had no part in it: on the sheet they have no figure."""
        return ()

    def so_far(self) -> tuple[int | None, ...] | None:
        """Points per seat while the entry is still being written; None where they are not known."""
        return None


@dataclass(frozen=True)
class PenaltyEntry(Entry):
    """The root of entries that write what an offence costs: `seat` broke `rule`.

    It records the rules of the game's table whose penalty is of one of the kinds in `penalties`
    (empty: of any), and besides them the `cases` that only the sheet tells apart.
    """

    penalties: ClassVar[tuple[str, ...]] = ()
    cases: ClassVar[tuple[str, ...]] = ()
    seat: Seat
    rule: RuleId


@dataclass(frozen=True)
class PaperEntry(Entry):
    """The root of what an empty sheet takes over from paper.

    `points` per seat so far, who deals next (`dealer`), and how many games were `played`.
    """

    type: ClassVar[str] = "paper"
    rule: ClassVar[str]
    """The rule of its line; below it are the ids of what `check_paper` refuses."""
    points: tuple[int, ...] = spec(ge=0, le=999)
    dealer: Seat = spec()
    played: int = spec(0, ge=0, le=999)


E = TypeVar("E", bound=Entry)
At = TypeVar("At", bound=int)
"""A seat, or a number that is one."""
T = TypeVar("T")


def dump_entry(entry: Entry) -> dict[str, Json]:
    return {"type": entry.type, **dump_fields(entry)}


@dataclass(frozen=True)
class Line:
    """Points per seat, and the id of the rule that gives them; the `account` of how they come about
    is worked out, and not written down.
    """

    rule: str
    points: tuple[int, ...]
    facts: Facts = dataclasses.field(default_factory=dict, hash=False)
    account: Account | None = dataclasses.field(
        default=None, compare=False, repr=False, metadata={"spec": Spec(written=False)}
    )

    @classmethod
    def of(
        cls, rule: str, seats: int, account: Account, facts: Mapping[str, FactValue] = NO_FACTS
    ) -> "Line":
        return cls(rule, account.points(seats), facts, account)

    @property
    def reckoned(self) -> Account:
        """How the points come about; of a line that was read, only what they are."""
        return self.account or _typed(dict(enumerate(self.points)))


def _typed(points: Mapping[At, int]) -> Account:
    return Account({seat: (Term(n),) for seat, n in points.items()})


HOUSE = "house"
"""What a notice offers that other house rules mend."""


@dataclass(frozen=True)
class Notice:
    """Something to tell the table: an id of the rulebook's notices, the seats it is about.

    Of a fact that is a `rule` it is told what breaking it is called, as the fact `offence`. It may
    be `dear`, if it makes what is played worth more, or `rare`, if the evening will speak of it.
    One that says what may be written now `offers` that type of entry, one that other house rules
    mend offers those (HOUSE): the sheet puts the way there beside the words.
    """

    id: str
    seats: tuple[int, ...] = ()
    facts: Facts = dataclasses.field(default_factory=dict, hash=False)
    weight: Literal["", "dear", "rare"] = ""
    offers: str = ""


@dataclass(frozen=True)
class Sentence:
    """A sentence of a book: its id, and the facts that it tells."""

    id: str
    facts: Facts = dataclasses.field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Standing:
    """Where a match stands; games add fields of their own."""

    totals: tuple[int, ...]
    """Points per seat."""
    dealer: int
    """Who deals next."""
    next: tuple[str, ...]
    """The types of entry that may be written now, the usual one first."""
    played: int = 0
    """How many numbered entries there were."""
    over: bool = False
    milestones: tuple[Notice, ...] = ()
    """Those that the last entry reached."""
    notices: tuple[Notice, ...] = ()
    """What holds until something is done."""


S = TypeVar("S", bound=Standing)


@dataclass(frozen=True)
class Lives:
    """What somebody plays on with, where a match lasts as long as several have some: so many of a
    `unit`, and how he stands if not as usual (`state`). Both are ids of the book's texts.
    """

    left: int
    unit: str
    state: str = ""


SeatInStanding: TypeAlias = tuple[Standing, int]
"""Where somebody sat: a standing, and his seat in it."""
Places: TypeAlias = Sequence[SeatInStanding | None]
"""Where those sat before who sit on the seats now; None: nowhere."""


def carry_over(places: Places, field: str, new: T) -> tuple[T, ...]:
    """A figure per seat that goes along with its player; `new` for who never sat anywhere.

    >>> before = Standing((28, 0, -3), dealer=0, next=())
    >>> carry_over([(before, 2), None, (before, 0)], "totals", 0)
    (-3, 0, 28)
    """
    return tuple(new if place is None else getattr(place[0], field)[place[1]] for place in places)


@dataclass(frozen=True)
class Refusal:
    """Why an entry cannot be taken: an id of the rulebook's refusals, the field to mend.

    `facts` are the values for the sentence. `instead` is the entry that was perhaps meant.
    """

    id: str
    field: str
    facts: Facts = dataclasses.field(default_factory=dict, hash=False)
    instead: Entry | None = None


class Refused(Exception):
    """An entry was not taken; nothing was written."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.id)
        self.refusal = refusal


@dataclass(frozen=True)
class Stat:
    """A figure per seat for the statistics of a match: an id of the rulebook's stats.

    Where people come and go, the `sums` of one table are added to those of another, and of a
    `longest` the greatest stays; an average says `of` how many the sum is per seat.
    """

    id: str
    sums: tuple[int, ...]
    of: tuple[int, ...] = ()
    longest: bool = False

    @property
    def values(self) -> tuple[Fraction, ...]:
        """The figures: what was counted, or the averages."""
        of = self.of or repeat(1)
        return tuple(Fraction(n, number or 1) for n, number in zip(self.sums, of, strict=False))


def count_per_seat(
    counts: Mapping[str, Callable[[E, int], int]], entries: Sequence[E], seats: int
) -> tuple[Stat, ...]:
    """How often each count holds for each seat over some entries."""

    def sum_for(count: Callable[[E, int], int], seat: int) -> int:
        give_way()
        return sum(map(count, entries, repeat(seat)))

    return tuple(
        Stat(id, tuple(sum_for(count, seat) for seat in range(seats)))
        for id, count in counts.items()
    )


def sum_of(lines: Iterable[Line], seats: int) -> tuple[int, ...]:
    """Points per seat of some lines.

    >>> sum_of([Line("kocka.points", (10, 18, 0)), Line("kocka.round.no-trick", (0, 0, -1))], 3)
    (10, 18, -1)
    >>> sum_of([], 3)
    (0, 0, 0)
    """
    rows = [line.points for line in lines]
    return tuple(map(sum, zip(*rows, strict=True))) if rows else (0,) * seats


def add(totals: tuple[int, ...], points: tuple[int, ...]) -> tuple[int, ...]:
    """Totals with the points of one entry added, seat by seat."""
    if len(totals) != len(points):
        raise ValueError(f"{len(points)} points for {len(totals)} seats")
    return tuple(map(operator.add, totals, points))


def counted(lines: Iterable[Line]) -> tuple[Line, ...]:
    """The lines that score, without those that only say why something does not."""
    return tuple(line for line in lines if line.reckoned.counted)


def paper_line(entry: PaperEntry) -> Line:
    return typed_line(entry.rule, len(entry.points), dict(enumerate(entry.points)))


def typed_line(rule: str, seats: int, points: Mapping[At, int]) -> Line:
    """A line of points (seat → so many) that are as they are."""
    return Line.of(rule, seats, _typed(points))


def with_lines(standing: S, entry: Entry, lines: Iterable[Line]) -> S:
    """The standing with the points of an entry added and, if it is numbered, counted."""
    totals = standing.totals
    for line in lines:
        totals = add(totals, line.points)
    return copy_with(standing, totals=totals, played=standing.played + entry.numbered)


def with_paper(standing: S, entry: PaperEntry, lines: Iterable[Line]) -> S:
    """The standing with what stood on paper; it goes on from there."""
    moved = with_lines(standing, entry, lines)
    return copy_with(moved, dealer=entry.dealer, played=entry.played)


def is_begun(standing: Standing) -> bool:
    """True once something was written: then nothing more is taken over from paper."""
    return standing.played > 0 or any(standing.totals)


def check_paper(entry: PaperEntry, standing: Standing) -> Refusal | None:
    """Why no sheet takes this over from paper: it is begun (`late`), or for other `seats`."""
    if is_begun(standing):
        return Refusal(f"{entry.rule}.late", "type")
    if len(entry.points) != len(standing.totals):
        return Refusal(f"{entry.rule}.seats", "points", {"n": len(entry.points)})
    return None


def seats_after(seat: int, seats: int) -> tuple[int, ...]:
    """All seats in the order of play, from the one after a seat on to that seat itself."""
    return (*range(seat + 1, seats), *range(seat + 1))


def points_by_seat(seats: int, points: Mapping[Any, int]) -> tuple[int, ...]:
    """Points per seat from a mapping seat → points; other seats have 0."""
    return tuple([points.get(seat, 0) for seat in range(seats)])
