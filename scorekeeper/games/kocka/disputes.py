"""The kinds of dispute in Černá kočka and Dokládačka (rules document, section 9)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from scorekeeper.cards import Card
from scorekeeper.games.kocka.entries import POINTS, ROUND, SEATS, Round, check_round
from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.games.kocka.scoring import score_round, trigger
from scorekeeper.plain import Seat, Unreadable, part, write
from scorekeeper.referee import CardPlayed, Dispute, no_more
from scorekeeper.sheet import at_seats, sum_of

HAND = 8
TRICKS = 8


@dataclass(frozen=True)
class Play(CardPlayed):
    """A card played to a trick; `hand` is the hand before it, the card included."""

    kind: ClassVar[str] = "play"
    trick: tuple[Card, ...] = part(first=True)
    card: Card = part()
    trick_no: int = part(at_least=1, at_most=TRICKS, usual=2)
    hand: tuple[Card, ...] | None = part(None, includes=("card",))

    def check(self) -> None:
        """Raises Unreadable for cards that cannot lie so."""
        no_more("trick", self.trick, SEATS - 1)
        super().check()
        no_more("hand", self.hand, HAND - self.trick_no + 1)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The trick, and the hand or the card."""
        return {"trick": self.trick, **super().places()}


@dataclass(frozen=True)
class Lead(Dispute):
    """Who led a trick; for all but the first one has to know who won the one before."""

    kind: ClassVar[str] = "lead"
    dealer: Seat
    seat: Seat
    trick_no: int = part(at_least=1, at_most=TRICKS)
    last_winner: Seat | None = None

    @property
    def leads(self) -> int | None:
        """The seat that has to lead, if it is known (kocka.lead)."""
        return (self.dealer + 1) % SEATS if self.trick_no == 1 else self.last_winner

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """Who leads."""
        return {"leads": self.leads}


@dataclass(frozen=True)
class Pass(Dispute):
    """The exchange of cards: how many were sent to whom, and when the received ones were seen."""

    kind: ClassVar[str] = "pass"
    looked_before_sending: bool = False
    sent: int = part(3, at_least=0, at_most=HAND)
    to: Literal["left", "right", "across"] = "left"


@dataclass(frozen=True)
class Turn(Dispute):
    """A card was played by `seat` when it was the turn of `turn`."""

    kind: ClassVar[str] = "turn"
    seat: Seat
    turn: Seat


@dataclass(frozen=True)
class Look(Dispute):
    """Somebody looked into a finished trick.

    `trick_no` tricks are finished; `led` says whether the next one has begun.
    """

    kind: ClassVar[str] = "look"
    looked_at: int = part(at_least=1, at_most=TRICKS)
    trick_no: int = part(at_least=1, at_most=TRICKS)
    led: bool = False

    def check(self) -> None:
        """Raises Unreadable for a trick that was not finished yet."""
        if self.looked_at > self.trick_no:
            raise Unreadable("looked_at", "too-large", most=self.trick_no)


@dataclass(frozen=True)
class Claim(Dispute):
    """A player threw in his cards; `taken` are the cards that each seat has won so far."""

    kind: ClassVar[str] = "claim"
    seat: Seat
    taken: Mapping[Seat, tuple[Card, ...]]

    def places(self) -> Mapping[str, Iterable[Card]]:
        """What each seat has won."""
        return {f"taken.{seat}": cards for seat, cards in self.taken.items()}

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """Penalty points per seat: everything that is left is his (kocka.claim)."""
        points = {s: sum(POINTS.get(c, 0) for c in cards) for s, cards in self.taken.items()}
        rest = ROUND - sum(points.values())
        points[self.seat] = points.get(self.seat, 0) + rest
        return {"points": list(at_seats(SEATS, points))}


