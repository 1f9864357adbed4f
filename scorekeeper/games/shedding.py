"""What the sources of the games of getting rid of cards do not say and every table asks: a wrong
deal, a card played out of turn, and until when a mistake may be claimed (beside `taking_back`); and
what becomes of the pile when the stock is gone.

deal: `got`? (cards that one player got), `seen`? (a card was shown while dealing).
out-of-turn: `seat` played, and it was the turn of `turn`.
restock: `pile` from its bottom card to the top one, `done` (`turned`, `shuffled`).
claimed: `noticed` (`lies`: nobody has played since, `played-on`, `over`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self, TypedDict, TypeVar

from scorekeeper.cards import Card
from scorekeeper.dispute import Dispute, GameHouse
from scorekeeper.fields import copies_with, spec
from scorekeeper.games.taking_back import Claim, taking_back_rules
from scorekeeper.referee import AnyRule, Broken, Finding, Rule
from scorekeeper.schema import Invalid, Json, Seat

MisdealCosts = Literal["anew", "put-right"]
"""What follows a wrong deal: it is dealt anew, or the cards are put right and play goes on."""
ClaimedUntil = Literal["next", "end", "always"]
"""Until when a mistake may be claimed: until the next player plays, until the end, for ever."""
Noticed = Literal["lies", "played-on", "over"]
MOST_GOT = 20
"""Nobody is dealt more by mistake."""


class DealResult(TypedDict):
    """`redeal`: the cards are dealt anew."""

    redeal: bool


@dataclass(frozen=True, kw_only=True)
class Dealing(Dispute):
    """How it was dealt, as far as somebody says what was wrong with it; `size` is that of a hand.

    Each fact is a complaint of its own: who does not make it does not ask about it.
    """

    kind: ClassVar[str] = "deal"
    depends_on: ClassVar[tuple[str, ...]] = ("misdeal",)
    size: ClassVar[int]
    got: int | None = spec(None, ge=0, le=MOST_GOT)
    seen: bool | None = None

    @classmethod
    def not_asked(cls, given: Mapping[str, Json]) -> Sequence[str]:
        """The complaints."""
        return ("got", "seen")

    @property
    def complains(self) -> bool:
        """True if it is told how many cards one got, or whether one was shown."""
        return (self.got, self.seen) != (None, None)

    @property
    def accuses(self) -> bool:
        """True if somebody complains."""
        return self.complains

    def check(self) -> None:
        """Raises Invalid if nothing is told."""
        if not self.complains:
            raise Invalid("got", "missing")

    def hand_size(self, house: GameHouse) -> int | None:
        """How many cards each is dealt; None if that is not known."""
        return self.size

    def faults(self, house: GameHouse) -> tuple[str, ...]:
        """What was wrong, of what is told."""
        wrong_number = self.got is not None and self.hand_size(house) not in (None, self.got)
        found = {"deal-number": wrong_number, "deal-seen": self.seen is True}
        return tuple(fault for fault, wrong in found.items() if wrong)

    def result(self, house: GameHouse) -> DealResult:
        """`redeal`, by the house rule `misdeal`."""
        return {"redeal": bool(self.faults(house)) and house.misdeal == "anew"}


D = TypeVar("D", bound=Dealing)


@dataclass(frozen=True)
class Restocked(Dispute):
    """The stock is gone: the pile from its bottom card to the top one, and what was done."""

    kind: ClassVar[str] = "restock"
    pile: tuple[Card, ...]
    done: Literal["turned", "shuffled"]

    def check(self) -> None:
        """Raises Invalid if no card lies there."""
        if not self.pile:
            raise Invalid("pile", "missing")

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The pile."""
        return {"pile": self.pile}

    def alternatives(self, house: GameHouse) -> Iterable[Self]:
        """Both that can be done."""
        return copies_with(self, "done", ("turned", "shuffled"))

    def choice(self) -> str:
        """What was done."""
        return self.done


@dataclass(frozen=True)
class OutOfTurn(Dispute):
    """A card was played by `seat` when it was the turn of `turn`; a game says how many may sit."""

    kind: ClassVar[str] = "out-of-turn"
    seat: Seat
    turn: Seat


@dataclass(frozen=True)
class MistakeClaimed(Claim):
    """A mistake in a game of getting rid of cards."""

    depends_on: ClassVar[tuple[str, ...]] = ("claimed_until",)
    in_time: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "next": ("lies",),
        "end": ("lies", "played-on"),
        "always": ("lies", "played-on", "over"),
    }
    noticed: Noticed


def deals_wrongly(dealing: Dealing, house: GameHouse) -> Finding:
    """So many cards to each, and none of them shown; what follows, the house says."""
    faults = dealing.faults(house)
    return Broken({"wrong": faults, "goes": f"misdeal-{house.misdeal}"}) if faults else None


def complains(dealing: Dealing, house: GameHouse) -> bool:
    """True if somebody says what was wrong with the deal."""
    return dealing.complains


def plays_out_of_turn(played: OutOfTurn, house: GameHouse) -> Finding:
    """Who plays is whose turn it is."""
    wrong = played.seat != played.turn
    return Broken({"seat": played.seat, "turn": played.turn}) if wrong else None


def shedding_rules(
    deal: type[D],
    ids: Mapping[str, str],
    check: Callable[[D, Any], Finding] = deals_wrongly,
) -> tuple[AnyRule, ...]:
    """The rules of a wrong `deal`, a card that `stands` and a claim `until`, under their ids in a
    game's book; how play goes on is ours. `check` finds what was wrong with a deal.
    """
    return (
        Rule(ids["deal"], deal, check, "misdeal", applies=complains, ours=("onward",)),
        *taking_back_rules(ids["stands"], ids["until"], MistakeClaimed),
    )
