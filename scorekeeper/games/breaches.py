"""What an audit finds: cards that were not allowed, and what proves them or might still do."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple, TypedDict

from scorekeeper.cards import Card


class BreachData(TypedDict):
    """A breach as case files print it."""

    trick: int
    seat: int
    card: str
    rule: str


class ProofData(TypedDict):
    """What proves a breach: a `card` that was allowed, and the later `trick` it was played to."""

    card: str
    trick: int


@dataclass(frozen=True)
class Breach:
    """A card that was not allowed: in which trick (from 1), from which seat, by which rule.

    `proof` is a card that would have been allowed, and the trick in which it was played later.
    """

    trick: int
    seat: int
    card: Card
    rule: str
    proof: tuple[Card, int] | None = None

    def as_data(self) -> BreachData:
        """The breach without its proof."""
        card = str(self.card)
        return {"trick": self.trick, "seat": int(self.seat), "card": card, "rule": self.rule}


def proofs_of(breaches: Iterable[Breach]) -> list[ProofData | None]:
    """What proves each breach; a wrong first lead needs no proof."""
    proofs = (breach.proof for breach in breaches)
    return [{"card": str(proof[0]), "trick": proof[1]} if proof else None for proof in proofs]


class Doubt(NamedTuple):
    """A card that would prove a breach of a rule, if the seat had it among those still to come."""

    seat: int
    card: Card
    rule: str


class Played(NamedTuple):
    """A card that lies there: in which trick (from 1), from which seat, as a question.

    The question knows of the hand what was played later.
    """

    n: int
    seat: int
    question: Any
