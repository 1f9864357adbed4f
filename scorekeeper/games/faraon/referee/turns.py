"""What a turn of Faraón may not be besides a wrong card: cards hidden, played after drawing, or
out of turn.

Rules document, section 2; source (4), (17).
"""

from dataclasses import dataclass
from typing import ClassVar, TypedDict

from scorekeeper.cards import Card
from scorekeeper.dispute import Dispute
from scorekeeper.fields import spec
from scorekeeper.games.chains import ONE_RANK
from scorekeeper.games.faraon.house import HouseRules
from scorekeeper.games.faraon.referee.breaches import rule
from scorekeeper.games.faraon.referee.cards import MOST, Rank
from scorekeeper.games.shedding import OutOfTurn, plays_out_of_turn
from scorekeeper.referee import AnyRule, Broken, Finding
from scorekeeper.schema import Invalid


class CamouflageResult(TypedDict):
    """The move `stands`, or is taken back."""

    stands: bool


@dataclass(frozen=True)
class Camouflage(Dispute):
    """Cards played so that the lower ones were hidden, and the rank that the player announced.

    `checked`: somebody looked before the next play.
    """

    kind: ClassVar[str] = "camouflage"
    depends_on: ClassVar[tuple[str, ...]] = ("packs", "camouflage")
    cards: tuple[Card, ...]
    said: Rank
    checked: bool = False

    def check(self) -> None:
        """Raises Invalid unless there are one to four cards."""
        if not 1 <= len(self.cards) <= ONE_RANK:
            raise Invalid("cards", "wrong-number", n=f"1–{ONE_RANK}")

    @property
    def others(self) -> tuple[Card, ...]:
        """The cards of another rank than was announced."""
        return tuple(card for card in self.cards if card.rank != self.said)

    def result(self, house: HouseRules) -> CamouflageResult:
        """The move stands unless somebody looked in time and found hidden cards (source 17)."""
        return {"stands": not (self.others and self.checked)}


@dataclass(frozen=True)
class Draw(Dispute):
    """A player drew instead of playing; `played` is the card played after it in the same turn."""

    kind: ClassVar[str] = "draw"
    drew: bool | Card = spec(True, few=(False, True))
    played: bool | Card | None = spec(None, few=(None, False, True))


def hides(camouflage: Camouflage, house: HouseRules) -> Finding:
    """faraon.camouflage (17): calling unlike cards equal; by house rule only if it is noticed.

    >>> kings = Camouflage((Card("K", "L"), Card("K", "H")), said="K")
    >>> hides(kings, HouseRules()) is None
    True
    >>> unlike = (*kings.cards, Card("9", "H"))
    >>> [hides(Camouflage(unlike, "K", checked), HouseRules()) is None for checked in (True, False)]
    [False, True]
    """
    overlooked = house.camouflage == "as-found" and not camouflage.checked
    if overlooked or not camouflage.others:
        return None
    return Broken({"cards": camouflage.others, "said": f"rank-{camouflage.said}"})


def plays_after_drawing(draw: Draw, house: HouseRules) -> Finding:
    """faraon.draw (4): nobody plays a card in the turn in which they drew."""
    return Broken() if draw.drew and draw.played else None


class CardOutOfTurn(OutOfTurn):
    """A card that was played out of turn."""

    at_table: ClassVar[int | None] = MOST


TURN_RULES: tuple[AnyRule, ...] = (
    rule("faraon.camouflage", Camouflage, hides),
    rule("faraon.draw", Draw, plays_after_drawing),
    rule("faraon.out-of-turn", CardOutOfTurn, plays_out_of_turn),
)
