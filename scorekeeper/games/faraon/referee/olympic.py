"""An Olympic match of Faraón: cards for the next game, who is out, who may ask for a žobrák.

Rules faraon.olympic and .beggar (source 20).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, TypedDict

from scorekeeper.fields import spec
from scorekeeper.games.faraon.entries import HAND
from scorekeeper.games.faraon.house import HouseRules
from scorekeeper.games.faraon.referee.cards import MOST
from scorekeeper.referee import AnyRule, Broken, Dispute, Finding, Rule
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
    losses: Mapping[Seat, int] = spec(ge=0)
    start: int = spec(HAND, ge=1, le=8)
    beggars: frozenset[Seat] = frozenset()

    def check(self) -> None:
        """Raises Invalid if somebody lost more games than there were cards to lose."""
        for seat, lost in self.losses.items():
            if lost > (most := self.start + (seat in self.beggars)):
                raise Invalid(f"losses.{seat}", "too-large", most=most)

    @property
    def with_cards(self) -> tuple[Seat, ...]:
        """Seats named as žobrák that still have cards of their own."""
        return tuple(s for s in sorted(self.beggars) if self.losses.get(s, 0) < self.start)

    def cards(self, seat: Seat) -> int:
        """Cards that a seat gets next (faraon.olympic, source 20); a žobrák gets one."""
        left = self.start - self.losses[seat]
        return 1 if seat in self.beggars and left == 0 else max(left, 0)

    def result(self, house: HouseRules) -> OlympicResult:
        """Cards for each, who is out, and who of them may still ask for a žobrák.

        >>> Olympic(losses={Seat(0): 2, Seat(1): 5}).result(HouseRules())
        {'cards': {0: 3, 1: 0}, 'out': [1], 'may_beg': [1]}
        """
        cards = {seat: self.cards(seat) for seat in sorted(self.losses)}
        out = [seat for seat, n in cards.items() if n == 0]
        return {"cards": cards, "out": out, "may_beg": [s for s in out if s not in self.beggars]}


def begs_with_cards(olympic: Olympic, house: HouseRules) -> Finding:
    """faraon.olympic.beggar (20): only a player with nothing left to play asks for one."""
    return Broken({"seats": olympic.with_cards}) if olympic.with_cards else None


OLYMPIC_RULES: tuple[AnyRule, ...] = (
    Rule("faraon.olympic.beggar", Olympic, begs_with_cards, "invalid"),
    Rule("faraon.olympic", Olympic),
)
