"""What can be recorded in Faraón, and where a match of it stands (rules document, section 7)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from scorekeeper.core import sheet
from scorekeeper.core.schema import Json, RuleId, Seat, Spec
from scorekeeper.core.sheet import Apart, Entry, PaperEntry, PenaltyEntry
from scorekeeper.games.faraon.house_rules import HouseRules
from scorekeeper.referee.rule_table import Penalty

HAND = 5
"""Cards that everybody gets in a classic game (faraon.deal, source 2)."""
ANOTHER = RuleId("faraon.pajchel")
"""What an invalid move is written as that no other rule names (faraon.pajchel, source 18)."""


def _by_seat() -> Mapping[Seat, int]:
    """Declares a number of times per seat, for the statistics; empty at first."""
    times = Spec(ge=0, le=200)
    return field(default_factory=dict[Seat, int], hash=False, metadata={"spec": times})


@dataclass(frozen=True)
class FinishedGame(Entry):
    """A game: its `loser`, and perhaps the `order` in which all finished, the loser last.

    For the statistics: the seats brought `back`, how often each made a spálená (`burnt`), and how
    many penalty cards each `drew` (seat → number).
    """

    type: ClassVar[str] = "game"
    numbered: ClassVar[bool] = True
    apart: ClassVar[Apart] = Apart(fields=(("loser", "order"),))
    loser: Seat
    order: tuple[Seat, ...] | None = None
    back: frozenset[Seat] = frozenset()
    burnt: Mapping[Seat, int] = _by_seat()
    drew: Mapping[Seat, int] = _by_seat()

    @classmethod
    def from_shorthand(cls, submitted: dict[str, Any]) -> dict[str, Any]:
        """JSON data of what a form sent: the last in the order has lost, if nobody else did."""
        order = submitted.get("order")
        return {"loser": order[-1], **submitted} if order else submitted

    @classmethod
    def by_tap(cls, seat: Seat, house: HouseRules) -> Mapping[str, Json]:
        return {"loser": seat}

    def absent(self, before: sheet.Standing) -> frozenset[int]:
        """The seats that were out of an Olympic match (faraon.olympic, source 20)."""
        out = before.out if isinstance(before, Standing) else ()
        return frozenset(out) - {self.loser}

    @property
    def named(self) -> Mapping[str, frozenset[Seat]]:
        """Field → the seats that it names."""
        return {
            "loser": frozenset({self.loser}),
            "back": self.back,
            "burnt": frozenset(self.burnt),
            "drew": frozenset(self.drew),
        }


@dataclass(frozen=True)
class Pajchel(PenaltyEntry):
    """An invalid move, for which a seat took three cards (faraon.pajchel, source 18)."""

    type: ClassVar[str] = "pajchel"
    rule: RuleId = ANOTHER


@dataclass(frozen=True)
class Beggar(Entry):
    """A seat without a card asks for a žobrák (faraon.olympic.beggar, source 20)."""

    type: ClassVar[str] = "beggar"
    seat: Seat

    @classmethod
    def by_tap(cls, seat: Seat, house: HouseRules) -> Mapping[str, Json]:
        return {"seat": seat}


@dataclass(frozen=True)
class Paper(PaperEntry):
    """What stood on paper: games lost per seat."""

    rule: ClassVar[str] = "faraon.loser.paper"


ENTRIES: tuple[type[Entry], ...] = (FinishedGame, Pajchel, Beggar, Paper)


def penalty_entry(rule: str, seat: int, penalty: Penalty | None) -> Mapping[str, Json] | None:
    """The penalty as an entry (JSON), or None if the sheet records no penalty for this rule."""
    if penalty is None or penalty.kind != "cards":
        return None
    return {"type": "pajchel", "seat": seat, "rule": rule}


@dataclass(frozen=True)
class Standing(sheet.Standing):
    """Where a match of Faraón stands.

    The `totals` are games lost, `wins` games won. Only in an Olympic match: `cards` for the next
    deal per seat, `out` who has none, `begging` who of them may still ask for a žobrák, `beggars`
    who plays on as one, and the `winner`.
    """

    wins: tuple[int, ...] = ()
    cards: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    begging: tuple[int, ...] = ()
    beggars: tuple[int, ...] = ()
    winner: int | None = None

    @property
    def playing(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(self.totals)) if seat not in self.out)

    @property
    def dealt(self) -> int:
        """Cards dealt in the next game, the start card included."""
        return 1 + (sum(self.cards) if self.cards else HAND * len(self.totals))
