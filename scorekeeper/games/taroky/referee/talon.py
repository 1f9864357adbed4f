"""Cards laid aside for those taken from the talon (section 5); the threes of the talon that a
preferanc shows, and the talon of a sólo (section 4).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, Self

from scorekeeper.core.cards import TAROCK_54, TAROK, Card
from scorekeeper.core.schema import Invalid, Json, spec
from scorekeeper.games.taroky.entries import HAND
from scorekeeper.games.taroky.house_rules import HouseRules
from scorekeeper.games.taroky.referee.counting import POINTS
from scorekeeper.games.taroky.referee.penalties import COSTS, renonc
from scorekeeper.referee.dispute import Dispute, require_at_most, require_in_hand
from scorekeeper.referee.hands import OpenHand
from scorekeeper.referee.rule_table import Broken, Finding, Missing, Rule

TAKES = (0, 1, 3, 4)
"""How many cards a player may take: none, one, or the declarer's three or four (section 4)."""


@dataclass(frozen=True, kw_only=True)
class Discard(Dispute[HouseRules]):
    """Cards laid aside after taking from the talon; `hand` is the hand after taking, or a part.

    Of taroks among them it may be told whether they lie `number_up`.
    """

    kind: ClassVar[str] = "discard"
    depends_on: ClassVar[tuple[str, ...]] = COSTS
    unasked: ClassVar[tuple[str, ...]] = ("number_up",)
    aside: tuple[Card, ...]
    hand: tuple[Card, ...] | None = spec(None, contains=("aside",), optional=True)
    took: int = spec(ge=0, le=max(TAKES), in_details=True)
    number_up: bool | None = None

    def whole_hands(self, told: OpenHand, house: HouseRules) -> Iterator[tuple[Card, ...]]:
        """With as few as may be that are neither taroks nor kings, and with as many."""
        size = HAND + self.took
        return told.filled(size, lambda card: not is_kept_last(card), is_kept_last)

    @classmethod
    def from_form(cls, given: dict[str, Json]) -> dict[str, Json]:
        """A hand alone does not tell that nothing was laid aside."""
        return {name: told for name, told in given.items() if name != "aside" or told}

    @property
    def known(self) -> tuple[Card, ...]:
        return self.aside if self.hand is None else self.hand

    @property
    def short(self) -> int:
        return max(HAND + self.took - len(self.known), 0)

    def validate(self) -> None:
        if self.took not in TAKES:
            raise Invalid("took", "not-a-choice", choices=", ".join(map(str, TAKES)))
        require_at_most("hand", self.hand, HAND + self.took)
        require_in_hand(self.hand, "aside", self.aside)

    def unknown(self) -> tuple[str, ...]:
        return ("hand",) if self.short else ()

    def completions(self, house: HouseRules) -> Iterator[Self]:
        """The rest of the hand taroks and kings, or with one other card among them."""
        others = [card for card in TAROCK_54.cards if card not in self.known]
        bare = [card for card in others if is_kept_last(card)]
        plain = [card for card in others if not is_kept_last(card)]
        for rest in (bare, plain[:1] + bare):
            yield replace(self, hand=(*self.known, *rest[: self.short]))


def is_kept_last(card: Card) -> bool:
    """True for a tarok or a king: a hand of nothing else may lay aside taroks."""
    return card.suit == TAROK or card.rank == "K"


def holds_a_five(discard: Discard, house: HouseRules) -> bool:
    return any(POINTS[card] == 5 for card in discard.known)


def holds_a_low_tarok(discard: Discard, house: HouseRules) -> bool:
    return any(card.suit == TAROK and POINTS[card] < 5 for card in discard.known)


def lays_aside_a_five(discard: Discard, house: HouseRules) -> Finding:
    """taroky.talon.no-five: never a king, I, XXI or SKYZ."""
    fives = tuple([card for card in discard.aside if POINTS[card] == 5])
    return Broken({"cards": fives}) if fives else None


