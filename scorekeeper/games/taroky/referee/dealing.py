"""How a pack is cut and dealt out (section 2).

dealing: `cut`? (how many cards were cut), `tapped`? (the pack was tapped, not cut),
`places_chosen`? (the place of each player after the tap, from the předák on, as far as they chose),
`packets`? (cards dealt at once, in order: 3 and 3 to the talon, then to the players; as far as was
dealt), `abeles_before_cards`? (the předák called abeles before the first card was dealt; null:
nobody did).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.cards import TAROCK_54
from scorekeeper.dispute import Dispute
from scorekeeper.fields import spec
from scorekeeper.games.taroky.entries import HAND, SEATS
from scorekeeper.games.taroky.house import HouseRules
from scorekeeper.games.taroky.referee.deal import DealResult
from scorekeeper.games.taroky.referee.penalties import COSTS, misdeal
from scorekeeper.referee import AnyRule, Broken, Finding, Rule
from scorekeeper.schema import Invalid, Json

TALON = (3, 3)
HALF_HAND = HAND // 2
CUT_OVER = 6
"""More cards than these are cut."""

Packets = tuple[int, ...]


@dataclass(frozen=True)
class DealtHow(Dispute):
    """How the pack was cut or tapped, and in which packets it was dealt."""

    kind: ClassVar[str] = "dealing"
    depends_on: ClassVar[tuple[str, ...]] = COSTS
    cut: int | None = spec(None, ge=0, le=len(TAROCK_54.cards) - 1)
    tapped: bool = False
    places_chosen: tuple[int, ...] = spec((), ge=1, le=SEATS, listed=True)
    packets: Packets = spec((), ge=1, le=len(TAROCK_54.cards), listed=True)
    abeles_before_cards: bool | None = None

    @classmethod
    def not_asked(cls, given: Mapping[str, Json]) -> Sequence[str]:
        """Each fact is a complaint of its own: who does not make it does not ask about it."""
        return ("cut", "tapped", "places_chosen", "packets", "abeles_before_cards")

    def check(self) -> None:
        """Raises Invalid if nothing is told, or a pack was cut, and tapped or places chosen."""
        told = self.packets or self.places_chosen or self.abeles_before_cards is not None
        if self.cut is None and not told:
            raise Invalid("cut", "missing")
        if len(self.places_chosen) > SEATS:
            raise Invalid("places_chosen", "wrong-number", n=SEATS)
        if self.cut is not None and self.was_tapped:
            wrong = "tapped" if self.tapped else "places_chosen"
            raise Invalid(wrong, "refused", rule="taroky.deal.tap")

    def result(self, house: HouseRules) -> DealResult:
        """A misdeal is dealt anew, whatever else it costs (taroky.renonc.misdeal)."""
        return {"redeal": True} if deals_in_wrong_packets(self, house) else {}

    @property
    def was_tapped(self) -> bool:
        """True if the pack was tapped: only then are places chosen."""
        return self.tapped or bool(self.places_chosen)

    @property
    def ways(self) -> Iterator[Packets]:
        """In which packets the whole pack may be dealt here."""
        abeles, halves = bool(self.abeles_before_cards), (HALF_HAND, HALF_HAND)
        if not self.was_tapped:
            yield (*TALON, *halves * SEATS)
            if abeles:
                yield (*TALON, HAND, *halves * (SEATS - 1))
        if self.cut is None:
            yield (*TALON, *(HAND,) * SEATS)
            for place in range(SEATS) if abeles else ():
                yield (*TALON, *(HAND,) * place, *halves, *(HAND,) * (SEATS - 1 - place))


def cuts_too_few(dealt: DealtHow, house: HouseRules) -> Finding:
    """taroky.deal.cut: more than six cards are cut."""
    few = dealt.cut is not None and dealt.cut <= CUT_OVER
    return Broken({"n": dealt.cut}) if few else None


def deals_in_wrong_packets(dealt: DealtHow, house: HouseRules) -> Finding:
    """taroky.deal.packets: three and three to the talon, then six and six, or twelve at once."""
    size = len(dealt.packets)
    right = any(way[:size] == dealt.packets for way in dealt.ways)
    return None if right else Broken({"packets": dealt.packets})


def calls_abeles_late(dealt: DealtHow, house: HouseRules) -> Finding:
    """taroky.deal.abeles: at the cut or the tap, before cards are dealt."""
    return Broken() if dealt.abeles_before_cards is False else None


def chooses_a_taken_place(dealt: DealtHow, house: HouseRules) -> Finding:
    """taroky.deal.tap: each chooses among the places that nobody has taken."""
    chosen = dealt.places_chosen
    twice = [place for at, place in enumerate(chosen) if place in chosen[:at]]
    return Broken({"n": twice[0]}) if twice else None


def is_cut(dealt: DealtHow, house: HouseRules) -> bool:
    """True if it is told how many cards were cut."""
    return dealt.cut is not None


def is_tapped(dealt: DealtHow, house: HouseRules) -> bool:
    """True if the pack was tapped."""
    return dealt.was_tapped


def has_packets(dealt: DealtHow, house: HouseRules) -> bool:
    """True if it is told in which packets was dealt."""
    return bool(dealt.packets)


def has_abeles(dealt: DealtHow, house: HouseRules) -> bool:
    """True if abeles was called."""
    return dealt.abeles_before_cards is not None


PACKETS = "taroky.deal.packets"
DEALING_RULES: tuple[AnyRule, ...] = (
    Rule("taroky.deal.cut", DealtHow, cuts_too_few, "invalid", applies=is_cut),
    misdeal(PACKETS, DealtHow, deals_in_wrong_packets, applies=has_packets),
    Rule("taroky.deal.abeles", DealtHow, calls_abeles_late, "invalid", applies=has_abeles),
    Rule("taroky.deal.tap", DealtHow, chooses_a_taken_place, "invalid", applies=is_tapped),
)
