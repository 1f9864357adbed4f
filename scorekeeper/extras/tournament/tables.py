"""The tables of a round: who sits there, what its sides entered, and the result that follows.

A side is a player of the table, with a phone of his own. Where results are confirmed twice, what
two sides entered is the result once they say the same, and what they say can be.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from scorekeeper.extras.tournament.shapes import LotResult, TableResult
from scorekeeper.game import AnyGame
from scorekeeper.ledger import Event

State = Literal["empty", "half", "differs", "doubted", "confirmed", "decided"]
"""How far the result of a table is: entered by no side (`empty`), by one (`half`), or by sides that
do not agree or say what cannot be (`differs`); such a one that counted before is `doubted`. It
counts once it is `confirmed` by the sides or `decided` by the organiser.
"""
SIDES = 2
"""How many sides confirm a result."""


@dataclass(frozen=True)
class Fault:
    """Why balances cannot be: they miss nought by an `amount`, or a seat has less than anybody."""

    why: Literal["sum", "below"]
    amount: int
    seat: int = 0


@dataclass(frozen=True)
class Claim:
    """What a side says that a table ended with; `seat` is None for the organiser.

    `version` and `places` are as in a result: of the match that says the same.
    """

    seat: int | None
    phone: str
    balances: tuple[int, ...]
    pot: int
    version: int | None = None
    places: tuple[int, ...] = ()
    fault: Fault | None = None

    @property
    def figures(self) -> tuple[int, ...]:
        """What is compared, field by field: the balances by seat, then the pot."""
        return (*self.balances, self.pot)


@dataclass(frozen=True)
class Table:
    """A table of a round: its match and its seats, and the result once there is one.

    `version` is that of the match whose totals the result was, None if it was typed; `places` by
    seat are there only where the balances do not say them. `claims` are what its sides say now,
    and `log` the events by which it all came.
    """

    code: str
    seats: tuple[int, ...]
    balances: tuple[int, ...] = ()
    pot: int = 0
    version: int | None = None
    places: tuple[int, ...] = ()
    claims: tuple[Claim, ...] = ()
    log: tuple[Event, ...] = ()

    @property
    def done(self) -> bool:
        """True once the table has a result, even one that is doubted since."""
        return bool(self.balances)

    @property
    def state(self) -> State:
        """How far its result is."""
        if self.done and not self.claims:
            return "decided"
        if agree(self.claims):
            return "confirmed"
        if self.done:
            return "doubted"
        return ("empty", "half")[len(self.claims)] if len(self.claims) < SIDES else "differs"

    @property
    def settled(self) -> bool:
        """True if its result counts and nobody doubts it."""
        return self.state in ("confirmed", "decided")

    def claim_by(self, seat: int | None) -> Claim | None:
        """What a side says; None if it has said nothing."""
        return next((claim for claim in self.claims if claim.seat == seat), None)

    def is_taken(self, seat: int | None, phone: str) -> bool:
        """True if somebody else entered for a seat, with another phone."""
        claim = self.claim_by(seat)
        return seat is not None and claim is not None and claim.phone != phone

    def claimed(self, claim: Claim, event: Event) -> "Table":
        """The table after a side entered something; a result stays until the sides agree again.

        A side says one thing, and a phone speaks for one side.
        """
        others = (c for c in self.claims if c.seat != claim.seat and c.phone != claim.phone)
        after = replace(self, claims=(*others, claim), log=(*self.log, event))
        return after._with_result(claim) if agree(after.claims) else after

    def decided_by(self, result: TableResult, event: Event) -> "Table":
        """The table after the organiser gave it a result, whatever its sides said."""
        return replace(self._with_result(result), claims=(), log=(*self.log, event))

    def _with_result(self, said: Claim | TableResult) -> "Table":
        """The table with what somebody said as its result."""
        return replace(
            self,
            balances=said.balances,
            pot=said.pot,
            version=said.version,
            places=said.places,
        )


@dataclass(frozen=True)
class Round:
    """A round: its number from 1, its tables, who pauses, and the lots that were drawn in it."""

    number: int
    tables: tuple[Table, ...]
    pauses: tuple[int, ...] = ()
    lots: tuple[LotResult, ...] = ()

    @property
    def done(self) -> bool:
        """True once every table has a result that counts."""
        return all(table.settled for table in self.tables)


def agree(claims: Sequence[Claim]) -> bool:
    """True if two sides or more say the same, nobody says otherwise, and it can be."""
    sides = [claim for claim in claims if claim.seat is not None]
    same = len({claim.figures for claim in claims}) == 1
    return len(sides) >= SIDES and same and all(claim.fault is None for claim in claims)


def fields_that_differ(claims: Sequence[Claim]) -> tuple[int, ...]:
    """The fields of which not all claims say the same: seats, and one more for the pot."""
    columns = zip(*(claim.figures for claim in claims), strict=True)
    return tuple(at for at, figures in enumerate(columns) if len(set(figures)) > 1)


def excess_in(game: AnyGame, balances: Sequence[int], pot: int = 0) -> int:
    """By how much balances miss their sum: nought, where the game's points are won from others."""
    return sum(balances) + pot if game.higher_wins else 0


def fault_in(game: AnyGame, balances: Sequence[int], pot: int = 0) -> Fault | None:
    """Why a table of a game cannot end with some balances; None if it can."""
    if excess := excess_in(game, balances, pot):
        return Fault("sum", excess)
    for seat, balance in enumerate(balances):
        if game.fewest is not None and balance < game.fewest:
            return Fault("below", game.fewest, seat)
    return None
