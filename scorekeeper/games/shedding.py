"""What the games of getting rid of cards share: whom answers that add up reach along the seats, the
call before one's last card, and what every table asks and no source says – a wrong deal, until when
a mistake may be claimed, the pile when the stock is gone.

A `line` are the seats still in the game in the order in which something that the seat `by` played
comes to them: the next player first and `by` last.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Protocol, Self, TypedDict, TypeVar

from scorekeeper.core.cards import Card
from scorekeeper.core.schema import Invalid, Json, Seat, copies_with, spec
from scorekeeper.core.sheet import seats_after
from scorekeeper.games.conduct import FaultClaimed, taking_back_rules
from scorekeeper.referee.dispute import Dispute, Some, require_some
from scorekeeper.referee.rule_table import AnyRule, Broken, Finding, Penalty, Rule, has, lacks

MisdealCosts = Literal["anew", "put-right"]
"""What follows a wrong deal: it is dealt anew, or the cards are put right and play goes on."""


class SheddingHouseRules(Protocol):
    """What the tables of all these games agree on, as far as a verdict tells it."""

    @property
    def misdeal(self) -> MisdealCosts: ...


H = TypeVar("H", bound=SheddingHouseRules)
H_contra = TypeVar("H_contra", bound=SheddingHouseRules, contravariant=True)


class CallResult(TypedDict):
    """Whether the table has `agreed` on the call."""

    agreed: bool


@dataclass(frozen=True)
class Call(Dispute[object]):
    """Was it `said`, and if not, when was that `noticed`: in time or later?

    In time is before the next player's turn. By the house rule on which it depends the table has
    agreed on the call.
    """

    kind: ClassVar[str] = "call"
    said: bool
    noticed: Literal["in-time", "late"]

    def result(self, house: object) -> CallResult:
        (agreed,) = self.depends_on
        return {"agreed": bool(getattr(house, agreed))}


def forgets_the_call(call: Call, house: object) -> Finding:
    """Not said, and noticed before the next player's turn."""
    return Broken() if not call.said and call.noticed == "in-time" else None


def call_rules(
    id: str, call: type[Call], offence: str, penalty: Callable[[Any], Penalty]
) -> tuple[AnyRule, ...]:
    """The rule where a table has agreed on the call, and where it has not; what it costs and how
    play goes on is ours.
    """
    (agreed,) = call.depends_on
    forgotten = Rule(
        id, call, forgets_the_call, offence, penalty, has(agreed), ours=("penalty", "onward")
    )
    return forgotten, Rule(id, call, when=lacks(agreed))


class TakesResult(TypedDict):
    """How many cards the player `takes` now."""

    takes: int


FEWEST, USUAL = 2, 4
"""Players: the fewest, and as many as there usually are."""
ONE_RANK = 4
"""Cards of one rank in a pack."""


@dataclass(frozen=True)
class Link:
    """How many cards a seat put into a chain of answers."""

    seat: Seat
    cards: int = spec(ge=1, le=2 * ONE_RANK)


def code_in(given: Mapping[str, Json], name: str) -> str:
    """The code of the last card of a field (JSON), of a joker the card as which it was named."""
    value = given.get(name)
    last = value[-1:] if isinstance(value, list) else [value]
    return str(last[0] or "").rpartition("=")[2] if last else ""


def rank_in(given: Mapping[str, Json], name: str) -> str:
    """The rank of the last card of a field (JSON); empty if there is none."""
    return code_in(given, name)[:-1]


def players_of(most: int) -> int:
    """Declares how many players are in the game: two up to `most`."""
    players: int = spec(ge=FEWEST, le=most, known="players")
    return players


def one_rank(cards: Iterable[Card]) -> bool:
    return len({card.rank for card in cards}) <= 1


def line(seats: Collection[int], by: int, players: int) -> tuple[int, ...]:
    """The seats in the order of play after `by`, that one last if it is one of them."""
    return tuple(seat for seat in seats_after(by, players) if seat in seats)


def following(seats: Collection[int], by: int, players: int) -> int:
    """The seat that plays after `by`."""
    return line(seats, by, players)[0]


def stopped(line: Sequence[int], stops: int) -> tuple[int, ...]:
    """The seats that so many stops hold up, in order, round and round if need be."""
    return tuple(line[place % len(line)] for place in range(stops))


def past(line: Sequence[int], stops: int) -> int:
    """The seat that plays after so many were stopped."""
    return line[stops % len(line)]


def count_answers(line: Sequence[int], stops: int, answers: Sequence[Link]) -> int:
    """How many of some answers count, each of them adding as many stops as it has cards.

    An answer counts if its seat is stopped and has not been passed over yet; after the first that
    does not, none does.
    """
    place = 0
    for n, answer in enumerate(answers):
        open_to = stopped(line, stops)[place:]
        if answer.seat not in open_to:
            return n
        place += open_to.index(answer.seat) + 1
        stops += answer.cards
    return len(answers)


