"""What the audit of a deal of Taroky answers."""

from typing import TypedDict

from scorekeeper.games.breaches import BreachData, ProofData
from scorekeeper.games.taroky.entries import Side


class LastTrick(TypedDict):
    """Which `seat` won trick 12, with which `card`."""

    seat: int
    card: str


class PagatData(TypedDict):
    """Whose the pagát was that came to trick 12, or was bound to, and whether it won it."""

    seat: int
    made: bool


class SidesData(TypedDict):
    """The card points of both sides, each side's pile counted together."""

    declarer: int
    opponents: int


class AuditResult(TypedDict):
    """What the tricks prove: the `breaches` in order and the proof of each, the seat that won each
    trick, and by seat (as JSON writes it) card `points` and number of `tricks` so far.

    `sides` are the points of the two sides, None where they are not known. A Varšava has none, but
    the points of the four `piles`. `last`, `pagat` and `valat` (the side that took all tricks) are
    None until trick 12.
    """

    breaches: list[BreachData]
    proofs: list[ProofData | None]
    winners: list[int]
    points: dict[str, int]
    sides: SidesData | None
    piles: dict[str, int] | None
    tricks: dict[str, int]
    last: LastTrick | None
    pagat: PagatData | None
    valat: Side | None
