"""How a pack is cut and dealt out (section 2).

dealing: `cut`? (how many cards were cut), `tapped`? (the pack was tapped, not cut), `packets`?
(cards dealt at once, in order: 3 and 3 to the talon, then to the players; as far as was dealt),
`abeles_before_cards`? (the předák called abeles before the first card was dealt; null: nobody did).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.cards import TAROCK_54
from scorekeeper.dispute import Dispute
from scorekeeper.fields import spec
from scorekeeper.games.taroky.entries import HAND, SEATS
from scorekeeper.games.taroky.house import HouseRules
from scorekeeper.games.taroky.referee.penalties import redeal
from scorekeeper.referee import AnyRule, Broken, Finding, Rule
from scorekeeper.schema import Invalid

TALON = (3, 3)
HALF_HAND = HAND // 2
CUT_OVER = 6
"""More cards than these are cut."""

Packets = tuple[int, ...]


@dataclass(frozen=True)
class DealtHow(Dispute):
    """How the pack was cut or tapped, and in which packets it was dealt."""

    kind: ClassVar[str] = "dealing"
    cut: int | None = spec(None, ge=0, le=len(TAROCK_54.cards) - 1)
    tapped: bool = False
    packets: Packets = spec((), ge=1, le=len(TAROCK_54.cards), listed=True)
    abeles_before_cards: bool | None = None

    def check(self) -> None:
        """Raises Invalid if nothing is told, or a pack was cut and tapped."""
        if self.cut is None and not self.packets and self.abeles_before_cards is None:
            raise Invalid("cut", "missing")
        if self.cut is not None and self.tapped:
            raise Invalid("tapped", "refused", rule="taroky.deal.tap")

    @property
    def ways(self) -> Iterator[Packets]:
        """In which packets the whole pack may be dealt here."""
        abeles, halves = bool(self.abeles_before_cards), (HALF_HAND, HALF_HAND)
        if not self.tapped:
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


def is_cut(dealt: DealtHow, house: HouseRules) -> bool:
    """True if it is told how many cards were cut."""
    return dealt.cut is not None


def is_tapped(dealt: DealtHow, house: HouseRules) -> bool:
    """True if the pack was tapped."""
    return dealt.tapped


def has_packets(dealt: DealtHow, house: HouseRules) -> bool:
    """True if it is told in which packets was dealt."""
    return bool(dealt.packets)


def has_abeles(dealt: DealtHow, house: HouseRules) -> bool:
    """True if abeles was called."""
    return dealt.abeles_before_cards is not None


PACKETS = "taroky.deal.packets"
DEALING_RULES: tuple[AnyRule, ...] = (
    Rule("taroky.deal.cut", DealtHow, cuts_too_few, "invalid", applies=is_cut),
    Rule(PACKETS, DealtHow, deals_in_wrong_packets, "misdeal", redeal, applies=has_packets),
    Rule("taroky.deal.abeles", DealtHow, calls_abeles_late, "invalid", applies=has_abeles),
    Rule("taroky.deal.tap", DealtHow, applies=is_tapped),
)