def lays_aside_a_tarok(discard: Discard, house: HouseRules) -> Finding:
    """taroky.talon.no-tarok: another tarok only of a hand of nothing but taroks and kings.

    A hand with too few other cards lays those aside first.
    """
    taroks = tuple([c for c in discard.aside if c.suit == TAROK and POINTS[c] < 5])
    if not taroks:
        return None
    rest = [card for card in discard.known if card not in discard.aside]
    if others := tuple([card for card in rest if not is_kept_last(card)]):
        return Broken({"cards": taroks, "kept": others})
    return Missing("hand") if discard.short else None


def lays_aside_the_wrong_number(discard: Discard, house: HouseRules) -> Finding:
    """taroky.talon.count: as many are laid aside as were taken."""
    wrong = len(discard.aside) != discard.took
    return Broken({"n": discard.took, "aside": len(discard.aside)}) if wrong else None


def lays_taroks(discard: Discard, house: HouseRules) -> bool:
    return discard.number_up is not None and any(card.suit == TAROK for card in discard.aside)


def lays_a_tarok_face_down(discard: Discard, house: HouseRules) -> Finding:
    """taroky.talon.number-up: a tarok is laid aside number up."""
    taroks = tuple(card for card in discard.aside if card.suit == TAROK)
    return Broken({"cards": taroks}) if discard.number_up is False else None


TALON_RULES = (
    renonc("taroky.talon.no-five", Discard, lays_aside_a_five, applies=holds_a_five),
    renonc("taroky.talon.no-tarok", Discard, lays_aside_a_tarok, applies=holds_a_low_tarok),
    Rule("taroky.talon.number-up", Discard, lays_a_tarok_face_down, "invalid", applies=lays_taroks),
    renonc("taroky.talon.count", Discard, lays_aside_the_wrong_number),
)


Three = Literal["upper", "lower"]
Which = Literal["first", "second", "third", "solo"]
SHOWS: Mapping[Which, tuple[Three, ...]] = {
    "first": (),
    "second": ("upper",),
    "third": ("upper", "lower"),
    "solo": (),
}
"""What the declarer has to show: the threes looked at before the one that is taken."""
LEFT: Mapping[Which, Three] = {"first": "lower", "second": "upper", "third": "lower"}
"""The three that lies for the opponents; of a sólo it is the whole talon."""


@dataclass(frozen=True)
class ThreesShown(Dispute[HouseRules]):
    """A preferanc or a sólo, and the threes that the opponents were shown.

    `rest_seen`: somebody looked at the cards that lie for the opponents.
    """

    kind: ClassVar[str] = "preferanc"
    variant: Which
    shown: frozenset[Three] = frozenset()
    rest_seen: bool = False

    def validate(self) -> None:
        if self.variant == "solo" and self.shown:
            raise Invalid("shown", "refused", rule="taroky.talon.rest")


def hides_a_three(threes: ThreesShown, house: HouseRules) -> Finding:
    """taroky.talon.show: what the declarer looked at and did not take at once is shown."""
    hidden = tuple(three for three in SHOWS[threes.variant] if three not in threes.shown)
    return Broken({"variant": threes.variant, "hidden": hidden}) if hidden else None


def looks_at_the_rest(threes: ThreesShown, house: HouseRules) -> Finding:
    """taroky.talon.rest: what lies for the opponents is not looked at unless it was shown."""
    unseen = LEFT.get(threes.variant) not in threes.shown
    return Broken() if unseen and threes.rest_seen else None


def shows_some(threes: ThreesShown, house: HouseRules) -> bool:
    return bool(SHOWS[threes.variant])


def is_rest_asked(threes: ThreesShown, house: HouseRules) -> bool:
    return threes.rest_seen or not SHOWS[threes.variant]


THREES_RULES = (
    Rule("taroky.talon.show", ThreesShown, hides_a_three, "invalid", applies=shows_some),
    Rule("taroky.talon.rest", ThreesShown, looks_at_the_rest, "invalid", applies=is_rest_asked),
)