def in_turn(seats: Sequence[int], players: int) -> int:
    """How many of the seats, from the first, follow each other without a gap."""
    gaps = (n for n in range(1, len(seats)) if seats[n] != (seats[n - 1] + 1) % players)
    return next(gaps, len(seats))


ClaimedUntil = Literal["next", "end", "always"]
"""Until when a mistake may be claimed: until the next player plays, until the end, for ever."""
Noticed = Literal["lies", "played-on", "over"]
MOST_GOT = 20
"""Nobody is dealt more by mistake."""


class DealResult(TypedDict):
    """`redeal`: the cards are dealt anew."""

    redeal: bool


@dataclass(frozen=True, kw_only=True)
class Dealing(Dispute[H_contra]):
    """How it was dealt, as far as somebody says what was wrong with it; `size` is that of a hand.

    Somebody `got` so many cards, or one was `seen`. Each fact is a complaint of its own: who does
    not make it does not ask about it.
    """

    kind: ClassVar[str] = "deal"
    depends_on: ClassVar[tuple[str, ...]] = ("misdeal",)
    unasked: ClassVar[tuple[str, ...]] = ("got", "seen")
    size: ClassVar[int]
    got: int | None = spec(None, ge=0, le=MOST_GOT)
    seen: bool | None = None

    @property
    def complains(self) -> bool:
        """True if it is told how many cards one got, or whether one was shown."""
        return (self.got, self.seen) != (None, None)

    @property
    def accuses(self) -> bool:
        return self.complains

    def validate(self) -> None:
        if not self.complains:
            raise Invalid("got", "missing")

    def hand_size(self, house: H_contra) -> int | None:
        """How many cards each is dealt; None if that is not known."""
        return self.size

    def faults(self, house: H_contra) -> tuple[str, ...]:
        """What was wrong, of what is told."""
        wrong_number = self.got is not None and self.hand_size(house) not in (None, self.got)
        found = {"deal-number": wrong_number, "deal-seen": self.seen is True}
        return tuple(fault for fault, wrong in found.items() if wrong)

    def result(self, house: H_contra) -> DealResult:
        """`redeal`, by the house rule `misdeal`."""
        return {"redeal": bool(self.faults(house)) and house.misdeal == "anew"}


@dataclass(frozen=True)
class Restocked(Dispute[H_contra]):
    """The stock is gone: the pile from its bottom card to the top one, and what was done."""

    kind: ClassVar[str] = "restock"
    pile: tuple[Card, ...]
    done: Literal["turned", "shuffled"]

    @classmethod
    def possible_values(cls, name: str, known: Mapping[str, object]) -> Sequence[object] | None:
        """Some piles, of cards that every pack has: it only matters whether it has an order."""
        cards = Card("7", "H"), Card("8", "H"), Card("9", "H")
        return Some([cards[:1], cards]) if name == "pile" else None

    def validate(self) -> None:
        require_some("pile", self.pile)

    def places(self) -> Mapping[str, Iterable[Card]]:
        return {"pile": self.pile}

    def alternatives(self, house: H_contra) -> Iterable[Self]:
        return copies_with(self, "done", ("turned", "shuffled"))

    def choice(self) -> str:
        return self.done


@dataclass(frozen=True)
class MistakeClaimed(FaultClaimed):
    """A mistake in a game of getting rid of cards."""

    depends_on: ClassVar[tuple[str, ...]] = ("claimed_until",)
    in_time: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "next": ("lies",),
        "end": ("lies", "played-on"),
        "always": ("lies", "played-on", "over"),
    }
    noticed: Noticed


D = TypeVar("D", bound=Dealing[Any])


def deals_wrongly(dealing: Dealing[H], house: H) -> Finding:
    """So many cards to each, and none of them shown; what follows, the house says."""
    faults = dealing.faults(house)
    return Broken({"wrong": faults, "goes": f"misdeal-{house.misdeal}"}) if faults else None


def shedding_rules(
    deal: type[D],
    ids: Mapping[str, str],
    check: Callable[[D, Any], Finding] = deals_wrongly,
) -> tuple[AnyRule, ...]:
    """The rules of a wrong `deal`, a card that `stands` and a claim `until`, under their ids in a
    game's book; how play goes on is ours. `check` finds what was wrong with a deal.
    """
    return (
        Rule(ids["deal"], deal, check, "misdeal", applies=has("complains"), ours=("onward",)),
        *taking_back_rules(ids["stands"], ids["until"], MistakeClaimed),
    )
