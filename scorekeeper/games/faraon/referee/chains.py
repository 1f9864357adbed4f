"""Chains of answers in Faraón: who may answer aces and sevens, who takes, who plays next.

Rules document, sections 3 and 4; source (5), (8), (12), (14), (19).
"""

from dataclasses import dataclass
from typing import ClassVar, TypedDict

from scorekeeper.cards import Pack
from scorekeeper.fields import spec
from scorekeeper.games.chains import FEWEST, ONE_RANK, Link, counted, in_turn, past, players_of
from scorekeeper.games.faraon.house import HouseRules
from scorekeeper.games.faraon.referee.breaches import asks_once, rule
from scorekeeper.games.faraon.referee.cards import EACH_SEVEN, MOST
from scorekeeper.places import require_at_most
from scorekeeper.referee import AnyRule, Broken, Dispute, Finding, Rule
from scorekeeper.schema import Invalid, Seat
from scorekeeper.sheet import seats_after


class AceResult(TypedDict):
    """The seat that plays `next`."""

    next: int


@dataclass(frozen=True)
class AceAnswer(Dispute):
    """Aces played by a seat, and the seats that answered with an ace each, in order.

    `late`: the last answer came only after the first ace had been left unanswered.
    """

    kind: ClassVar[str] = "ace-answer"
    by: Seat
    players: int = players_of(MOST)
    aces: int = spec(ge=1, le=2 * ONE_RANK)
    answers: tuple[Seat, ...] = ()
    late: bool = False

    def check_pack(self, pack: Pack) -> None:
        """Raises Invalid if there are not so many aces."""
        most = ONE_RANK * pack.copies
        if self.aces > most:
            raise Invalid("aces", "too-large", most=most)
        require_at_most("answers", self.answers, most - self.aces)

    @property
    def in_order(self) -> int:
        """How many of the answers, from the first, came in order (faraon.ace.order)."""
        if self.players == FEWEST:
            return in_turn((self.by, *self.answers), FEWEST) - 1
        return counted(seats_after(self.by, self.players), self.aces, self.answers)

    def valid(self, house: HouseRules) -> tuple[Seat, ...]:
        """The answers that count."""
        late = self.late and house.aces == "once"
        return self.answers[: min(self.in_order, len(self.answers) - late)]

    def result(self, house: HouseRules) -> AceResult:
        """Who plays next: of two players the one with the last ace (faraon.ace, .order).

        >>> AceAnswer(by=Seat(0), players=4, aces=2).result(HouseRules())
        {'next': 3}
        """
        valid = self.valid(house)
        if self.players == FEWEST:
            return {"next": (self.by, *valid)[-1]}
        order = seats_after(self.by, self.players)
        return {"next": past(order, self.aces + len(valid))}


class SevensResult(TypedDict):
    """`takes`: the seat that did not answer → how many cards it takes; and who plays `next`."""

    takes: dict[int, int]
    next: int


@dataclass(frozen=True)
class Sevens(Dispute):
    """A chain of sevens, seat by seat; the seat after the last one did not answer."""

    kind: ClassVar[str] = "sevens"
    plays: tuple[Link, ...]
    players: int = players_of(MOST)

    def check(self) -> None:
        """Raises Invalid if there are none."""
        if not self.plays:
            raise Invalid("plays", "missing")

    def check_pack(self, pack: Pack) -> None:
        """Raises Invalid if there are not so many sevens."""
        most = ONE_RANK * pack.copies
        if sum(link.cards for link in self.plays) > most:
            raise Invalid("plays", "too-many-cards", most=most)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that played sevens, in order."""
        return tuple(link.seat for link in self.plays)

    @property
    def in_order(self) -> int:
        """How many of the plays, from the first, came from the next in turn."""
        return in_turn(self.seats, self.players)

    def result(self, house: HouseRules) -> SevensResult:
        """Who takes how many, and who plays after that (faraon.seven, .order; source 14, 19)."""
        valid = self.plays[: self.in_order]
        takes = (valid[-1].seat + 1) % self.players
        n = EACH_SEVEN * sum(link.cards for link in valid)
        return {"takes": {takes: n}, "next": (takes + 1) % self.players}


def answers_late(answer: AceAnswer, house: HouseRules) -> Finding:
    """faraon.ace.late (8): no ace on the end of the opponent's after leaving the first one."""
    late = answer.late and answer.answers
    return Broken({"seat": answer.answers[-1]}) if late else None


def answers_out_of_order(answer: AceAnswer, house: HouseRules) -> Finding:
    """faraon.ace.order (19): only stopped players answer, in order.

    >>> right, wrong = AceAnswer(Seat(0), 4, 1, (Seat(1),)), AceAnswer(Seat(0), 4, 1, (Seat(2),))
    >>> answers_out_of_order(right, HouseRules()) is None
    True
    >>> answers_out_of_order(wrong, HouseRules()) is None
    False
    """
    valid = answer.in_order
    if valid == len(answer.answers):
        return None
    return Broken({"seat": answer.answers[valid], "by": answer.by, "n": answer.aces})


def answers_sevens_out_of_order(sevens: Sevens, house: HouseRules) -> Finding:
    """faraon.seven.order (19): only the next in turn answers sevens."""
    valid = sevens.in_order
    if valid == len(sevens.plays):
        return None
    turn = (sevens.seats[valid - 1] + 1) % sevens.players
    return Broken({"seat": sevens.seats[valid], "turn": turn})


CHAIN_RULES: tuple[AnyRule, ...] = (
    rule("faraon.ace.late", AceAnswer, answers_late, when=asks_once),
    rule("faraon.ace.order", AceAnswer, answers_out_of_order),
    Rule("faraon.ace", AceAnswer),
    rule("faraon.seven.order", Sevens, answers_sevens_out_of_order),
    Rule("faraon.seven", Sevens),
)
