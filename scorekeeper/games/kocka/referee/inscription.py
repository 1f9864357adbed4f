"""Which card the loser inscribes: the players vote, and at equal votes the card is drawn (8)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import ClassVar, TypedDict

from scorekeeper.core.cards import FRENCH_32, Card, codes
from scorekeeper.core.game import Inscription, Loss
from scorekeeper.core.schema import Invalid, Seat, spec
from scorekeeper.games.kocka.entries import SEATS, Standing
from scorekeeper.games.kocka.house_rules import HouseRules
from scorekeeper.referee.dispute import Dispute, require_some
from scorekeeper.referee.rule_table import Rule, needs


class InscribeResult(TypedDict, total=False):
    """The `card` with most votes, or those that the loser has to `draw` from."""

    card: str
    draw: list[str]


@dataclass(frozen=True, kw_only=True)
class Inscribe(Dispute[HouseRules]):
    """The vote for a card: those that are `left`, and which card each player is for, if known."""

    kind: ClassVar[str] = "inscribe"
    loser: Seat
    owner: Seat
    votes: Mapping[Seat, Card | None] = spec(named=True)
    left: tuple[Card, ...] = FRENCH_32.cards

    def validate(self) -> None:
        require_some("left", self.left)
        for seat, card in self.votes.items():
            if card is not None and card not in self.left:
                raise Invalid(f"votes.{seat}", "refused", rule="kocka.inscription.inscribed")

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The cards that are left; votes may be for the same one."""
        return {"left": self.left}

    @cached_property
    def outcome(self) -> frozenset[Card] | None:
        """The cards with most votes; None as long as missing votes can change them."""
        given = tuple(card for card in self.votes.values() if card is not None)
        missing = SEATS - len(given)
        others = [card for card in self.left if card not in given][:missing]
        ways = product((*set(given), *others), repeat=missing)
        outcomes = {_most((*given, *votes)) for votes in ways}
        return outcomes.pop() if len(outcomes) == 1 else None

    def result(self, house: HouseRules) -> InscribeResult:
        """The card, or those to draw from in the order of honour (kocka.inscription)."""
        match codes(self.elected):
            case []:
                return {}
            case [card]:
                return {"card": card}
            case tied:
                return {"draw": tied}

    @property
    def elected(self) -> tuple[Card, ...]:
        """The cards with most votes in the order of honour; none while votes that miss matter."""
        return tuple(sorted(sorted(self.outcome or (), key=self.left.index), key=honour))


def _most(votes: tuple[Card, ...]) -> frozenset[Card]:
    counts = Counter(votes)
    return frozenset(card for card in counts if counts[card] == max(counts.values()))


def honour(card: Card) -> tuple[int, int]:
    """The place of a card in the order of honour: QS, hearts, spades, then the others as equals."""
    if card == FRENCH_32.parse("QS"):
        return (0, 0)
    return ("HS".find(card.suit) % 3 + 1, -FRENCH_32.height[card])


def elect(left: Sequence[Card], votes: Sequence[Card]) -> tuple[Card, ...]:
    """The card that votes elect from those left, or those to draw from. Raises Invalid."""
    if len(votes) > SEATS:
        raise Invalid(f"votes.{SEATS}", "wrong-number", n=SEATS)
    by_seat = {Seat(at): card for at, card in enumerate(votes)}
    vote = Inscribe(loser=Seat(0), owner=Seat(SEATS - 1), votes=by_seat, left=tuple(left))
    vote.validate()
    return vote.elected


def lost(standing: Standing) -> Loss | None:
    """Who lost the game; twice for a dabl (or more) too (kocka.inscription)."""
    if standing.loser is None:
        return None
    return Loss(standing.loser, twice=standing.loser in standing.dokladackas)


INSCRIPTION = Inscription(
    "kocka.inscription.vote", tuple(sorted(FRENCH_32.cards, key=honour)), elect, lost
)
INSCRIPTION_RULES = (
    Rule("kocka.inscription.vote", Inscribe, needs("votes", of="outcome"), offence=""),
)
