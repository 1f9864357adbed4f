"""Cards laid aside for those taken from the talon (section 5)."""

from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.cards import TAROK, Card
from scorekeeper.fields import spec
from scorekeeper.games.taroky.entries import HAND
from scorekeeper.games.taroky.house import HouseRules
from scorekeeper.games.taroky.referee.counting import POINTS
from scorekeeper.games.taroky.referee.penalties import penalty
from scorekeeper.places import require_at_most, require_in_hand
from scorekeeper.referee import AnyRule, Broken, Dispute, Finding, Rule


@dataclass(frozen=True)
class Discard(Dispute):
    """Cards laid aside after taking from the talon; `hand` is the hand after taking."""

    kind: ClassVar[str] = "discard"
    hand: tuple[Card, ...] = spec(contains=("aside",))
    aside: tuple[Card, ...] = spec()
    took: int = spec(ge=0, le=6)

    def check(self) -> None:
        """Raises Invalid for cards laid aside that were not in the hand, or too large a hand."""
        require_at_most("hand", self.hand, HAND + self.took)
        require_in_hand(self.hand, "aside", self.aside)


def lays_aside_a_five(discard: Discard, house: HouseRules) -> Finding:
    """taroky.talon.no-five: never a king, I, XXI or SKYZ."""
    fives = tuple(card for card in discard.aside if POINTS[card] == 5)
    return Broken({"cards": fives}) if fives else None


def lays_aside_a_tarok(discard: Discard, house: HouseRules) -> Finding:
    """taroky.talon.no-tarok: another tarok only of a hand of nothing but taroks and kings.

    A hand with too few other cards lays those aside first.
    """
    taroks = tuple(c for c in discard.aside if c.suit == TAROK and POINTS[c] < 5)
    rest = (card for card in discard.hand if card not in discard.aside)
    others = tuple(card for card in rest if card.suit != TAROK and card.rank != "K")
    return Broken({"cards": taroks, "kept": others}) if taroks and others else None


def lays_aside_the_wrong_number(discard: Discard, house: HouseRules) -> Finding:
    """taroky.talon.count: as many are laid aside as were taken."""
    wrong = len(discard.aside) != discard.took
    return Broken({"n": discard.took, "aside": len(discard.aside)}) if wrong else None


TALON_RULES: tuple[AnyRule, ...] = (
    Rule("taroky.talon.no-five", Discard, lays_aside_a_five, penalty=penalty),
    Rule("taroky.talon.no-tarok", Discard, lays_aside_a_tarok, penalty=penalty),
    Rule("taroky.talon.count", Discard, lays_aside_the_wrong_number, penalty=penalty),
)
