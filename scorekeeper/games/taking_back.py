"""What no source says and every table asks: a card that is taken back, and until when a fault may
be claimed. Each is a house rule of the game; the moments of a claim are those of the trick games.

taken-back: `deed` (`touched`, or `laid` on the table), `played_on`? (the next player has played).
claimed: `noticed` (`trick-lies`: while it lies, `next-led`, `deal-over`, `written`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, Protocol

from scorekeeper.dispute import Dispute, GameHouse
from scorekeeper.referee import AnyRule, Broken, Finding, Rule
from scorekeeper.schema import Invalid

CardStands = Literal["touched", "laid", "until-next"]
"""From when on a card stands: as soon as it is touched, laid, or the next player has played."""
RenoncUntil = Literal["trick", "deal", "always"]
"""Until when a breach may be claimed: while the trick lies, until the deal is written, for ever."""
Noticed = Literal["trick-lies", "next-led", "deal-over", "written"]


@dataclass(frozen=True)
class CardTakenBack(Dispute):
    """A card was taken back that was only touched, or lay on the table already."""

    kind: ClassVar[str] = "taken-back"
    depends_on: ClassVar[tuple[str, ...]] = ("card_stands",)
    deed: Literal["touched", "laid"]
    played_on: bool = False

    def check(self) -> None:
        """Raises Invalid if somebody played on a card that was not laid."""
        if self.deed == "touched" and self.played_on:
            raise Invalid("played_on", "not-a-choice", choices="")


@dataclass(frozen=True)
class Claim(Dispute):
    """A fault was noticed, and is claimed at this moment.

    A kind of game has moments of its own, and which of them are `in_time` under each value of the
    house rule on which that depends.
    """

    kind: ClassVar[str] = "claimed"
    in_time: ClassVar[Mapping[str, tuple[str, ...]]]
    noticed: str

    def is_late(self, house: GameHouse) -> bool:
        """True if the house does not allow it any more."""
        (until,) = self.depends_on
        return self.noticed not in self.in_time[getattr(house, until)]


@dataclass(frozen=True)
class BreachClaimed(Claim):
    """A breach in a trick game."""

    depends_on: ClassVar[tuple[str, ...]] = ("renonc_until",)
    in_time: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "trick": ("trick-lies",),
        "deal": ("trick-lies", "next-led", "deal-over"),
        "always": ("trick-lies", "next-led", "deal-over", "written"),
    }
    noticed: Noticed


def takes_back_what_stands(taken: CardTakenBack, house: GameHouse) -> Finding:
    """A card that stands is not taken back (house rule `card_stands`)."""
    stands: CardStands = house.card_stands
    bound = {
        "touched": True,
        "laid": taken.deed == "laid",
        "until-next": taken.played_on,
    }
    return Broken({"wrong": taken.deed}) if bound[stands] else None


class Timed(Protocol):
    """What is claimed at a moment, which a house rule may find too late."""

    @property
    def noticed(self) -> str: ...
    def is_late(self, house: GameHouse) -> bool: ...


def claims_too_late(claim: Timed, house: GameHouse) -> Finding:
    """A fault is claimed in time (house rule `renonc_until`, `claimed_until`, `misdeal_until`)."""
    return Broken({"wrong": claim.noticed}) if claim.is_late(house) else None


def taking_back_rules(
    stands: str, until: str, claim: type[Claim] = BreachClaimed
) -> tuple[AnyRule, ...]:
    """The two rules under their ids in a game's book; how play goes on is ours."""
    return (
        Rule(stands, CardTakenBack, takes_back_what_stands, "invalid", ours=("onward",)),
        Rule(until, claim, claims_too_late, "invalid", ours=("onward",)),
    )
