"""Aces in Faraón: who may answer them, and who plays next.

Rules document, sections 3 and 4; source (5), (6), (8), (12), (19).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, TypedDict

from scorekeeper.cards import Pack
from scorekeeper.dispute import Dispute
from scorekeeper.fields import spec
from scorekeeper.games.chains import FEWEST, ONE_RANK, Link, counted, in_turn, past, players_of
from scorekeeper.games.faraon.house import HouseRules
from scorekeeper.games.faraon.referee.breaches import asks_once, rule
from scorekeeper.games.faraon.referee.cards import MOST, require_seats, unasked
from scorekeeper.referee import AnyRule, Broken, Finding, Rule
from scorekeeper.schema import Invalid, Seat
from scorekeeper.sheet import seats_after


class AceResult(TypedDict):
    """The seat that plays `next`."""

    next: int


@dataclass(frozen=True)
class AceAnswer(Dispute):
    """Aces that a seat laid at once, and the answers to them, in order.

    An answer is a seat that answered with one ace, or that seat and how many aces it laid at once.
    `late`: the first ace had been left unanswered, and what came after it came only then: the
    other aces, and the last answer.
    """

    kind: ClassVar[str] = "ace-answer"
    depends_on: ClassVar[tuple[str, ...]] = ("packs", "aces", "pajchel_turn")
    by: Seat
    players: int = players_of(MOST)
    aces: int = spec(ge=1, le=2 * ONE_RANK)
    answers: tuple[tuple[int, ...] | Seat, ...] = ()
    late: bool = False

    def check(self) -> None:
        """Raises Invalid for an answer that is no seat with some aces."""
        for at, answer in enumerate(self.answers):
            if isinstance(answer, tuple):
                _check_answer(answer, f"answers.{at}", self.players)

    def check_pack(self, pack: Pack) -> None:
        """Raises Invalid if there are not so many aces, or too many play."""
        require_seats(self.players, pack)
        most = ONE_RANK * pack.copies
        if self.aces > most:
            raise Invalid("aces", "too-large", most=most)
        if sum(link.cards for link in self.links) > most - self.aces:
            raise Invalid("answers", "too-many-cards", most=most - self.aces)

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """The answers, each with its seat and its number of aces."""
        return tuple(map(_link, self.answers))

    @property
    def in_order(self) -> int:
        """How many of the answers, from the first, came in order (faraon.ace.order)."""
        if self.players == FEWEST:
            seats = (self.by, *(link.seat for link in self.links))
            return in_turn(seats, FEWEST) - 1
        return counted(seats_after(self.by, self.players), self.aces, self.links)

    @property
    def unasked(self) -> bool:
        """True if of two players the first laid several at once (faraon.ace.together)."""
        return self.players == FEWEST and not self.late and unasked(self.aces)

    @property
    def unasked_answer(self) -> int:
        """Which of the answers of two players is the first with several at once."""
        if self.players > FEWEST:
            return len(self.links)
        together = (at for at, link in enumerate(self.links) if unasked(link.cards))
        return next(together, len(self.links))

    def valid(self, house: HouseRules) -> tuple[Link, ...]:
        """The answers that count."""
        if house.aces != "once":
            return self.links[: self.in_order]
        most = min(len(self.links) - self.late, self.unasked_answer)
        return self.links[: min(self.in_order, most)]

    def result(self, house: HouseRules) -> AceResult:
        """Who plays next: of two players the one with the last ace (faraon.ace, .order).

        Aces that were laid unasked go back, and the turn passes if the house does not let it stay.

        >>> AceAnswer(by=Seat(0), players=4, aces=2).result(HouseRules())
        {'next': 3}
        """
        valid, order = self.valid(house), seats_after(self.by, self.players)
        if house.aces == "once" and self.unasked:
            return {"next": self.by if house.pajchel_turn == "stays" else order[0]}
        if self.players == FEWEST:
            return {"next": (self.by, *(link.seat for link in valid))[-1]}
        return {"next": past(order, self.aces + sum(link.cards for link in valid))}


def _link(answer: Sequence[int] | Seat) -> Link:
    seat, aces = (answer, 1) if isinstance(answer, int) else answer
    return Link(Seat(seat), aces)


def _check_answer(answer: Sequence[int], path: str, players: int) -> None:
    if len(answer) != 2:
        raise Invalid(path, "wrong-number", n=2)
    seat, aces = answer
    if not 0 <= seat < players:
        raise Invalid(f"{path}.0", "no-such-seat", last=players - 1)
    if not 1 <= aces < 2 * ONE_RANK:
        raise Invalid(f"{path}.1", "wrong-number", n=f"1–{2 * ONE_RANK - 1}")


def answers_late(answer: AceAnswer, house: HouseRules) -> Finding:
    """faraon.ace.late (8): no ace on the end of the opponent's after leaving the first one."""
    late = answer.late and answer.links
    return Broken({"seat": answer.links[-1].seat}) if late else None


def lays_aces_unasked(answer: AceAnswer, house: HouseRules) -> Finding:
    """faraon.ace.together (8): of two players nobody lays several before the other was asked.

    >>> one, two = AceAnswer(Seat(0), 2, aces=1), AceAnswer(Seat(0), 2, aces=2)
    >>> lays_aces_unasked(one, HouseRules()) is None, lays_aces_unasked(two, HouseRules()) is None
    (True, False)
    """
    if answer.unasked:
        return Broken({"n": answer.aces})
    several = answer.links[answer.unasked_answer :]
    return Broken({"n": several[0].cards}) if several else None


def answers_out_of_order(answer: AceAnswer, house: HouseRules) -> Finding:
    """faraon.ace.order (19): only stopped players answer, in order.

    >>> right, wrong = AceAnswer(Seat(0), 4, 1, (Seat(1),)), AceAnswer(Seat(0), 4, 1, (Seat(2),))
    >>> answers_out_of_order(right, HouseRules()) is None
    True
    >>> answers_out_of_order(wrong, HouseRules()) is None
    False
    """
    valid = answer.in_order
    if valid == len(answer.links):
        return None
    return Broken({"seat": answer.links[valid].seat, "by": answer.by, "n": answer.aces})


def is_answered(answer: AceAnswer, house: HouseRules) -> bool:
    """True if somebody answered."""
    return bool(answer.links)


def asks_the_only_opponent(answer: AceAnswer, house: HouseRules) -> bool:
    """True with two players, of whom each asks the other."""
    return answer.players == FEWEST


def goes_round(answer: AceAnswer, house: HouseRules) -> bool:
    """True with more than two players, or if somebody answered."""
    return answer.players > FEWEST or is_answered(answer, house)


ACE_RULES: tuple[AnyRule, ...] = (
    rule("faraon.ace.late", AceAnswer, answers_late, when=asks_once, applies=is_answered),
    rule(
        "faraon.ace.together",
        AceAnswer,
        lays_aces_unasked,
        when=asks_once,
        applies=asks_the_only_opponent,
    ),
    rule("faraon.ace.order", AceAnswer, answers_out_of_order, applies=goes_round),
    Rule("faraon.ace", AceAnswer),
)