@dataclass(frozen=True)
class DurchShown(Dispute):
    """A player showed his cards for a durch; `stoppable`: whether somebody could still stop it."""

    kind: ClassVar[str] = "durch-shown"
    seat: Seat
    others_tricks: int = part(0, at_least=0, at_most=TRICKS)
    stoppable: bool | None = None

    @property
    def caught(self) -> bool | None:
        """Whether the durch is none; None if that is not known."""
        return True if self.others_tricks else self.stoppable

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """Whether it was caught and the points of the round, once that is known."""
        if self.told is None:
            return {}
        return {"caught": self.caught, "points": list(sum_of(score_round(self.told), SEATS))}

    @property
    def told(self) -> Round | None:
        """The round as an entry of the sheet, once it is known whether it was caught."""
        if self.caught is None:
            return None
        return Round(durch_caught=self.seat) if self.caught else Round(durch=self.seat)

    def entry(self) -> Mapping[str, Any] | None:
        """The round, once it is known whether it was caught."""
        return None if self.told is None else plain_round(self.told)


@dataclass(frozen=True)
class DokladackaPlay(CardPlayed):
    """A card laid in a dokládačka; `table` are the cards that lie there."""

    kind: ClassVar[str] = "dokladacka-play"
    table: tuple[Card, ...]
    card: Card
    hand: tuple[Card, ...] | None = part(None, includes=("card",))

    def check(self) -> None:
        """Raises Unreadable for cards that cannot lie so."""
        super().check()
        no_more("hand", self.hand, HAND)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The table, and the hand or the card."""
        return {"table": self.table, **super().places()}


@dataclass(frozen=True)
class Cink(Dispute):
    """A player said "cink" in a dokládačka: that he cannot play."""

    kind: ClassVar[str] = "dokladacka-cink"
    table: tuple[Card, ...]
    hand: tuple[Card, ...] | None = None

    def check(self) -> None:
        """Raises Unreadable for cards that cannot lie so."""
        no_more("hand", self.hand, HAND)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The table and the hand."""
        return {"table": self.table, "hand": self.hand or ()}

    def alternatives(self) -> Iterable[Dispute]:
        """Every card of the hand, laid instead of saying it."""
        return (DokladackaPlay(self.table, card, self.hand) for card in self.hand or ())


@dataclass(frozen=True)
class Trigger(Dispute):
    """Totals before and after a round: what they set off (kocka.game.*)."""

    kind: ClassVar[str] = "trigger"
    before: tuple[int, ...]
    after: tuple[int, ...]

    def check(self) -> None:
        """Raises Unreadable unless there are four totals each."""
        for name in ("before", "after"):
            if len(getattr(self, name)) != SEATS:
                raise Unreadable(name, "wrong-number", n=SEATS)

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """Whether a dokládačka is due, the game is over, who lost, who plays a barrage."""
        what = trigger(self.before, self.after)
        return {
            "dokladacka": what.dokladacka and house.dokladacka != "off",
            "over": what.over,
            "loser": what.loser,
            "barrage": list(what.barrage),
        }


@dataclass(frozen=True)
class RoundScore(Dispute):
    """A round's score, told as on the sheet."""

    kind: ClassVar[str] = "round"
    points: tuple[int | None, ...] | None = part(None, at_least=0, at_most=ROUND)
    cards: Mapping[Card, Seat] | None = part(None, asked=False)
    no_trick: frozenset[Seat] = frozenset()
    durch: Seat | None = None
    durch_caught: Seat | None = None

    @property
    def told(self) -> Round:
        """The round as an entry of the sheet."""
        return Round(
            points=self.points,
            cards=self.cards,
            no_trick=self.no_trick,
            durch=self.durch,
            durch_caught=self.durch_caught,
        )

    def check(self) -> None:
        """Raises Unreadable for a round that the sheet would refuse."""
        if refusal := check_round(self.told):
            raise Unreadable(refusal.field, "refused", rule=refusal.id, **refusal.facts)

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """Points per seat, the bonus for no trick included."""
        return {"points": list(sum_of(score_round(self.told), SEATS))}

    def entry(self) -> Mapping[str, Any]:
        """The round."""
        return plain_round(self.told)


def plain_round(told: Round) -> Mapping[str, Any]:
    """A round as plain data, with its type."""
    return {"type": told.type, **write(told)}
