"""An Olympic match of Faraón: cards for the next game, who is out, who may ask for a žobrák.

Rules faraon.olympic and .beggar (source 20).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, TypedDict

from scorekeeper.cards import Pack
from scorekeeper.dispute import Dispute
from scorekeeper.fields import spec
from scorekeeper.games.faraon.entries import HAND
from scorekeeper.games.faraon.house import SEATS_A_PACK, HouseRules
from scorekeeper.games.faraon.referee.cards import MOST
from scorekeeper.referee import AnyRule, Broken, Finding, Rule
from scorekeeper.schema import Invalid, Seat


class OlympicResult(TypedDict):
    """`cards` for the next game by seat, the seats that are `out`, and those that `may_beg`."""

    cards: dict[Seat, int]
    out: list[Seat]
    may_beg: list[Seat]


@dataclass(frozen=True)
class Olympic(Dispute):
    """Games lost so far in an Olympic match, and who plays on as a žobrák."""

    kind: ClassVar[str] = "olympic"
    at_table: ClassVar[int | None] = MOST
    depends_on: ClassVar[tuple[str, ...]] = ("packs",)
    losses: Mapping[Seat, int] = spec(ge=0)
    start: int = spec(HAND, ge=1, le=8)
    beggars: frozenset[Seat] = frozenset()

    def check(self) -> None:
        """Raises Invalid if nobody is named, or more games are lost than there were cards."""
        if not self.losses:
            raise Invalid("losses", "missing")
        for seat in sorted(self.beggars - set(self.losses)):
            raise Invalid(f"losses.{seat}", "missing")
        for seat, lost in self.losses.items():
            if lost > (most := self.start + (seat in self.beggars)):
                raise Invalid(f"losses.{seat}", "too-large", most=most)

    def check_pack(self, pack: Pack) -> None:
        """Raises Invalid for a seat that there is only with more packs."""
        last = SEATS_A_PACK * pack.copies - 1
        for seat in sorted(self.losses):
            if seat > last:
                raise Invalid(f"losses.{seat}", "no-such-seat", last=last)

    @property
    def with_cards(self) -> tuple[Seat, ...]:
        """Seats named as žobrák that still have cards of their own."""
        return tuple(s for s in sorted(self.beggars) if self.losses.get(s, 0) < self.start)

    def cards(self, seat: Seat) -> int:
        """Cards that a seat gets next (faraon.olympic, source 20); a žobrák gets one."""
        left = self.start - self.losses[seat]
        return 1 if seat in self.beggars and left == 0 else max(left, 0)

    @property
    def out(self) -> tuple[Seat, ...]:
        """Seats without a card for the next game."""
        return tuple(seat for seat in sorted(self.losses) if self.cards(seat) == 0)

    def result(self, house: HouseRules) -> OlympicResult:
        """Cards for each, who is out, and who of them may still ask for a žobrák.

        >>> Olympic(losses={Seat(0): 2, Seat(1): 5}).result(HouseRules())
        {'cards': {0: 3, 1: 0}, 'out': [1], 'may_beg': [1]}
        """
        cards = {seat: self.cards(seat) for seat in sorted(self.losses)}
        may_beg = [seat for seat in self.out if seat not in self.beggars]
        return {"cards": cards, "out": [*self.out], "may_beg": may_beg}


def begs_with_cards(olympic: Olympic, house: HouseRules) -> Finding:
    """faraon.olympic.beggar (20): only a player with nothing left to play asks for one."""
    return Broken({"seats": olympic.with_cards}) if olympic.with_cards else None


def concerns_a_beggar(olympic: Olympic, house: HouseRules) -> bool:
    """True if somebody begs, or has nothing left and may."""
    return bool(olympic.beggars or olympic.out)


OLYMPIC_RULES: tuple[AnyRule, ...] = (
    Rule("faraon.olympic.beggar", Olympic, begs_with_cards, "invalid", applies=concerns_a_beggar),
    Rule("faraon.olympic", Olympic),
)
