"""Disputes about answers: who may answer aces and sevens, who takes, who plays next.

Rules document, sections 3 and 4; source (5), (8), (12), (14), (19).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from scorekeeper.cards import Pack
from scorekeeper.games.chains import FEWEST, ONE_RANK, Laid, counted, in_turn, past, players_of
from scorekeeper.games.faraon.house import HouseRules
from scorekeeper.games.faraon.turn import EACH_SEVEN, MOST
from scorekeeper.plain import Seat, Unreadable, part
from scorekeeper.referee import Dispute, no_more
from scorekeeper.sheet import around


@dataclass(frozen=True)
class AceAnswer(Dispute):
    """Aces laid by a seat, and who answered each with an ace of his own, in order.

    `late`: the last answer came only after the first ace had been left unanswered.
    """

    kind: ClassVar[str] = "ace-answer"
    by: Seat
    players: int = players_of(MOST)
    aces: int = part(at_least=1, at_most=2 * ONE_RANK)
    answers: tuple[Seat, ...] = ()
    late: bool = False

    def check_pack(self, pack: Pack) -> None:
        """Raises Unreadable if there are not so many aces."""
        most = ONE_RANK * pack.copies
        if self.aces > most:
            raise Unreadable("aces", "too-large", most=most)
        no_more("answers", self.answers, most - self.aces)

    @property
    def in_order(self) -> int:
        """How many of the answers were given by whoever could give them (faraon.ace.order)."""
        if self.players == FEWEST:
            return in_turn((self.by, *self.answers), FEWEST) - 1
        return counted(around(self.by, self.players), self.aces, self.answers)

    def valid(self, house: HouseRules) -> tuple[Seat, ...]:
        """The answers that count."""
        late = self.late and house.aces == "once"
        return self.answers[: min(self.in_order, len(self.answers) - late)]

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """Who plays next: of two players whoever laid the last ace (faraon.ace, .order)."""
        valid = self.valid(house)
        if self.players == FEWEST:
            return {"next": (self.by, *valid)[-1]}
        order = around(self.by, self.players)
        return {"next": past(order, self.aces + len(valid))}


@dataclass(frozen=True)
class Sevens(Dispute):
    """A chain of sevens, seat by seat; who comes next did not answer."""

    kind: ClassVar[str] = "sevens"
    plays: tuple[Laid, ...]
    players: int = players_of(MOST)

    def check(self) -> None:
        """Raises Unreadable if nobody laid any."""
        if not self.plays:
            raise Unreadable("plays", "missing")

    def check_pack(self, pack: Pack) -> None:
        """Raises Unreadable if there are not so many sevens."""
        most = ONE_RANK * pack.copies
        if sum(laid.cards for laid in self.plays) > most:
            raise Unreadable("plays", "too-many-cards", most=most)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who laid, in order."""
        return tuple(laid.seat for laid in self.plays)

    @property
    def in_order(self) -> int:
        """How many of the plays, from the first, came from the next in turn."""
        return in_turn(self.seats, self.players)

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """Who takes how many, and who plays after him (faraon.seven, .order; source 14, 19)."""
        valid = self.plays[: self.in_order]
        takes = (valid[-1].seat + 1) % self.players
        n = EACH_SEVEN * sum(laid.cards for laid in valid)
        return {"takes": {takes: n}, "next": (takes + 1) % self.players}
