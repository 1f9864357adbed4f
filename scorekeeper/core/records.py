"""What a game tells the book of a group: how entries end, what may be a record, who buys.

Counts per seat are the game's statistics; here is what they cannot say. A game names all of it in
its `records`, as a `Records`.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from scorekeeper.core.sheet import Entry, Line, Standing

S = TypeVar("S", bound=Standing)
S_co = TypeVar("S_co", bound=Standing, covariant=True)
H = TypeVar("H")


class Scored(Protocol[S_co]):
    """An entry that counts, with its lines and the standing on either side of it."""

    @property
    def entry(self) -> Entry: ...
    @property
    def lines(self) -> tuple[Line, ...]: ...
    @property
    def before(self) -> S_co: ...
    @property
    def after(self) -> S_co: ...


@dataclass(frozen=True)
class Outcome:
    """How something ended that can be won or lost: a deal, or a game.

    `places` has everybody who played: seat → place, 1 the best, and equals share one; by it two
    players are compared. Who `won` and who `lost` it says beside, since in some games nobody wins.
    """

    places: Mapping[int, int]
    won: frozenset[int] = frozenset()
    lost: frozenset[int] = frozenset()


def outcome_of(players: Collection[int], lost: Collection[int]) -> Outcome:
    """The outcome in which some lost and all others won; nobody won if nobody lost.

    >>> outcome_of((0, 1, 2), lost=(1,)).places
    {0: 1, 1: 2, 2: 1}
    >>> outcome_of((0, 1), lost=()).won
    frozenset()
    """
    losers = frozenset(lost)
    won = frozenset(players) - losers if losers else frozenset[int]()
    return Outcome({seat: 1 + (seat in losers) for seat in players}, won, losers)


@dataclass(frozen=True)
class Feat:
    """What may be a record: an id of the rulebook's `records`, and how much it was.

    `at` is the place of the entry that made it among those of the match, `seats` are those who did
    it; empty for the table. In money it has a `unit`, a currency. Of some the `least` is the best.
    """

    id: str
    value: int
    at: int
    seats: tuple[int, ...] = ()
    unit: str = ""
    least: bool = False


def best(feats: Iterable[Feat]) -> tuple[Feat, ...]:
    """The best of one kind, if there is any, and all that equal it."""
    ordered = sorted(feats, key=lambda feat: feat.value if feat.least else -feat.value)
    return tuple(feat for feat in ordered if feat.value == ordered[0].value)


def _nothing_bought(standing: Standing) -> Sequence[int]:
    return (0,) * len(standing.totals)


@dataclass(frozen=True)
class Records(Generic[S, H]):
    """What the book counts of a game beside its statistics."""

    outcome: Callable[[Scored[S]], Outcome | None] = lambda row: None
    """How an entry ended what can be won or lost, if it did."""
    feats: Callable[[Sequence[Scored[S]], H], tuple[Feat, ...]] = lambda rows, house: ()
    """The best of each kind over the entries of a match that count."""
    bought: Callable[[S], Sequence[int]] = _nothing_bought
    """The rounds of drinks that each seat has to buy by a standing."""
    milestones: tuple[str, ...] = ()
    """Those of its milestones that no statistic counts, by their ids in the book."""
    won: str = ""
    lost: str = ""
    """The book's words (`stats`) for what was won and lost, if not the usual ones; a statistic of
    this id counts the same, and is not shown beside it.
    """
    partly_told: tuple[str, ...] = ()
    """Statistics that only some matches tell, so that sums over matches leave them out."""


NO_RECORDS: Records[Any, Any] = Records()
